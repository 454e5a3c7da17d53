// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/ledgerfigures.h"

#include "models/store/ledgerextent.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

/// While a ledger is downloaded, the totals are updated only now and then, so that most of the time
/// is left for the download.
constexpr std::chrono::milliseconds shortestFigurePause{400};
constexpr int restFactor = 5;

} // namespace

LedgerFigures::LedgerFigures(AccountStore &store, QThreadPool &pool)
    : m_lane(store, pool)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(shortestFigurePause);
    connect(&m_soon, &QTimer::timeout, this, &LedgerFigures::run);
    connect(&store, &AccountStore::changed, this, &LedgerFigures::onStoreChanged);
    connect(&store, &AccountStore::replaced, this, [this] {
        m_totals.reset();
        m_answered = false;
        run();
        Q_EMIT changed();
    });
}

LedgerFigures::~LedgerFigures() = default;

void LedgerFigures::ask(const LedgerFilter &filter)
{
    if (m_asked && !m_keys && filter == m_filter) {
        return;
    }
    m_keys.reset();
    m_filter = filter;
    m_asked = true;
    m_answered = false;
    run();
    Q_EMIT changed();
}

void LedgerFigures::setByType(bool byType)
{
    const bool isMore = byType && m_byType == ByType::No;
    m_byType = byType ? ByType::Yes : ByType::No;
    if (isMore && m_asked && !m_keys) {
        m_answered = false;
        run();
        Q_EMIT changed();
    }
}

void LedgerFigures::askKeys(Keys keys)
{
    m_keys = std::make_shared<const Keys>(std::move(keys));
    m_asked = true;
    m_answered = false;
    run();
    Q_EMIT changed();
}

void LedgerFigures::clear()
{
    m_lane.drop();
    m_soon.stop();
    m_keys.reset();
    m_filter = {};
    m_asked = false;
    m_answered = false;
    m_totals.reset();
    Q_EMIT changed();
}

void LedgerFigures::run()
{
    if (!m_asked) {
        return;
    }
    m_soon.stop();
    m_stale = false;
    m_took.start();
    m_lane.run(
        [keys = m_keys, filter = m_filter, byType = m_byType](Connection &connection) {
            // Read first: if rows are added in between, the totals contain more than this says.
            const LedgerExtent ledger = ledgerExtent(connection);
            return std::pair(ledger, keys ? totalsOf(connection, *keys)
                                          : totalsOf(connection, filter, byType));
        },
        [this](const StoreResult<std::pair<LedgerExtent, LedgerTotals>> &totals) {
            if (totals) {
                m_ledger = totals->first;
                m_totals = totals->second;
                m_answered = true;
            }
            const std::chrono::milliseconds took(m_took.elapsed());
            m_soon.setInterval(std::max(shortestFigurePause, took * restFactor));
            if (m_stale) {
                m_soon.start();
            }
            Q_EMIT changed();
        });
}

void LedgerFigures::onStoreChanged(const StoreChanges &changes)
{
    const TableChange &rows = changes.of(StoreTable::Transactions);
    // The ledger can become complete or incomplete without a changed row.
    const bool concerned = m_keys ? rows.manyChanged || !rows.changed.empty()
                                  : rows.any() || changes.of(StoreTable::Ledger).any();
    if (!m_asked || !concerned) {
        return;
    }
    m_stale = true;
    if (!m_lane.isBusy() && !m_soon.isActive()) {
        m_soon.start();
    }
}

} // namespace relaybook
