// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the list of accounts and the popup of the switcher: what each row says, the keyboard, and
// how it looks with few and with many accounts.
#include "tests/ui/someaccounts.h"
#include "ui/account/accountlist.h"
#include "ui/account/accounttext.h"
#include "ui/shell/accountpopup.h"
#include "ui/shell/naventry.h"
#include "ui/theme/theme.h"
#include "ui/widgets/initials.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

#include <memory>

using namespace relaybook;
using relaybook::testing::manyAccounts;
using relaybook::testing::sandboxAccount;
using relaybook::testing::signedInAccount;
using relaybook::testing::someAccounts;

class TestAccountList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void cleanup() { m_block.reset(); }

    void initialsAreWholeCharacters_data();
    void initialsAreWholeCharacters();
    void everyStateHasItsWords_data();
    void everyStateHasItsWords();
    void aRowIsASentence();
    void amountsCanBeHidden();
    void theCurrentAccountStaysCurrent();
    void rowsAreWellFormed();
    void rowsDiffer();
    void typingLettersJumps();
    void popupByKeyboard();
    void popupByMouse();
    void popupWithOneAccountAndWithMany_data();
    void popupWithOneAccountAndWithMany();
    void popupFollowsTheAccounts();
    void popupStaysOnItsScreen();
    void theBlockShowsThatAnotherAccountNeedsAttention();

private:
    [[nodiscard]] AccountPopup *open(const std::vector<AccountEntry> &accounts)
    {
        m_block = std::make_unique<QWidget>();
        m_block->resize(200, 44);
        m_block->show();
        m_popup = new AccountPopup(m_theme, accounts, m_block.get());
        m_popup->openAt(*m_block);
        return QTest::qWaitForWindowExposed(m_popup) ? m_popup.data() : nullptr;
    }

    Theme m_theme;
    std::unique_ptr<QWidget> m_block;
    QPointer<AccountPopup> m_popup;
};

void TestAccountList::initialsAreWholeCharacters_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("initials");
    QTest::newRow("two words") << QStringLiteral("North Relay") << QStringLiteral("NR");
    QTest::newRow("one word") << QStringLiteral("relay") << QStringLiteral("R");
    QTest::newRow("three words") << QStringLiteral("a b c") << QStringLiteral("AB");
    QTest::newRow("spaces") << QStringLiteral("  a\t b ") << QStringLiteral("AB");
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("right to left")
        << QStringLiteral("\u0645\u0631\u062d\u0628\u0627") << QStringLiteral("\u0645");
    QTest::newRow("a bracket") << QStringLiteral("North (panel.example)") << QStringLiteral("NP");
    QTest::newRow("only punctuation") << QStringLiteral("— North") << QStringLiteral("N");
    QTest::newRow("beyond 16 bits")
        << QStringLiteral("\U0001F680 Rocket") << QStringLiteral("\U0001F680R");
}

void TestAccountList::initialsAreWholeCharacters()
{
    QFETCH(QString, name);
    QFETCH(QString, initials);
    QCOMPARE(initialsOf(name), initials);
    QCOMPARE(AccountBlock::initials(name), initials);
}

void TestAccountList::everyStateHasItsWords_data()
{
    QTest::addColumn<AccountAccess>("access");
    QTest::addColumn<QString>("text");
    QTest::newRow("not opened") << AccountAccess::NotOpened << QStringLiteral("Not opened yet");
    QTest::newRow("updating") << AccountAccess::UpdatingData
                              << QStringLiteral("Updating the stored data…");
    QTest::newRow("reading its log")
        << AccountAccess::ReadingLog << QStringLiteral("Reading the stored data…");
    QTest::newRow("reading") << AccountAccess::ReadingKeychain
                             << QStringLiteral("Waiting for the keychain");
    QTest::newRow("signed in") << AccountAccess::SignedIn << QString();
    QTest::newRow("signed out") << AccountAccess::SignedOut << QStringLiteral("Signed out");
    QTest::newRow("locked") << AccountAccess::KeychainLocked << QStringLiteral("Keychain locked");
    QTest::newRow("missing") << AccountAccess::KeychainMissing << QStringLiteral("No keychain");
    QTest::newRow("unreadable") << AccountAccess::SecretsUnreadable
                                << QStringLiteral("Sign-in cannot be read");
    QTest::newRow("other network")
        << AccountAccess::OtherNetwork << QStringLiteral("Connection settings differ");
    QTest::newRow("rejected") << AccountAccess::Rejected << QStringLiteral("Sign-in rejected");
    QTest::newRow("offline") << AccountAccess::Offline << QStringLiteral("Offline");
    QTest::newRow("unusable") << AccountAccess::Unusable << QStringLiteral("Cannot be opened");
}

void TestAccountList::everyStateHasItsWords()
{
    QFETCH(AccountAccess, access);
    QFETCH(QString, text);
    AccountEntry account = signedInAccount();
    account.access = access;
    QCOMPARE(accountState(account).text, text);
    QCOMPARE(accountSentence(account, false).contains(text), true);
}

void TestAccountList::aRowIsASentence()
{
    AccountEntry account = signedInAccount();
    account.isShown = true;
    account.isViewOnly = true;
    account.openOrders = 3;
    account.unknownOrders = 1;
    QCOMPARE(accountSentence(account, true),
             QStringLiteral("North Relay, api.example.net, balance $3,184.20, view only, 3 open "
                            "orders, 1 of them with an unknown result, shown in the window"));
    account.isInKeychain = false;
    QVERIFY(
        accountSentence(account, true).contains(QStringLiteral("Signed in for this session only")));
    account.isBeingStored = true;
    QVERIFY(accountSentence(account, true).contains(QStringLiteral("waiting for the keychain")));
    // The sandbox needs no keychain.
    AccountEntry sandbox = sandboxAccount();
    sandbox.isInKeychain = false;
    QCOMPARE(accountSentence(sandbox, false),
             QStringLiteral("Sandbox, Sample data on this computer"));
    // A port is part of where the account is: two services may share a host.
    account.address = QStringLiteral("http://127.0.0.1:8080");
    QCOMPARE(accountPlace(account), QStringLiteral("127.0.0.1:8080"));
}

void TestAccountList::amountsCanBeHidden()
{
    AccountList list(m_theme, nullptr);
    list.setAccounts({signedInAccount()});
    const QModelIndex row = list.model()->index(0, 0);
    QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("3,184.20")));
    QVERIFY(row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("3,184.20")));
    list.resize(360, 200);
    const QImage with = list.grab().toImage();
    list.setBalancesShown(false);
    QVERIFY(!row.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("3,184.20")));
    QVERIFY(!row.data(Qt::ToolTipRole).toString().contains(QStringLiteral("3,184.20")));
    QVERIFY(with != list.grab().toImage());
}

void TestAccountList::theCurrentAccountStaysCurrent()
{
    AccountList list(m_theme, nullptr);
    auto accounts = someAccounts();
    list.setAccounts(accounts);
    list.setCurrentKey(accounts.at(2).key);
    QSignalSpy reset(list.model(), &QAbstractItemModel::modelReset);
    accounts.at(2).balance = Money::parse(u"1");
    list.setAccounts(accounts);
    QCOMPARE(reset.size(), 0); // only a row changed
    QCOMPARE(list.currentAccount()->balance, Money::parse(u"1"));
    accounts.erase(accounts.begin());
    list.setAccounts(accounts);
    QCOMPARE(list.currentKey(), accounts.at(1).key);
    QCOMPARE(list.currentIndex().row(), 1);
    accounts.erase(accounts.begin() + 1);
    list.setAccounts(accounts);
    QCOMPARE(list.currentAccount(), nullptr);
    QCOMPARE(list.currentKey(), QString());
}

void TestAccountList::rowsAreWellFormed()
{
    AccountListModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setAccounts(someAccounts());
    model.setAccounts(manyAccounts(40));
    model.setAccounts({});
    QCOMPARE(model.rowOf(QStringLiteral("no such key")), -1);
}

// What differs between two accounts is visible, not only said.
void TestAccountList::rowsDiffer()
{
    const auto look = [this](const AccountEntry &account) {
        AccountList list(m_theme, nullptr);
        list.setAccounts({account});
        list.resize(400, list.heightOf(1));
        return list.grab().toImage();
    };
    const AccountEntry plain = signedInAccount();
    const QImage usual = look(plain);
    QCOMPARE(look(plain), usual);
    for (const auto change : std::initializer_list<void (*)(AccountEntry &)>{
             [](AccountEntry &account) { account.isShown = true; },
             [](AccountEntry &account) { account.isViewOnly = true; },
             [](AccountEntry &account) { account.isSandbox = true; },
             [](AccountEntry &account) { account.openOrders = 1; },
             [](AccountEntry &account) { account.access = AccountAccess::SignedOut; },
             [](AccountEntry &account) { account.balance.reset(); },
         }) {
        AccountEntry other = plain;
        change(other);
        QVERIFY(look(other) != usual);
    }
    AccountEntry open = plain;
    open.openOrders = 1;
    AccountEntry unknown = open;
    unknown.unknownOrders = 1;
    QVERIFY(look(open) != look(unknown));
    // Also where the text runs from right to left.
    QApplication::setLayoutDirection(Qt::RightToLeft);
    const QImage mirrored = look(plain);
    QApplication::setLayoutDirection(Qt::LeftToRight);
    QVERIFY(mirrored != usual);
}

void TestAccountList::typingLettersJumps()
{
    AccountPopup *popup = open(someAccounts());
    QVERIFY(popup != nullptr);
    QCOMPARE(popup->list().currentAccount()->name, QStringLiteral("North Relay"));
    QTest::keyClicks(&popup->list(), QStringLiteral("pro"));
    QVERIFY(popup->list().currentAccount()->name.startsWith(QStringLiteral("Proxy Trading")));
}

void TestAccountList::popupByKeyboard()
{
    const auto accounts = someAccounts();
    QPointer<AccountPopup> popup = open(accounts);
    QVERIFY(popup != nullptr);
    QSignalSpy chosen(popup, &AccountPopup::chosen);
    QTRY_VERIFY(popup->list().hasFocus());
    QTest::keyClick(&popup->list(), Qt::Key_Down);
    QTest::keyClick(&popup->list(), Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.front().front().toString(), accounts.at(2).key);
    QTRY_VERIFY(popup.isNull());

    popup = open(accounts);
    QSignalSpy manage(popup, &AccountPopup::manageRequested);
    QTRY_VERIFY(popup->list().hasFocus());
    QTest::keyClick(&popup->list(), Qt::Key_End);
    QTest::keyClick(&popup->list(), Qt::Key_Down); // past the last row
    auto *add = popup->findChild<QPushButton *>(QStringLiteral("addAccount"));
    QTRY_VERIFY(add->hasFocus());
    QTest::keyClick(add, Qt::Key_Down);
    auto *button = popup->findChild<QPushButton *>(QStringLiteral("manageAccounts"));
    QTRY_VERIFY(button->hasFocus());
    QTest::keyClick(button, Qt::Key_Return);
    QCOMPARE(manage.size(), 1);
    QTRY_VERIFY(popup.isNull());

    popup = open(accounts);
    QSignalSpy none(popup, &AccountPopup::chosen);
    QTest::keyClick(&popup->list(), Qt::Key_Escape);
    QTRY_VERIFY(popup.isNull());
    QCOMPARE(none.size(), 0);
}

void TestAccountList::popupByMouse()
{
    const auto accounts = someAccounts();
    AccountPopup *popup = open(accounts);
    QSignalSpy chosen(popup, &AccountPopup::chosen);
    const QRect row = popup->list().visualRect(popup->list().model()->index(3, 0));
    QTest::mouseClick(popup->list().viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.front().front().toString(), accounts.at(3).key);
    popup = open(accounts);
    QSignalSpy add(popup, &AccountPopup::addRequested);
    popup->findChild<QPushButton *>(QStringLiteral("addAccount"))->click();
    QCOMPARE(add.size(), 1);
}

void TestAccountList::popupWithOneAccountAndWithMany_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("scrolls");
    QTest::newRow("1") << 1 << false;
    QTest::newRow("2") << 2 << false;
    QTest::newRow("10") << 10 << true;
    QTest::newRow("40") << 40 << true;
}

void TestAccountList::popupWithOneAccountAndWithMany()
{
    QFETCH(int, count);
    QFETCH(bool, scrolls);
    auto accounts = manyAccounts(count);
    accounts.front().isShown = false;
    accounts.back().isShown = true;
    AccountPopup *popup = open(accounts);
    QVERIFY(popup != nullptr);
    AccountList &list = popup->list();
    QCOMPARE(list.verticalScrollBar()->maximum() > 0, scrolls);
    // The shown account is in view, and every command below the list is.
    const QRect row = list.visualRect(list.currentIndex());
    QCOMPARE(list.currentKey(), accounts.back().key);
    QVERIFY(list.viewport()->rect().contains(row));
    QVERIFY(popup->height() <= popup->screen()->availableGeometry().height());
    for (const char *name : {"addAccount", "manageAccounts"}) {
        const auto *button = popup->findChild<QPushButton *>(QLatin1String(name));
        QVERIFY(popup->rect().contains(button->geometry()));
        QVERIFY(!button->geometry().intersects(list.geometry()));
    }
}

void TestAccountList::popupFollowsTheAccounts()
{
    auto accounts = someAccounts();
    AccountPopup *popup = open(accounts);
    popup->list().setCurrentKey(accounts.at(3).key);
    accounts.erase(accounts.begin());
    const int before = popup->height();
    popup->setAccounts(accounts);
    QCOMPARE(popup->list().currentKey(), accounts.at(2).key);
    QVERIFY(popup->height() < before);
}

void TestAccountList::popupStaysOnItsScreen()
{
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    QWidget block;
    block.setGeometry(room.right() - 40, room.bottom() - 40, 40, 40);
    block.show();
    auto *popup = new AccountPopup(m_theme, someAccounts(), &block);
    popup->openAt(block);
    // Without the frame that the platform of the tests adds to every window.
    const QMargins frame = popup->windowHandle()->frameMargins();
    const QRect place = popup->geometry().translated(-frame.left(), -frame.top());
    QVERIFY2(room.contains(place), qPrintable(QStringLiteral("%1,%2 %3x%4")
                                                  .arg(place.x())
                                                  .arg(place.y())
                                                  .arg(place.width())
                                                  .arg(place.height())));
    popup->close();
}

void TestAccountList::theBlockShowsThatAnotherAccountNeedsAttention()
{
    AccountBlock block(m_theme);
    block.setAccount({QStringLiteral("North Relay"), QStringLiteral("api.example.net"), {}, false});
    for (const bool compact : {false, true}) {
        block.setCompact(compact);
        block.resize(block.sizeHint());
        block.setBadge(std::nullopt);
        const QImage without = block.grab().toImage();
        block.setBadge(NavBadge{QStringLiteral("1"), QStringLiteral("Another needs you."), true});
        QVERIFY(block.grab().toImage() != without);
        QVERIFY(block.toolTip().contains(QStringLiteral("Another needs you.")));
        QVERIFY(block.accessibleDescription().contains(QStringLiteral("Another needs you.")));
        QVERIFY(block.accessibleDescription().contains(QStringLiteral("api.example.net")));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestAccountList)
#include "test_accountlist.moc"
