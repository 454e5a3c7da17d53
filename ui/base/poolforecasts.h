// SPDX-License-Identifier: GPL-3.0-or-later
// The forecasts of the traffic pools that a page shows. Where stored readings are not enough for a
// forecast, as in the first days on a computer, it also reads the purchases from the ledger.
#pragma once

#include "models/accounts/accountsession.h"

#include <QTimer>

#include <optional>
#include <vector>

namespace relaybook {

class PoolForecasts : public QObject
{
    Q_OBJECT

public:
    /// Reads purchases only while `page` is visible; the page owns the object.
    PoolForecasts(AccountSession &account, QWidget &page);

    /// One per traffic pool of the account's summary, in the same order; nothing if the traffic
    /// left is not known.
    [[nodiscard]] const std::vector<std::optional<TrafficForecast>> &all() const
    {
        return m_forecasts;
    }
    /// The purchases that were read; empty while they are not needed.
    [[nodiscard]] const BoughtTraffic &bought() const { return m_bought; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void update();
    void askForPurchasesSoon();
    void askForPurchases();

    AccountSession &m_account;
    QWidget &m_page;
    BoughtTraffic m_bought;
    std::vector<std::optional<TrafficForecast>> m_forecasts;
    std::optional<LedgerExtent> m_boughtFrom; ///< the ledger when m_bought was queried
    QTimer m_askForPurchases;
    QTimer m_pause; ///< after a query while the ledger is being loaded
};

} // namespace relaybook
