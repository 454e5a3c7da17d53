// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the window with a real GNOME Keyring that is locked with a password, and unlocked while the
// window waits for it.
#include "models/accounts/accountsession.h"
#include "tests/models/accountsfixture.h"
#include "tests/support/keyringsession.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>

using namespace relaybook;
using relaybook::testing::AccountService;
using relaybook::testing::AccountsFixture;
using relaybook::testing::KeyringSession;

/// One function: the process can belong to one session only.
class TestWindowKeyring : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unlockedWhileTheWindowWaits();

private:
    void openWindow();
    [[nodiscard]] QString connection() const
    {
        return m_window->findChild<QLabel *>(QStringLiteral("connection"))->text();
    }
    template <class Widget = QPushButton>
    [[nodiscard]] Widget *visible(const char *name) const
    {
        for (auto *found : m_window->findChildren<Widget *>(QLatin1String(name))) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }

    Theme m_theme;
    KeyringSession m_session;
    std::unique_ptr<AccountsFixture> m;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowKeyring::openWindow()
{
    m_window = std::make_unique<MainWindow>(m_theme, *m_settings);
    m_window->setAccounts(m->accounts.get());
    WindowAccount account;
    account.account = m->accounts->shown();
    account.address = m->accounts->shownEntry()->address;
    m_window->setAccount(account);
    m_window->show();
}

void TestWindowKeyring::unlockedWhileTheWindowWaits()
{
    if (!KeyringSession::isInstalled()) {
        QSKIP("Needs gnome-keyring, dbus-run-session and secret-tool.");
    }
    m_theme.apply(*qApp);
    QVERIFY(m_session.start(KeyringSession::State::Open));
    m_session.join();
    AccountService service(11, 20);
    m = std::make_unique<AccountsFixture>();
    m->other = systemKeychain();
    m_settings = std::make_unique<Settings>(m->folder.path());
    m->open();
    const QString key = m->add(service);
    QTRY_VERIFY(m->isLoaded());
    m->close();

    // The program starts again, and the keyring asks for its password.
    QVERIFY(m_session.lock());
    QVERIFY(m_session.leaveQuestionsOpen());
    service.server.resetCounters();
    m->open();
    m->accounts->show(key);
    openWindow();
    QTRY_COMPARE(connection(), QStringLiteral("Waiting for the keychain…"));
    QTRY_VERIFY(m_session.isAsking());
    QCOMPARE(m->entry(key).access, AccountAccess::ReadingKeychain);
    QCOMPARE(m->session().summary().proxies, 6); // what is stored is shown meanwhile
    QCOMPARE(service.server.counters().requests, std::uint64_t(0));

    // Its user unlocks it elsewhere, and closes the question.
    QVERIFY(m_session.unlock());
    m_session.refuseQuestions();
    QTRY_COMPARE(m->entry(key).access, AccountAccess::SignedIn);
    QTRY_COMPARE(connection(), QStringLiteral("Connected"));
    QTRY_VERIFY(service.arrived("listProxies") > 0);
    QTRY_VERIFY(visible("readKeychainAgain") == nullptr);
    QVERIFY(visible("noticeSignIn") == nullptr);
    QVERIFY(m->keychain.requests.isEmpty()); // the real one answered
    m_window.reset();
    m_settings.reset();
    m->close();
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestWindowKeyring)
#include "test_windowkeyring.moc"
