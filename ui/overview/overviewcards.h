// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the overview: the balance, and for each traffic type what is left, its pace and how
// long it lasts. Cards of what is missing say what that is.
#pragma once

#include "models/account/accountsession.h"

#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;

namespace relaybook {

class FigureCard;
class NoticeCard;
class Theme;

class OverviewCards : public QWidget
{
    Q_OBJECT

public:
    OverviewCards(AccountSession &account, const Theme &theme, QWidget *parent);

    // `forecasts` stand beside the pools of the summary.
    void setForecasts(std::vector<std::optional<TrafficForecast>> forecasts);
    // What stands under the balance; empty: when it was read.
    void setBalanceNote(const QString &note);
    // Reads the summary again; also when time has passed.
    void updateCards();

Q_SIGNALS:
    void signInRequested(relaybook::TokenKind token);
    void topUpRequested(const QString &trafficType);

private:
    void updateBalance();
    void updatePools();
    void updatePool(std::size_t index);
    void placeCards(const std::vector<QWidget *> &cards);
    [[nodiscard]] FigureCard *poolCard(std::size_t index);

    AccountSession &m_account;
    const Theme &m_theme;
    QGridLayout *m_grid;
    FigureCard *m_balance;
    NoticeCard *m_noBalance;
    NoticeCard *m_noPools;
    std::vector<FigureCard *> m_pools;
    std::vector<QWidget *> m_placed;
    std::vector<std::optional<TrafficForecast>> m_forecasts;
    QString m_balanceNote;
};

} // namespace relaybook
