// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/windowdriver.h"

#include "models/buying/purchasedesk.h"
#include "models/export/exportjob.h"
#include "models/export/orderstable.h"
#include "models/export/sessionexport.h"
#include "tests/support/waituntil.h"
#include "ui/widgets/sheetdialog.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTest>
#include <QUrl>

#include <cstdio>
#include <cstdlib>

namespace relaybook::testing {
namespace {

constexpr std::chrono::minutes longest(2);

} // namespace

void WindowDriver::waitFor(const std::function<bool()> &condition, const QString &what)
{
    if (!waitUntil(condition, longest)) {
        std::fprintf(stderr, "waited in vain for: %s\n", qPrintable(what));
        std::fflush(stderr);
        std::_Exit(failed);
    }
}

QWidget *WindowDriver::visibleDialog(const char *name) const
{
    for (auto *dialog : m_program.window().findChildren<SheetDialog *>(QLatin1String(name))) {
        if (dialog->isVisible()) {
            return dialog;
        }
    }
    return nullptr;
}

QWidget *WindowDriver::waitForDialog(const char *name)
{
    waitFor([this, name] { return visibleDialog(name) != nullptr; }, QLatin1String(name));
    return visibleDialog(name);
}

void WindowDriver::trigger(const char *action)
{
    const auto find = [this, action] {
        auto *found = m_program.window().findChild<QAction *>(QLatin1String(action));
        return found != nullptr && found->isEnabled() ? found : nullptr;
    };
    waitFor([&find] { return find() != nullptr; }, QLatin1String(action));
    find()->trigger();
}

void WindowDriver::type(QWidget *dialog, const char *field, const QString &text)
{
    if (text.isEmpty()) {
        return;
    }
    auto *edit = dialog->findChild<QLineEdit *>(QLatin1String(field));
    waitFor([edit] { return edit != nullptr && edit->isVisible(); }, QLatin1String(field));
    edit->clear();
    QTest::keyClicks(edit, text);
}

void WindowDriver::click(QWidget *dialog, const char *button)
{
    auto *found = dialog->findChild<QAbstractButton *>(QLatin1String(button));
    waitFor([found] { return found != nullptr && found->isEnabled(); }, QLatin1String(button));
    found->click();
}

void WindowDriver::typeNetwork(QWidget *dialog, const NetworkSettings &network)
{
    if (network == NetworkSettings()) {
        return;
    }
    click(dialog, "moreButton");
    auto *kind = dialog->findChild<QComboBox *>(QStringLiteral("proxyKind"));
    waitFor([kind] { return kind != nullptr && kind->isVisible(); }, QStringLiteral("proxyKind"));
    kind->setCurrentIndex(kind->findData(static_cast<int>(network.proxy)));
    type(dialog, "proxyHostEdit", network.host);
    type(dialog, "proxyPortEdit", QString::number(network.port));
    type(dialog, "proxyUserEdit", network.user);
    type(dialog, "proxyPasswordEdit", QString::fromUtf8(network.password.reveal()));
    type(dialog, "caFileEdit", network.caFile);
}

void WindowDriver::signIn(const TypedSignIn &typed)
{
    // The first start asks by itself.
    const bool isFirst = m_program.session() == nullptr;
    if (!isFirst) {
        trigger("connectAction");
    }
    const char *const name = isFirst ? "welcomeDialog" : "signInDialog";
    const QPointer<QWidget> dialog = waitForDialog(name);
    type(dialog, "addressEdit", typed.address);
    type(dialog, "personalTokenEdit", typed.personalToken);
    if (!typed.email.isEmpty()) {
        click(dialog, "useEmail");
        type(dialog, "emailEdit", typed.email);
        type(dialog, "passwordEdit", typed.password);
    }
    type(dialog, "resellerKeyEdit", typed.resellerKey);
    typeNetwork(dialog, typed.network);
    auto *main = dialog->findChild<QAbstractButton *>(QStringLiteral("submit"));
    main->click();
    waitFor([main] { return main->text() == QStringLiteral("Connect"); },
            QStringLiteral("the sign-in to be accepted"));
    main->click();
    waitFor([this, name] { return visibleDialog(name) == nullptr; },
            QStringLiteral("the sign-in dialog to close"));
    // Only then does a killed program find it again.
    waitFor(
        [this, place = QUrl(typed.address).authority()] {
            const AccountEntry *entry = m_program.accounts().shownEntry();
            return entry != nullptr && entry->address.contains(place) &&
                   entry->access == AccountAccess::SignedIn && entry->isInKeychain;
        },
        QStringLiteral("the sign-in to be in the keychain"));
}

void WindowDriver::waitUntilLoaded()
{
    waitFor([this] { return m_program.session() != nullptr; }, QStringLiteral("an account"));
    waitFor(
        [this] {
            return m_program.session()->ledger().progress().state == LedgerProgress::Complete;
        },
        QStringLiteral("the ledger"));
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        waitFor(
            [this, area] { return m_program.session()->status(area).state == AreaStatus::Loaded; },
            QStringLiteral("area %1").arg(int(area)));
    }
}

QAbstractItemView *WindowDriver::firstRowOf(const char *action, const char *page)
{
    trigger(action);
    QAbstractItemView *table = nullptr;
    waitFor(
        [&] {
            const auto *widget = m_program.window().findChild<QWidget *>(QLatin1String(page));
            table = widget == nullptr
                        ? nullptr
                        : widget->findChild<QAbstractItemView *>(QStringLiteral("table"));
            return table != nullptr && table->model() != nullptr && table->model()->rowCount() > 0;
        },
        QLatin1String(page));
    table->setCurrentIndex(table->model()->index(0, 0));
    return table;
}

void WindowDriver::submit(QWidget *dialog)
{
    const QPointer<SheetDialog> sheet = qobject_cast<SheetDialog *>(dialog);
    sheet->submit();
    waitFor([&sheet] { return sheet == nullptr || !sheet->isVisible(); },
            QStringLiteral("the change to be saved"));
}

void WindowDriver::editFirstNote(const QString &note)
{
    firstRowOf("showSubUsersAction", "subUsersPage");
    trigger("editAction");
    QWidget *dialog = waitForDialog("noteDialog");
    auto *field = dialog->findChild<QPlainTextEdit *>();
    field->selectAll();
    QTest::keyClicks(field, note);
    submit(dialog);
}

void WindowDriver::renameFirstProxy(const QString &name)
{
    firstRowOf("showProxiesAction", "proxiesPage");
    trigger("editAction");
    QWidget *dialog = waitForDialog("proxyDialog");
    auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("nameEdit"));
    field->selectAll();
    QTest::keyClicks(field, name);
    submit(dialog);
}

void WindowDriver::revealSecrets()
{
    int pressed = 0;
    for (const auto &[action, page] : {std::pair{"showProxiesAction", "proxiesPage"},
                                       std::pair{"showSubUsersAction", "subUsersPage"}}) {
        firstRowOf(action, page);
        for (auto *button : m_program.window().findChildren<QAbstractButton *>()) {
            if (button->isVisible() && button->isEnabled() &&
                (button->objectName() == u"secretShow" || button->objectName() == u"secretCopy")) {
                button->click();
                ++pressed;
            }
        }
    }
    waitFor([pressed] { return pressed > 0; }, QStringLiteral("a password to show"));
}

void WindowDriver::buy(const QString &proxyType, TrafficAmount amount)
{
    PurchaseDesk &desk = m_program.session()->purchases();
    waitFor([&desk] { return desk.isReady() && !desk.problem(); }, QStringLiteral("buying"));
    std::optional<Result<Confirmation>> confirmation;
    const Call call = desk.prepare(
        proxyType, amount, &m_program.window(),
        [&confirmation](const Result<Confirmation> &answer) { confirmation = answer; });
    waitFor([&confirmation] { return confirmation && *confirmation; },
            QStringLiteral("the price of an order"));
    QString order;
    desk.buy((*confirmation)->number, false, &m_program.window(),
             [&order](const BuyAnswer &answer) { order = answer.orderId; });
    waitFor(
        [&] {
            const TopUpOrder *placed = desk.order(order);
            return placed != nullptr && placed->state == OrderState::Completed;
        },
        QStringLiteral("the order to be completed"));
}

QString WindowDriver::copyConnectionReport()
{
    trigger("checkConnectionAction");
    QWidget *dialog = waitForDialog("connectionCheckDialog");
    QGuiApplication::clipboard()->clear();
    click(dialog, "copyReport"); // enabled when the check has ended
    QString report = QGuiApplication::clipboard()->text();
    waitFor([&report] { return !report.isEmpty(); }, QStringLiteral("a report"));
    qobject_cast<SheetDialog *>(dialog)->reject();
    waitFor([this] { return visibleDialog("connectionCheckDialog") == nullptr; },
            QStringLiteral("the connection check to close"));
    return report;
}

void WindowDriver::exportOne(const ExportRequest &request)
{
    ExportJob job;
    bool isWritten = false;
    QObject::connect(
        &job, &ExportJob::finished, &job,
        [&isWritten](const Result<ExportOutcome> &outcome) { isWritten = outcome.has_value(); });
    job.start(request);
    waitFor([&isWritten] { return isWritten; }, request.path);
}

void WindowDriver::exportEverything(const QString &folder)
{
    const SystemClock clock;
    for (const ExportWhat what : {ExportWhat::Transactions, ExportWhat::Proxies,
                                  ExportWhat::SubUsers, ExportWhat::Orders}) {
        for (const char *format : {"csv", "json", "xlsx"}) {
            ExportRequest request = exportRequestFor(*m_program.session(), what, clock);
            if (what == ExportWhat::Orders) {
                std::vector<AnyOrder> orders;
                for (const TopUpOrder &order : m_program.session()->purchases().orders()) {
                    orders.emplace_back(&order);
                }
                for (const SubUserOrder &order : m_program.session()->serving().operations()) {
                    orders.emplace_back(&order);
                }
                request.table = ordersTable(orders);
            }
            request.format = *exportFormatNamed(QLatin1String(format));
            request.path = QDir(folder).filePath(exportWhatName(what) % u'-' %
                                                 m_program.accounts().shownEntry()->key % u'.' %
                                                 QLatin1String(format));
            exportOne(request);
        }
    }
}

} // namespace relaybook::testing
