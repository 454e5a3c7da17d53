// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that two accounts never mix a row, a token, a note or an order, with two services at once
// and switches in the middle of a sync, an edit and a purchase; and that an account which is not
// shown only refreshes its balance and follows its orders.

#include "models/account/accountactions.h"
#include "models/accounts/storedaccounts.h"
#include "models/buying/purchasedesk.h"
#include "models/sync/ledgercheck.h"
#include "tests/models/accountsfixture.h"
#include "tests/models/servedrows.h"

#include <QJsonObject>

namespace relaybook {
namespace {

using namespace std::chrono_literals;
using testing::AccountService;
using testing::AccountsFixture;
using testing::waitUntil;

constexpr int longLedger = 6000;

} // namespace

class TestAccountsApart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void eachHasItsOwnRows();
    void aSwitchInTheMiddleOfASync();
    void aSwitchInTheMiddleOfAnEdit();
    void aSwitchInTheMiddleOfAPurchase();
    void anUnknownOrderOfAHiddenAccountIsFollowed();
    void aHiddenAccountRefreshesItsBalanceOnly();
    void aRejectedTokenOfAHiddenAccountIsAskedForWhenItIsShown();
    void signOutOfOneLeavesTheOther();

private:
    void addBoth();
    /// Waits until all of the shown account is loaded.
    void waitUntilLoaded() { QTRY_VERIFY_WITH_TIMEOUT(m->isLoaded(), 60'000); }
    [[nodiscard]] AccountSession &sessionOf(const QString &key)
    {
        m->accounts->show(key);
        return m->session();
    }
    void checkApart();
    /// The confirmation of a gigabyte, as the dialog gets it.
    [[nodiscard]] static std::optional<Confirmation> confirm(PurchaseDesk &desk, QObject &guard)
    {
        std::optional<Result<Confirmation>> got;
        const Call call =
            desk.prepare(QStringLiteral("residential"), *TrafficAmount::parseGb(u"1"), &guard,
                         [&](const Result<Confirmation> &answer) { got = answer; });
        const bool came = waitUntil([&] { return got.has_value(); });
        return came && *got ? std::optional(**got) : std::nullopt;
    }

    std::unique_ptr<AccountService> m_one;
    std::unique_ptr<AccountService> m_two;
    std::unique_ptr<AccountsFixture> m;
    QString m_first;
    QString m_second;
};

void TestAccountsApart::init()
{
    m_one = std::make_unique<AccountService>(1, longLedger);
    m_two = std::make_unique<AccountService>(2, longLedger);
    QVERIFY(m_one->personal() != m_two->personal());
    QVERIFY(m_one->reseller() != m_two->reseller());
    m = std::make_unique<AccountsFixture>();
    m->open();
}

void TestAccountsApart::cleanup()
{
    m.reset();
    m_one.reset();
    m_two.reset();
}

void TestAccountsApart::addBoth()
{
    m_first = m->add(*m_one);
    waitUntilLoaded();
    m_second = m->add(*m_two);
    waitUntilLoaded();
    QVERIFY(m_first != m_second);
}

/// Every row, token and balance is that of the account's own service.
void TestAccountsApart::checkApart()
{
    const std::pair<QString, AccountService *> both[] = {{m_first, m_one.get()},
                                                         {m_second, m_two.get()}};
    for (const auto &[key, service] : both) {
        m->accounts->show(key);
        waitUntilLoaded();
        QCOMPARE(testing::ledgerDifference(m->session(), service->server), QString());
        QCOMPARE(m->session().summary().balance,
                 Money::parse(QString::fromStdString(service->server.balance())));
        for (const std::string &id : service->server.proxyIds()) {
            QVERIFY(m->session().rows().proxy(ProxyId(QString::fromStdString(id))).has_value());
        }
        const AuthSession &auth = m->accounts->connection(key)->auth();
        QCOMPARE(auth.bearer(TokenKind::Personal), service->personal());
        QCOMPARE(auth.resellerKey(), service->reseller());
        const QString entry = m->stored().front().keychain.entry;
        QCOMPARE(m->keychain.entries[entry].personalToken, service->personal());
        QCOMPARE(m->keychain.entries[entry].resellerKey, service->reseller());
    }
    QCOMPARE(m->keychain.entries.size(), std::size_t(2));
}

void TestAccountsApart::eachHasItsOwnRows()
{
    addBoth();
    checkApart();
    // Also after a restart that shows both.
    m->open();
    checkApart();
}

void TestAccountsApart::aSwitchInTheMiddleOfASync()
{
    m_one->server.setLatency(20ms);
    m_two->server.setLatency(20ms);
    m_first = m->add(*m_one);
    QTRY_VERIFY(m->session().ledger().progress().held > 0);
    QVERIFY(m->session().ledger().progress().state == LedgerProgress::Running);
    m_second = m->add(*m_two);
    QTRY_VERIFY(m->session().ledger().progress().held > 0);
    // To and fro, while both are downloaded.
    for (int turn = 0; turn < 6; ++turn) {
        m->accounts->show(turn % 2 == 0 ? m_first : m_second);
        const qint64 before = m->session().ledger().progress().held;
        QTRY_VERIFY(m->session().ledger().progress().held > before ||
                    m->session().ledger().progress().state == LedgerProgress::Complete);
    }
    m_one->server.setLatency(0ms);
    m_two->server.setLatency(0ms);
    checkApart();
}

void TestAccountsApart::aSwitchInTheMiddleOfAnEdit()
{
    addBoth();
    // The same ids at both services, as two panels of one maker have them.
    const SubUserId subUser(m_one->server.subUserIds().front());
    QCOMPARE(m_two->server.subUserIds().front(), subUser.value());
    const QString before = testing::objectOf(m_two->server.subUser(subUser.value()))
                               .value(QStringLiteral("note"))
                               .toString();
    AccountSession &first = sessionOf(m_first);
    m_one->server.setLatency(300ms);
    QObject guard;
    std::optional<Result<SubUser>> saved;
    const Call call = first.actions().saveNote(subUser, QStringLiteral("for the first"), &guard,
                                               [&](const Result<SubUser> &now) { saved = now; });
    QTRY_COMPARE(m_one->arrived("updateSubUserNote"), 1);
    m->accounts->show(m_second);
    m_one->server.endLatency();
    QTRY_VERIFY(saved.has_value());
    QVERIFY(saved->has_value());
    m_one->server.setLatency(0ms);
    const auto noteOf = [&](const AccountService &service) {
        return testing::objectOf(service.server.subUser(subUser.value()))
            .value(QStringLiteral("note"))
            .toString();
    };
    QCOMPARE(noteOf(*m_one), QStringLiteral("for the first"));
    QCOMPARE(noteOf(*m_two), before);
    QCOMPARE(m_two->arrived("updateSubUserNote"), 0);
    QCOMPARE(m->session().rows().subUser(subUser)->note.value_or(QString()), before);
    QTRY_COMPARE(first.rows().subUser(subUser)->note.value_or(QString()),
                 QStringLiteral("for the first"));
    // A draft of the one is no draft of the other.
    first.kept().saveDraft(subUser, QStringLiteral("a draft"), {});
    QVERIFY(!m->session().kept().draft(subUser).has_value());
}

void TestAccountsApart::aSwitchInTheMiddleOfAPurchase()
{
    addBoth();
    PurchaseDesk &desk = sessionOf(m_first).purchases();
    QTRY_VERIFY(desk.isReady());
    QObject guard;
    const auto confirmation = confirm(desk, guard);
    QVERIFY(confirmation.has_value());
    m_one->server.setLatency(300ms);
    desk.buy(confirmation->number, false, &guard, [](const BuyAnswer &) {});
    QTRY_COMPARE(m_one->server.counters().ordersArrived(), std::uint64_t(1));
    m->accounts->show(m_second);
    QCOMPARE(m->entry(m_first).openOrders, 1);
    QVERIFY(m->accounts->isOrderUnderWay());
    QVERIFY(!m->accounts->removal().whyNotSignOut(m_first).isEmpty());
    QVERIFY(m->accounts->removal().whyNotSignOut(m_second).isEmpty());
    m->accounts->removal().signOut(m_first); // refused
    QVERIFY(!m->accounts->entry(m_first)->isSignedOut);
    m_one->server.endLatency();
    m_one->server.setLatency(0ms);
    QTRY_COMPARE(desk.orders().front().state, OrderState::Completed);
    QTRY_COMPARE(m->entry(m_first).openOrders, 0);
    QVERIFY(m->session().purchases().orders().empty());
    QCOMPARE(m_two->server.counters().ordersArrived(), std::uint64_t(0));
    QCOMPARE(m_one->server.counters().ordersPerformed(), std::uint64_t(1));
    checkApart();
}

void TestAccountsApart::anUnknownOrderOfAHiddenAccountIsFollowed()
{
    addBoth();
    PurchaseDesk &desk = sessionOf(m_first).purchases();
    QTRY_VERIFY(desk.isReady());
    QObject guard;
    const auto confirmation = confirm(desk, guard);
    QVERIFY(confirmation.has_value());
    QVERIFY(!m_one->server.faults().set("do-and-drop,on=topUpTraffic,next=1"));
    desk.buy(confirmation->number, false, &guard, [](const BuyAnswer &) {});
    QTRY_VERIFY(!desk.orders().empty());
    m->accounts->show(m_second);
    // The answer was lost; the balance and the ledger prove the purchase while it is hidden.
    QTRY_COMPARE_WITH_TIMEOUT(desk.orders().front().state, OrderState::Completed, 60'000);
    QCOMPARE(m_one->server.counters().ordersArrived(), std::uint64_t(1));
    QVERIFY(m->session().purchases().orders().empty());
}

void TestAccountsApart::aHiddenAccountRefreshesItsBalanceOnly()
{
    addBoth(); // the second is shown
    m_one->server.resetCounters();
    QVERIFY(m_one->server.bookDeposit("12.34", "while hidden"));
    AccountSession *first = nullptr;
    m->accounts->show(m_first);
    first = &m->session();
    waitUntilLoaded();
    m->accounts->show(m_second);
    QVERIFY(first->isInBackground());
    // A page that was under way when it was hidden, e.g. of the round through the history, may
    // still arrive before the figures that are loaded then.
    QTRY_COMPARE(first->status(Area::Account).state, AreaStatus::Loaded);
    m_one->server.resetCounters();
    QVERIFY(m_one->server.bookDeposit("12.34", "while hidden"));
    for (int minute = 0; minute < 30; ++minute) {
        m->clock.advance(1min);
        first->autoRefresh().step();
        QTRY_VERIFY(!first->autoRefresh().isLoading());
        QTRY_VERIFY(first->status(Area::Account).state == AreaStatus::Loaded &&
                    !first->ledger().check().isChecking());
    }
    QTRY_COMPARE(m->entry(m_first).balance,
                 Money::parse(QString::fromStdString(m_one->server.balance())));
    for (const char *list : {"listTransactions", "listProxies", "listSubUsers"}) {
        QCOMPARE(m_one->arrived(list), 0);
    }
    // Every five minutes, not every minute.
    QVERIFY(m_one->arrived("getResellerBalance") >= 5);
    QVERIFY(m_one->arrived("getResellerBalance") <= 8);
}

void TestAccountsApart::aRejectedTokenOfAHiddenAccountIsAskedForWhenItIsShown()
{
    addBoth();
    AccountSession &first = sessionOf(m_first);
    waitUntilLoaded();
    m->accounts->show(m_second);
    const QSignalSpy needed(m->accounts.get(), &OpenAccounts::signInNeeded);
    m_one->server.revokePersonalTokens();
    first.refresh(Area::Account);
    QTRY_COMPARE(m->entry(m_first).access, AccountAccess::Rejected);
    QCOMPARE(needed.size(), 0);
    m->accounts->show(m_first);
    QCOMPARE(needed.size(), 1);
}

void TestAccountsApart::signOutOfOneLeavesTheOther()
{
    addBoth();
    m->accounts->removal().signOut(m_first);
    QTRY_COMPARE(m->keychain.entries.size(), std::size_t(1));
    QCOMPARE(m->keychain.entries.begin()->second.personalToken, m_two->personal());
    QCOMPARE(m->entry(m_second).access, AccountAccess::SignedIn);
    m->accounts->removal().remove(m_first);
    QTRY_COMPARE(m->accounts->entries().size(), std::size_t(1));
    QCOMPARE(m->accounts->shownEntry()->key, m_second);
    m->session().refreshAll();
    waitUntilLoaded();
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestAccountsApart)
#include "test_accountsapart.moc"
