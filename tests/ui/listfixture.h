// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a page with a table as in the program: a sandbox, the real client, the real
// account, and a window that shows the page. Tests find and use the controls by object names.

#pragma once

#include "api/http/apiclient.h"
#include "models/accounts/accountsession.h"
#include "sandbox/server.h"
#include "tests/support/timeouts.h"
#include "ui/base/settings.h"
#include "ui/lists/listpage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace relaybook::testing {

class ListFixture
{
public:
    explicit ListFixture(Theme &theme)
        : m_theme(theme)
        , m_settings(m_folder.path())
    {
        sandboxOptions.proxies = 60;
        sandboxOptions.subUsers = 40;
        sandboxOptions.transactions = 250;
        sandboxOptions.rateLimit = false;
    }

    sandbox::Options sandboxOptions;

    /// Set it before open(): which tokens the user has.
    bool personal = true;
    bool reseller = true;
    std::chrono::milliseconds idleTimeout{15'000};
    ProxyDesk::Tuning creating;
    bool hasTestPage = true; ///< the account knows the sandbox's own test page

    void startSandbox()
    {
        if (!m_server) {
            m_server = std::make_unique<sandbox::Server>(sandboxOptions);
            const auto problem = m_server->start();
            QVERIFY2(!problem, problem ? problem->c_str() : "");
        }
    }

    /// Opens an account of the sandbox, or only what is stored of it.
    void open(bool offline = false)
    {
        startSandbox();
        close();
        const sandbox::Access access = m_server->access();
        const QString url = QString::fromStdString(access.url);
        auto address = ServiceAddress::parse(url);
        QVERIFY(address);
        m_auth = std::make_unique<AuthSession>();
        m_auth->setPersonalToken(
            Secret(personal ? QByteArray::fromStdString(access.personalToken) : QByteArray()));
        m_auth->setResellerKey(
            Secret(reseller ? QByteArray::fromStdString(access.resellerKey) : QByteArray()));
        m_pacer = std::make_unique<Pacer>(m_clock);
        ApiClient::Config config{
            .service = *address, .tls = {}, .repeatPause = std::chrono::milliseconds(5)};
        testing::setIdleTimeout(config, idleTimeout);
        m_client = std::make_unique<ApiClient>(config, *m_auth, *m_pacer, m_clock);
        AccountSession::Config accountConfig;
        accountConfig.dataDir = m_folder.path();
        accountConfig.service = url;
        accountConfig.account = QStringLiteral("tester");
        accountConfig.offline = offline;
        accountConfig.creating = creating;
        if (hasTestPage) {
            accountConfig.testPage = QString::fromStdString(access.testPage);
        }
        accountConfig.ledger.removalPause = std::chrono::milliseconds(0); // one reading is enough
        auto opened = AccountSession::open(accountConfig, offline ? nullptr : m_client.get(),
                                           *m_auth, m_clock);
        QVERIFY(opened);
        m_account = std::move(*opened);
    }

    void close()
    {
        m_window.reset();
        m_account.reset();
        m_client.reset();
        m_pacer.reset();
        m_auth.reset();
    }

    /// Creates a page in a window of its own, shown and active.
    template <class PageType>
    PageType *show()
    {
        m_window = std::make_unique<QWidget>();
        m_window->resize(1072, 760);
        auto *column = new QVBoxLayout(m_window.get());
        column->setContentsMargins(0, 0, 0, 0);
        auto *page = new PageType(context(), m_window.get());
        column->addWidget(page);
        m_window->show();
        m_window->activateWindow();
        return QTest::qWaitForWindowActive(m_window.get()) ? page : nullptr;
    }

    [[nodiscard]] QWidget &window() { return *m_window; }
    [[nodiscard]] AccountSession &account() { return *m_account; }
    [[nodiscard]] sandbox::Server &server() { return *m_server; }
    [[nodiscard]] AuthSession &auth() { return *m_auth; }
    [[nodiscard]] ApiClient &client() { return *m_client; }
    [[nodiscard]] Settings &settings() { return m_settings; }
    [[nodiscard]] PageContext context() { return {*m_account, m_theme, m_settings}; }
    [[nodiscard]] QString folder() const { return m_folder.path(); }

    template <class Widget = QWidget>
    [[nodiscard]] Widget *find(const char *name)
    {
        return m_window->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] QAbstractItemView &table() { return *find<QAbstractItemView>("table"); }
    [[nodiscard]] int rows() { return table().model()->rowCount(); }
    [[nodiscard]] QString cell(int row, int column)
    {
        return table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString text(const char *label)
    {
        const auto *found = find<QLabel>(label);
        return found ? found->text() : QStringLiteral("(no %1)").arg(QLatin1String(label));
    }
    [[nodiscard]] bool isShown(const char *name)
    {
        const QWidget *found = find(name);
        return found && found->isVisible();
    }
    [[nodiscard]] QStringList column(int column)
    {
        QStringList texts;
        for (int row = 0; row < rows(); ++row) {
            texts.append(cell(row, column));
        }
        return texts;
    }
    void search(const QString &text)
    {
        auto *field = find<QLineEdit>("search");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    /// Selects this row alone, whatever modifier keys an earlier test pressed.
    void chooseRow(int row)
    {
        table().selectionModel()->setCurrentIndex(table().model()->index(row, 0),
                                                  QItemSelectionModel::ClearAndSelect |
                                                      QItemSelectionModel::Rows);
    }
    /// Selects these rows and those between them; the first is the current one.
    void chooseRows(int first, int last)
    {
        const auto &model = *table().model();
        table().selectionModel()->setCurrentIndex(model.index(first, 0),
                                                  QItemSelectionModel::NoUpdate);
        table().selectionModel()->select({model.index(first, 0), model.index(last, 0)},
                                         QItemSelectionModel::ClearAndSelect |
                                             QItemSelectionModel::Rows);
    }
    /// Triggers an entry of the menu of the selected rows. False if it is missing or disabled.
    bool chooseInMenu(const char *action)
    {
        auto &table = *find<TableView>("table");
        Q_EMIT table.contextMenuWanted(table.currentIndex(), table.mapToGlobal(QPoint(60, 60)));
        auto *menu = find<QMenu>("rowMenu");
        auto *entry = menu ? menu->findChild<QAction *>(QLatin1String(action)) : nullptr;
        const bool works = entry && entry->isEnabled();
        if (works) {
            entry->trigger();
        }
        if (menu) {
            menu->close();
            menu->setObjectName({}); // it is deleted later
        }
        return works;
    }
    void click(const char *button)
    {
        auto *found = find<QAbstractButton>(button);
        QVERIFY2(found && found->isVisible() && found->isEnabled(), button);
        QTest::mouseClick(found, Qt::LeftButton);
    }

private:
    QTemporaryDir m_folder;
    Theme &m_theme;
    Settings m_settings;
    SystemClock m_clock;
    std::unique_ptr<sandbox::Server> m_server;
    std::unique_ptr<AuthSession> m_auth;
    std::unique_ptr<Pacer> m_pacer;
    std::unique_ptr<ApiClient> m_client;
    std::unique_ptr<AccountSession> m_account;
    std::unique_ptr<QWidget> m_window;
};

} // namespace relaybook::testing
