// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewcharts.h"

#include "models/sync/ledgerindexer.h"
#include "models/tables/ledgerdates.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/ledgerextenttext.h"
#include "ui/base/dailytotalsquery.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"
#include "ui/theme/style.h"
#include "ui/widgets/card.h"

#include <QHBoxLayout>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace relaybook {

namespace {

constexpr int chartGap = 14;
constexpr int spendWidth = 320;
constexpr int chartHeight = 236;

Card *emptyCard(const Theme &theme, const char *name, QWidget *parent)
{
    auto *card = new Card(theme, parent);
    card->setObjectName(QLatin1String(name));
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(12, 12, 12, 10); // the charts add 4
    return card;
}

} // namespace

OverviewCharts::OverviewCharts(AccountSession &account, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_account(account)
    , m_zone(QTimeZone::systemTimeZone())
    , m_theme(theme)
    , m_balanceCard(emptyCard(theme, "balanceChartCard", this))
    , m_spendCard(emptyCard(theme, "spendCard", this))
{
    setObjectName(QStringLiteral("overviewCharts"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(chartGap);
    row->addWidget(m_balanceCard, 1);
    row->addWidget(m_spendCard);
    setFixedHeight(metric::scaled(chartHeight, fontMetrics()));
    m_question = new DailyTotalsQuery(
        account, [this] { return daysAsked(); }, this);
    connect(m_question, &DailyTotalsQuery::asked, this, [this] {
        if (m_balance) {
            m_balance->setDimmed(true);
        }
    });
    connect(m_question, &DailyTotalsQuery::answered, this, &OverviewCharts::take);
    connect(m_question, &DailyTotalsQuery::failed, this, [this] { m_rows = -1; });
    connect(m_question, &DailyTotalsQuery::dayChanged, this, [this] { m_rows = -1; });
    connect(&account, &AccountSession::summaryChanged, m_question, &DailyTotalsQuery::askSoon);
    connect(&account.ledger().indexer(), &LedgerIndexer::progressed, this, [this] {
        m_rows = -1; // the number of rows is the same, but the totals contain more of them
        m_question->askSoon();
    });
}

void OverviewCharts::buildCharts()
{
    m_balance = new BalanceChart(m_theme, this);
    m_balance->setZone(format::zoneName(m_zone));
    m_balance->setObjectName(QStringLiteral("balanceChart"));
    m_balanceCard->layout()->addWidget(m_balance);
    m_spend = new SpendChart(m_theme, SpendChart::Show::SpendOnly, this);
    m_spend->setObjectName(QStringLiteral("spendChart"));
    m_spend->setSpan(tr("This month, %1", "a time zone").arg(format::zoneName(m_zone)));
    m_spendCard->layout()->addWidget(m_spend);
    connect(m_balance, &BalanceChart::daysChosen, this, [this](qint64 first, qint64 last) {
        LedgerFilter rows;
        rows.from = dayStart(first, m_zone);
        rows.until = dayStart(last + 1, m_zone);
        Q_EMIT rowsChosen(rows);
    });
    connect(m_spend, &SpendChart::rowsChosen, this, [this](LedgerFilter rows) {
        relaybook::setDays(rows, relaybook::daysOf(LedgerDates::ThisMonth, today()), m_zone);
        Q_EMIT rowsChosen(rows);
    });
}

void OverviewCharts::setDays(std::optional<int> days)
{
    if (days != m_days) {
        m_days = days;
        m_rows = -1;
        m_question->ask();
    }
}

void OverviewCharts::setSuspended(bool suspended)
{
    m_suspended = suspended;
    if (m_wasPainted) { // otherwise the query would delay the first frame
        m_question->ask();
    }
}

// Queries once for each state of the ledger. The old figures stay until the new ones are available.
std::optional<DaysAsked> OverviewCharts::daysAsked()
{
    const AccountSummary &summary = m_account.summary();
    if (m_suspended || (summary.transactions == m_rows && summary.ledger == m_ledger)) {
        return std::nullopt;
    }
    m_rows = summary.transactions;
    m_ledger = summary.ledger;
    const qint64 now = QDate(1970, 1, 1).daysTo(today());
    const qint64 firstOfMonth = now - today().day() + 1;
    std::optional<Instant> from;
    if (m_days) {
        from = dayStart(std::min(now - *m_days, firstOfMonth), m_zone);
    }
    return DaysAsked{.from = from,
                     .typesFrom = dayStart(firstOfMonth, m_zone),
                     .zone = m_zone,
                     .ranges = !m_days || *m_days > BalancePeriod::mostSteps};
}

QDate OverviewCharts::today() const
{
    return dayIn(m_zone, m_account.clock().now());
}

void OverviewCharts::take(const DailyTotals &totals)
{
    std::optional<Money> spent = Money();
    for (const TypeTotal &type : totals.types) {
        spent = spent && type.fits ? spent->plus(type.out) : std::nullopt;
    }
    // In cents, as in the chart beside it, whose tool tips have all digits.
    const bool isKnown = spent && m_account.ledger().indexer().isCaughtUp() &&
                         (!spent->isZero() || totals.ledger.complete);
    Q_EMIT spentThisMonth(
        isKnown ? tr("Spent %1 this month")
                      .arg(format::money(format::nearestCents(*spent), format::Sign::WhereNegative,
                                         m_account.summary().currency))
                : QString(),
        withNotInSums(madeFromText(totals.ledger), totals.tooLarge));
    showTotals(totals);
}

// The balance gets the larger part, also in a narrow window.
void OverviewCharts::resizeEvent(QResizeEvent *event)
{
    constexpr int largestShare = 42; // per cent
    m_spendCard->setFixedWidth(
        std::min(metric::scaled(spendWidth, fontMetrics()), width() * largestShare / 100));
    QWidget::resizeEvent(event);
}

void OverviewCharts::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    if (!std::exchange(m_wasPainted, true)) {
        QTimer::singleShot(0, m_question, &DailyTotalsQuery::ask);
    }
}

void OverviewCharts::showTotals(const DailyTotals &totals)
{
    if (!m_balance) {
        buildCharts();
    }
    const QString &currency = m_account.summary().currency;
    const bool counting = !m_account.ledger().indexer().isCaughtUp();
    m_balance->setDimmed(counting);
    m_spend->setCounting(counting);
    m_balance->setCurrency(currency);
    m_spend->setCurrency(currency);
    const qint64 now = QDate(1970, 1, 1).daysTo(today());
    // The month may have begun before the first day of the curve.
    std::vector<DailyTotal> shown;
    std::copy_if(
        totals.days.begin(), totals.days.end(), std::back_inserter(shown),
        [this, now](const DailyTotal &day) { return !m_days || day.day >= now - *m_days; });
    const auto from = m_days ? std::optional(now - *m_days) : std::nullopt;
    // The curve ends with the last known balance. A day with missing rows is marked.
    const bool isTodayLost = std::any_of(totals.gaps.begin(), totals.gaps.end(),
                                         [now](const DayGap &gap) { return gap.contains(now); });
    m_balance->setDays(shown, isTodayLost ? now + 1 : now, {totals.gaps, from});
    m_spend->setMadeFrom(madeFromShort(totals.ledger));
    m_spend->setNotInSums(notInSumsText(totals.tooLarge));
    m_spend->setTotals(totals.types);
}

} // namespace relaybook
