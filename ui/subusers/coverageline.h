// SPDX-License-Identifier: GPL-3.0-or-later
// Two lines above the sub-users: how long each pool lasts at the customers' use per day, and whose
// traffic ends first. The lines also say what is not known.
#pragma once

#include "models/accounts/accountsession.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

namespace relaybook {

class ElidedLabel;
class Theme;

class CoverageLine : public QWidget
{
    Q_OBJECT

public:
    CoverageLine(AccountSession &account, const Theme &theme, QWidget &page);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void askSoon();
    void ask();
    void askForPurchases();
    void showUse();
    [[nodiscard]] QString poolsText() const;
    [[nodiscard]] QString firstText() const;

    AccountSession &m_account;
    ElidedLabel *m_pools;
    ElidedLabel *m_first;
    QTimer m_askSoon;
    QTimer m_askLater; ///< for the purchases, while the ledger is loaded
    std::optional<SubUserPace> m_use;
    BoughtTraffic m_bought; ///< for the forecasts, which are calculated as in the overview
    std::optional<LedgerExtent> m_boughtFrom; ///< the ledger when m_bought was requested
    QElapsedTimer m_boughtAsked;
};

/// "about 12 days", "less than a day".
[[nodiscard]] QString coveredDays(qint64 days);

} // namespace relaybook
