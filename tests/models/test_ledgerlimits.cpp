// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the service's rate limits while a ledger is read: if they are known, the sync waits and
// shows it; if the service reports them, it obeys.
#include "tests/models/ledgerstate.h"

#include <QTest>

#include <atomic>

namespace relaybook {

using testing::SandboxSettings;
using testing::SessionFixture;
using testing::stateOf;

class TestLedgerLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLimitIsWaitedForVisibly();
    void fiftyThousandRowsAtTwentyAPageMeetNoRefusal();
    void aStormOfRefusals();
};

void TestLedgerLimits::theLimitIsWaitedForVisibly()
{
    SandboxSettings settings;
    settings.transactions = 20'000;
    settings.rateLimit = true;
    SessionFixture f(settings);
    f.open();
    f.session->start();
    // Sixty per minute are not enough: it waits before the service asks it to.
    QTRY_COMPARE(stateOf(f), QStringLiteral("waiting"));
    QVERIFY(f.session->ledger().progress().waitingUntil.has_value());
    QVERIFY(!f.session->ledger().progress().error.has_value());
    QVERIFY(f.session->summary().transactions > 0);
    QVERIFY(f.session->ledger().progress().total == 20'000);
    f.session->ledger().cancel();
    QCOMPARE(stateOf(f), QStringLiteral("idle"));
}

/// The test controls both clocks: two and a half thousand pages at sixty per minute and a thousand
/// per hour.
void TestLedgerLimits::fiftyThousandRowsAtTwentyAPageMeetNoRefusal()
{
    using namespace std::chrono;
    std::atomic<std::int64_t> ahead{0}; // of the clock on the wall, like the client's
    SandboxSettings settings;
    settings.transactions = 50'000;
    settings.maxPerPage = 20;
    settings.rateLimit = true;
    settings.clock = [&ahead] {
        return ahead +
               duration_cast<std::chrono::seconds>(SystemClock().now().time_since_epoch()).count();
    };
    SessionFixture f(settings);
    f.open();
    f.session->start();
    const auto advance = [&](std::chrono::seconds by) {
        ahead += by.count(); // first: the service is never behind what the client assumes
        f.clock.advance(by);
    };
    std::chrono::seconds waited{0};
    constexpr int enough = 400;
    for (int waits = 0; stateOf(f) != QStringLiteral("complete"); ++waits) {
        QVERIFY(waits < enough);
        QTRY_VERIFY(stateOf(f) != QStringLiteral("running"));
        const LedgerProgress &ledger = f.session->ledger().progress();
        if (stateOf(f) == QStringLiteral("waiting")) {
            QVERIFY(!ledger.error.has_value());
            const auto left = ceil<std::chrono::seconds>(*ledger.waitingUntil - f.clock.now());
            const auto step = std::max(left, 1s);
            waited += step;
            advance(step);
            // Until it has used what it waited for.
            QTRY_VERIFY(stateOf(f) != QStringLiteral("waiting") ||
                        *f.session->ledger().progress().waitingUntil > f.clock.now());
        }
    }
    const auto pages = f.server.counters().of("listTransactions");
    QCOMPARE(pages.arrived, pages.performed); // none was refused
    QVERIFY(pages.arrived >= 2500);
    QCOMPARE(f.ledgerDifference(), QString());
    QVERIFY2(waited >= 2h, qPrintable(QString::number(waited.count()))); // a thousand an hour
    QVERIFY2(waited <= 4h, qPrintable(QString::number(waited.count())));
}

void TestLedgerLimits::aStormOfRefusals()
{
    SessionFixture f;
    f.fault("too-many-requests=1,next=2,on=listTransactions");
    f.open();
    f.session->start();
    QTRY_COMPARE(stateOf(f), QStringLiteral("waiting"));
    QVERIFY(f.session->ledger().progress().waitingUntil.has_value());
    // The service says that nothing of this minute is left, and the client obeys.
    f.clock.advance(std::chrono::seconds(61));
    QTRY_COMPARE(f.server.faults().active().size(), size_t{0});
    f.clock.advance(std::chrono::seconds(61));
    QTRY_COMPARE(stateOf(f), QStringLiteral("complete"));
    QCOMPARE(f.ledgerDifference(), QString());
}

} // namespace relaybook

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, relaybook::TestLedgerLimits)
#include "test_ledgerlimits.moc"
