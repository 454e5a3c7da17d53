// SPDX-License-Identifier: GPL-3.0-or-later
// The charts above the transactions: the balance over the days that the ledger is filtered to,
// which follows the store while it is visible, and what the filtered transactions brought in and
// took out, by type.
#pragma once

#include "models/account/accountsession.h"
#include "ui/widgets/card.h"

namespace relaybook {

class BalanceChart;
class LedgerFigures;
class SpendChart;
class DailyTotalsQuery;

class LedgerCharts : public Card
{
    Q_OBJECT

public:
    LedgerCharts(AccountSession &account, const Theme &theme, QWidget *parent = nullptr);

    /// `days` names the filter's days for people. The balance is that of the account at the end of
    /// each day, whatever else the filter asks for.
    void setFilter(const LedgerFilter &filter, const QString &days);
    /// The totals of the filtered transactions by type: those that the footer is made of.
    void setFigures(const LedgerFigures &figures);

Q_SIGNALS:
    /// The day as days since 1970, in this computer's time zone.
    void dayChosen(qint64 day);
    /// A filter with the types, the product and the direction of a bar.
    void rowsChosen(const relaybook::LedgerFilter &rows);

protected:
    void showEvent(QShowEvent *event) override;

private:
    [[nodiscard]] std::optional<DaysAsked> daysAsked();
    void take(const DailyTotals &totals);
    [[nodiscard]] std::vector<DayGap> gapsInSpan(const std::vector<DayGap> &gaps) const;
    [[nodiscard]] qint64 dayAfter(Instant until) const;

    AccountSession &m_account;
    const QTimeZone m_zone;
    BalanceChart *m_balance;
    SpendChart *m_spend;
    DailyTotalsQuery *m_question = nullptr;
    std::optional<Instant> m_from;
    std::optional<Instant> m_until;
    bool m_stale = true; ///< something changed while the charts were not visible
};

} // namespace relaybook
