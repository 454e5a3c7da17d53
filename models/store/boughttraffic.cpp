// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/boughttraffic.h"

#include "models/sqlite/connection.h"
#include "models/sqlite/rowcursor.h"
#include "models/sqlite/rowmetadata.h"
#include "models/store/ledgerextent.h"

#include <algorithm>
#include <string_view>

namespace relaybook {
namespace {

/// A span of time in which no row is missing.
struct KnownTime
{
    Instant from{};
    std::optional<Instant> until; ///< nothing: until now
};

/// The latest span without a missing row that begins at `since` or later. If new rows are not
/// stored yet, it ends with the newest stored row.
std::optional<KnownTime> knownTime(Connection &connection, Instant since)
{
    std::vector<LedgerGap> gaps = ledgerGaps(connection);
    KnownTime known{since, std::nullopt};
    if (!gaps.empty() && !gaps.back().until) {
        if (!gaps.back().from) { // any row may be missing
            return std::nullopt;
        }
        known.until = gaps.back().from;
        gaps.pop_back();
    }
    if (!gaps.empty()) {
        known.from = std::max(since, gaps.back().until.value_or(since));
    }
    return known;
}

} // namespace

BoughtTraffic boughtTraffic(Connection &connection, Instant since)
{
    BoughtTraffic bought;
    const ReadTransaction sameMoment(connection);
    bought.ledger = ledgerExtent(connection);
    const auto known = knownTime(connection, since);
    if (!known) {
        return bought;
    }
    bought.until = known->until;
    Query rows(connection, "SELECT created_ms, raw FROM transactions WHERE created_ms >= ?"
                           " AND balance_after < balance_before ORDER BY created_ms");
    rows.bind(1, toMillis(known->from));
    while (rows.next()) {
        if (known->until && rows.number(0) > toMillis(*known->until)) {
            break;
        }
        const QByteArray raw = rows.bytes(1);
        const std::string_view text(raw.constData(), static_cast<size_t>(raw.size()));
        const QString type = metadataText(text, "proxy_type");
        const auto amount = TrafficAmount::parseGb(metadataText(text, "gb"));
        if (!type.isEmpty() && amount && amount->units() > 0) {
            bought.byType[type].push_back({fromMillis(rows.number(0)), *amount});
        }
    }
    return bought;
}

} // namespace relaybook
