// SPDX-License-Identifier: GPL-3.0-or-later
// The charts above the transactions: the balance over the filtered days, updated from the store
// while it is visible, and the sums of the filtered transactions, in and out, by type.
#pragma once

#include "models/accounts/accountsession.h"
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

    /// `days` names the filter's days for people. The chart shows the account's balance at the end
    /// of each day; other parts of the filter do not change it.
    void setFilter(const LedgerFilter &filter, const QString &days);
    /// The totals of the filtered transactions by type, which the footer uses too.
    void setFigures(const LedgerFigures &figures);

    /// Shows as much as fits into this height: both charts, the balance alone, or one line with a
    /// link that shows them.
    void fitInto(int height);
    /// The least height of both charts, and of the balance alone.
    [[nodiscard]] int wholeHeight() const;
    [[nodiscard]] int balanceHeight() const;

    /// A layout never makes an item whose height depends on its width lower than the preferred
    /// height. It would make the table too low instead.
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }

Q_SIGNALS:
    /// The first and the last day as days since 1970, in this computer's time zone.
    void daysChosen(qint64 first, qint64 last);
    /// A filter with the types, the product and the direction of a bar.
    void rowsChosen(const relaybook::LedgerFilter &rows);
    /// The user wants to unfold the charts, although there is little room.
    void unfoldWanted();
    /// The height that the charts need has changed.
    void heightChanged();

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    QWidget *makeFoldedLine();
    [[nodiscard]] int spendHeight() const;
    [[nodiscard]] std::optional<DaysAsked> daysAsked();
    void take(const DailyTotals &totals);
    [[nodiscard]] std::vector<DayGap> gapsInSpan(const std::vector<DayGap> &gaps) const;
    [[nodiscard]] qint64 dayAfter(Instant until) const;

    AccountSession &m_account;
    const QTimeZone m_zone;
    QWidget *m_whole;
    QWidget *m_foldedLine;
    BalanceChart *m_balance;
    SpendChart *m_spend;
    DailyTotalsQuery *m_question = nullptr;
    std::optional<Instant> m_from;
    std::optional<Instant> m_until;
    int m_wholeHeight = 0; ///< as of the last heightChanged()
    bool m_stale = true;   ///< something changed while the charts were not visible
};

} // namespace relaybook
