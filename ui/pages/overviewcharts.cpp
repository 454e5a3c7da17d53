// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overviewcharts.h"

#include "models/format.h"
#include "ui/charts/balancechart.h"
#include "ui/charts/spendchart.h"
#include "ui/widgets/card.h"

#include <QDateTime>
#include <QHBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int chartGap = 14;
constexpr int spendWidth = 320;
constexpr int chartHeight = 236;
constexpr auto shortly = std::chrono::milliseconds(150);

Card *cardAround(QWidget *content, const Theme &theme, const char *name, QWidget *parent)
{
    auto *card = new Card(theme, parent);
    card->setObjectName(QLatin1String(name));
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(14, 12, 14, 10);
    column->addWidget(content);
    return card;
}

} // namespace

OverviewCharts::OverviewCharts(AccountSession &account, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_account(account)
    , m_balance(new BalanceChart(theme, this))
    , m_spend(new SpendChart(theme, this))
{
    setObjectName(QStringLiteral("overviewCharts"));
    m_balance->setObjectName(QStringLiteral("balanceChart"));
    m_spend->setObjectName(QStringLiteral("spendChart"));
    m_spend->setSpan(tr("This month"));
    auto *spend = cardAround(m_spend, theme, "spendCard", this);
    spend->setFixedWidth(spendWidth);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(chartGap);
    row->addWidget(cardAround(m_balance, theme, "balanceChartCard", this), 1);
    row->addWidget(spend);
    setFixedHeight(chartHeight);
    connect(&account, &AccountSession::summaryChanged, this, &OverviewCharts::askSoon);
    m_soon.setSingleShot(true);
    m_soon.setInterval(shortly);
    connect(&m_soon, &QTimer::timeout, this, &OverviewCharts::ask);
}

void OverviewCharts::setDays(std::optional<int> days)
{
    if (days != m_days) {
        m_days = days;
        m_rows = -1;
        ask();
    }
}

void OverviewCharts::setSuspended(bool suspended)
{
    m_suspended = suspended;
    ask();
}

void OverviewCharts::askSoon()
{
    if (!m_soon.isActive()) {
        m_soon.start();
    }
}

// Once for each state of the ledger: what is shown stays until the newer figures are there.
void OverviewCharts::ask()
{
    const AccountSummary &summary = m_account.summary();
    if (m_suspended || summary.transactions == m_rows) {
        return;
    }
    m_rows = summary.transactions;
    const QDate today = QDateTime::currentDateTimeUtc().date();
    const qint64 firstOfMonth = QDate(1970, 1, 1).daysTo(QDate(today.year(), today.month(), 1));
    std::optional<Instant> from;
    if (m_days) {
        const qint64 first = QDate(1970, 1, 1).daysTo(today.addDays(-*m_days));
        from = dayStart(std::min(first, firstOfMonth));
    }
    m_balance->setDimmed(true);
    m_account.dailyTotals(
        from, std::nullopt, this,
        [this, mine = ++m_generation, firstOfMonth](const std::vector<DailyTotal> &days) {
            if (mine == m_generation) {
                take(days, firstOfMonth);
            }
        });
}

void OverviewCharts::take(const std::vector<DailyTotal> &days, qint64 firstOfMonth)
{
    const QString &currency = m_account.summary().currency;
    m_balance->setDimmed(false);
    m_balance->setCurrency(currency);
    m_spend->setCurrency(currency);
    const QDate today = QDateTime::currentDateTimeUtc().date();
    const qint64 now = QDate(1970, 1, 1).daysTo(today);
    std::vector<DailyTotal> shown;
    std::vector<DailyTotal> month;
    std::optional<Money> spent = Money();
    for (const DailyTotal &day : days) {
        if (!m_days || day.day >= now - *m_days) {
            shown.push_back(day);
        }
        if (day.day >= firstOfMonth) {
            month.push_back(day);
            spent = spent && day.fits ? spent->plus(day.out) : std::nullopt;
        }
    }
    m_balance->setDays(shown, now);
    m_spend->setDays(month);
    Q_EMIT spentThisMonth(
        spent && !spent->isZero()
            ? tr("Spent %1 this month")
                  .arg(format::money(*spent, format::Sign::WhereNegative, currency))
            : QString());
}

} // namespace relaybook
