// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the overview: figures, one card per traffic type, the newest transactions, and every way in
// which something can be missing.
#include "api/endpoints/reseller.h"
#include "models/attention/attentiondesk.h"
#include "models/store/accountkey.h"
#include "models/store/accountstore.h"
#include "models/store/cacheconnection.h"
#include "models/tables/ledgerdates.h"
#include "models/tables/transactiontablemodel.h"
#include "models/text/format.h"
#include "tests/ui/partialledger.h"
#include "tests/ui/windowfixture.h"
#include "ui/base/dailytotalsquery.h"
#include "ui/charts/balanceband.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"
#include "ui/ledger/transactionspage.h"
#include "ui/overview/overviewcards.h"
#include "ui/overview/overviewpage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/figurecard.h"
#include "ui/widgets/label.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>

#include <cmath>

using namespace relaybook;
using relaybook::testing::WindowFixture;

class TestOverview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme.apply(*qApp); }
    void init() { m_desk = std::make_unique<WindowFixture>(m_theme); }
    void cleanup() { m_desk.reset(); }

    void figuresAreTheServices();
    void recentTransactionsAreTheNewest();
    void rowsAreCopiedWithHeaders();
    void linkLeadsToTheLedger();
    void theMonthFollowsTheClock();
    void chartsLeadToTheirRows();
    void chartsClaimNothingBeforeTheyKnow();
    void barsShowCentsAndSayAllDigits();
    void chartsAskAgainAfterAFailedReading();
    void figuresOfAnIncompleteLedgerSaySo();
    void daysThatAreNotLoadedStayEmpty();
    void todayIsMarkedWhileItsRowsAreMissing();
    void manyDaysAreDrawnWithTheirRanges();
    void newTransactionArrivesWithF5();
    void withoutPersonalToken();
    void aStoredBalanceStaysWithoutItsToken();
    void withoutResellerKey();
    void serviceFailureKeepsWhatIsThere();
    void nothingReadYet();
    void forecastOfAFreshAccount();
    void runsOutLeadsToTheTopUp();
    void tabKeyFollowsWhatIsSeen();
    void recentRowsAreWhole();
    void cardAndStripSayTheSameTime();
    void balanceIsShownInCents();

private:
    // Buys at the service, outside of the program: a purchase of this month.
    void buyElsewhere();
    // Stores readings as from earlier days: this amount of a type, with this much used per day.
    void fillHistory(const QString &type, double now, double perDay);
    [[nodiscard]] OverviewPage *page()
    {
        return m_desk->window().findChild<OverviewPage *>(QStringLiteral("overviewPage"));
    }
    [[nodiscard]] QString cardName(const char *card)
    {
        const auto *found = WindowFixture::in<FigureCard>(page(), card);
        return found != nullptr && found->isVisible() ? found->accessibleName() : QString();
    }
    [[nodiscard]] QTableView *table()
    {
        return WindowFixture::in<QTableView>(page(), "recentTable");
    }

    Theme m_theme;
    std::unique_ptr<WindowFixture> m_desk;
};

void TestOverview::figuresAreTheServices()
{
    m_desk->open();
    const QString balance = QString::fromStdString(m_desk->server().balance());
    QTRY_VERIFY2(!cardName("balanceCard").contains(QStringLiteral("—")),
                 qPrintable(cardName("balanceCard")));
    QString shown = cardName("balanceCard").section(QStringLiteral(": "), 1);
    shown.remove(QLatin1Char('$')).remove(QLatin1Char(','));
    QCOMPARE(Money::parse(shown), Money::parse(balance));
    QCOMPARE(int(m_desk->session().summary().pools.size()), 3);
    QVERIFY(!cardName("poolCard1").isEmpty());
    QVERIFY(!cardName("poolCard3").isEmpty());
    QVERIFY(cardName("poolCard4").isEmpty());
}

void TestOverview::recentTransactionsAreTheNewest()
{
    m_desk->open();
    QTRY_VERIFY(table()->model()->rowCount() >= 5);
    const auto all = m_desk->server().transactions();
    for (int row = 0; row < table()->model()->rowCount(); ++row) {
        const auto &expected = all.at(all.size() - 1 - std::size_t(row));
        const QModelIndex id = table()->model()->index(row, TransactionTableModel::column("id"));
        QCOMPARE(id.data().toString(), QString::number(expected.id));
    }
    QVERIFY(table()->isColumnHidden(TransactionTableModel::column("id")));
}

void TestOverview::rowsAreCopiedWithHeaders()
{
    m_desk->open();
    table()->selectRow(0);
    table()->setFocus();
    QTest::keyClick(&m_desk->window(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.front().split(QLatin1Char('\t')).size(), 5);
    QCOMPARE(lines.back().split(QLatin1Char('\t')).size(), 5);
}

void TestOverview::linkLeadsToTheLedger()
{
    m_desk->open();
    WindowFixture::click(page(), "allTransactions");
    QCOMPARE(m_desk->window().currentPage()->objectName(), QStringLiteral("transactionsPage"));
}

void TestOverview::buyElsewhere()
{
    m_desk->startSandbox();
    const auto connection = m_desk->connectTo(m_desk->url());
    QVERIFY(connection);
    const sandbox::Access access = m_desk->server().access();
    (*connection)->auth().setResellerKey(Secret(QByteArray::fromStdString(access.resellerKey)));
    bool booked = false;
    const Call call =
        (*connection)
            ->client()
            .send(TopUpTraffic{*TrafficAmount::parseGb(u"1"), QStringLiteral("residential")}, this,
                  [&](const Result<TopUpReceipt> &answer) { booked = answer.has_value(); });
    QTRY_VERIFY(booked);
}

void TestOverview::theMonthFollowsTheClock()
{
    buyElsewhere();
    m_desk->open();
    const auto note = [this] {
        return WindowFixture::in<FigureCard>(page(), "balanceCard")->accessibleDescription();
    };
    const QString nothing = QStringLiteral("Spent $0.00 this month");
    QTRY_VERIFY2(note().startsWith(QStringLiteral("Spent $")), qPrintable(note()));
    QVERIFY(!note().startsWith(nothing));
    // Two months later, without a refresh: nothing new has arrived.
    m_desk->clock().advance(std::chrono::hours(24 * 62));
    for (auto *timer : page()->findChildren<QTimer *>(QStringLiteral("dayTimer"))) {
        timer->start(1);
    }
    QTRY_VERIFY2(note().startsWith(nothing), qPrintable(note()));
    const auto *bars = WindowFixture::in<SpendChart>(page(), "spendChart");
    QTRY_VERIFY(bars->findChild<QAbstractButton *>(QStringLiteral("spendRow0")) == nullptr ||
                !bars->findChild<QAbstractButton *>(QStringLiteral("spendRow0"))->isVisible());
}

void TestOverview::chartsLeadToTheirRows()
{
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const QDate today = dayIn(zone, SystemClock().now());
    buyElsewhere();
    m_desk->open();
    auto *bars = WindowFixture::in<SpendChart>(page(), "spendChart");
    QTRY_VERIFY(bars->findChild<QAbstractButton *>(QStringLiteral("spendRow0")) != nullptr);
    auto *bar = bars->findChild<QAbstractButton *>(QStringLiteral("spendRow0"));
    QTRY_VERIFY(bar->isVisible());
    bar->click();
    const auto *ledger = qobject_cast<TransactionsPage *>(m_desk->window().currentPage());
    QVERIFY(ledger != nullptr);
    if (dayIn(zone, SystemClock().now()) != today) {
        QSKIP("The day changed during the test.");
    }
    LedgerFilter month;
    setDays(month, daysOf(LedgerDates::ThisMonth, today), zone);
    QCOMPARE(ledger->filter().from, month.from);
    QCOMPARE(ledger->filter().until, month.until);
    QCOMPARE(ledger->filter().types, QStringList{QStringLiteral("purchase")});
    QVERIFY(!ledger->filter().product.isEmpty());
    // The text of the bar is the total of these rows.
    const QString spent = bar->accessibleName().section(QStringLiteral(": "), 1);
    const auto *out = m_desk->window().findChild<QLabel *>(QStringLiteral("ledgerOut"));
    QTRY_COMPARE(out->accessibleName(), spent);

    // And a day of the curve, with the keyboard.
    m_desk->window().showPage(QStringLiteral("overviewPage"));
    auto *curve = WindowFixture::in<BalanceChart>(page(), "balanceChart");
    curve->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(curve->currentDay().has_value());
    const qint64 day = *curve->currentDay();
    QTest::keyClick(curve, Qt::Key_Return);
    QCOMPARE(m_desk->window().currentPage(), ledger);
    LedgerFilter expected;
    expected.from = dayStart(day, zone);
    expected.until = dayStart(day + 1, zone);
    QCOMPARE(ledger->filter(), expected);
}

void TestOverview::chartsClaimNothingBeforeTheyKnow()
{
    BalanceChart curve(m_theme);
    SpendChart bars(m_theme, SpendChart::Show::InAndOut);
    QVERIFY(!curve.isKnown() && !bars.isKnown());
    QCOMPARE(curve.summary(), QStringLiteral("Loading…"));
    QCOMPARE(bars.summary(), QStringLiteral("Loading…"));
    curve.setDays({});
    bars.setTotals({});
    QVERIFY(curve.isKnown() && bars.isKnown());
    QCOMPARE(curve.summary(), QStringLiteral("No transactions in these days."));
    QCOMPARE(bars.summary(), QStringLiteral("No transactions to show."));
}

// The nearest cent is shown; the tool tip and screen readers have all digits.
void TestOverview::barsShowCentsAndSayAllDigits()
{
    const auto money = [](const char *text) {
        return Money::parse(QString::fromLatin1(text)).value_or(Money());
    };
    TypeTotal bought;
    bought.type = QStringLiteral("purchase");
    bought.out = money("21.8647");
    TypeTotal deposit;
    deposit.type = QStringLiteral("deposit");
    deposit.in = money("1069.15315");
    SpendChart bars(m_theme, SpendChart::Show::InAndOut);
    bars.setTotals({bought, deposit});
    const auto *out = bars.findChild<QAbstractButton *>(QStringLiteral("spendRow0"));
    const auto *in = bars.findChild<QAbstractButton *>(QStringLiteral("spendRow1"));
    QVERIFY(out != nullptr && in != nullptr);
    QCOMPARE(static_cast<const SpendRow *>(out)->shownSum(), QStringLiteral("−$21.86"));
    QCOMPARE(static_cast<const SpendRow *>(in)->shownSum(), QStringLiteral("+$1,069.15"));
    QCOMPARE(out->accessibleName(), QStringLiteral("Purchase: −$21.8647"));
    QCOMPARE(in->accessibleName(), QStringLiteral("Deposit: +$1,069.15315"));
    QVERIFY2(out->toolTip().startsWith(QStringLiteral("−$21.8647\n")), qPrintable(out->toolTip()));
    bought.out = money("20");
    bars.setTotals({bought});
    QCOMPARE(out->toolTip(), QStringLiteral("Show these transactions"));
}

void TestOverview::chartsAskAgainAfterAFailedReading()
{
    m_desk->open();
    DailyTotalsQuery question(
        m_desk->session(), [] { return DaysAsked{.zone = QTimeZone::utc()}; }, nullptr);
    const QSignalSpy answered(&question, &DailyTotalsQuery::answered);
    const QSignalSpy failed(&question, &DailyTotalsQuery::failed);
    question.ask();
    QTRY_COMPARE(answered.count(), 1);

    const auto other =
        openCache(m_desk->session().queries().storePath(), Connection::Purpose::CacheWriter);
    QVERIFY(other.has_value());
    (*other)->database().exec("ALTER TABLE slot_totals RENAME TO elsewhere");
    question.ask();
    question.askSoon(); // one more query when that was answered
    QTRY_COMPARE(failed.count(), 2);
    (*other)->database().exec("ALTER TABLE elsewhere RENAME TO slot_totals");
    question.askSoon();
    QTRY_COMPARE(answered.count(), 2);
    QCOMPARE(failed.count(), 2);
}

void TestOverview::figuresOfAnIncompleteLedgerSaySo()
{
    m_desk->sandboxOptions.transactions = 3000;
    m_desk->showWindow();
    testing::refuseMostPages(m_desk->server());
    m_desk->openAccount();
    AccountSession &account = m_desk->session();
    const LedgerExtent extent = testing::partialExtent(account);
    QVERIFY(!extent.complete && extent.held > 0 && extent.held < 3000);
    const QString madeFrom = QStringLiteral("from %1 of 3,000").arg(extent.held);
    m_desk->window().findChild<QAction *>(QStringLiteral("span0"))->trigger();
    QTRY_VERIFY(WindowFixture::in<SpendChart>(page(), "spendChart") != nullptr);
    auto *bars = WindowFixture::in<SpendChart>(page(), "spendChart");
    QTRY_VERIFY2(WindowFixture::textOf(bars, "spendSpan").contains(madeFrom),
                 qPrintable(WindowFixture::textOf(bars, "spendSpan")));
    QVERIFY(bars->accessibleDescription().contains(madeFrom));
    auto *curve = WindowFixture::in<BalanceChart>(page(), "balanceChart");
    QTRY_VERIFY(curve->hasMarkedDays());
    QTRY_VERIFY(WindowFixture::in(curve, "balanceLegend")->isVisible());
    QVERIFY2(curve->accessibleDescription().contains(QStringLiteral("not loaded yet")),
             qPrintable(curve->accessibleDescription()));
    auto *cards = WindowFixture::in<OverviewCards>(page(), "overviewCards");
    cards->setBalanceNote(QStringLiteral("Spent $5.00 this month"), madeFrom);
    const auto *card = WindowFixture::in<FigureCard>(page(), "balanceCard");
    QCOMPARE(card->accessibleDescription(),
             QString(QStringLiteral("Spent $5.00 this month. ") % madeFrom % QLatin1Char('.')));

    const auto forecasts = [this] {
        QString said;
        for (const char *pool : {"poolCard1", "poolCard2", "poolCard3"}) {
            // There are cards once the pools are read.
            if (const auto *each = WindowFixture::in<FigureCard>(page(), pool)) {
                said += each->accessibleDescription();
            }
        }
        return said;
    };
    const QString estimated = QStringLiteral("Estimated ") % madeFrom;
    constexpr int pauseWhileLoading = 20'000; // purchases are read from time to time only
    QTRY_VERIFY2_WITH_TIMEOUT(forecasts().contains(estimated), qPrintable(forecasts()),
                              pauseWhileLoading);

    m_desk->server().faults().clearAll();
    account.ledger().resume();
    QTRY_VERIFY(account.summary().ledger.complete);
    QTRY_VERIFY2_WITH_TIMEOUT(!forecasts().contains(QStringLiteral("Estimated from 4")),
                              qPrintable(forecasts()), pauseWhileLoading);
    // Between the last page and its verdict, no day is marked any more, but the notes still stand.
    QTRY_VERIFY(!curve->hasMarkedDays());
    QTRY_VERIFY(!WindowFixture::in(curve, "balanceLegend")->isVisible());
    QTRY_VERIFY(!WindowFixture::textOf(bars, "spendSpan").contains(QStringLiteral("from")));
    QTRY_VERIFY(!bars->accessibleDescription().contains(QStringLiteral("from")));
    QTRY_VERIFY(!curve->accessibleDescription().contains(QStringLiteral("not loaded")));
    QTRY_VERIFY2(!card->accessibleDescription().contains(QStringLiteral("from")),
                 qPrintable(card->accessibleDescription()));
}

void TestOverview::daysThatAreNotLoadedStayEmpty()
{
    BalanceChart curve(m_theme);
    const Money five = Money::fromCents(500);
    const std::vector<DailyTotal> days{{100, 1, five}, {109, 2, five}, {110, 1, Money()}};
    curve.setDays(days, 112, {{{105, 109}}, 90});
    QCOMPARE(curve.period().loaded().size(), std::size_t{2});
    QVERIFY(curve.hasMarkedDays());
    // A gap before the days that are shown marks none of them.
    curve.setDays(days, 112, {{{std::nullopt, 80}}, 90});
    QCOMPARE(curve.period().loaded().size(), std::size_t{3});
    QVERIFY(!curve.hasMarkedDays());
    // Where the ledger begins is not known: its beginning is marked all the same.
    curve.setDays(days, 112, {{{std::nullopt, 100}}, std::nullopt});
    QCOMPARE(curve.period().loaded().size(), std::size_t{2});
    QVERIFY(curve.hasMarkedDays());
    curve.setDays(days, 112, {{{std::nullopt, std::nullopt}}, std::nullopt});
    QCOMPARE(curve.period().loaded().size(), std::size_t{0});
    QCOMPARE(curve.summary(), QStringLiteral("These days are not loaded yet."));
    curve.setDays(days);
    QCOMPARE(curve.period().loaded().size(), std::size_t{3});
    QVERIFY(!curve.hasMarkedDays());
}

void TestOverview::todayIsMarkedWhileItsRowsAreMissing()
{
    m_desk->startSandbox();
    QVERIFY(m_desk->server().bookDeposit("1", "today"));
    m_desk->open();
    BalanceChart *curve = nullptr;
    QTRY_VERIFY((curve = WindowFixture::in<BalanceChart>(page(), "balanceChart")) != nullptr);
    QTRY_VERIFY(curve->period().loaded().size() > 1);
    QVERIFY(!curve->hasMarkedDays());
    for (int row = 0; row < 300; ++row) {
        QVERIFY(m_desk->server().bookDeposit("1", "new"));
    }
    QVERIFY(!m_desk->server().faults().set("forbid=1005,after=1,on=listTransactions"));
    m_desk->session().refresh(Area::Transactions);
    QTRY_COMPARE(m_desk->session().ledger().progress().state, LedgerProgress::Failed);
    QTRY_VERIFY(curve->hasMarkedDays());
    QVERIFY(WindowFixture::in(curve, "balanceLegend")->isVisible());
    m_desk->server().faults().clearAll();
    m_desk->session().ledger().resume();
    QTRY_VERIFY(m_desk->session().summary().ledger.complete);
    QTRY_VERIFY(!curve->hasMarkedDays());
}

void TestOverview::manyDaysAreDrawnWithTheirRanges()
{
    const auto daysWithRanges = [](qint64 count) {
        std::vector<DailyTotal> days;
        for (qint64 day = 0; day < count; ++day) {
            DailyTotal total{1000 + day, 3, Money::fromCents(5000)};
            total.range = BalanceRange{Money::fromCents(4000 - day), Money::fromCents(9000 + day)};
            days.push_back(total);
        }
        return days;
    };
    BalanceChart curve(m_theme);
    curve.setDays(daysWithRanges(BalancePeriod::mostSteps));
    QVERIFY(!curve.period().hasRanges());
    QVERIFY2(curve.summary().contains(QStringLiteral("Highest: $50.00")),
             qPrintable(curve.summary()));
    curve.setDays(daysWithRanges(700));
    QVERIFY(curve.period().hasRanges());
    QVERIFY2(curve.summary().contains(QStringLiteral("Lowest: $33.01. Highest: $96.99")),
             qPrintable(curve.summary()));
    // Days that are not loaded are holes of the band too.
    std::vector<DailyTotal> days = daysWithRanges(10);
    days.erase(days.begin() + 6); // a day without transactions
    days.erase(days.begin() + 3, days.begin() + 5);
    const BandCurve band =
        bandCurve(balanceSteps(days, {{1003, 1004}}, 1, 1011), {{1003, 1004}}, 1011);
    QCOMPARE(band.keys, (QVector<double>{1000, 1001, 1002, 1003, 1003, 1005, 1006, 1007, 1008, 1009,
                                         1010, 1011}));
    QVERIFY(std::isnan(band.lows.at(4)) && std::isnan(band.highs.at(4)));
    QCOMPARE(band.lows.at(6), 50.0);
    QCOMPARE(band.highs.at(6), 50.0);
    QCOMPARE(band.lows.at(2), 39.98);
    QCOMPARE(band.highs.at(11), 50.0);
}

void TestOverview::newTransactionArrivesWithF5()
{
    m_desk->open();
    QVERIFY(!m_desk->server().faults().set("shifting-pages=1,next=1"));
    const auto before = m_desk->server().transactionCount();
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    QTRY_VERIFY(m_desk->server().transactionCount() > before);
    m_desk->server().faults().clearAll();
    QTRY_VERIFY(m_desk->isLoaded());
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    const auto newest = QString::number(m_desk->server().transactions().back().id);
    QTRY_COMPARE(table()->model()->index(0, TransactionTableModel::column("id")).data().toString(),
                 newest);
}

void TestOverview::withoutPersonalToken()
{
    m_desk->personal = false;
    m_desk->open();
    QTRY_VERIFY(WindowFixture::in(page(), "noBalanceCard")->isVisible());
    QVERIFY(cardName("balanceCard").isEmpty());
    QTRY_VERIFY(!cardName("poolCard1").isEmpty());
    const auto *empty = WindowFixture::in<EmptyState>(page(), "recentEmpty");
    QTRY_VERIFY(empty->isVisible());
    QVERIFY(empty->content().title.contains(QStringLiteral("personal")));
    WindowFixture::click(WindowFixture::in(page(), "recentEmpty"), "emptyStateAction");
    QVERIFY(m_desk->sheet("signInDialog") != nullptr);
}

/// The keychain does not answer, or a start with tokens of the environment cannot check them.
void TestOverview::aStoredBalanceStaysWithoutItsToken()
{
    m_desk->open();
    const QString before = cardName("balanceCard");
    QVERIFY(!before.isEmpty());
    m_desk->personal = false;
    m_desk->reseller = false;
    m_desk->close();
    m_desk->showWindow();
    m_desk->openAccount();
    QTRY_VERIFY(!cardName("balanceCard").isEmpty());
    QVERIFY2(cardName("balanceCard").startsWith(before.section(u',', 0, 0)),
             qPrintable(before + u'\n' + cardName("balanceCard")));
    QVERIFY(!WindowFixture::in(page(), "noBalanceCard")->isVisible());
}

void TestOverview::withoutResellerKey()
{
    m_desk->reseller = false;
    m_desk->open();
    QTRY_VERIFY(WindowFixture::in(page(), "noPoolsCard")->isVisible());
    QVERIFY(WindowFixture::textOf(page(), "noPoolsCardWords").contains(QStringLiteral("Reseller")));
    QVERIFY(!cardName("balanceCard").isEmpty());
    QTRY_VERIFY(table()->model()->rowCount() > 0);
}

void TestOverview::serviceFailureKeepsWhatIsThere()
{
    m_desk->open();
    const QString before = cardName("balanceCard");
    QVERIFY(!m_desk->server().faults().set("error-500"));
    QTest::keyClick(&m_desk->window(), Qt::Key_F5);
    auto *trouble = WindowFixture::in<Banner>(page(), "overviewTrouble");
    QTRY_VERIFY(trouble->isVisible());
    QVERIFY(trouble->lead().contains(QStringLiteral("its side")));
    QCOMPARE(cardName("balanceCard"), before);
    QVERIFY(table()->model()->rowCount() > 0);
    WindowFixture::click(trouble, "overviewDetails");
    QVERIFY(m_desk->sheet("errorDetailsDialog") != nullptr);
    m_desk->sheet("errorDetailsDialog")->reject();
    m_desk->server().faults().clearAll();
    WindowFixture::click(trouble, "overviewTryAgain");
    QTRY_VERIFY(!trouble->isVisible());
}

void TestOverview::nothingReadYet()
{
    m_desk->showWindow();
    QVERIFY(!m_desk->server().faults().set("error-500"));
    m_desk->openAccount();
    const auto *empty = WindowFixture::in<EmptyState>(page(), "recentEmpty");
    QTRY_VERIFY2(empty->isVisible() && empty->content().action == QStringLiteral("Try again"),
                 qPrintable(empty->content().title));
    QVERIFY(empty->content().text.contains(QStringLiteral("its side")));
    m_desk->server().faults().clearAll();
    WindowFixture::click(WindowFixture::in(page(), "recentEmpty"), "emptyStateAction");
    QTRY_VERIFY(table()->model()->rowCount() > 0);
    QVERIFY(!empty->isVisible());
}

void TestOverview::fillHistory(const QString &type, double now, double perDay)
{
    using namespace std::chrono_literals;
    const SystemClock clock;
    const QString folder = m_desk->folder() % QStringLiteral("/accounts/") %
                           accountKey(m_desk->url(), QStringLiteral("tester"));
    auto store = AccountStore::open(folder, clock);
    QVERIFY(store.has_value());
    constexpr int hours = 8 * 24;
    for (int ago = hours; ago > 0; ago -= 6) {
        TrafficPool pool;
        pool.type = type;
        pool.left = TrafficAmount::fromUnits(
            std::llround((now + perDay * ago / 24) * double(TrafficAmount::unitsPerGb)));
        const Instant at = clock.now() - 1h * ago;
        (*store)->write(
            [pool, at](CacheWriter &writer) {
                writer.account().putPools({pool}, at);
                return Stored{};
            },
            this, [](const StoreResult<Stored> &) {});
    }
    (*store)->waitForWriter();
}

void TestOverview::forecastOfAFreshAccount()
{
    m_desk->open();
    const auto *card = WindowFixture::in<FigureCard>(page(), "poolCard1");
    QTRY_VERIFY(card->isVisible());
    // Nothing was read before; the total usage that the service reports for all types is in the
    // tool tip only.
    QTRY_VERIFY2(card->accessibleDescription() ==
                         QStringLiteral("Known for less than a day. A forecast needs 3 days.") ||
                     card->accessibleDescription().contains(QStringLiteral("Estimated from")),
                 qPrintable(card->accessibleDescription()));
    QVERIFY(!card->findChild<UsageBar *>()->isVisible());
}

void TestOverview::runsOutLeadsToTheTopUp()
{
    m_desk->startSandbox();
    QVERIFY(m_desk->server().setPoolGb("mobile", "30.2"));
    fillHistory(QStringLiteral("mobile"), 30.2, 9.8);
    m_desk->open();
    auto *attention = WindowFixture::in(page(), "attentionCard");
    // What is stored is shown first, and then what the service says.
    QTRY_COMPARE(WindowFixture::textOf(attention, "attentionTitle1"),
                 QStringLiteral("Mobile traffic runs out in about 3 days"));
    QVERIFY(attention->isVisible());
    const QString text = WindowFixture::textOf(attention, "attentionText1");
    QVERIFY2(text.contains(QStringLiteral("9.8 GB a day, 30.2 GB left")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral(" GB more would last for 30 days")), qPrintable(text));
    const auto pools = m_desk->session().summary().pools;
    const auto mobile = std::find_if(pools.begin(), pools.end(), [](const TrafficPool &pool) {
        return pool.type == QLatin1String("mobile");
    });
    QVERIFY(mobile != pools.end());
    const QByteArray name =
        QByteArrayLiteral("poolCard") + QByteArray::number(qlonglong(mobile - pools.begin() + 1));
    const auto *card = WindowFixture::in<FigureCard>(page(), name.constData());
    QVERIFY2(card->accessibleDescription().contains(QStringLiteral("2 to 4 days left")),
             qPrintable(card->accessibleDescription()));
    // In the colour of a warning, and with its icon.
    QVERIFY(card->findChild<QWidget *>(QStringLiteral("cardMark"))->isVisible());
    QCOMPARE(card->findChild<Label *>(QStringLiteral("cardSubLine"))->role(), Role::Warning);
    WindowFixture::click(attention, "attentionAction1");
    QTRY_VERIFY(m_desk->sheet("topUpDialog") != nullptr);
    const auto *edit = WindowFixture::in<QLineEdit>(m_desk->sheet("topUpDialog"), "amountEdit");
    const auto proposed = m_desk->session().attention().entries().front().proposed;
    QVERIFY(proposed.has_value());
    QCOMPARE(TrafficAmount::parseGb(edit->text()), proposed);
}

void TestOverview::tabKeyFollowsWhatIsSeen()
{
    m_desk->startSandbox();
    QVERIFY(m_desk->server().setPoolGb("mobile", "30.2"));
    fillHistory(QStringLiteral("mobile"), 30.2, 9.8);
    m_desk->open();
    QTRY_VERIFY(WindowFixture::in(page(), "attentionCard")->isVisible());
    QTRY_VERIFY(WindowFixture::in(page(), "spendChart") != nullptr);
    const auto inTabOrder = [this] {
        QList<QWidget *> order;
        for (QWidget *each = page()->nextInFocusChain(); each != page();
             each = each->nextInFocusChain()) {
            if (page()->isAncestorOf(each) && each->isVisible() &&
                (each->focusPolicy() & Qt::TabFocus) != 0) {
                order.append(each);
            }
        }
        return order;
    };
    const auto place = [this](const QWidget *widget) {
        return QRect(widget->mapTo(page(), QPoint()), widget->size());
    };
    const auto misplaced = [&]() -> QString {
        const QList<QWidget *> order = inTabOrder();
        for (qsizetype i = 1; i < order.size(); ++i) {
            const QRect before = place(order.at(i - 1));
            const QRect here = place(order.at(i));
            const bool sameLine = here.top() <= before.bottom() && before.top() <= here.bottom();
            if (sameLine ? here.left() <= before.left() : here.top() <= before.top()) {
                return order.at(i)->objectName();
            }
        }
        return {};
    };
    for (const QSize &size : {QSize(800, 600), QSize(1280, 800)}) {
        m_desk->window().resize(size);
        // A chart makes its bars as the totals arrive; the next layout gives them a place. Early in
        // a month there are none.
        QTRY_COMPARE(misplaced(), QString());
        QVERIFY(inTabOrder().size() >= 8); // two in the header, a link, three top-ups, two charts
    }
}

void TestOverview::recentRowsAreWhole()
{
    m_desk->open();
    QTRY_VERIFY(table()->model()->rowCount() >= 5);
    // At the last one there is room for more than the least rows, whatever "Needs attention" lists.
    for (const int height : {600, 800, 911, 1000, 1007, 1100}) {
        m_desk->window().resize(1280, height);
        // As many as there is room for, so that nothing is scrolled.
        QTRY_COMPARE(table()->viewport()->height(), 32 * table()->model()->rowCount());
        QCOMPARE(table()->rowHeight(0), 32);
        QVERIFY(table()->model()->rowCount() >= 5);
    }
    QTRY_VERIFY(table()->model()->rowCount() > 5);
    // The room that is left below them does not keep the card from getting lower again.
    const QWidget *card = WindowFixture::in(page(), "recentCard");
    const int least = card->minimumSizeHint().height();
    m_desk->window().resize(1280, 1113);
    QTRY_COMPARE(table()->viewport()->height(), 32 * table()->model()->rowCount());
    QCOMPARE(card->minimumSizeHint().height(), least);
}

void TestOverview::cardAndStripSayTheSameTime()
{
    m_desk->open();
    const auto strip = [this] { return WindowFixture::textOf(&m_desk->window(), "asOf"); };
    QTRY_VERIFY(strip().startsWith(QStringLiteral("Updated ")));
    QTRY_VERIFY2(WindowFixture::in<FigureCard>(page(), "balanceCard")
                     ->accessibleDescription()
                     .contains(strip()),
                 qPrintable(strip()));
}

void TestOverview::balanceIsShownInCents()
{
    m_desk->startSandbox();
    QVERIFY(m_desk->server().bookDeposit("0.0023", "Correction"));
    const auto exact = Money::parse(QString::fromStdString(m_desk->server().balance()));
    QVERIFY(exact && format::downToCents(*exact) != *exact);
    m_desk->open();
    // What is heard is what is seen; all digits describe it.
    QTRY_COMPARE(cardName("balanceCard"),
                 QStringLiteral("Balance: ") + format::money(format::downToCents(*exact)));
    QVERIFY(WindowFixture::in<FigureCard>(page(), "balanceCard")
                ->accessibleDescription()
                .contains(format::money(*exact)));
    const auto labels =
        WindowFixture::in<FigureCard>(page(), "balanceCard")->findChildren<QLabel *>();
    const QString inCents = format::money(format::downToCents(*exact));
    const auto figure = std::find_if(labels.begin(), labels.end(),
                                     [&](const QLabel *label) { return label->text() == inCents; });
    QVERIFY(figure != labels.end());
    QCOMPARE((*figure)->toolTip(), format::money(*exact));
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestOverview)
#include "test_overview.moc"
