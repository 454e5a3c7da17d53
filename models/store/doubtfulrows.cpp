// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/doubtfulrows.h"

#include "models/sqlite/connection.h"
#include "models/sqlite/rowcursor.h"
#include "models/sqlite/rowmetadata.h"
#include "models/store/cachereader.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace relaybook {
namespace {

/// Debits with an equal key may be the same purchase.
auto purchaseKey(const DebitRow &row)
{
    const bool isKnown = row.amount && !row.proxyType.isEmpty();
    return std::tuple(row.paid, row.type.toLower(), row.productId, row.proxyType.toLower(),
                      row.amount.value_or(TrafficAmount()), isKnown ? QString() : row.description);
}

bool isEarlier(const DebitRow &a, const DebitRow &b)
{
    return std::tuple(a.at, a.id.value()) < std::tuple(b.at, b.id.value());
}

Instant lookBackFrom(Connection &connection, Instant now)
{
    Query newest(connection, "SELECT max(created_ms) FROM transactions");
    const bool isKnown = newest.next() && !newest.isNull(0);
    return isKnown ? std::min(now, fromMillis(newest.number(0))) : now;
}

std::vector<DebitRow> debitsSince(Connection &connection, Instant since)
{
    std::vector<DebitRow> debits;
    Query rows(connection, "SELECT id, created_ms, balance_before - balance_after, type,"
                           " product_id, description, raw FROM transactions WHERE created_ms >= ?"
                           " AND balance_after < balance_before"
                           " AND id NOT IN (SELECT id FROM vanished_rows)");
    rows.bind(1, toMillis(since));
    while (rows.next()) {
        const QByteArray raw = rows.bytes(6);
        const std::string_view text(raw.constData(), static_cast<size_t>(raw.size()));
        DebitRow row{TransactionId(rows.number(0)),
                     fromMillis(rows.number(1)),
                     Money::fromUnits(rows.number(2)),
                     rows.text(3),
                     rows.text(4),
                     rows.text(5),
                     metadataText(text, "proxy_type"),
                     TrafficAmount::parseGb(metadataText(text, "gb"))};
        debits.push_back(std::move(row));
    }
    return debits;
}

std::vector<RefundRow> refundsSince(Connection &connection, Instant since,
                                    const std::vector<std::vector<DebitRow>> &equal)
{
    std::vector<RefundRow> refunds;
    Query rows(connection, "SELECT id, created_ms, balance_after - balance_before"
                           " FROM transactions WHERE created_ms >= ?"
                           " AND balance_after > balance_before AND lower(type) = 'refund'"
                           " AND id NOT IN (SELECT id FROM vanished_rows)"
                           " ORDER BY created_ms, id");
    rows.bind(1, toMillis(since));
    while (rows.next()) {
        const RefundRow row{TransactionId(rows.number(0)), fromMillis(rows.number(1)),
                            Money::fromUnits(rows.number(2))};
        const bool isOfGroup = std::any_of(equal.begin(), equal.end(), [&row](const auto &group) {
            return group.front().paid == row.paid;
        });
        if (isOfGroup) {
            refunds.push_back(row);
        }
    }
    return refunds;
}

} // namespace

std::vector<std::vector<DebitRow>> equalDebits(std::vector<DebitRow> rows)
{
    std::sort(rows.begin(), rows.end(), [](const DebitRow &a, const DebitRow &b) {
        const auto keyOfA = purchaseKey(a);
        const auto keyOfB = purchaseKey(b);
        return keyOfA != keyOfB ? keyOfA < keyOfB : isEarlier(a, b);
    });
    std::vector<std::vector<DebitRow>> groups;
    std::vector<DebitRow> group;
    const auto endGroup = [&groups, &group] {
        if (group.size() > 1) {
            groups.push_back(group);
        }
        group.clear();
    };
    for (DebitRow &row : rows) {
        const bool continues = !group.empty() && purchaseKey(group.back()) == purchaseKey(row) &&
                               row.at - group.back().at <= equalDebitsSpan;
        if (!continues) {
            endGroup();
        }
        group.push_back(std::move(row));
    }
    endGroup();
    std::sort(groups.begin(), groups.end(),
              [](const auto &a, const auto &b) { return isEarlier(a.front(), b.front()); });
    return groups;
}

DoubtfulRows doubtfulRows(Connection &connection, Instant now)
{
    const ReadTransaction sameMoment(connection);
    DoubtfulRows found;
    const Instant since = lookBackFrom(connection, now) - equalDebitsLookBack;
    found.equal = equalDebits(debitsSince(connection, since));
    if (!found.equal.empty()) {
        found.refunds = refundsSince(connection, since, found.equal);
    }
    CacheReader reader(connection);
    for (const TransactionId id : reader.rewrittenIds(DoubtfulRows::most)) {
        found.changed.push_back({id, reader.versions(id)});
    }
    found.removed = reader.vanishedRows(DoubtfulRows::most);
    return found;
}

} // namespace relaybook
