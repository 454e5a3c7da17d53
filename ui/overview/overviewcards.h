// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of the overview: the balance, and for each traffic type the traffic left, its pace and
// how long it lasts. If something is missing, its card says what.
#pragma once

#include "models/accounts/accountsession.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace relaybook {

class CardFlow;
class FigureCard;
class NoticeCard;
class Theme;

class OverviewCards : public QWidget
{
    Q_OBJECT

public:
    OverviewCards(AccountSession &account, const Theme &theme, QWidget *parent);

    /// One forecast per traffic pool of the summary, in the same order. `ledger`: the part of the
    /// ledger from which the purchases were read.
    void setForecasts(std::vector<std::optional<TrafficForecast>> forecasts,
                      const LedgerExtent &ledger);
    /// The text under the balance; if empty, the time when the balance was read. `madeFrom` says
    /// from how many transactions the text was made; empty if the ledger is complete.
    void setBalanceNote(const QString &note, const QString &madeFrom);
    /// Updates the cards from the summary.
    void updateCards();
    /// Updates the card of the balance; also needed when time has passed.
    void updateBalance();

Q_SIGNALS:
    void signInRequested(relaybook::TokenKind token);
    void topUpRequested(const QString &trafficType);

private:
    void updatePools();
    void sayAccess(NoticeCard &card, const QString &title, TokenKind token);
    void whenAccessWanted(TokenKind token);
    void updatePool(std::size_t index);
    void placeCards(const std::vector<QWidget *> &cards);
    [[nodiscard]] FigureCard *poolCard(std::size_t index);

    AccountSession &m_account;
    const Theme &m_theme;
    CardFlow *m_flow;
    FigureCard *m_balance;
    NoticeCard *m_noBalance;
    NoticeCard *m_noPools;
    std::vector<FigureCard *> m_pools;
    std::vector<QWidget *> m_placed;
    std::vector<std::optional<TrafficForecast>> m_forecasts;
    LedgerExtent m_purchasesFrom;
    QString m_balanceNote;
    QString m_balanceMadeFrom;
};

} // namespace relaybook
