// SPDX-License-Identifier: GPL-3.0-or-later
// Queries the sorted and filtered keys of a table. Table models hold these keys and load the rows
// on demand.

#pragma once

#include "models/sqlite/connection.h"
#include "models/store/keyset.h"
#include "models/store/ledgerfilter.h"
#include "models/store/searchcondition.h"
#include "models/store/storevalues.h"

#include <QByteArray>

#include <functional>
#include <vector>

namespace relaybook {

/// The table, order and filter of a query.
struct KeyQuery
{
    StoreTable table = StoreTable::Transactions; ///< Proxies, SubUsers or Transactions
    QByteArray orderBy;                          ///< an SQL expression over the table's columns
    bool descending = false;
    std::vector<ListTerm> terms; ///< a row must match all of them; not for transactions
    qint64 limit = 0;            ///< 0: all
    LedgerFilter ledger = {};    ///< for transactions
    friend bool operator==(const KeyQuery &, const KeyQuery &) = default;
};

/// Runs the query. Rows that compare equal are sorted by key, in the same direction. If the query
/// takes noticeably long, `first` is called once with the keys found so far; the result has all of
/// them. Throws; Interrupted if the connection was interrupted (interruptUnless()).
[[nodiscard]] Keys readKeys(Connection &connection, const KeyQuery &query,
                            const std::function<void(const Keys &)> &first = {});

} // namespace relaybook
