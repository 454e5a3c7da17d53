// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/outagerecovery.h"

#include "api/http/apiclient.h"
#include "models/account/accountledger.h"
#include "models/sync/arearefresh.h"

namespace relaybook {

namespace {

constexpr std::chrono::minutes betweenAttempts(5);

} // namespace

OutageRecovery::OutageRecovery(AreaRefresh &areas, AccountLedger &ledger, const ApiClient &client,
                               const Clock &clock)
    : m_areas(areas)
    , m_ledger(ledger)
    , m_client(client)
    , m_clock(clock)
{
    connect(&m_client, &ApiClient::reachabilityChanged, this, &OutageRecovery::onReachable);
    // An area may fail only after another call was already answered.
    connect(&m_areas, &AreaRefresh::changed, this, &OutageRecovery::look);
    connect(&m_ledger, &AccountLedger::changed, this, [this] { look(Area::Transactions); });
}

OutageRecovery::~OutageRecovery() = default;

void OutageRecovery::setInBackground(bool inBackground)
{
    m_inBackground = inBackground;
}

void OutageRecovery::onReachable(bool reachable)
{
    if (reachable) {
        const std::chrono::milliseconds now = m_clock.monotonic();
        for (auto &tried : m_tried) {
            if (tried && now - *tried >= betweenAttempts) {
                tried.reset();
            }
        }
        for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
            look(area);
        }
    }
}

AreaStatus OutageRecovery::statusOf(Area area) const
{
    const AreaStatus status = m_areas.status(area, {});
    return area == Area::Transactions ? m_ledger.withProgress(status) : status;
}

/// statusOf() does not know this, because it does not read the time of loading from the store.
bool OutageRecovery::isLedgerRead() const
{
    const LedgerProgress::State state = m_ledger.progress().state;
    return state == LedgerProgress::Complete || state == LedgerProgress::Incomplete;
}

void OutageRecovery::look(Area area)
{
    const AreaStatus status = statusOf(area);
    auto &tried = m_tried.at(static_cast<std::size_t>(area));
    if (status.state == AreaStatus::Loaded || (area == Area::Transactions && isLedgerRead())) {
        tried.reset();
    }
    const bool failed = status.state == AreaStatus::Failed && status.error &&
                        status.error->kind == ErrorKind::Offline;
    const bool isWanted = !m_inBackground || area == Area::Account;
    if (failed && isWanted && !tried && m_client.isReachable() == true) {
        tried = m_clock.monotonic();
        // Later, because the sender of the signal has not finished yet.
        QMetaObject::invokeMethod(
            this, [this, area] { tryAgain(area); }, Qt::QueuedConnection);
    }
}

void OutageRecovery::tryAgain(Area area)
{
    if (area == Area::Transactions) {
        m_ledger.refresh();
    } else {
        m_areas.refresh(area, Lane::Background);
    }
}

} // namespace relaybook
