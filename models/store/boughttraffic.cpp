// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/boughttraffic.h"

#include "models/store/connection.h"
#include "models/store/ledgerextent.h"
#include "models/store/rowcursor.h"
#include "models/store/rowmetadata.h"

#include <algorithm>
#include <string_view>

namespace relaybook {
namespace {

/// From when on every row is stored; nothing if the newest are not.
std::optional<Instant> knownSince(Connection &connection, Instant since)
{
    const std::vector<LedgerGap> gaps = ledgerGaps(connection);
    if (gaps.empty()) {
        return since;
    }
    const std::optional<Instant> end = gaps.back().until;
    return end ? std::optional(std::max(since, *end)) : std::nullopt;
}

} // namespace

BoughtTraffic boughtTraffic(Connection &connection, Instant since)
{
    BoughtTraffic bought;
    const ReadTransaction sameMoment(connection);
    const auto known = knownSince(connection, since);
    if (!known) {
        return bought;
    }
    Query rows(connection, "SELECT created_ms, raw FROM transactions WHERE created_ms >= ?"
                           " AND balance_after < balance_before ORDER BY created_ms");
    rows.bind(1, toMillis(*known));
    while (rows.next()) {
        const QByteArray raw = rows.bytes(1);
        const std::string_view text(raw.constData(), static_cast<size_t>(raw.size()));
        const QString type = metadataText(text, "proxy_type");
        const auto amount = TrafficAmount::parseGb(metadataText(text, "gb"));
        if (!type.isEmpty() && amount && amount->units() > 0) {
            bought[type].push_back({fromMillis(rows.number(0)), *amount});
        }
    }
    return bought;
}

} // namespace relaybook
