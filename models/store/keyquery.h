// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a table in the order and through the filter that a view asks for: what a table model
// of any size is made of.

#pragma once

#include "models/store/connection.h"
#include "models/store/keyset.h"
#include "models/store/ledgerfilter.h"
#include "models/store/storevalues.h"

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <vector>

namespace relaybook {

struct KeyQuery
{
    StoreTable table = StoreTable::Transactions; ///< Proxies, SubUsers or Transactions
    QByteArray orderBy;                          ///< an SQL expression over the table's columns
    bool descending = false;
    QStringList words;        ///< searchTerms(): every one has to be found; not of transactions
    qint64 limit = 0;         ///< 0: all
    LedgerFilter ledger = {}; ///< of transactions
    friend bool operator==(const KeyQuery &, const KeyQuery &) = default;
};

/// Rows that compare equal stand by key, in the same direction. `first` is called once, where the
/// whole takes longer than an eye notices, with the keys found until then; more follow in the
/// result. Throws; Interrupted where the connection's generation went by.
[[nodiscard]] Keys readKeys(Connection &connection, const KeyQuery &query,
                            const std::function<void(const Keys &)> &first = {});

} // namespace relaybook
