// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the overview: the balance over the last days, and the spend of this month by type.
// A worker computes the figures again whenever the ledger has grown or more of it was counted. Days
// and months are in this computer's time zone.
#pragma once

#include "models/accounts/accountsession.h"

#include <QWidget>

#include <optional>

namespace relaybook {

class BalanceChart;
class Card;
class SpendChart;
class Theme;
class DailyTotalsQuery;

/// The charts are built after the first frame, when their figures are available.
class OverviewCharts : public QWidget
{
    Q_OBJECT

public:
    OverviewCharts(AccountSession &account, const Theme &theme, QWidget *parent);

    /// How many days the balance is shown for; empty: all.
    void setDays(std::optional<int> days);
    /// While the page is not visible, nothing is queried.
    void setSuspended(bool suspended);

Q_SIGNALS:
    /// The amount spent since the first of this month, as a sentence; empty if it is zero or
    /// unknown. `madeFrom` is empty if the ledger is complete.
    void spentThisMonth(const QString &sentence, const QString &madeFrom);
    /// The user clicked a day or a bar: `rows` filters for its transactions.
    void rowsChosen(const relaybook::LedgerFilter &rows);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] std::optional<DaysAsked> daysAsked();
    void take(const DailyTotals &totals);
    void buildCharts();
    void showTotals(const DailyTotals &totals);
    [[nodiscard]] QDate today() const;

    AccountSession &m_account;
    const QTimeZone m_zone;
    const Theme &m_theme;
    Card *m_balanceCard;
    Card *m_spendCard;
    BalanceChart *m_balance = nullptr; ///< null until there is something to draw; so is m_spend
    SpendChart *m_spend = nullptr;
    DailyTotalsQuery *m_question = nullptr;
    std::optional<int> m_days = 60;
    qint64 m_rows = -1;    ///< how many rows were stored at the last query
    LedgerExtent m_ledger; ///< the extent of the ledger at the last query
    bool m_suspended = true;
    bool m_wasPainted = false;
};

} // namespace relaybook
