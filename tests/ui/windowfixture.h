// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: the whole window on a sandbox of its own, with the real client between them. Tests
// find and use the controls by object names.

#pragma once

#include "api/http/serviceconnection.h"
#include "models/accounts/accountsession.h"
#include "models/accounts/signin.h"
#include "sandbox/server.h"
#include "tests/support/forwardclock.h"
#include "tests/support/timeouts.h"
#include "tests/support/waituntil.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/sheetdialog.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace relaybook::testing {

class WindowFixture
{
public:
    explicit WindowFixture(Theme &theme)
        : m_theme(theme)
        , m_settings(std::make_unique<Settings>(m_folder.path()))
    {
        sandboxOptions.proxies = 40;
        sandboxOptions.subUsers = 30;
        sandboxOptions.transactions = 250;
        sandboxOptions.rateLimit = false;
    }
    ~WindowFixture() { close(); }

    sandbox::Options sandboxOptions;
    WindowAccount windowAccount; ///< sandbox and offline, as passed to the window
    bool personal = true;        ///< which tokens the user has
    bool reseller = true;
    QString otherService; ///< the address of another service than the sandbox

    void startSandbox()
    {
        if (!m_server) {
            m_server = std::make_unique<sandbox::Server>(sandboxOptions);
            const auto problem = m_server->start();
            QVERIFY2(!problem, problem ? problem->c_str() : "");
        }
    }

    [[nodiscard]] Result<std::unique_ptr<ServiceConnection>> connectTo(const QString &address)
    {
        const auto service = ServiceAddress::parse(address);
        if (!service) {
            return tl::unexpected<ApiError>(service.error());
        }
        ApiClient::Config config{*service};
        config.repeatPause = std::chrono::milliseconds(5);
        testing::setIdleTimeout(config, idleTimeout);
        return std::make_unique<ServiceConnection>(config, m_clock);
    }
    std::chrono::milliseconds idleTimeout{15'000};
    /// Of most tests both tokens are known to belong to one account; see
    /// TestPurchases::twoAccountsProveNothing().
    PurchaseDesk::Tuning buying{{}, 100, true};
    SubUserDesk::Tuning serving;
    [[nodiscard]] ForwardClock &clock() { return m_clock; }
    [[nodiscard]] ApiClient &client() { return m_connection->client(); }

    /// Shows the window without an account.
    void showWindow()
    {
        startSandbox();
        m_window = std::make_unique<MainWindow>(m_theme, *m_settings);
        m_window->signIn().setSignIn([this] {
            return std::make_unique<SignIn>(
                [this](const QString &address, const NetworkSettings &) {
                    return connectTo(address);
                });
        });
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void openAccount()
    {
        const sandbox::Access access = m_server->access();
        m_connection = std::move(*connectTo(url()));
        m_connection->auth().setPersonalToken(
            Secret(personal ? QByteArray::fromStdString(access.personalToken) : QByteArray()));
        m_connection->auth().setResellerKey(
            Secret(reseller ? QByteArray::fromStdString(access.resellerKey) : QByteArray()));
        AccountSession::Config config;
        config.dataDir = m_folder.path();
        config.service = url();
        config.account = QStringLiteral("tester");
        config.offline = windowAccount.offline;
        config.buying = buying;
        config.ledger.removalPause = std::chrono::milliseconds(0); // one reading is enough
        config.serving = serving;
        config.testPage = QString::fromStdString(access.testPage);
        auto opened =
            AccountSession::open(config, config.offline ? nullptr : &m_connection->client(),
                                 m_connection->auth(), m_clock);
        QVERIFY(opened);
        m_session = std::move(*opened);
        ApiClient *client = &m_connection->client();
        QObject::connect(client, &ApiClient::reachabilityChanged, &m_window->status(),
                         &WindowStatus::setReachable);
        QObject::connect(client, &ApiClient::waitingForLimit, &m_window->status(),
                         &WindowStatus::showWaiting);
        QObject::connect(client, &ApiClient::signInNeeded, &m_window->signIn(),
                         &SignInFlow::askToSignIn);
        WindowAccount account = windowAccount;
        account.account = m_session.get();
        account.address = url();
        m_window->setAccount(account);
        m_session->start();
    }

    /// Opens the window with everything loaded.
    void open()
    {
        showWindow();
        openAccount();
        if (!windowAccount.offline) {
            QVERIFY(waitUntil([this] { return isLoaded(); }, std::chrono::minutes(1)));
        }
    }

    void close()
    {
        m_window.reset();
        m_session.reset();
        m_connection.reset();
    }
    /// Opens the window again with what a restart of the program keeps.
    void reopen()
    {
        close();
        m_settings.reset();
        m_settings = std::make_unique<Settings>(m_folder.path());
        open();
    }

    [[nodiscard]] bool isLoaded() const
    {
        for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
            const auto state = m_session->status(area).state;
            if (state == AreaStatus::NeverLoaded || state == AreaStatus::Loading) {
                return false;
            }
        }
        return m_session->ledger().progress().state == LedgerProgress::Complete || !personal;
    }

    [[nodiscard]] QString url()
    {
        return otherService.isEmpty() ? QString::fromStdString(m_server->access().url)
                                      : otherService;
    }
    [[nodiscard]] MainWindow &window() { return *m_window; }
    [[nodiscard]] AccountSession &session() { return *m_session; }
    [[nodiscard]] ServiceConnection &connection() { return *m_connection; }
    [[nodiscard]] sandbox::Server &server() { return *m_server; }
    [[nodiscard]] Settings &settings() { return *m_settings; }
    [[nodiscard]] PageContext context() { return {*m_session, m_theme, *m_settings}; }
    [[nodiscard]] QString folder() const { return m_folder.path(); }

    /// The topmost dialog.
    [[nodiscard]] SheetDialog *sheet(const char *name)
    {
        for (auto *found : m_window->findChildren<SheetDialog *>(QLatin1String(name))) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }

    void trigger(const char *action)
    {
        auto *found = m_window->findChild<QAction *>(QLatin1String(action));
        QVERIFY2(found != nullptr && found->isEnabled(), action);
        found->trigger();
    }

    template <class Widget = QWidget>
    [[nodiscard]] static Widget *in(QWidget *parent, const char *name)
    {
        return parent->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] static QString textOf(QWidget *parent, const char *label)
    {
        const auto *found = in<QLabel>(parent, label);
        return found != nullptr ? found->text()
                                : QStringLiteral("(no %1)").arg(QLatin1String(label));
    }
    static void click(QWidget *parent, const char *button)
    {
        QAbstractButton *found = nullptr;
        // A row that was just made is shown by the next event. It has no height until it is laid
        // out, and a click would miss it.
        QTRY_VERIFY2((found = in<QAbstractButton>(parent, button)) != nullptr &&
                         found->isVisible() && found->isEnabled(),
                     button);
        QTRY_VERIFY2(!found->size().isEmpty(), button);
        QTest::mouseClick(found, Qt::LeftButton);
    }
    static void type(QWidget *parent, const char *field, const QString &text)
    {
        auto *found = in<QWidget>(parent, field);
        QVERIFY2(found != nullptr && found->isVisible() && found->isEnabled(), field);
        found->setFocus();
        QTest::keyClick(found, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(found, Qt::Key_Delete);
        QTest::keyClicks(found, text);
    }
    /// The error text under a field.
    [[nodiscard]] static QString errorAt(QWidget *parent, const char *field)
    {
        const auto *found = in<QWidget>(parent, field);
        if (found == nullptr) {
            return QStringLiteral("(no %1)").arg(QLatin1String(field));
        }
        const auto *label =
            found->parentWidget()->findChild<QLabel *>(QStringLiteral("fieldError"));
        return label != nullptr && label->isVisible() ? label->text() : QString();
    }

private:
    QTemporaryDir m_folder;
    Theme &m_theme;
    std::unique_ptr<Settings> m_settings;
    ForwardClock m_clock;
    std::unique_ptr<sandbox::Server> m_server;
    std::unique_ptr<ServiceConnection> m_connection;
    std::unique_ptr<AccountSession> m_session;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace relaybook::testing
