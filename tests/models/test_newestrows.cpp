// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that new transactions do not wait for the end of a long download: at once after a purchase,
// else every five minutes. Where the service tells no balance, they are all that tells it.

#include "api/endpoints/reseller.h"
#include "tests/models/ledgerstate.h"
#include "tests/models/purchasefixture.h"

#include <QTest>

namespace relaybook {

using namespace std::chrono_literals;
using testing::gb;
using testing::residential;
using testing::SessionFixture;
using testing::stateOf;
using testing::waitUntil;

class TestNewestRows : public QObject, testing::PurchaseFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aPurchaseIsInTheBalanceAtOnce_data();
    void aPurchaseIsInTheBalanceAtOnce();
    void newRowsComeEveryFiveMinutes();

private:
    void beginDownload(bool oldestFirst);
    [[nodiscard]] bool isDownloading() const
    {
        return stateOf(*m_desk) == QStringLiteral("running");
    }
    [[nodiscard]] bool hasNewest() const
    {
        const auto newest = m_desk->server.transactions().back();
        return m_desk->session->rows().transaction(TransactionId(newest.id)).has_value();
    }
    void finishDownload();
};

/// A slow download by a service with the documented calls only.
void TestNewestRows::beginDownload(bool oldestFirst)
{
    auto settings = testing::smallAccount();
    settings.transactions = 4000; // 200 pages, so that it lasts on a busy computer too
    settings.maxPerPage = 20;
    settings.offer.onlyDocumented = true;
    m_desk = std::make_unique<SessionFixture>(settings);
    if (oldestFirst) {
        m_desk->fault("oldest-first");
    }
    m_desk->tuning.inFlight = 2;
    openDesk();
    m_desk->server.setLatency(100ms);
    m_desk->session->start();
    QVERIFY(waitUntil([&] { return m_desk->session->summary().transactions > 40; }));
    QVERIFY(hasNewest());
}

/// To the end, with every row exactly once.
void TestNewestRows::finishDownload()
{
    QCOMPARE(stateOf(*m_desk), QStringLiteral("running"));
    m_desk->server.setLatency(0ms);
    QTRY_COMPARE(stateOf(*m_desk), QStringLiteral("complete"));
    QCOMPARE(m_desk->ledgerDifference(), QString());
}

void TestNewestRows::aPurchaseIsInTheBalanceAtOnce_data()
{
    QTest::addColumn<bool>("oldestFirst");
    QTest::newRow("newest first") << false;
    QTest::newRow("oldest first") << true;
}

void TestNewestRows::aPurchaseIsInTheBalanceAtOnce()
{
    QFETCH(bool, oldestFirst);
    beginDownload(oldestFirst);
    const auto before = m_desk->session->summary().balance;
    QVERIFY(before.has_value());
    const auto shown = confirm("2");
    QVERIFY(shown.has_value());
    QCOMPARE(shown->before.balance, before);
    QVERIFY(!buy(shown->number).orderId.isEmpty());
    QVERIFY(waitUntil([&] { return hasNewest(); }));
    const auto after = before->minus(shown->quote->cost);
    QTRY_COMPARE(m_desk->session->summary().balance, after);
    // The next order is confirmed with the same figure.
    const auto next = confirm("1");
    QVERIFY(next.has_value());
    QCOMPARE(next->before.balance, after);
    finishDownload();
}

void TestNewestRows::newRowsComeEveryFiveMinutes()
{
    beginDownload(false);
    // Bought elsewhere, with other limits.
    Pacer pacer(m_desk->clock);
    ApiClient other(ApiClient::Config{*ServiceAddress::parse(m_desk->url())}, m_desk->auth, pacer,
                    m_desk->clock);
    bool isBought = false;
    const Call call =
        other.send(TopUpTraffic{gb("1"), residential}, this,
                   [&](const Result<TopUpReceipt> &answer) { isBought = answer.has_value(); });
    QVERIFY(waitUntil([&] { return isBought; }));
    QVERIFY(!hasNewest());
    m_desk->clock.advance(301s);
    QVERIFY(waitUntil([&] { return hasNewest(); }));
    finishDownload();
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestNewestRows)
#include "test_newestrows.moc"
