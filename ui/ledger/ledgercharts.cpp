// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgercharts.h"

#include "models/account/ledgerfigures.h"
#include "models/sync/ledgerindexer.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/ledgerextenttext.h"
#include "ui/base/dailytotalsquery.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <iterator>
#include <utility>

namespace relaybook {

namespace {

// Margins inside the card. The bottom margin is equal to the top margin.
constexpr int besideCharts = 12;
constexpr int aboveCharts = 8;
constexpr int aboveLine = 3;

} // namespace

LedgerCharts::LedgerCharts(AccountSession &account, const Theme &theme, QWidget *parent)
    : Card(theme, parent)
    , m_account(account)
    , m_zone(QTimeZone::systemTimeZone())
    , m_whole(new QWidget(this))
    , m_foldedLine(makeFoldedLine())
    , m_balance(new BalanceChart(theme, m_whole))
    , m_spend(new SpendChart(theme, SpendChart::Show::InAndOut, m_whole))
{
    setObjectName(QStringLiteral("ledgerCharts"));
    setAccessibleName(tr("Charts"));
    build();
    m_balance->setZone(format::zoneName(m_zone));
    m_question = new DailyTotalsQuery(
        account, [this] { return daysAsked(); }, this);
    connect(m_question, &DailyTotalsQuery::asked, m_balance,
            [this] { m_balance->setDimmed(true); });
    connect(m_question, &DailyTotalsQuery::answered, this, &LedgerCharts::take);
    connect(m_question, &DailyTotalsQuery::failed, this, [this] { m_stale = true; });
    connect(&account, &AccountSession::summaryChanged, m_question, &DailyTotalsQuery::askSoon);
    const auto showCurrency = [this] { m_spend->setCurrency(m_account.summary().currency); };
    connect(&account, &AccountSession::summaryChanged, this, showCurrency);
    showCurrency();
    connect(&account.ledger().indexer(), &LedgerIndexer::progressed, m_question,
            &DailyTotalsQuery::askSoon);
    connect(m_balance, &BalanceChart::daysChosen, this, &LedgerCharts::daysChosen);
    connect(m_spend, &SpendChart::rowsChosen, this, &LedgerCharts::rowsChosen);
}

void LedgerCharts::build()
{
    constexpr int spendWidth = 250;
    m_spend->setFixedWidth(spendWidth);
    auto *row = new QHBoxLayout(m_whole);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(20);
    row->addWidget(m_balance, 1);
    row->addWidget(m_spend);
    m_whole->installEventFilter(this);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(besideCharts, aboveCharts, besideCharts, aboveCharts);
    column->setSpacing(0);
    column->addWidget(m_whole, 1);
    column->addWidget(m_foldedLine);
}

QWidget *LedgerCharts::makeFoldedLine()
{
    auto *line = new QWidget(this);
    line->setObjectName(QStringLiteral("foldedCharts"));
    auto *text = new ElidedLabel(theme(), Role::QuietText, TextStyle::Caption,
                                 tr("The window is too low for the charts."), line);
    auto *unfold = new QPushButton(tr("Show charts"), line);
    unfold->setObjectName(QStringLiteral("unfoldChartsButton"));
    unfold->setAccessibleName(tr("Show the charts and scroll to the table"));
    unfold->setAutoDefault(false);
    setButtonKind(*unfold, ButtonKind::Link);
    connect(unfold, &QPushButton::clicked, this, &LedgerCharts::unfoldWanted);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(text, 1);
    row->addWidget(unfold);
    line->hide();
    return line;
}

void LedgerCharts::fitInto(int height)
{
    const bool isLine = height < balanceHeight();
    const bool hadFocus = m_foldedLine->isAncestorOf(window()->focusWidget());
    m_spend->setVisible(height >= wholeHeight());
    m_whole->setVisible(!isLine);
    m_foldedLine->setVisible(isLine);
    const int above = isLine ? aboveLine : aboveCharts;
    layout()->setContentsMargins(besideCharts, above, besideCharts, above);
    if (hadFocus && !isLine) {
        m_balance->setFocus(Qt::OtherFocusReason);
    }
}

int LedgerCharts::wholeHeight() const
{
    return std::max(balanceHeight(), spendHeight() + 2 * aboveCharts);
}

/// The least height, with all lines that the wrapped texts need at the chart's width.
int LedgerCharts::spendHeight() const
{
    const QLayout &layout = *m_spend->layout();
    // A layout without wrapping texts has no height for a width.
    return layout.hasHeightForWidth() ? layout.totalMinimumHeightForWidth(m_spend->minimumWidth())
                                      : layout.totalMinimumSize().height();
}

int LedgerCharts::balanceHeight() const
{
    return m_balance->minimumSizeHint().height() + 2 * aboveCharts;
}

bool LedgerCharts::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_whole && event->type() == QEvent::LayoutRequest) {
        m_spend->setMinimumHeight(spendHeight());
        const int height = wholeHeight();
        if (std::exchange(m_wholeHeight, height) != height) {
            Q_EMIT heightChanged();
        }
    }
    return Card::eventFilter(watched, event);
}

void LedgerCharts::setFilter(const LedgerFilter &filter, const QString &days)
{
    const bool isOfDays = filter.hasOnlyTimes();
    const QString matching = tr("Only matching transactions");
    const QString zoned =
        days.isEmpty() ? days
                       : tr("%1, %2", "days, a time zone").arg(days, format::zoneName(m_zone));
    m_spend->setSpan(isOfDays ? zoned
                     : zoned.isEmpty()
                         ? matching
                         : tr("%1 · %2", "days, which transactions").arg(zoned, matching));
    if (filter.from == m_from && filter.until == m_until) {
        return;
    }
    m_from = filter.from;
    m_until = filter.until;
    m_question->ask();
}

void LedgerCharts::setFigures(const LedgerFigures &figures)
{
    m_spend->setCounting(figures.isBusy());
    if (!figures.totals() || figures.isBusy()) {
        return;
    }
    m_spend->setMadeFrom(madeFromShort(figures.ledger()));
    m_spend->setNotInSums(notInSumsText(figures.totals()->tooLarge));
    m_spend->setTotals(figures.totals()->types);
}

void LedgerCharts::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    if (m_stale) {
        m_question->ask();
    }
}

std::optional<DaysAsked> LedgerCharts::daysAsked()
{
    m_stale = !isVisible();
    if (m_stale) {
        return std::nullopt;
    }
    const std::optional<Instant> until =
        m_until ? std::optional(dayStart(dayAfter(*m_until), m_zone)) : std::nullopt;
    const qint64 end = dayOf(until.value_or(m_account.clock().now()), m_zone);
    const bool manyDays = !m_from || end - dayOf(*m_from, m_zone) > BalancePeriod::mostSteps;
    // The footer's figures contain the sums by type, for every filter.
    return DaysAsked{
        .from = m_from, .until = until, .zone = m_zone, .ranges = manyDays, .types = false};
}

// The first day after the range: a part of a day counts as the whole day.
qint64 LedgerCharts::dayAfter(Instant until) const
{
    return dayOf(until - std::chrono::milliseconds(1), m_zone) + 1;
}

// Leaves out the gaps after the filtered days.
std::vector<DayGap> LedgerCharts::gapsInSpan(const std::vector<DayGap> &gaps) const
{
    std::vector<DayGap> found;
    std::copy_if(gaps.begin(), gaps.end(), std::back_inserter(found), [this](const DayGap &gap) {
        return !m_until || !gap.first || *gap.first < dayAfter(*m_until);
    });
    return found;
}

void LedgerCharts::take(const DailyTotals &totals)
{
    const AccountSummary &summary = m_account.summary();
    const bool counting = !m_account.ledger().indexer().isCaughtUp();
    m_balance->setDimmed(counting);
    m_balance->setCurrency(summary.currency);
    // The time up to which the last balance is known to be valid.
    std::optional<qint64> end;
    if (m_until) {
        end = dayAfter(*m_until);
    }
    if (summary.balanceAsOf) {
        const qint64 known = dayOf(*summary.balanceAsOf, m_zone) + 1;
        end = end ? std::min(*end, known) : known;
    }
    const auto from = m_from ? std::optional(dayOf(*m_from, m_zone)) : std::nullopt;
    m_balance->setDays(totals.days, end, {gapsInSpan(totals.gaps), from});
}

} // namespace relaybook
