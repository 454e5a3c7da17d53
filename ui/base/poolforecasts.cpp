// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/poolforecasts.h"

#include "api/types/clock.h"
#include "models/account/trafficforecasts.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

// Purchases are queried after the first frame, and rarely while the ledger is being loaded: it
// grows with every page, and each query reads all rows of five weeks.
constexpr auto purchasesDelay = 500ms;
constexpr auto purchasesPause = 10s;

} // namespace

PoolForecasts::PoolForecasts(AccountSession &account, QWidget &page)
    : QObject(&page)
    , m_account(account)
    , m_page(page)
    , m_forecasts(account.forecasts(m_bought))
{
    m_askForPurchases.setSingleShot(true);
    m_askForPurchases.setInterval(purchasesDelay);
    m_pause.setSingleShot(true);
    m_pause.setInterval(purchasesPause);
    connect(&m_askForPurchases, &QTimer::timeout, this, &PoolForecasts::askForPurchases);
    connect(&m_pause, &QTimer::timeout, this, &PoolForecasts::askForPurchasesSoon);
    for (const auto changed :
         {&AccountSession::summaryChanged, &AccountSession::forecastsChanged}) {
        connect(&account, changed, this, &PoolForecasts::update);
    }
    page.installEventFilter(this);
}

// A page that is shown needs the purchases that were not read while it was hidden, and time has
// passed, although nothing else may have changed.
bool PoolForecasts::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show && watched == &m_page) {
        update();
    }
    return QObject::eventFilter(watched, event);
}

void PoolForecasts::update()
{
    auto forecasts = m_account.forecasts(m_bought);
    if (forecasts != m_forecasts) {
        m_forecasts = std::move(forecasts);
        Q_EMIT changed();
    }
    askForPurchasesSoon();
}

// Waits between two queries while the ledger is being loaded. A complete ledger changes only with a
// new transaction, which the forecast may need at once.
void PoolForecasts::askForPurchasesSoon()
{
    const bool isGrowing = !m_account.summary().ledger.complete;
    const bool isPaused = isGrowing && m_pause.isActive();
    if (!isPaused && !m_askForPurchases.isActive()) {
        m_askForPurchases.start();
    }
}

void PoolForecasts::askForPurchases()
{
    const bool isNeeded =
        std::any_of(m_forecasts.begin(), m_forecasts.end(),
                    [](const auto &forecast) { return forecast && forecast->wantsPurchases(); });
    const LedgerExtent ledger = m_account.summary().ledger;
    if (!isNeeded || !m_page.isVisible() || m_boughtFrom == ledger) {
        return;
    }
    m_boughtFrom = ledger;
    m_pause.start();
    const Instant since = m_account.clock().now() - purchasesLookBack;
    m_account.queries().boughtTraffic(since, this, [this](const BoughtTraffic *bought) {
        if (bought == nullptr) {
            m_boughtFrom.reset();
        } else if (*bought != m_bought) {
            m_bought = *bought;
            m_forecasts = m_account.forecasts(m_bought);
            Q_EMIT changed();
        }
    });
}

} // namespace relaybook
