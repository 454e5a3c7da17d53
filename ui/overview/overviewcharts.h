// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the overview: the balance over the last days, and what was spent this month by
// type. Read by a worker, anew whenever the ledger has grown or more of it was counted in. Days and
// months are those of this computer's zone.
#pragma once

#include "models/account/accountsession.h"

#include <QWidget>

#include <optional>

namespace relaybook {

class BalanceChart;
class Card;
class SpendChart;
class Theme;
class DailyTotalsQuery;

// The charts themselves are made after the first picture, when the figures for them are there.
class OverviewCharts : public QWidget
{
    Q_OBJECT

public:
    OverviewCharts(AccountSession &account, const Theme &theme, QWidget *parent);

    // How many days the balance is shown for; nothing: all there are.
    void setDays(std::optional<int> days);
    // While the page is not on the screen nothing is asked for.
    void setSuspended(bool suspended);

Q_SIGNALS:
    // What went out since the first of this month; empty where nothing did or nothing is known.
    void spentThisMonth(const QString &sentence);
    // What a click on a day or on a bar means.
    void rowsChosen(const relaybook::LedgerFilter &rows);

protected:
    void paintEvent(QPaintEvent *event) override;

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
    BalanceChart *m_balance = nullptr; // like the next, until there is something to draw
    SpendChart *m_spend = nullptr;
    DailyTotalsQuery *m_question = nullptr;
    std::optional<int> m_days = 60;
    qint64 m_rows = -1; // what was stored when it was asked last
    bool m_suspended = true;
    bool m_wasPainted = false;
};

} // namespace relaybook
