// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the window with several real accounts: switching, the commands of the menu, view only,
// signing out, removing, and the states of the keychain.
#include "models/accounts/accountsession.h"
#include "models/buying/purchasedesk.h"
#include "models/serving/subuserdesk.h"
#include "models/sqlite/connection.h"
#include "models/store/accountkey.h"
#include "tests/models/accountsfixture.h"
#include "tests/support/scriptedproxy.h"
#include "tests/support/tlsrelay.h"
#include "ui/account/accountlist.h"
#include "ui/account/connectioncheckdialog.h"
#include "ui/account/networkform.h"
#include "ui/base/settings.h"
#include "ui/shell/accountpopup.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/sheetdialog.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include <utility>
#include <vector>

using namespace relaybook;
using relaybook::testing::AccountService;
using relaybook::testing::AccountsFixture;

class TestWindowAccounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void theListSwitches();
    void keysSwitch();
    void pagesAreRememberedForEachAccount();
    void unsavedInputIsAskedForFirst();
    void anOrderDoesNotKeepFromSwitching();
    void aChangeOfSubUsersIsAskedAbout();
    void anotherAccountsUnknownOrderIsMarked();
    void renaming();
    void equalNamesAreToldApart();
    void noticesNameTheAccount();
    void viewOnlyBlocksBuying();
    void viewOnlyBlocksTheButtonsOfPages();
    void aSignedOutAccountIsNotEdited();
    void signingOut();
    void signingOutWaitsForAnOrder();
    void removing();
    void removingOneThatIsNotOpen();
    void anAccountThatCannotBeOpenedGoes();
    void whatIsReadAfterAKillIsNoUpdate();
    void aLockedKeychainIsAskedAgain();
    void refreshAsksALockedKeychain();
    void theStripWaitsForTheKeychain();
    void everythingIsLoadedAgain();
    void theConnectionIsChecked();
    void typedSettingsAreChecked();
    void aStoredProxyPasswordGoesToItsProxyOnly();
    void anAddedAccountBeginsEmpty_data();
    void anAddedAccountBeginsEmpty();
    void signingInAgainKeepsTheProxy();
    void withoutAccountsNothingIsOffered();

private:
    void openWindow();
    [[nodiscard]] QAction *action(const char *name)
    {
        return m_window->findChild<QAction *>(QLatin1String(name));
    }
    void trigger(const char *name)
    {
        QVERIFY2(action(name) != nullptr && action(name)->isEnabled(), name);
        action(name)->trigger();
    }
    template <class Widget = QWidget>
    [[nodiscard]] Widget *visible(const char *name)
    {
        for (auto *found : m_window->findChildren<Widget *>(QLatin1String(name))) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] SheetDialog *sheet(const char *name) { return visible<SheetDialog>(name); }
    [[nodiscard]] QString blockText()
    {
        return m_window->findChild<QAbstractButton *>(QStringLiteral("account"))->accessibleName();
    }
    [[nodiscard]] QString shownKey() { return m->accounts->shownEntry()->key; }
    [[nodiscard]] QStringList banners()
    {
        QStringList said;
        for (const auto *banner : m_window->findChildren<Banner *>()) {
            if (banner->isVisible()) {
                said.append(banner->lead());
            }
        }
        return said;
    }
    void typeName(SheetDialog *dialog, const char *field, const QString &text)
    {
        auto *edit = dialog->findChild<QLineEdit *>(QLatin1String(field));
        QVERIFY(edit != nullptr);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
    }
    [[nodiscard]] quint64 prepareOrder();
    /// A proxy with a password, and a certificate file.
    [[nodiscard]] NetworkSettings someNetwork() const;
    [[nodiscard]] static QString textIn(const QWidget *dialog, const char *field)
    {
        return dialog->findChild<QLineEdit *>(QLatin1String(field))->text();
    }
    /// Checks the connection with what is typed, and closes the dialog of the check.
    void checkTyped(SheetDialog *settings);
    /// What is stored of the account is as a newer version left it.
    void putNewerCache(const QString &key)
    {
        const auto file = Connection::open(accountsFolder(m->folder.path()) + u'/' + key +
                                               QStringLiteral("/cache.sqlite"),
                                           Connection::Purpose::CacheWriter);
        QVERIFY(file.has_value());
        (*file)->database().exec("PRAGMA user_version = 900");
    }

    Theme m_theme;
    std::unique_ptr<AccountService> m_one;
    std::unique_ptr<AccountService> m_two;
    std::unique_ptr<AccountsFixture> m;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    QString m_first;
    QString m_second;
};

void TestWindowAccounts::initTestCase()
{
    m_theme.apply(*qApp);
}

void TestWindowAccounts::init()
{
    m_one = std::make_unique<AccountService>(11, 20);
    m_two = std::make_unique<AccountService>(22, 20);
    m = std::make_unique<AccountsFixture>();
    m->open();
    m_first = m->add(*m_one);
    m_second = m->add(*m_two);
    m->accounts->rename(m_first, QStringLiteral("Alpha"));
    m->accounts->rename(m_second, QStringLiteral("Beta"));
    m_settings = std::make_unique<Settings>(m->folder.path());
    openWindow();
}

// As the program does it.
void TestWindowAccounts::openWindow()
{
    m_window = std::make_unique<MainWindow>(m_theme, *m_settings);
    m_window->setAccounts(m->accounts.get());
    const auto show = [this] {
        WindowAccount account;
        if (const AccountEntry *entry = m->accounts->shownEntry(); entry != nullptr) {
            account.account = m->accounts->shown();
            account.opening = account.account == nullptr;
            account.readingLog = entry->access == AccountAccess::ReadingLog;
            account.sandbox = entry->isSandbox;
            account.address = entry->address;
        }
        m_window->setAccount(account);
    };
    connect(m->accounts.get(), &OpenAccounts::shownChanged, m_window.get(), show);
    m_window->signIn().setSignIn([this] {
        return std::make_unique<SignIn>(
            [this](const QString &address, const NetworkSettings &network) {
                return m->connectTo(address, network);
            });
    });
    show();
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestWindowAccounts::cleanup()
{
    m_window.reset();
    m_settings.reset();
    m->close();
    m.reset();
    m_one.reset();
    m_two.reset();
}

void TestWindowAccounts::theListSwitches()
{
    QCOMPARE(shownKey(), m_second);
    QVERIFY(blockText().contains(QStringLiteral("Beta")));
    m_window->findChild<QAbstractButton *>(QStringLiteral("account"))->click();
    auto *popup = visible<AccountPopup>("accountPopup");
    QVERIFY(popup != nullptr);
    QCOMPARE(popup->list().currentKey(), m_second);
    QTest::keyClick(&popup->list(), Qt::Key_Up);
    QTest::keyClick(&popup->list(), Qt::Key_Return);
    QTRY_COMPARE(shownKey(), m_first);
    QVERIFY(blockText().contains(QStringLiteral("Alpha")));
    QVERIFY2(m_window->windowTitle().contains(QStringLiteral("Alpha")),
             qPrintable(m_window->windowTitle()));
    QVERIFY(m_window->currentPage() != nullptr);
    QTRY_VERIFY(visible<AccountPopup>("accountPopup") == nullptr);
}

void TestWindowAccounts::keysSwitch()
{
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
    QTRY_COMPARE(shownKey(), m_first);
    QVERIFY(action("account1Action")->isChecked());
    QVERIFY(!action("account2Action")->isChecked());
    QVERIFY(!action("account3Action")->isVisible());
    QVERIFY(action("account3Action")->shortcut().isEmpty());
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
    QTRY_COMPARE(shownKey(), m_second);
    QTest::keyClick(m_window.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    auto *popup = visible<AccountPopup>("accountPopup");
    QVERIFY(popup != nullptr);
    QTest::keyClick(&popup->list(), Qt::Key_Escape);
    QTRY_VERIFY(visible<AccountPopup>("accountPopup") == nullptr);
    QCOMPARE(shownKey(), m_second);
}

void TestWindowAccounts::pagesAreRememberedForEachAccount()
{
    m_window->showPage(QStringLiteral("proxiesPage"));
    trigger("account1Action");
    QCOMPARE(m_window->currentPage()->objectName(), QStringLiteral("overviewPage"));
    m_window->showPage(QStringLiteral("transactionsPage"));
    trigger("account2Action");
    QCOMPARE(m_window->currentPage()->objectName(), QStringLiteral("proxiesPage"));
    trigger("account1Action");
    QCOMPARE(m_window->currentPage()->objectName(), QStringLiteral("transactionsPage"));
}

void TestWindowAccounts::unsavedInputIsAskedForFirst()
{
    trigger("accountSettingsAction");
    SheetDialog *dialog = sheet("accountSettingsDialog");
    QVERIFY(dialog != nullptr);
    dialog->findChild<QCheckBox *>(QStringLiteral("viewOnly"))->setChecked(true);
    trigger("account1Action");
    QCOMPARE(shownKey(), m_second);
    QVERIFY(dialog->isVisible());
    auto *discard = dialog->findChild<QPushButton *>(QStringLiteral("discardChanges"));
    QVERIFY(discard != nullptr);
    discard->click();
    trigger("account1Action");
    QTRY_COMPARE(shownKey(), m_first);
    QVERIFY(!m->entry(m_second).isViewOnly);
}

quint64 TestWindowAccounts::prepareOrder()
{
    PurchaseDesk &desk = m->session().purchases();
    std::optional<Confirmation> confirmation;
    QObject guard;
    if (!relaybook::testing::waitUntil([&] { return desk.isReady(); })) {
        return 0;
    }
    const Call call = desk.prepare(QStringLiteral("residential"), *TrafficAmount::parseGb(u"1"),
                                   &guard, [&](const Result<Confirmation> &answer) {
                                       if (answer) {
                                           confirmation = *answer;
                                       }
                                   });
    return relaybook::testing::waitUntil([&] { return confirmation.has_value(); })
               ? confirmation->number
               : 0;
}

void TestWindowAccounts::anOrderDoesNotKeepFromSwitching()
{
    const quint64 number = prepareOrder();
    QVERIFY(number != 0);
    m_two->server.setLatency(std::chrono::milliseconds(300));
    QObject guard;
    PurchaseDesk &desk = m->session().purchases();
    desk.buy(number, false, &guard, [](const BuyAnswer &) {});
    QTRY_COMPARE(m_two->server.counters().ordersArrived(), std::uint64_t(1));
    trigger("account1Action");
    QCOMPARE(shownKey(), m_first);
    QVERIFY(sheet("leaveOrderDialog") == nullptr);
    // Quitting asks, although another account is shown.
    m_window->close();
    QVERIFY(m_window->isVisible());
    SheetDialog *question = sheet("quitDialog");
    QVERIFY(question != nullptr);
    question->reject();
    m_two->server.endLatency();
    m_two->server.setLatency(std::chrono::milliseconds(0));
    QTRY_COMPARE(m->entry(m_second).openOrders, 0);
    QCOMPARE(m_two->server.counters().ordersPerformed(), std::uint64_t(1));
    // How it ended is told when its account is shown again.
    QVERIFY(visible<QPushButton>("showOrder") == nullptr);
    trigger("account2Action");
    QTRY_VERIFY(visible<QPushButton>("showOrder") != nullptr);
    m_window->close();
    QVERIFY(!m_window->isVisible());
}

/// Like an order: whoever quits is told what becomes of it.
void TestWindowAccounts::aChangeOfSubUsersIsAskedAbout()
{
    using relaybook::testing::waitUntil;
    SubUserDesk &desk = m->session().serving();
    QVERIFY(waitUntil([&] { return desk.isReady(); }));
    std::vector<SubUserRequest> requests;
    for (const auto id : m_two->server.subUserIds()) {
        SubUserRequest &request = requests.emplace_back();
        request.kind = SubUserRequest::Kind::Give;
        request.subUser = SubUserId(id);
        request.amount = *TrafficAmount::parseGb(u"0.01");
    }
    QVERIFY(requests.size() > 1);
    QObject guard;
    std::optional<quint64> number;
    const Call call = desk.prepare(requests, &guard, [&](const auto &shown) {
        QVERIFY(shown && shown->isFine());
        number = shown->number;
    });
    QVERIFY(waitUntil([&] { return number.has_value(); }));
    const auto question = [this] {
        m_window->close();
        SheetDialog *asked = m_window->isVisible() ? sheet("quitDialog") : nullptr;
        if (asked == nullptr) {
            return QString();
        }
        const auto *title = asked->findChild<QLabel *>(QStringLiteral("sheetTitle"));
        QString text = title == nullptr ? QString() : title->text();
        asked->reject();
        return text;
    };
    const auto given = [this] { return m_two->server.counters().of("addSubUserTraffic").arrived; };
    m_two->server.setLatency(std::chrono::milliseconds(60'000));
    desk.run(*number, false, &guard, [](const RunAnswer &) {});
    QCOMPARE(question(), QStringLiteral("Changes of sub-users are waiting to be sent. Quit now?"));
    QVERIFY(waitUntil([&] {
        if (given() == 0) {
            m_two->server.endLatency(); // of what is read before it
        }
        return given() > 0;
    }));
    QCOMPARE(question(), QStringLiteral("A change of sub-users is in progress. Quit now?"));
    trigger("account1Action");
    QCOMPARE(shownKey(), m_first);
    QCOMPARE(question(),
             QStringLiteral("A change of another account's sub-users is in progress. Quit now?"));
    m_two->server.setLatency(std::chrono::milliseconds(0));
    m_two->server.endLatency();
    QTRY_VERIFY(!desk.isUnderWay());
    QCOMPARE(given(), std::uint64_t(requests.size()));
    m_window->close();
    QVERIFY(!m_window->isVisible());
}

void TestWindowAccounts::anotherAccountsUnknownOrderIsMarked()
{
    const quint64 number = prepareOrder();
    QVERIFY(number != 0);
    QVERIFY(!m_two->server.faults().set(std::string_view("drop,on=topUpTraffic,next=1")));
    QVERIFY(!m_two->server.faults().set(std::string_view("error-500,on=listTransactions")));
    QObject guard;
    m->session().purchases().buy(number, false, &guard, [](const BuyAnswer &) {});
    QTRY_COMPARE(m_two->server.counters().ordersArrived(), std::uint64_t(1));
    trigger("account1Action");
    const auto *block = m_window->findChild<QAbstractButton *>(QStringLiteral("account"));
    QTRY_VERIFY2(block->toolTip().contains(QStringLiteral("Beta has 1 order")),
                 qPrintable(block->toolTip()));
    trigger("account2Action");
    QVERIFY(!block->toolTip().contains(QStringLiteral("unknown")));
    // The order is told of its own account only.
    QTRY_VERIFY(visible<QPushButton>("showOrder") != nullptr);
    trigger("account1Action");
    QVERIFY(visible<QPushButton>("showOrder") == nullptr);
    QVERIFY(sheet("orderDialog") == nullptr);
    trigger("account2Action");
    QTRY_VERIFY(visible<QPushButton>("showOrder") != nullptr);
    visible<QPushButton>("showOrder")->click();
    QVERIFY(sheet("orderDialog") != nullptr);
    sheet("orderDialog")->reject();
    // It is decided before the account can be removed.
    trigger("removeAccountAction");
    SheetDialog *dialog = sheet("removeAccountDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->banner()->isVisible());
    QVERIFY(!dialog->submitButton()->isEnabled());
}

void TestWindowAccounts::renaming()
{
    trigger("renameAccountAction");
    SheetDialog *dialog = sheet("renameAccountDialog");
    QVERIFY(dialog != nullptr);
    typeName(dialog, "accountNameEdit", QStringLiteral("Gamma"));
    dialog->submit();
    QVERIFY(blockText().contains(QStringLiteral("Gamma")));
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("Gamma")));
    QVERIFY(action("account2Action")->text().contains(QStringLiteral("Gamma")));
}

/// The name at the service is the same for both.
void TestWindowAccounts::equalNamesAreToldApart()
{
    const auto mark = [this] { return m_window->shownAccount(); };
    m->accounts->rename(m_first, {});
    m->accounts->rename(m_second, {});
    const QString name = QStringLiteral("North Relay");
    QTRY_COMPARE(m->entry(m_first).plainName, name);
    QTRY_COMPARE(m->entry(m_second).plainName, name);
    const AccountMark second = mark();
    QVERIFY2(m_window->windowTitle().contains(second.name), qPrintable(m_window->windowTitle()));
    QVERIFY2(second.name.startsWith(name + QStringLiteral(" (127.0.0.1:")),
             qPrintable(second.name));

    trigger("renameAccountAction");
    SheetDialog *dialog = sheet("renameAccountDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(textIn(dialog, "accountNameEdit"), name);
    m->accounts->rename(m_first, QStringLiteral("Alpha"));
    typeName(dialog, "accountNameEdit", QStringLiteral("alpha"));
    dialog->submit();
    QVERIFY(dialog->isVisible());
    QCOMPARE(m->entry(m_second).name, name);
    dialog->reject();

    m->accounts->show(m_first);
    QTRY_COMPARE(mark().name, QStringLiteral("Alpha"));
    QVERIFY(mark().colour != second.colour);
}

/// Notices name the account, as there are two.
void TestWindowAccounts::noticesNameTheAccount()
{
    const auto named = [this](const QString &name) {
        const auto all = m_window->findChildren<Banner *>();
        return std::any_of(all.begin(), all.end(), [&name](const Banner *banner) {
            const auto *badge = banner->findChild<QWidget *>(QStringLiteral("bannerAccount"));
            return banner->isVisible() && badge->isVisible() &&
                   banner->accessibleName().contains(name);
        });
    };
    m->accounts->removal().signOut(m_second);
    QTRY_VERIFY(named(QStringLiteral("Beta")));
    m->accounts->removal().remove(m_first);
    QTRY_COMPARE(m->accounts->entries().size(), std::size_t(1));
}

void TestWindowAccounts::viewOnlyBlocksBuying()
{
    QVERIFY(action("topUpAction")->isEnabled());
    auto *mark = m_window->findChild<QWidget *>(QStringLiteral("viewOnlyMark"));
    QVERIFY(!mark->isVisible());
    trigger("accountSettingsAction");
    SheetDialog *dialog = sheet("accountSettingsDialog");
    dialog->findChild<QCheckBox *>(QStringLiteral("viewOnly"))->setChecked(true);
    dialog->submit();
    QTRY_VERIFY(mark->isVisible());
    QVERIFY(!action("topUpAction")->isEnabled());
    QVERIFY(action("topUpAction")->toolTip().contains(QStringLiteral("view only")));
    const auto *button = m_window->findChild<QPushButton *>(QStringLiteral("sideBarPrimary"));
    QVERIFY(!button->isEnabled());
    QVERIFY(button->toolTip().contains(QStringLiteral("view only")));
    // A page's own button says why nothing happens.
    Q_EMIT m_window->currentPage()->topUpRequested({});
    QVERIFY(sheet("topUpDialog") == nullptr);
    QVERIFY(banners().join(u' ').contains(QStringLiteral("view only")));
    trigger("account1Action"); // another account is not
    QVERIFY(!mark->isVisible());
    QVERIFY(action("topUpAction")->isEnabled());
    QVERIFY(!action("topUpAction")->toolTip().contains(QStringLiteral("view only")));
}

void TestWindowAccounts::viewOnlyBlocksTheButtonsOfPages()
{
    QTRY_VERIFY(m->accounts->shown()->status(Area::SubUsers).state == AreaStatus::Loaded);
    // Of each page that changes or buys something: its buttons.
    const std::vector<std::pair<QString, std::vector<const char *>>> pages{
        {QStringLiteral("proxiesPage"), {"editButton", "inspectorEditButton"}},
        {QStringLiteral("subUsersPage"), {"editNoteButton"}},
        {QStringLiteral("activityPage"), {"emptyStateAction"}},
        {QStringLiteral("overviewPage"), {"cardAction"}},
    };
    for (const bool viewOnly : {false, true, false}) {
        for (const auto &[page, buttons] : pages) {
            AccountOptions options = m->accounts->options(shownKey());
            options.viewOnly = !viewOnly; // switched while the page is on screen
            m->accounts->setOptions(shownKey(), options);
            m_window->showPage(page);
            options.viewOnly = viewOnly;
            m->accounts->setOptions(shownKey(), options);
            for (const char *name : buttons) {
                QTRY_VERIFY2(visible<QAbstractButton>(name) != nullptr, name);
                auto *button = visible<QAbstractButton>(name);
                QTRY_COMPARE(button->isEnabled(), !viewOnly);
                QCOMPARE(button->toolTip().contains(QStringLiteral("view only")), viewOnly);
            }
            if (page == QLatin1String("proxiesPage")) {
                QCOMPARE(action("editAction")->isEnabled(), !viewOnly);
            }
        }
    }
}

void TestWindowAccounts::aSignedOutAccountIsNotEdited()
{
    QTRY_VERIFY(m->isLoaded());
    const std::vector<std::pair<QString, std::vector<const char *>>> pages{
        {QStringLiteral("proxiesPage"), {"editButton", "inspectorEditButton"}},
        {QStringLiteral("subUsersPage"), {"editNoteButton"}},
    };
    for (const auto &[page, buttons] : pages) {
        m_window->showPage(page); // the account is signed out while it is on screen
        for (const bool signedIn : {true, false, true}) {
            if (signedIn) {
                m->accounts->useSignIn(m->check(*m_two));
            } else {
                m->accounts->removal().signOut(m_second);
            }
            for (const char *name : buttons) {
                QTRY_VERIFY2(visible<QAbstractButton>(name) != nullptr, name);
                auto *button = visible<QAbstractButton>(name);
                QTRY_COMPARE(button->isEnabled(), signedIn);
                QCOMPARE(button->toolTip().contains(QStringLiteral("signed out")), !signedIn);
            }
            QTRY_COMPARE(action("editAction")->isEnabled(), signedIn);
            QCOMPARE(action("editAction")->toolTip().contains(QStringLiteral("signed out")),
                     !signedIn);
        }
    }
}

void TestWindowAccounts::signingOut()
{
    QCOMPARE(m->keychain.entries.size(), std::size_t(2));
    m_window->showPage(QStringLiteral("proxiesPage"));
    QTRY_VERIFY(action("copyCredentialsAction")->isEnabled());
    trigger("signOutAction");
    SheetDialog *dialog = sheet("signOutDialog");
    QVERIFY(dialog != nullptr);
    dialog->submitButton()->click();
    QTRY_COMPARE(m->entry(m_second).access, AccountAccess::SignedOut);
    QTRY_COMPARE(m->keychain.entries.size(), std::size_t(1));
    QCOMPARE(shownKey(), m_second); // its stored data is still shown
    QTRY_VERIFY(visible<QPushButton>("noticeSignIn") != nullptr);
    QVERIFY(!action("copyCredentialsAction")->isEnabled()); // passwords were never stored
    QCOMPARE(m_window->findChild<QLabel *>(QStringLiteral("connection"))->text(),
             QStringLiteral("Not signed in"));
    QVERIFY2(!banners().join(u' ').contains(QStringLiteral("keychain")),
             qPrintable(banners().join(u' ')));
    // A page asks for both tokens, and does not say that the service refused one.
    Q_EMIT m_window->currentPage()->signInRequested(TokenKind::Personal);
    QTRY_VERIFY(sheet("signInDialog") != nullptr);
    QCOMPARE(sheet("signInDialog")->windowTitle(), QStringLiteral("Connect an account"));
    sheet("signInDialog")->reject();
    QVERIFY(!action("signOutAction")->isEnabled());
    visible<QPushButton>("noticeSignIn")->click();
    dialog = sheet("signInDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->findChild<QLineEdit *>(QStringLiteral("addressEdit"))->text(), m_two->url());
    // The other account is in the keychain, so there is one.
    QCOMPARE(dialog->findChild<QLabel *>(QStringLiteral("sheetNote"))->text(),
             QStringLiteral("Kept in your system's keychain, never in a file."));
}

void TestWindowAccounts::signingOutWaitsForAnOrder()
{
    const quint64 number = prepareOrder();
    QVERIFY(number != 0);
    m_two->server.setLatency(std::chrono::milliseconds(300));
    QObject guard;
    m->session().purchases().buy(number, false, &guard, [](const BuyAnswer &) {});
    QTRY_COMPARE(m_two->server.counters().ordersArrived(), std::uint64_t(1));
    trigger("signOutAction");
    SheetDialog *dialog = sheet("signOutDialog");
    QVERIFY(dialog != nullptr);
    QVERIFY(!dialog->submitButton()->isEnabled());
    QVERIFY(dialog->banner()->isVisible());
    m_two->server.endLatency();
    m_two->server.setLatency(std::chrono::milliseconds(0));
    // The reason passes while the question is shown.
    QTRY_VERIFY(dialog->submitButton()->isEnabled());
    QVERIFY(!dialog->banner()->isVisible());
}

void TestWindowAccounts::removing()
{
    m_window->showPage(QStringLiteral("proxiesPage"));
    trigger("manageAccountsAction");
    SheetDialog *manage = sheet("manageAccountsDialog");
    QVERIFY(manage != nullptr);
    auto *list = manage->findChild<AccountList *>();
    QCOMPARE(list->currentKey(), m_second);
    list->setCurrentKey(m_first);
    manage->findChild<QPushButton *>(QStringLiteral("remove"))->click();
    SheetDialog *dialog = sheet("removeAccountDialog");
    if (dialog == nullptr) {
        QFAIL("There is no dialog.");
    }
    QTRY_VERIFY(dialog->submitButton()->isEnabled()); // it has no orders
    dialog->submitButton()->click();
    QTRY_VERIFY(m->accounts->entry(m_first) == nullptr);
    QVERIFY(manage->isVisible());
    QCOMPARE(list->model()->rowCount(), 1);
    QCOMPARE(shownKey(), m_second);
    // Then the one that is shown.
    manage->findChild<QPushButton *>(QStringLiteral("remove"))->click();
    dialog = sheet("removeAccountDialog");
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(dialog->submitButton()->isEnabled());
    dialog->submitButton()->click();
    QTRY_VERIFY(m->accounts->shownEntry() == nullptr);
    QVERIFY(m_window->currentPage() == nullptr);
    QTRY_VERIFY(m->keychain.entries.empty());
    m_settings->save();
    QFile file(m->folder.filePath(QStringLiteral("settings.ini")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("proxiesPage"));
}

/// Its orders are counted without opening it.
void TestWindowAccounts::removingOneThatIsNotOpen()
{
    const quint64 number = prepareOrder();
    QVERIFY(number != 0);
    QVERIFY(!m_two->server.faults().set(std::string_view("drop,on=topUpTraffic,next=1")));
    QVERIFY(!m_two->server.faults().set(std::string_view("error-500,on=listTransactions")));
    QObject guard;
    m->session().purchases().buy(number, false, &guard, [](const BuyAnswer &) {});
    QTRY_COMPARE(m->entry(m_second).unknownOrders, 1);
    m_window.reset();
    m->close();
    const QString folder = accountsFolder(m->folder.path()) + u'/' + m_second;
    putNewerCache(m_second); // so that it stays closed
    m->open();
    m->accounts->show(m_first);
    openWindow();
    trigger("manageAccountsAction");
    SheetDialog *manage = sheet("manageAccountsDialog");
    if (manage == nullptr) {
        QFAIL("There is no dialog.");
    }
    manage->findChild<AccountList *>()->setCurrentKey(m_second);
    manage->findChild<QPushButton *>(QStringLiteral("remove"))->click();
    SheetDialog *dialog = sheet("removeAccountDialog");
    if (dialog == nullptr) {
        QFAIL("There is no dialog.");
    }
    const auto *orders = dialog->findChild<QLabel *>(QStringLiteral("removeOrders"));
    QTRY_VERIFY2(orders->text().startsWith(QStringLiteral("1 order")), qPrintable(orders->text()));
    QVERIFY(orders->text().contains(QStringLiteral("The result of 1 of them is unknown")));
    QVERIFY(!dialog->submitButton()->isEnabled());
    dialog->reject();
    // Damaged, nobody knows.
    QFile journal(folder + QStringLiteral("/orders.sqlite"));
    QVERIFY(journal.open(QIODevice::WriteOnly | QIODevice::Truncate));
    journal.write(QByteArray(5000, 'x'));
    journal.close();
    manage->findChild<QPushButton *>(QStringLiteral("remove"))->click();
    dialog = sheet("removeAccountDialog");
    if (dialog == nullptr) {
        QFAIL("There is no dialog.");
    }
    orders = dialog->findChild<QLabel *>(QStringLiteral("removeOrders"));
    QTRY_VERIFY2(orders->text().contains(QStringLiteral("is not known")),
                 qPrintable(orders->text()));
}

/// From the window alone, signed out first and then removed.
void TestWindowAccounts::anAccountThatCannotBeOpenedGoes()
{
    m_window.reset();
    m->close();
    putNewerCache(m_second);
    m->open();
    m->accounts->show(m_first);
    openWindow();
    trigger("manageAccountsAction");
    SheetDialog *manage = sheet("manageAccountsDialog");
    if (manage == nullptr) {
        QFAIL("There is no dialog.");
    }
    manage->findChild<AccountList *>()->setCurrentKey(m_second);
    const auto command = [&manage](const char *name) {
        return manage->findChild<QPushButton *>(QLatin1String(name));
    };
    const QSignalSpy problems(m->accounts.get(), &OpenAccounts::problem);
    command("showAccount")->click();
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(problems.front().front().toString().contains(QStringLiteral("newer version")));
    QVERIFY(m->entry(m_second).isUnreadable);
    if (sheet("manageAccountsDialog") == nullptr) {
        trigger("manageAccountsAction");
        manage = sheet("manageAccountsDialog");
        if (manage == nullptr) {
            QFAIL("There is no dialog.");
        }
        manage->findChild<AccountList *>()->setCurrentKey(m_second);
    }
    QCOMPARE(shownKey(), m_first);
    command("signOut")->click();
    SheetDialog *dialog = sheet("signOutDialog");
    if (dialog == nullptr) {
        QFAIL("There is no dialog.");
    }
    QVERIFY(dialog->findChild<QLabel *>(QStringLiteral("signOutWords"))
                ->text()
                .contains(QStringLiteral("data stays as it is")));
    dialog->submitButton()->click();
    QTRY_COMPARE(m->keychain.entries.size(), std::size_t(1));
    QTRY_VERIFY(!command("signOut")->isEnabled());
    QVERIFY(QDir(accountsFolder(m->folder.path()) + u'/' + m_second).exists());
    command("remove")->click();
    dialog = sheet("removeAccountDialog");
    if (dialog == nullptr) {
        QFAIL("There is no dialog.");
    }
    QVERIFY(dialog->findChild<QLabel *>(QStringLiteral("removeWords"))
                ->text()
                .contains(QStringLiteral("cannot read")));
    QTRY_VERIFY(dialog->submitButton()->isEnabled()); // it has no orders
    dialog->submitButton()->click();
    QTRY_VERIFY(m->accounts->entry(m_second) == nullptr);
    QTRY_VERIFY(!QDir(accountsFolder(m->folder.path()) + u'/' + m_second).exists());
    QCOMPARE(shownKey(), m_first);
}

/// The log of a killed program is not made for another version.
void TestWindowAccounts::whatIsReadAfterAKillIsNoUpdate()
{
    m_window.reset();
    m->close();
    QFile log(accountsFolder(m->folder.path()) + u'/' + m_first +
              QStringLiteral("/cache.sqlite-wal"));
    QVERIFY(log.open(QIODevice::ReadWrite));
    QVERIFY(log.resize(40 * 1024 * 1024));
    log.close();
    m->open(true);
    m->accounts->show(m_second);
    openWindow();
    m->accounts->show(m_first); // its answer needs the event loop
    const auto *title = visible<QLabel>("startTitle");
    QVERIFY(title != nullptr);
    QCOMPARE(title->text(), QStringLiteral("Reading the stored data…"));
    const QString words = visible<QLabel>("startWords")->text();
    QVERIFY2(words.contains(QStringLiteral("not closed properly")), qPrintable(words));
    QVERIFY2(!words.contains(QStringLiteral("this version")), qPrintable(words));
    QVERIFY(!visible<QPushButton>("startConnect"));
    QTRY_VERIFY(m->accounts->shown() != nullptr);
    QTRY_VERIFY(visible<QLabel>("startTitle") == nullptr);
}

void TestWindowAccounts::aLockedKeychainIsAskedAgain()
{
    m_window.reset();
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->open();
    m->accounts->show(m_first);
    openWindow();
    QTRY_VERIFY(visible<QPushButton>("readKeychainAgain") != nullptr);
    QVERIFY(visible<QPushButton>("noticeSignIn") != nullptr);
    m->keychain.error.reset();
    visible<QPushButton>("readKeychainAgain")->click();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::SignedIn);
    QTRY_VERIFY(visible<QPushButton>("readKeychainAgain") == nullptr);
    QVERIFY(visible<QPushButton>("noticeSignIn") == nullptr);
}

void TestWindowAccounts::refreshAsksALockedKeychain()
{
    m_window.reset();
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->open();
    m->accounts->show(m_first);
    openWindow();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::KeychainLocked);
    m->keychain.error.reset();
    trigger("refreshAction");
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::SignedIn);
    QTRY_VERIFY(m->isLoaded());
}

void TestWindowAccounts::theStripWaitsForTheKeychain()
{
    const auto connection = [this] {
        return m_window->findChild<QLabel *>(QStringLiteral("connection"))->text();
    };
    m_window.reset();
    m->keychain.hold();
    m->open();
    m->accounts->show(m_first);
    openWindow();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::ReadingKeychain);
    QCOMPARE(connection(), QStringLiteral("Waiting for the keychain…"));
    m->keychain.error = KeychainError{KeychainError::Locked, {}};
    m->keychain.answer();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::KeychainLocked);
    QCOMPARE(connection(), QStringLiteral("Not signed in")); // nothing is known of the service
    m->keychain.error.reset();
    QTRY_VERIFY(visible<QPushButton>("readKeychainAgain") != nullptr);
    visible<QPushButton>("readKeychainAgain")->click();
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::SignedIn);
    QTRY_COMPARE(connection(), QStringLiteral("Connected"));
}

void TestWindowAccounts::everythingIsLoadedAgain()
{
    QTRY_VERIFY(m->accounts->shown()->summary().ledger.complete);
    const qint64 rows = m->accounts->shown()->summary().transactions;
    QVERIFY(rows > 0);
    trigger("loadAgainAction");
    SheetDialog *question = sheet("loadAgainDialog");
    QVERIFY(question != nullptr);
    question->submit();
    QTRY_COMPARE(m->accounts->shown()->summary().transactions, 0);
    QTRY_COMPARE(m->accounts->shown()->summary().transactions, rows);
}

void TestWindowAccounts::theConnectionIsChecked()
{
    trigger("checkConnectionAction");
    SheetDialog *dialog = sheet("connectionCheckDialog");
    QVERIFY(dialog != nullptr);
    const auto *again = dialog->findChild<QPushButton *>(QStringLiteral("checkAgain"));
    QTRY_COMPARE(again->text(), QStringLiteral("Check again"));
    QVERIFY(dialog->banner()->isVisible());
    QVERIFY(dialog->banner()->tone() != Tone::Bad);
    dialog->findChild<QPushButton *>(QStringLiteral("copyReport"))->click();
    const QString report = QGuiApplication::clipboard()->text();
    for (const auto *step : dialog->findChildren<CheckStepLine *>()) {
        QVERIFY2(!step->accessibleName().contains(QStringLiteral("running")),
                 qPrintable(step->accessibleName()));
    }
    QVERIFY(dialog->findChildren<CheckStepLine *>().size() >= 4);
    QVERIFY(!report.isEmpty());
    for (const Secret &secret : {m_two->personal(), m_two->reseller()}) {
        QVERIFY(!report.contains(QString::fromUtf8(secret.reveal())));
    }
    // It can be closed while it runs.
    dialog->findChild<QPushButton *>(QStringLiteral("checkAgain"))->click();
    dialog->reject();
    QTRY_VERIFY(sheet("connectionCheckDialog") == nullptr);
}

// Over a connection of its own: the account's is used on as it was.
void TestWindowAccounts::typedSettingsAreChecked()
{
    m_window->setCheckConnect([this](const QString &address, const NetworkSettings &network) {
        return m->connectTo(address, network);
    });
    trigger("accountSettingsAction");
    SheetDialog *settings = sheet("accountSettingsDialog");
    auto *kind = settings->findChild<QComboBox *>(QStringLiteral("proxyKind"));
    kind->setCurrentIndex(kind->findData(static_cast<int>(NetworkSettings::Proxy::Http)));
    typeName(settings, "proxyHostEdit", QStringLiteral("127.0.0.1"));
    typeName(settings, "proxyPortEdit", QStringLiteral("1")); // nobody listens there
    settings->findChild<QPushButton *>(QStringLiteral("checkConnection"))->click();
    SheetDialog *check = sheet("connectionCheckDialog");
    QVERIFY(check != nullptr);
    QTRY_VERIFY(check->banner()->isVisible());
    check->reject();
    QVERIFY(settings->isVisible());
    QCOMPARE(m->accounts->options(m_second), AccountOptions());
}

void TestWindowAccounts::checkTyped(SheetDialog *settings)
{
    settings->findChild<QPushButton *>(QStringLiteral("checkConnection"))->click();
    SheetDialog *check = sheet("connectionCheckDialog");
    QVERIFY(check != nullptr);
    QTRY_VERIFY(check->banner()->isVisible());
    check->reject();
    QTRY_VERIFY(sheet("connectionCheckDialog") == nullptr);
}

/// Two real proxies on this computer, which differ in the port alone.
void TestWindowAccounts::aStoredProxyPasswordGoesToItsProxyOnly()
{
    const auto certificate =
        testing::TestCertificate::make(testing::TestCertificate::Kind::OtherHost);
    const testing::TlsRelay relay(m_one->url(), certificate);
    const testing::ScriptedProxy own(testing::ScriptedProxy::Manner::AsksAndStays);
    const testing::ScriptedProxy other(testing::ScriptedProxy::Manner::AsksAndStays);
    QFile authority(m->folder.filePath(QStringLiteral("authority.pem")));
    QVERIFY(authority.open(QIODevice::WriteOnly));
    authority.write(certificate.certificate.toPem());
    authority.close();
    SignInResult result = m->check(*m_one);
    result.address = QStringLiteral("https://other.example:%1").arg(relay.serverPort());
    result.network.proxy = NetworkSettings::Proxy::Http;
    result.network.host = QStringLiteral("127.0.0.1");
    result.network.port = own.serverPort();
    result.network.user = QStringLiteral("ada");
    result.network.password = Secret(QByteArray("swordfish"));
    result.network.caFile = authority.fileName();
    m->accounts->useSignIn(result);
    const QByteArray signIn =
        "Proxy-Authorization: Basic " + QByteArray("ada:swordfish").toBase64();
    QTRY_VERIFY(own.credentials().contains(signIn));
    m_window->setCheckConnect([this](const QString &address, const NetworkSettings &network) {
        return m->connectTo(address, network);
    });
    trigger("accountSettingsAction");
    SheetDialog *settings = sheet("accountSettingsDialog");
    typeName(settings, "proxyPortEdit", QString::number(other.serverPort()));
    checkTyped(settings);
    QVERIFY(other.asked() > 0);
    QVERIFY(!other.credentials().contains(signIn));
    // Saved, it is not sent either.
    const int before = other.asked();
    settings->submit();
    QTRY_COMPARE(m->accounts->options(shownKey()).network.port, other.serverPort());
    trigger("refreshAction");
    QTRY_VERIFY(other.asked() > before);
    trigger("checkConnectionAction");
    QTRY_VERIFY(sheet("connectionCheckDialog")->banner()->isVisible());
    sheet("connectionCheckDialog")->reject();
    QVERIFY(!other.credentials().contains(signIn));
    // Typed again, it is.
    trigger("accountSettingsAction");
    settings = sheet("accountSettingsDialog");
    typeName(settings, "proxyPasswordEdit", QStringLiteral("swordfish"));
    checkTyped(settings);
    QVERIFY(other.credentials().contains(signIn));
}

NetworkSettings TestWindowAccounts::someNetwork() const
{
    NetworkSettings network;
    network.proxy = NetworkSettings::Proxy::Http;
    network.host = QStringLiteral("192.0.2.7");
    network.port = 3128;
    network.user = QStringLiteral("ada");
    network.password = Secret(QByteArray("swordfish"));
    network.caFile = m->folder.filePath(QStringLiteral("authority.pem"));
    return network;
}

void TestWindowAccounts::anAddedAccountBeginsEmpty_data()
{
    QTest::addColumn<bool>("fromTheList");
    QTest::newRow("from the menu") << false;
    QTest::newRow("from the list of accounts") << true;
}

void TestWindowAccounts::anAddedAccountBeginsEmpty()
{
    QFETCH(bool, fromTheList);
    m->accounts->setOptions(m_second, {false, someNetwork()});
    m_settings->setValue(Setting::LastAddress, m_two->url()); // as after a sign-in
    if (fromTheList) {
        trigger("manageAccountsAction");
        sheet("manageAccountsDialog")
            ->findChild<QPushButton *>(QStringLiteral("addAccount"))
            ->click();
    } else {
        trigger("connectAction");
    }
    const SheetDialog *dialog = sheet("signInDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(textIn(dialog, "addressEdit"), QString());
    const auto *network = dialog->findChild<NetworkForm *>(QStringLiteral("networkForm"));
    QCOMPARE(network->settings(), NetworkSettings());
    for (const char *field :
         {"proxyHostEdit", "proxyPortEdit", "proxyUserEdit", "proxyPasswordEdit", "caFileEdit"}) {
        QCOMPARE(textIn(dialog, field), QString());
    }
    const auto *password = dialog->findChild<QLineEdit *>(QStringLiteral("proxyPasswordEdit"));
    QCOMPARE(password->placeholderText(), QString());
}

void TestWindowAccounts::signingInAgainKeepsTheProxy()
{
    m->accounts->setOptions(m_second, {false, someNetwork()});
    m_window->askToSignIn(TokenKind::Personal); // the service rejects the token
    SheetDialog *dialog = sheet("signInDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(textIn(dialog, "addressEdit"), m_two->url());
    const auto *network = dialog->findChild<NetworkForm *>(QStringLiteral("networkForm"));
    QCOMPARE(network->settings(), someNetwork());
    dialog->reject();
    QTRY_VERIFY(sheet("signInDialog") == nullptr);
    // Signing out takes the password away, not where the account is reached.
    m->accounts->removal().signOut(m_second);
    QTRY_VERIFY(visible<QPushButton>("noticeSignIn") != nullptr);
    visible<QPushButton>("noticeSignIn")->click();
    dialog = sheet("signInDialog");
    QVERIFY(dialog != nullptr);
    NetworkSettings kept = someNetwork();
    kept.password = {};
    network = dialog->findChild<NetworkForm *>(QStringLiteral("networkForm"));
    QCOMPARE(network->settings(), kept);
}

void TestWindowAccounts::withoutAccountsNothingIsOffered()
{
    MainWindow window(m_theme, *m_settings);
    for (const char *name : {"switchAccountAction", "manageAccountsAction", "renameAccountAction",
                             "accountSettingsAction", "checkConnectionAction", "signOutAction",
                             "removeAccountAction"}) {
        QVERIFY2(!window.findChild<QAction *>(QLatin1String(name))->isEnabled(), name);
    }
    const auto *menu = window.findChild<QMenu *>(QStringLiteral("switchMenu"));
    QVERIFY(!menu->menuAction()->isVisible());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestWindowAccounts)
#include "test_windowaccounts.moc"
