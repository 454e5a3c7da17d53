// SPDX-License-Identifier: GPL-3.0-or-later
// Buying against a real service that loses answers, refuses, lies and is slow: never more than one
// order for one confirmation, and never a charge that the journal does not end up knowing.
#include "models/buying/purchasedesk.h"
#include "tests/models/sessionfixture.h"

#include <QDirIterator>
#include <QSignalSpy>

using namespace relaybook;
using relaybook::testing::SandboxSettings;
using relaybook::testing::SessionFixture;
using std::chrono::milliseconds;
using State = Order::State;

namespace {

const QString residential = QStringLiteral("residential");

TrafficAmount gb(const char *text)
{
    return *TrafficAmount::parseGb(QString::fromLatin1(text));
}

SandboxSettings smallAccount()
{
    return {4, 4, 230, 100, false};
}

} // namespace

class TestPurchases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_desk.reset(); }

    void aReceiptSettles();
    void theChargeIsThePreview_data();
    void theChargeIsThePreview();
    void everyFaultEndsKnown_data();
    void everyFaultEndsKnown();
    void aConfirmationIsGoodForOneOrder();
    void anOrderMakesWhatWasReadBeforeOld();
    void aChangedPriceIsConfirmedAnew();
    void oddPricesAreReportedOnce_data();
    void oddPricesAreReportedOnce();
    void aRestartKnowsWhatWasSent();
    void somebodyElseBoughtMeanwhile();
    void twoProgramsBuyAtOnce_data();
    void twoProgramsBuyAtOnce();
    void anotherOrderOfAnUnknownTypeNeedsAWord();
    void withOneTokenThatIsSaid();
    void differencesAreFound_data();
    void differencesAreFound();
    void aDamagedJournalClosesBuying();
    void aMissingJournalClosesBuying();
    void aClockSetBackDecidesNothing();
    void withoutATokenNothingIsSent();
    void takenBackBeforeItIsOrdered();

private:
    [[nodiscard]] PurchaseDesk &desk() const { return m_desk->session->purchases(); }
    /// Opens the session and waits until buying is open.
    void openDesk();
    [[nodiscard]] std::optional<Confirmation> confirm(const char *amount);
    [[nodiscard]] BuyAnswer buy(quint64 confirmation, bool risk = false);
    [[nodiscard]] const Order &only() const { return desk().orders().front(); }
    [[nodiscard]] QString journalPath() const;

    std::unique_ptr<SessionFixture> m_desk;
};

void TestPurchases::init()
{
    m_desk = std::make_unique<SessionFixture>(smallAccount());
    m_desk->buying.lookPauses = {milliseconds(5), milliseconds(10), milliseconds(20)};
}

// The token is asked for between the writing of the order and its sending.
void TestPurchases::withoutATokenNothingIsSent()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->auth.dropResellerToken(m_desk->auth.generation(TokenKind::Reseller));
    m_desk->fault("error-500,on=issueResellerToken");
    const QString id = buy(shown->number).orderId;
    QTRY_VERIFY(!desk().order(id)->isUnderWay());
    QCOMPARE(only().state, State::NotSent);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
    QVERIFY(desk().unknownOf(residential) == nullptr);
}

void TestPurchases::takenBackBeforeItIsOrdered()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->clock.advance(std::chrono::minutes(2)); // so that it is read again first
    QObject dialog;
    int answers = 0;
    desk().buy(shown->number, false, &dialog, [&](const BuyAnswer &) { ++answers; });
    desk().withdraw(this); // somebody else's word
    desk().withdraw(&dialog);
    // What follows is another buy, which finds nothing under way.
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, State::Settled);
    QCOMPARE(answers, 0);
    QCOMPARE(desk().orders().size(), size_t(1));
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
}

void TestPurchases::openDesk()
{
    m_desk->open();
    QTRY_VERIFY(desk().isReady());
}

std::optional<Confirmation> TestPurchases::confirm(const char *amount)
{
    std::optional<Result<Confirmation>> got;
    const Call call = desk().prepare(residential, gb(amount), this,
                                     [&](const Result<Confirmation> &answer) { got = answer; });
    const bool came = QTest::qWaitFor([&] { return got.has_value(); }, 10'000);
    return came && *got ? std::optional(**got) : std::nullopt;
}

BuyAnswer TestPurchases::buy(quint64 confirmation, bool risk)
{
    std::optional<BuyAnswer> got;
    desk().buy(confirmation, risk, this, [&](const BuyAnswer &answer) { got = answer; });
    if (!QTest::qWaitFor([&] { return got.has_value(); }, 10'000)) {
        qFatal("buy() was never answered");
    }
    return *got;
}

QString TestPurchases::journalPath() const
{
    QDirIterator files(m_desk->folder.path(), {QStringLiteral("purchases.sqlite")}, QDir::Files,
                       QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

void TestPurchases::aReceiptSettles()
{
    openDesk();
    const auto shown = confirm("95");
    QVERIFY(shown);
    QCOMPARE(shown->quote->cost, *Money::parse(u"247.00"));
    const BuyAnswer answer = buy(shown->number);
    QCOMPARE(answer.kind, BuyAnswer::Ordered);
    QTRY_COMPARE(desk().order(answer.orderId)->state, State::Settled);
    const Order &order = only();
    QCOMPARE(order.settledBy, Order::SettledBy::Receipt);
    QCOMPARE(*order.charged, *order.expectedCost);
    QVERIFY(order.findings.empty());
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    // What moved is read again.
    const auto after = order.before.balance->minus(*order.charged);
    QTRY_COMPARE(m_desk->session->summary().balance, after);
}

void TestPurchases::theChargeIsThePreview_data()
{
    QTest::addColumn<QByteArray>("amount");
    for (const char *amount : {"1", "1.01", "7.77", "49.5", "49.99", "50", "50.01", "99.99", "100",
                               "100.01", "249.99", "250", "333.33", "499.99", "500"}) {
        QTest::newRow(amount) << QByteArray(amount);
    }
}

void TestPurchases::theChargeIsThePreview()
{
    QFETCH(QByteArray, amount);
    openDesk();
    const auto shown = confirm(amount.constData());
    QVERIFY(shown);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, State::Settled);
    QCOMPARE(only().receipt->cost, shown->quote->cost);
}

void TestPurchases::everyFaultEndsKnown_data()
{
    QTest::addColumn<QByteArray>("fault");
    for (const char *fault :
         {"latency=200",       "drop",           "drop=reset",          "do-and-drop",
          "do-and-drop=reset", "half-answer",    "half-answer=20",      "half-then-hang",
          "error-500",         "error-500=done", "error-502",           "error-502=done",
          "empty-body",        "truncated-json", "wrong-types",         "numbers-as-strings",
          "unwrapped",         "redirect",       "too-many-requests=1", "forbid=1005",
          "forbid=1007",       "expire-token=0", "rounding=up",         "receipt-total",
          "charge-more=30",    "add-less=1",     "pool-used=0.5"}) {
        QTest::newRow(fault) << QByteArray(fault);
    }
}

void TestPurchases::everyFaultEndsKnown()
{
    QFETCH(QByteArray, fault);
    openDesk();
    const auto shown = confirm("60.33");
    QVERIFY(shown);
    m_desk->fault(QByteArray(fault + ",on=topUpTraffic,next=1").constData());
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_VERIFY_WITH_TIMEOUT(!only().isUnderWay(), 15'000);
    // Not charged is only said after looks over two minutes that agree.
    if (only().state == State::Unknown) {
        QTRY_VERIFY_WITH_TIMEOUT(only().looks.size() >= 3 || only().state != State::Unknown,
                                 15'000);
        QVERIFY(only().state != State::NotCharged);
        m_desk->clock.advance(std::chrono::minutes(3));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!only().isOpen(), 20'000);
    const auto counters = m_desk->server.counters();
    QVERIFY(counters.ordersArrived() <= 1);
    const bool charged = counters.ordersPerformed() == 1;
    QCOMPARE(only().state == State::Settled, charged);
    if (charged) {
        const auto rows = m_desk->server.transactions();
        const auto cost = Money::parse(QString::fromStdString(rows.back().amount))->magnitude();
        QCOMPARE(*only().charged, cost);
    }
}

void TestPurchases::aConfirmationIsGoodForOneOrder()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    int ordered = 0;
    int used = 0;
    for (int click = 0; click < 5; ++click) {
        desk().buy(shown->number, false, this, [&](const BuyAnswer &answer) {
            ordered += answer.kind == BuyAnswer::Ordered ? 1 : 0;
            used += answer.kind == BuyAnswer::AlreadyUsed ? 1 : 0;
        });
    }
    QTRY_COMPARE(ordered + used, 5);
    QCOMPARE(ordered, 1);
    QTRY_COMPARE(only().state, State::Settled);
    QCOMPARE(buy(shown->number).kind, BuyAnswer::AlreadyUsed);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
}

/// Held against a reading from before the first order, the second would see two charges.
void TestPurchases::anOrderMakesWhatWasReadBeforeOld()
{
    openDesk();
    const auto first = confirm("50");
    const auto second = confirm("50");
    QVERIFY(first && second);
    QCOMPARE(buy(first->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, State::Settled);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(second->number).orderId;
    QTRY_VERIFY(desk().order(id)->state == State::Settled);
    QCOMPARE(desk().order(id)->settledBy, Order::SettledBy::Evidence);
    QCOMPARE(desk().order(id)->before.balance,
             first->before.balance->minus(*desk().orders().back().charged));
    QVERIFY(desk().order(id)->proof != desk().orders().back().proof);
    QCOMPARE(m_desk->server.counters().ordersPerformed(), 2u);
}

void TestPurchases::aChangedPriceIsConfirmedAnew()
{
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->clock.advance(std::chrono::seconds(61));
    m_desk->fault("tiers-missing=all");
    const BuyAnswer answer = buy(shown->number);
    QCOMPARE(answer.kind, BuyAnswer::PriceChanged);
    QVERIFY(answer.again);
    QVERIFY(!answer.again->quote);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 0u);
    QVERIFY(desk().orders().empty());
}

void TestPurchases::oddPricesAreReportedOnce_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("odd");
    QTest::newRow("sound") << QByteArray() << false;
    QTest::newRow("other words") << QByteArray("tiers-spelling=map") << false;
    QTest::newRow("overlap") << QByteArray("tiers-odd=overlap") << true;
    QTest::newRow("contradiction") << QByteArray("tiers-odd=contradict") << true;
    QTest::newRow("zero") << QByteArray("tiers-odd=zero") << true;
    QTest::newRow("negative") << QByteArray("tiers-odd=negative") << true;
}

void TestPurchases::oddPricesAreReportedOnce()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, odd);
    if (!fault.isEmpty()) {
        m_desk->fault(fault.constData());
    }
    openDesk();
    m_desk->session->start();
    QTRY_VERIFY(m_desk->allLoaded());
    const auto told = [this] {
        return m_desk->session->notices()
            .filter(QStringLiteral("prices of Residential contradict"))
            .size();
    };
    QTRY_COMPARE(told(), odd ? 1 : 0);
    m_desk->session->refresh(Area::Account);
    QTRY_VERIFY(m_desk->areaIs(Area::Account, AreaStatus::Loaded));
    QCOMPARE(told(), odd ? 1 : 0);
}

void TestPurchases::aRestartKnowsWhatWasSent()
{
    openDesk();
    const auto shown = confirm("70");
    QVERIFY(shown);
    m_desk->fault("half-then-hang,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QTRY_COMPARE(m_desk->server.counters().ordersPerformed(), 1u);
    QCOMPARE(desk().order(id)->state, State::Sent);
    m_desk->session.reset(); // in the middle of the answer
    openDesk();
    QVERIFY(desk().order(id) != nullptr);
    QTRY_COMPARE(desk().order(id)->state, State::Settled);
    QCOMPARE(only().settledBy, Order::SettledBy::Evidence);
    QCOMPARE(*only().charged, shown->quote->cost);
    QCOMPARE(only().proof, TransactionId(m_desk->server.transactions().back().id));
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
}

void TestPurchases::somebodyElseBoughtMeanwhile()
{
    openDesk();
    const auto shown = confirm("80");
    QVERIFY(shown);
    m_desk->fault("foreign-purchase=5,on=topUpTraffic,next=1");
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QTRY_VERIFY(desk().order(id)->looks.size() >= 2);
    m_desk->clock.advance(std::chrono::minutes(5));
    QTRY_VERIFY(desk().order(id)->looks.size() >= 5);
    QCOMPARE(only().state, State::Unknown);
    QCOMPARE(only().looks.back().says, Look::Says::Conflict);
    QCOMPARE(only().looks.back().newDebits, 2);
    const auto row = only().looks.back().candidates.front().id;
    desk().userDecides(id, PurchaseDesk::Verdict::Bought, row);
    QCOMPARE(only().state, State::Settled);
    QCOMPARE(only().settledBy, Order::SettledBy::User);
    QCOMPARE(only().charged, only().expectedCost);
    // And it stays so.
    openDesk();
    QCOMPARE(only().state, State::Settled);
    QCOMPARE(only().proof, row);
    QCOMPARE(only().charged, only().expectedCost);
}

void TestPurchases::twoProgramsBuyAtOnce_data()
{
    QTest::addColumn<bool>("lost");
    QTest::newRow("both answered") << false;
    QTest::newRow("both answers lost") << true;
}

/// On two computers, say: each knows its own order, and neither takes the other's for it.
void TestPurchases::twoProgramsBuyAtOnce()
{
    QFETCH(bool, lost);
    openDesk();
    const QTemporaryDir folder;
    AccountSession::Config config = m_desk->config();
    config.dataDir = folder.path();
    auto other = AccountSession::open(config, m_desk->client.get(), m_desk->auth, m_desk->clock);
    QVERIFY(other);
    PurchaseDesk &theirs = (*other)->purchases();
    QTRY_VERIFY(theirs.isReady());
    const auto mine = confirm("60");
    QVERIFY(mine);
    std::optional<Confirmation> shown;
    const Call asking =
        theirs.prepare(residential, gb("60"), this, [&](const Result<Confirmation> &answer) {
            shown = answer.value_or(Confirmation());
        });
    QTRY_VERIFY(shown.has_value());
    if (lost) {
        m_desk->fault("do-and-drop,on=topUpTraffic,next=2");
    }
    desk().buy(mine->number, false, this, [](const BuyAnswer &) {});
    theirs.buy(shown->number, false, this, [](const BuyAnswer &) {});
    for (PurchaseDesk *each : {&desk(), &theirs}) {
        QTRY_COMPARE(each->orders().size(), 1u);
        QTRY_VERIFY(!each->orders().front().isUnderWay());
        if (!lost) {
            QCOMPARE(each->orders().front().state, State::Settled);
            continue;
        }
        QTRY_VERIFY(!each->orders().front().looks.empty() &&
                    each->orders().front().looks.back().says == Look::Says::Conflict);
        QCOMPARE(each->orders().front().state, State::Unknown);
        QCOMPARE(each->orders().front().looks.back().candidates.size(), 2u);
    }
    QCOMPARE(m_desk->server.counters().ordersArrived(), 2u);
    QCOMPARE(m_desk->server.counters().ordersPerformed(), 2u);
}

void TestPurchases::anotherOrderOfAnUnknownTypeNeedsAWord()
{
    m_desk->buying.lookPauses = {std::chrono::hours(1)};
    openDesk();
    const auto first = confirm("50");
    QVERIFY(first);
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(first->number).orderId;
    QTRY_COMPARE(desk().order(id)->state, State::Unknown);
    const auto second = confirm("50");
    QVERIFY(second);
    QCOMPARE(buy(second->number).kind, BuyAnswer::NeedsRiskAccepted);
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    QCOMPARE(buy(second->number, true).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, State::Settled);
    QVERIFY(only().riskAccepted);
}

void TestPurchases::withOneTokenThatIsSaid()
{
    m_desk->auth.setPersonalToken(Secret());
    openDesk();
    const auto shown = confirm("60");
    QVERIFY(shown);
    m_desk->fault("do-and-drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    QTRY_VERIFY(desk().order(id)->looks.size() >= 3);
    m_desk->clock.advance(std::chrono::minutes(5));
    QTRY_VERIFY(desk().order(id)->looks.size() >= 6);
    // The pool rose, but neither balance nor ledger can be seen: the user decides.
    QCOMPARE(only().state, State::Unknown);
    QCOMPARE(only().looks.back().says, Look::Says::Incomplete);
    QCOMPARE(only().looks.back().ledger, Look::Ledger::NotRead);
    QVERIFY(only().looks.back().reading.pool > only().before.pool);
}

void TestPurchases::differencesAreFound_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<Finding::Kind>("kind");
    QTest::addColumn<Finding::Level>("level");
    using Kind = Finding::Kind;
    using Level = Finding::Level;
    QTest::newRow("more") << QByteArray("charge-more=5") << Kind::Cost << Level::Alarm;
    QTest::newRow("less") << QByteArray("add-less=0.01") << Kind::Added << Level::Alarm;
    QTest::newRow("used") << QByteArray("pool-used=0.5") << Kind::Pool << Level::Note;
    QTest::newRow("total") << QByteArray("receipt-total") << Kind::TotalInstead << Level::Note;
    QTest::newRow("rounding") << QByteArray("rounding=up") << Kind::Cost << Level::Note;
}

void TestPurchases::differencesAreFound()
{
    QFETCH(QByteArray, fault);
    QFETCH(Finding::Kind, kind);
    QFETCH(Finding::Level, level);
    openDesk();
    // 12.345 * 3.00 = 37.035 has no whole cents; the sandbox takes thousandths.
    const auto shown =
        confirm(kind == Finding::Kind::Cost && level == Finding::Level::Note ? "12.344" : "60");
    QVERIFY(shown);
    m_desk->fault(QByteArray(fault + ",on=topUpTraffic,next=1").constData());
    QCOMPARE(buy(shown->number).kind, BuyAnswer::Ordered);
    QTRY_COMPARE(only().state, State::Settled);
    QVERIFY(!only().findings.empty());
    QCOMPARE(only().findings.front().kind, kind);
    QCOMPARE(only().findings.front().level, level);
}

void TestPurchases::aDamagedJournalClosesBuying()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    QVERIFY(!buy(shown->number).orderId.isEmpty());
    QTRY_COMPARE(only().state, State::Settled);
    m_desk->session.reset();
    const QString path = journalPath();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.write(QByteArray(200, 'x'));
    file.close();
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    file.close();

    openDesk();
    QVERIFY(desk().problem());
    QCOMPARE(desk().problem()->kind, BuyingProblem::Damaged);
    QVERIFY(!confirm("50"));
    QCOMPARE(m_desk->server.counters().ordersArrived(), 1u);
    m_desk->session.reset();
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), before);
    file.close();

    // Only at the user's word.
    openDesk();
    const auto aside = desk().setJournalAside();
    QVERIFY(aside);
    QVERIFY(QFile::exists(*aside));
    QTRY_VERIFY(desk().isReady() && !desk().problem());
}

void TestPurchases::aMissingJournalClosesBuying()
{
    openDesk();
    m_desk->session->flush();
    m_desk->session.reset();
    const QString path = journalPath();
    for (const char *part : {"", "-wal", "-shm"}) {
        QFile::remove(path + QLatin1String(part));
    }
    openDesk();
    QVERIFY(desk().problem());
    QCOMPARE(desk().problem()->kind, BuyingProblem::Missing);
    QVERIFY(!QFile::exists(path));
}

void TestPurchases::aClockSetBackDecidesNothing()
{
    openDesk();
    const auto shown = confirm("50");
    QVERIFY(shown);
    m_desk->fault("drop,on=topUpTraffic,next=1");
    const QString id = buy(shown->number).orderId;
    m_desk->clock.setBack(std::chrono::hours(30));
    QTRY_VERIFY(desk().order(id)->looks.size() >= 6);
    QCOMPARE(only().state, State::Unknown);
    m_desk->clock.advance(std::chrono::minutes(3));
    QTRY_COMPARE(only().state, State::NotCharged);
}

QTEST_GUILESS_MAIN(TestPurchases)
#include "test_purchases.moc"
