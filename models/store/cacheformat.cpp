// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the format of cache.sqlite. What the service's own values are stored in is listed field
// by field in cachetables.cpp; here is the SQL for all else. Money is 10^-8 dollars, traffic 10^-9
// GB, times milliseconds since 1970 in UTC. No token, key, password or address with a password has
// a column here, and `raw` comes with its secrets masked.

#include "models/sqlite/migration.h"
#include "models/store/cachetables.h"

namespace relaybook {
namespace {

constexpr auto snapshotTables = R"sql(
CREATE TABLE counters(
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE areas(
    name TEXT PRIMARY KEY,
    as_of_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE balance_snapshots(
    at_ms INTEGER PRIMARY KEY,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL
);

CREATE TABLE pool_snapshots(
    type TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    traffic_left INTEGER NOT NULL,
    PRIMARY KEY (type, at_ms)
) WITHOUT ROWID;
)sql";

/// `days_of_use`: the use of all types together, for forecasts. `sub_user_use`: the traffic of
/// sub-users over time, one reading a day, which no call of the service returns later; its key
/// begins with the day, so that the days that are too old are one range. `unreadable_list_rows`:
/// rows of the two lists that the last answer had in a form that cannot be read; where such a row
/// has an id, its last readable form stays in the list's own table. `missing_calls`: the calls that
/// the service does not offer.
constexpr auto listTables = R"sql(
CREATE INDEX proxies_by_name ON proxies(name_sort);
CREATE INDEX sub_users_by_name ON sub_users(username_sort);

CREATE TABLE days_of_use(
    day INTEGER PRIMARY KEY,
    used INTEGER NOT NULL
);

CREATE TABLE sub_user_use(
    day INTEGER NOT NULL,
    sub_user INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    traffic_left INTEGER,
    traffic_used INTEGER,
    PRIMARY KEY (day, sub_user)
) WITHOUT ROWID;

CREATE TABLE products(
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    named_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE unreadable_list_rows(
    list TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    problem TEXT NOT NULL,
    raw BLOB NOT NULL,
    PRIMARY KEY (list, position)
) WITHOUT ROWID;
CREATE INDEX unreadable_list_rows_by_id ON unreadable_list_rows(list, id);

CREATE TABLE missing_calls(
    name TEXT PRIMARY KEY,
    found_ms INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

/// The index on created_ms ends in the row's id, as all of SQLite's do: it alone gives the keys of
/// the whole ledger in their order. `transactions_figures` gives totals, the ledger check and
/// filtered keys without reading a row's own page. `transactions_contradicting` has the few rows
/// whose listed amount contradicts their balances. `vanished_rows`: ids of rows that the service no
/// longer lists. `searched_rows`: the ids met while every page is read again.
constexpr auto ledgerTables = R"sql(
CREATE INDEX transactions_by_time ON transactions(created_ms);
CREATE INDEX transaction_versions_by_id ON transaction_versions(id, replaced_ms);
CREATE INDEX transactions_figures ON transactions(
    created_ms, id, amount, balance_before, balance_after, type, product_id);
CREATE INDEX transactions_contradicting ON transactions(amount)
    WHERE amount <> balance_after - balance_before AND amount <> balance_before - balance_after;

CREATE TABLE ledger_coverage(
    first_rank INTEGER PRIMARY KEY,
    end_rank INTEGER NOT NULL
);
CREATE TABLE vanished_rows(
    id INTEGER PRIMARY KEY,
    noticed_ms INTEGER NOT NULL
);
CREATE TABLE searched_rows(
    id INTEGER PRIMARY KEY
);

CREATE TABLE ledger_verdict(
    one INTEGER PRIMARY KEY CHECK (one = 1),
    verdict BLOB NOT NULL
);
CREATE TABLE ledger_round(
    one INTEGER PRIMARY KEY CHECK (one = 1),
    next_rank INTEGER NOT NULL
);
)sql";

/// `pending_rows` are the transactions whose text and sums are not in the search index and the
/// totals yet: these are written later, a few thousand rows at a time.
///
/// Prefixes of three letters are found through those of two as fast, and cost a sync a sixth of
/// what the text costs. A sync writes the index in many small parts. Merged four at a time while it
/// goes on, they cost it half as much again; LedgerIndexer merges them when it is over. Sixteen are
/// merged a little at a time: only at 64 would one writing have to merge them all.
///
/// `slot_totals` are sums by quarter-hours: the days of any time zone are made of them. Sums are
/// whole dollars and the 10^-8 dollars beside them: so they fit, however large the rows are.
/// `type_totals` are the same sums of all time: a ledger of years has as many quarter-hours as some
/// have rows.
constexpr auto derivedTables = R"sql(
CREATE TABLE pending_rows(
    id INTEGER PRIMARY KEY
);
INSERT INTO counters VALUES ('pending', 0);

CREATE VIRTUAL TABLE ledger_words USING fts5(
    words, content = '', columnsize = 0, tokenize = 'ascii', prefix = '1 2');
INSERT INTO ledger_words(ledger_words, rank) VALUES ('automerge', 16);
INSERT INTO ledger_words(ledger_words, rank) VALUES ('crisismerge', 64);

CREATE TABLE slot_totals(
    slot INTEGER NOT NULL,
    type TEXT NOT NULL,
    product_id TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    in_dollars INTEGER NOT NULL,
    in_rest INTEGER NOT NULL,
    out_dollars INTEGER NOT NULL,
    out_rest INTEGER NOT NULL,
    PRIMARY KEY (slot, type, product_id)
) WITHOUT ROWID;
CREATE TABLE type_totals(
    type TEXT NOT NULL,
    product_id TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    in_dollars INTEGER NOT NULL,
    in_rest INTEGER NOT NULL,
    out_dollars INTEGER NOT NULL,
    out_rest INTEGER NOT NULL,
    PRIMARY KEY (type, product_id)
) WITHOUT ROWID;
)sql";

constexpr int applicationId = 0x52424b43; // "RBKC"

} // namespace

FileFormat cacheFormat(const std::vector<TableSchema> &tables)
{
    const MigrationStep version1 =
        std::string(snapshotTables) + listTables + ledgerTables + derivedTables;
    return {applicationId, withTables({version1}, tables)};
}

const FileFormat &cacheFormat()
{
    static const FileFormat format = cacheFormat(cacheTables());
    return format;
}

} // namespace relaybook
