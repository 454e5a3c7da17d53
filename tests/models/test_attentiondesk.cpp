// SPDX-License-Identifier: GPL-3.0-or-later
// Tests which facts of a real account become entries of "Needs attention", and that hidden ones
// stay hidden after a restart.
#include "api/endpoints/reseller.h"
#include "models/attention/attentiondesk.h"
#include "models/proxytests/proxytestrecord.h"
#include "models/sync/ledgercheck.h"
#include "tests/models/purchasefixture.h"

#include <QSignalSpy>

#include <algorithm>

using namespace relaybook;
using namespace relaybook::testing;
using namespace std::chrono_literals;

class TestAttentionDesk : public QObject, private testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { makeDesk(); }
    void cleanup() { m_desk.reset(); }

    void nothingIsSaidBeforeItIsKnown();
    void offlineWithoutDataIsIncomplete();
    void theSamePurchaseTwice();
    void twoOrdersAreNoDoubleCharge();
    void somebodyElseBoughtTwice();
    void findingsOfTheLedger();
    void aRejectedToken();
    void failedTests();
    void hiddenEntriesStayHidden();

private:
    [[nodiscard]] AttentionDesk &attention() const { return m_desk->session->attention(); }
    void openAll()
    {
        openDesk();
        m_desk->session->start();
        QTRY_VERIFY(m_desk->allLoaded());
        QTRY_COMPARE(attention().state(), AttentionDesk::State::Complete);
    }
    [[nodiscard]] const AttentionEntry *entryOf(AttentionKind kind) const
    {
        const auto &entries = attention().entries();
        const auto found = std::find_if(entries.begin(), entries.end(),
                                        [kind](const auto &entry) { return entry.kind == kind; });
        return found == entries.end() ? nullptr : &*found;
    }
    /// Buys traffic as another program does, with the same Reseller Key.
    void buyElsewhere(const char *amount)
    {
        bool isBought = false;
        const Call call = m_desk->client->send(
            TopUpTraffic{gb(amount), residential}, &m_caller,
            [&isBought](const Result<TopUpReceipt> &answer) { isBought = answer.has_value(); });
        QTRY_VERIFY(isBought);
    }
    void buyHere(const char *amount)
    {
        const auto shown = confirm(amount);
        QVERIFY(shown);
        const BuyAnswer answer = buy(shown->number);
        QCOMPARE(answer.kind, BuyAnswer::Ordered);
        QTRY_COMPARE(desk().order(answer.orderId)->state, OrderState::Completed);
    }
    void loadLedger()
    {
        m_desk->session->refreshAll();
        QTRY_COMPARE(m_desk->session->summary().transactions,
                     static_cast<qint64>(m_desk->server.transactionCount()));
    }

    QObject m_caller;
};

void TestAttentionDesk::nothingIsSaidBeforeItIsKnown()
{
    openDesk();
    QCOMPARE(attention().state(), AttentionDesk::State::Loading);
    QVERIFY(attention().entries().empty());
    bool wasEarly = false;
    QObject::connect(&attention(), &AttentionDesk::changed, &attention(), [this, &wasEarly] {
        wasEarly = wasEarly || (attention().state() == AttentionDesk::State::Complete &&
                                !m_desk->session->status(Area::SubUsers).asOf);
    });
    m_desk->session->start();
    QTRY_COMPARE(attention().state(), AttentionDesk::State::Complete);
    QVERIFY(m_desk->allLoaded());
    QVERIFY(!wasEarly);
}

void TestAttentionDesk::offlineWithoutDataIsIncomplete()
{
    m_desk->offline = true;
    openDesk();
    m_desk->session->start();
    QTRY_COMPARE(attention().state(), AttentionDesk::State::Incomplete);
    QVERIFY(attention().entries().empty());
    // With stored data it is complete.
    m_desk->offline = false;
    openAll();
    m_desk->session->flush();
    m_desk->offline = true;
    openDesk();
    m_desk->session->start();
    QTRY_COMPARE(attention().state(), AttentionDesk::State::Complete);
}

void TestAttentionDesk::theSamePurchaseTwice()
{
    openAll();
    QVERIFY(entryOf(AttentionKind::DoubleCharge) == nullptr);
    buyHere("10");
    buyElsewhere("10");
    loadLedger();
    QTRY_VERIFY(entryOf(AttentionKind::DoubleCharge) != nullptr);
    const AttentionEntry &entry = *entryOf(AttentionKind::DoubleCharge);
    QCOMPARE(entry.charge->rows.size(), size_t{2});
    QCOMPARE(entry.charge->orders, QStringList{only().id});
    QCOMPARE(entry.charge->unexplained, qint64{1});
    QCOMPARE(entry.charge->rows.front().amount, std::optional(gb("10")));
    QVERIFY(entry.key.startsWith(QLatin1String("double/")));
    QCOMPARE(attention().entries().front().key, entry.key); // nothing is more important
}

void TestAttentionDesk::twoOrdersAreNoDoubleCharge()
{
    openAll();
    buyHere("10");
    buyHere("10");
    buyElsewhere("12"); // shows that the rows were read
    buyElsewhere("12");
    loadLedger();
    QTRY_VERIFY(entryOf(AttentionKind::EqualPurchases) != nullptr);
    QVERIFY(entryOf(AttentionKind::DoubleCharge) == nullptr);
    QCOMPARE(entryOf(AttentionKind::EqualPurchases)->charge->rows.front().amount,
             std::optional(gb("12")));
}

void TestAttentionDesk::somebodyElseBoughtTwice()
{
    openAll();
    buyElsewhere("10");
    buyElsewhere("10");
    loadLedger();
    QTRY_VERIFY(entryOf(AttentionKind::EqualPurchases) != nullptr);
    QVERIFY(!entryOf(AttentionKind::EqualPurchases)->charge->isOrderedHere());
    QCOMPARE(entryOf(AttentionKind::EqualPurchases)->level, AttentionLevel::Soon);
}

void TestAttentionDesk::findingsOfTheLedger()
{
    const qint64 gapAt = m_desk->server.transactions().at(100).id;
    m_desk->fault(QByteArray("broken-chain=" + QByteArray::number(gapAt) + ":pair").constData());
    openAll();
    QTRY_VERIFY(entryOf(AttentionKind::BalanceGap) != nullptr);
    const QString key = entryOf(AttentionKind::BalanceGap)->key;
    // Acknowledged on the transactions page, it needs no attention.
    m_desk->session->kept().acknowledge({key}, {});
    QTRY_VERIFY(entryOf(AttentionKind::BalanceGap) == nullptr);
    m_desk->session->kept().reopen({key});
    QTRY_VERIFY(entryOf(AttentionKind::BalanceGap) != nullptr);

    const TransactionId gone(m_desk->server.transactions().at(50).id);
    QVERIFY(m_desk->server.removeTransaction(gone.value()));
    m_desk->session->ledger().check().checkAll();
    QTRY_VERIFY(entryOf(AttentionKind::RemovedTransaction) != nullptr);
    QCOMPARE(entryOf(AttentionKind::RemovedTransaction)->transaction, std::optional(gone));
}

void TestAttentionDesk::aRejectedToken()
{
    openAll();
    QVERIFY(entryOf(AttentionKind::SignIn) == nullptr);
    m_desk->server.revokePersonalTokens();
    m_desk->session->refreshAll();
    QTRY_VERIFY(entryOf(AttentionKind::SignIn) != nullptr);
    QCOMPARE(entryOf(AttentionKind::SignIn)->token, TokenKind::Personal);
    // The lists that it serves are not told too.
    QVERIFY(entryOf(AttentionKind::UnreadableList) == nullptr);
}

void TestAttentionDesk::failedTests()
{
    openAll();
    const ProxyId proxy(QString::fromStdString(m_desk->server.proxyIds().front()));
    ProxyTestRecord test;
    test.at = m_desk->clock.now();
    test.result.outcome = ProxyTestOutcome::Refused;
    keepProxyTest(proxy, test, m_desk->session->kept());
    QTRY_VERIFY(entryOf(AttentionKind::FailedProxyTest) != nullptr);
    QCOMPARE(entryOf(AttentionKind::FailedProxyTest)->proxy, std::optional(proxy));
    QVERIFY(!entryOf(AttentionKind::FailedProxyTest)->name.isEmpty());
    QCOMPARE(entryOf(AttentionKind::FailedProxyTest)->outcome,
             std::optional(ProxyTestOutcome::Refused));
    // More with the same result are one entry, however many they are.
    std::vector<std::pair<TestedProxy, ProxyTestRecord>> tests;
    for (const std::string &id : m_desk->server.proxyIds()) {
        tests.emplace_back(ProxyId(QString::fromStdString(id)), test);
    }
    QVERIFY(tests.size() > 3);
    keepProxyTests(tests, m_desk->session->kept());
    QTRY_COMPARE(entryOf(AttentionKind::FailedProxyTest)->count, static_cast<qint64>(tests.size()));
    QCOMPARE(std::count_if(attention().entries().begin(), attention().entries().end(),
                           [](const AttentionEntry &entry) {
                               return entry.kind == AttentionKind::FailedProxyTest;
                           }),
             1);
    for (auto &each : tests) {
        each.second.result.outcome = ProxyTestOutcome::Works;
    }
    keepProxyTests(tests, m_desk->session->kept());
    QTRY_VERIFY(entryOf(AttentionKind::FailedProxyTest) == nullptr);
    keepProxyTest(proxy, test, m_desk->session->kept());
    QTRY_VERIFY(entryOf(AttentionKind::FailedProxyTest) != nullptr);
    // A proxy that the account does not have is none of its matters.
    keepProxyTest(ProxyId(QStringLiteral("gone")), test, m_desk->session->kept());
    test.result.outcome = ProxyTestOutcome::Works;
    keepProxyTest(proxy, test, m_desk->session->kept());
    QTRY_VERIFY(entryOf(AttentionKind::FailedProxyTest) == nullptr);
}

void TestAttentionDesk::hiddenEntriesStayHidden()
{
    openAll();
    buyHere("10");
    buyElsewhere("10");
    loadLedger();
    QTRY_VERIFY(entryOf(AttentionKind::DoubleCharge) != nullptr);
    const QString key = entryOf(AttentionKind::DoubleCharge)->key;

    attention().remindTomorrow(key);
    QVERIFY(entryOf(AttentionKind::DoubleCharge) == nullptr);
    QCOMPARE(attention().hidden().size(), size_t{1});
    m_desk->session->flush();
    openDesk();
    m_desk->session->start();
    QTRY_COMPARE(attention().hidden().size(), size_t{1});
    QVERIFY(entryOf(AttentionKind::DoubleCharge) == nullptr);

    // The clock is set back: too early rather than too late.
    m_desk->clock.setBack(2h);
    attention().noteAccountChanged();
    QTRY_VERIFY(entryOf(AttentionKind::DoubleCharge) != nullptr);
    attention().hideForEver(key);
    QVERIFY(entryOf(AttentionKind::DoubleCharge) == nullptr);
    m_desk->clock.advance(24h * 3);
    m_desk->session->flush();
    openDesk();
    m_desk->session->start();
    QTRY_COMPARE(attention().hidden().size(), size_t{1});

    attention().showHidden();
    QTRY_VERIFY(entryOf(AttentionKind::DoubleCharge) != nullptr);
    QVERIFY(attention().hidden().empty());
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestAttentionDesk)
#include "test_attentiondesk.moc"
