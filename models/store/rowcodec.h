// SPDX-License-Identifier: GPL-3.0-or-later
// Converts database rows to values and back; the only place that knows the column numbers. All of
// it throws.

#pragma once

#include "models/store/connection.h"
#include "models/store/storevalues.h"

#include <array>

namespace relaybook {

extern const char *const transactionColumns; ///< id, ... raw: without seen_ms
extern const char *const proxyColumns;       ///< key, id, ... raw: without name_sort and search
extern const char *const subUserColumns;     ///< id, ... raw: without username_sort and search

[[nodiscard]] Transaction readTransaction(const Query &query);
[[nodiscard]] Proxy readProxy(const Query &query); ///< its key is column 0
[[nodiscard]] SubUser readSubUser(const Query &query);
/// What a list (Proxies or SubUsers) is called in the tables and counters that serve both.
[[nodiscard]] const char *listName(StoreTable table);
/// From id, problem, raw.
[[nodiscard]] UnreadableRow readUnreadable(const Query &query);
/// What an unreadable row that has an id is known by in its table.
[[nodiscard]] QString unreadablePrint(TransactionId id);

/// Binds a transaction to the thirteen columns of its table. The object holds the bytes until the
/// statement was run, and can be used for the next row.
class TransactionBinder
{
public:
    void bind(Query &query, const Transaction &row, Instant seen);

private:
    const std::string &utf8(size_t slot, const QString &text);
    std::array<std::string, 4> m_texts;
};

/// Binds parameters 1 to 20, in the order of the table's columns without `key`.
void bindProxy(Query &query, const Proxy &row);
/// Binds parameters 1 to 14, in the order of the table's columns.
void bindSubUser(Query &query, const SubUser &row);

/// What of a value the store keeps: no credentials.
[[nodiscard]] Proxy withoutSecrets(Proxy row);
[[nodiscard]] SubUser withoutSecrets(SubUser row);

} // namespace relaybook
