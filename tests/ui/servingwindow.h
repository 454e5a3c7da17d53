// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: the window on its sub-users page, with the dialogs that serve sub-users. What the
// service holds is read from the sandbox itself.

#pragma once

#include "models/serving/subuserdesk.h"
#include "tests/ui/windowfixture.h"
#include "ui/serving/servingdialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/rowlist.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>

namespace relaybook::testing {

class ServingWindow
{
protected:
    void makeWindow(Theme &theme, bool rateLimit = false)
    {
        m = std::make_unique<WindowFixture>(theme);
        m->sandboxOptions.proxies = 4;
        m->sandboxOptions.subUsers = 12;
        m->sandboxOptions.transactions = 30;
        m->sandboxOptions.rateLimit = rateLimit;
        using std::chrono::milliseconds;
        m->serving.looks.pauses = {milliseconds(5), milliseconds(10), milliseconds(20)};
        m->startSandbox();
        for (const auto *pool :
             {"residential", "mobile", "residential_premium", "mobile_premium"}) {
            [[maybe_unused]] const bool isSold = m->server().setPoolGb(pool, "100");
        }
    }
    void openPage()
    {
        m->open();
        QTRY_VERIFY(desk().isReady());
        m->trigger("showSubUsersAction");
        QTRY_COMPARE(table().model()->rowCount(), m->sandboxOptions.subUsers);
        QTRY_VERIFY(!m->session().summary().pools.empty());
    }
    [[nodiscard]] SubUserDesk &desk() const { return m->session().serving(); }
    [[nodiscard]] Page &page() const { return *m->window().currentPage(); }
    [[nodiscard]] QAbstractItemView &table() const
    {
        return *WindowFixture::in<QAbstractItemView>(&page(), "table");
    }
    [[nodiscard]] SubUserId idAt(int row) const
    {
        return SubUserId(table().model()->index(row, 0).data(KeyRole).toLongLong());
    }
    [[nodiscard]] QString nameOf(SubUserId id) const
    {
        return m->session().rows().subUser(id)->username;
    }
    /// The row of a sub-user with this much traffic left or more.
    [[nodiscard]] int rowWith(const char *gb) const
    {
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            if (*leftThere(idAt(row)) >= *TrafficAmount::parseGb(QString::fromLatin1(gb))) {
                return row;
            }
        }
        return -1;
    }
    /// Selects these rows and no others.
    void choose(const QList<int> &rows) const
    {
        auto *selection = table().selectionModel();
        selection->clearSelection();
        for (const int row : rows) {
            selection->setCurrentIndex(table().model()->index(row, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    void trigger(const char *action) const
    {
        auto *found = page().findChild<QAction *>(QLatin1String(action));
        QVERIFY2(found != nullptr && found->isEnabled(), action);
        found->trigger();
    }
    [[nodiscard]] ServingDialog *dialog() const
    {
        for (auto *found : m->window().findChildren<ServingDialog *>()) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QPushButton *submitOfDialog() const { return dialog()->submitButton(); }
    [[nodiscard]] static QString rowsOf(QWidget *parent, const char *list)
    {
        QStringList lines;
        for (const auto &row : WindowFixture::in<RowList>(parent, list)->rows()) {
            lines.append(row.label % QLatin1String(": ") % row.value);
        }
        return lines.join(QLatin1Char('\n'));
    }
    [[nodiscard]] static QString bannerOf(QWidget *parent, const char *name = "sheetBanner")
    {
        const auto *banner = WindowFixture::in<Banner>(parent, name);
        return banner != nullptr && banner->isVisible()
                   ? QString(banner->lead() % QLatin1Char(' ') % banner->text())
                   : QString();
    }
    /// From the form to the confirmation, with the button that sends enabled.
    void goToConfirm() const
    {
        QTRY_VERIFY(submitOfDialog()->isEnabled());
        submitOfDialog()->click();
        waitForConfirm();
    }
    void waitForConfirm() const
    {
        QTRY_VERIFY2(dialog() != nullptr && dialog()->step() == ServingDialog::Step::Confirm,
                     qPrintable(bannerOf(dialog())));
    }
    void send() const
    {
        QTRY_VERIFY(submitOfDialog()->isEnabled());
        submitOfDialog()->click();
    }
    void fault(const char *text) const
    {
        const auto problem = m->server().faults().set(std::string_view(text));
        QVERIFY2(!problem, problem ? problem->c_str() : "");
    }
    [[nodiscard]] std::optional<TrafficAmount> leftThere(SubUserId id) const
    {
        const auto text = m->server().subUser(id.value());
        if (!text) {
            return std::nullopt;
        }
        const auto row = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
        return TrafficAmount::fromBytes(
            row.value(QLatin1String("traffic_balance_bytes")).toInteger());
    }
    [[nodiscard]] quint64 arrived(const char *call) const
    {
        return m->server().counters().of(call).arrived;
    }
    [[nodiscard]] static TrafficAmount gb(const char *text)
    {
        return *TrafficAmount::parseGb(QString::fromLatin1(text));
    }
    [[nodiscard]] QString said() const { return bannerOf(&page(), "undoBar"); }

    std::unique_ptr<WindowFixture> m;
};

inline constexpr auto giveCall = "addSubUserTraffic";
inline constexpr auto takeCall = "dropSubUserTraffic";
inline constexpr auto deleteCall = "deleteSubUser";
inline constexpr auto createCall = "createSubUser";

} // namespace relaybook::testing
