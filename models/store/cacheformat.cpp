// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the format of cache.sqlite. The tables for values from the service are in
// cachetables.cpp; this is the SQL for everything else. Money is in 10^-8 dollars, traffic in 10^-9
// GB, times in milliseconds since 1970 in UTC. No token, key, password or address with a password
// is stored; secrets in `raw` are masked.

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
/// sub-users over time, one reading a day, which the service does not return later; its key begins
/// with the day, so that old days are deleted as one range. `unreadable_list_rows`: rows in the
/// last response of a list that could not be read; if such a row has an id, its last readable
/// version stays in the list's own table. `missing_calls`: the calls that the service does not
/// have.
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

/// Every SQLite index ends with the row's id, so the index on created_ms alone gives the sorted
/// keys of the whole ledger. `transactions_figures` covers totals, the ledger check and filtered
/// keys, so that no row has to be read. `transactions_contradicting` has the few rows whose listed
/// amount contradicts their balances. `vanished_rows`: rows that the service no longer lists.
/// `searched_rows`: rows that were listed while every page is loaded again.
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

/// `pending_rows`: transactions that are not yet in the search index and the totals. They are added
/// later, a few thousand rows at a time.
///
/// Options of the search index: a prefix index of three letters would add a sixth to the cost of
/// indexing and make no search faster. A sync writes many small segments. Merging four at a time
/// during the sync would cost half as much again, so `automerge` is 16 and LedgerIndexer merges
/// after the sync; `crisismerge` is 64, because it merges all segments in one write.
///
/// `slot_totals`: sums by quarter-hour, from which the days of any time zone are added up. Whole
/// dollars and the rest in 10^-8 dollars are separate columns, so that sums of any size fit.
/// `type_totals`: the same sums of all time, because there may be as many quarter-hours as rows.
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

/// `suspected_rows`: stored rows that were missing where they should be listed, since when. A
/// second reading, minutes later, confirms that they were removed.
constexpr auto suspectedTable = R"sql(
CREATE TABLE suspected_rows(
    id INTEGER PRIMARY KEY,
    since_ms INTEGER NOT NULL
);
)sql";

/// Amounts that are too large for Money: NULL in a transaction, whose JSON has the digits; `digits`
/// in place of the balance. The columns of older files lose their NOT NULL in the way that SQLite's
/// documentation of ALTER TABLE describes.
constexpr auto tooLargeAmounts = R"sql(
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(replace(sql,
    'amount INTEGER NOT NULL', 'amount INTEGER'),
    'balance_before INTEGER NOT NULL', 'balance_before INTEGER'),
    'balance_after INTEGER NOT NULL', 'balance_after INTEGER')
    WHERE type = 'table' AND name IN ('transactions', 'transaction_versions');
PRAGMA writable_schema = RESET;
ALTER TABLE balance_snapshots ADD COLUMN digits TEXT NOT NULL DEFAULT '';
CREATE INDEX transactions_too_large ON transactions(created_ms)
    WHERE balance_after - balance_before IS NULL;
)sql";

/// The last test of each proxy and sub-user, and the number of the newest of them: a copy of rows
/// of `proxy_tests` in keep.sqlite.
constexpr auto lastTests = R"sql(
CREATE TABLE last_tests(
    tested TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    total INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counters VALUES ('last_test', 0);
)sql";

/// `arrivals`: the stored transactions in the order in which they were stored, so that what is new
/// can be told without any time. The counter `file` is a random number that identifies the file.
constexpr auto arrivals = R"sql(
CREATE TABLE arrivals(
    arrival INTEGER PRIMARY KEY,
    id INTEGER NOT NULL
);
INSERT INTO counters VALUES ('file', random());
)sql";

constexpr int applicationId = 0x52424b43; // "RBKC"

} // namespace

FileFormat cacheFormat(const std::vector<TableSchema> &tables)
{
    const MigrationStep version1 =
        std::string(snapshotTables) + listTables + ledgerTables + derivedTables;
    return {applicationId,
            withTables({version1, suspectedTable, tooLargeAmounts, lastTests, arrivals}, tables)};
}

const FileFormat &cacheFormat()
{
    static const FileFormat format = cacheFormat(cacheTables());
    return format;
}

} // namespace relaybook
