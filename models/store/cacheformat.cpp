// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the versions of cache.sqlite. What the service's own values are stored in is listed field
// by field in cachetables.cpp; here is the SQL for all else. Money is 10^-8 dollars, traffic 10^-9
// GB, times milliseconds since 1970 in UTC. No token, key, password or address with a password has
// a column here, and `raw` comes with its secrets masked.

#include "models/store/cachetables.h"
#include "models/store/migration.h"

namespace relaybook {
namespace {

/// The index on created_ms ends in the row's id, as all of SQLite's do: it alone gives the keys of
/// the whole ledger in their order.
constexpr auto version1 = R"sql(
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

CREATE INDEX proxies_by_name ON proxies(name_sort);
CREATE INDEX sub_users_by_name ON sub_users(username_sort);
CREATE INDEX transactions_by_time ON transactions(created_ms);
CREATE INDEX transaction_versions_by_id ON transaction_versions(id, replaced_ms);

CREATE TABLE ledger_coverage(
    first_rank INTEGER PRIMARY KEY,
    end_rank INTEGER NOT NULL
);
)sql";

/// `vanished_rows`: ids of rows that the service lists no more.
constexpr auto version2 = R"sql(
CREATE TABLE vanished_rows(
    id INTEGER PRIMARY KEY,
    noticed_ms INTEGER NOT NULL
);
)sql";

/// The use of all types together, for forecasts.
constexpr auto version3 = R"sql(
CREATE TABLE days_of_use(
    day INTEGER PRIMARY KEY,
    used INTEGER NOT NULL
);
)sql";

/// transactions_figures gives totals, the proof and filtered keys without reading a row's own page.
/// `pending_rows` are those whose words and sums are not in ledger_words and daily_totals yet:
/// these two are made behind the writing, a few thousand rows at a time. Sums of daily_totals are
/// whole dollars and the 10^-8 dollars beside them: so they fit, however large the rows are.
/// `searched_rows` are the ids met while every page is read again.
constexpr auto version4 = R"sql(
CREATE INDEX transactions_figures ON transactions(
    created_ms, id, amount, balance_before, balance_after, type, product_id);

CREATE TABLE pending_rows(
    id INTEGER PRIMARY KEY
);
INSERT INTO pending_rows SELECT id FROM transactions ORDER BY id;
INSERT INTO counters SELECT 'pending', count(*) FROM transactions;

CREATE VIRTUAL TABLE ledger_words USING fts5(
    words, content = '', columnsize = 0, tokenize = 'ascii', prefix = '1 2 3');

CREATE TABLE daily_totals(
    day INTEGER NOT NULL,
    type TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    in_dollars INTEGER NOT NULL,
    in_rest INTEGER NOT NULL,
    out_dollars INTEGER NOT NULL,
    out_rest INTEGER NOT NULL,
    PRIMARY KEY (day, type)
) WITHOUT ROWID;

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

/// Sums by quarter-hours and by product, instead of by days in UTC: a reader's own days are made of
/// them. All rows are counted in anew, their words with them, behind the writing as ever.
constexpr auto version5 = R"sql(
DROP TABLE daily_totals;
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

INSERT INTO ledger_words(ledger_words) VALUES ('delete-all');
DELETE FROM pending_rows;
INSERT INTO pending_rows SELECT id FROM transactions ORDER BY id;
INSERT OR REPLACE INTO counters SELECT 'pending', count(*) FROM transactions;
)sql";

/// The same sums of all time: a ledger of years has as many quarter-hours as some have rows.
constexpr auto version6 = R"sql(
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
INSERT INTO type_totals SELECT type, product_id, sum(row_count), sum(in_dollars), sum(in_rest),
    sum(out_dollars), sum(out_rest) FROM slot_totals GROUP BY type, product_id;
)sql";

/// Words of a sync are written in many small parts. Merged four at a time while it goes on, they
/// cost it half as much again; LedgerIndexer merges them when it is over. Sixteen are merged a
/// little at a time: only at 64 would one writing have to merge them all. From here on,
/// `unreadable_rows` holds the other form of rows too that could be read once.
constexpr auto version7 = R"sql(
INSERT INTO ledger_words(ledger_words, rank) VALUES ('automerge', 16);
INSERT INTO ledger_words(ledger_words, rank) VALUES ('crisismerge', 64);
)sql";

/// Prefixes of three letters are found through those of two as fast, and each that is written costs
/// a sync a sixth of what its words cost: they are made anew, and the sums with them, behind the
/// writing as ever.
constexpr auto version8 = R"sql(
DROP TABLE ledger_words;
CREATE VIRTUAL TABLE ledger_words USING fts5(
    words, content = '', columnsize = 0, tokenize = 'ascii', prefix = '1 2');
INSERT INTO ledger_words(ledger_words, rank) VALUES ('automerge', 16);
INSERT INTO ledger_words(ledger_words, rank) VALUES ('crisismerge', 64);

DELETE FROM slot_totals;
DELETE FROM type_totals;
DELETE FROM pending_rows;
INSERT INTO pending_rows SELECT id FROM transactions ORDER BY id;
INSERT OR REPLACE INTO counters SELECT 'pending', count(*) FROM transactions;
)sql";

/// Rows of the two lists that the last answer had in a form that cannot be read. Where such a row
/// has an id, its last readable form stays in the list's own table.
constexpr auto version9 = R"sql(
CREATE TABLE unreadable_list_rows(
    list TEXT NOT NULL,
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    problem TEXT NOT NULL,
    raw BLOB NOT NULL,
    PRIMARY KEY (list, position)
) WITHOUT ROWID;
CREATE INDEX unreadable_list_rows_by_id ON unreadable_list_rows(list, id);
)sql";

/// What a service that offers few calls makes necessary: which calls it lacks, and the columns that
/// cachetables.cpp has for version 10.
constexpr auto version10 = R"sql(
CREATE TABLE missing_calls(
    name TEXT PRIMARY KEY,
    found_ms INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

/// Rows are found by their ports, intervals and logins too. Logins of sub-users are taken from what
/// the service sent, where they stand as plain text; those of proxies come with the next list. The
/// index has the few rows whose listed amount contradicts their balances.
constexpr auto version11 = R"sql(
UPDATE proxies SET search = search || char(10) || coalesce(port_http, '') || char(10) ||
    coalesce(port_socks5, '') || char(10) || coalesce(rotate_interval, '');
UPDATE sub_users SET login = coalesce(
        json_extract(CAST(raw AS TEXT), '$.proxy.proxy_username'),
        json_extract(CAST(raw AS TEXT), '$.proxy_config[0].proxy_username'),
        json_extract(CAST(raw AS TEXT), '$.proxy_config.proxy_username'), '')
    WHERE json_valid(CAST(raw AS TEXT));
UPDATE sub_users SET login = '' WHERE instr(login, '•') > 0;
UPDATE sub_users SET search = search || char(10) || lower(host) || char(10) || lower(login) ||
    char(10) || coalesce(port_http, '') || char(10) || coalesce(port_socks5, '');
CREATE INDEX transactions_contradicting ON transactions(amount)
    WHERE amount <> balance_after - balance_before AND amount <> balance_before - balance_after;
)sql";

/// Names of products. Those that the file already has are found here, so that nothing is loaded
/// again; a proxy's product tells the name itself, a transaction often only the type of the
/// traffic.
constexpr auto version12 = R"sql(
CREATE TABLE products(
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    named_ms INTEGER NOT NULL
) WITHOUT ROWID;
INSERT OR IGNORE INTO products
    SELECT CAST(json_extract(text, '$.product.id') AS TEXT), json_extract(text, '$.product.name'),
        9223372036854775807
    FROM (SELECT CAST(raw AS TEXT) AS text FROM proxies WHERE json_valid(CAST(raw AS TEXT)))
    WHERE json_extract(text, '$.product.id') <> '' AND json_extract(text, '$.product.name') <> '';
INSERT OR IGNORE INTO products
    SELECT product_id, json_extract(CAST(raw AS TEXT), '$.metadata.proxy_type'), created_ms
    FROM (SELECT product_id AS product, max(created_ms) AS newest
        FROM transactions INDEXED BY transactions_figures WHERE product_id <> ''
        GROUP BY product_id)
    JOIN transactions ON created_ms = newest AND product_id = product
    WHERE json_valid(CAST(raw AS TEXT))
        AND json_extract(CAST(raw AS TEXT), '$.metadata.proxy_type') <> '';
)sql";

/// The traffic of sub-users over time, a reading a day: no call of the service tells it later. The
/// day comes first, so that the days that are too old are one range.
constexpr auto version13 = R"sql(
CREATE TABLE sub_user_use(
    day INTEGER NOT NULL,
    sub_user INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    traffic_left INTEGER,
    traffic_used INTEGER,
    PRIMARY KEY (day, sub_user)
) WITHOUT ROWID;
)sql";

/// Rows are found by the fields that have no column, too. That is made of what is stored, by the
/// function that writes the text of new rows.
constexpr auto version14 = R"sql(
UPDATE proxies SET search = search || field_texts(search, raw);
UPDATE sub_users SET search = search || field_texts(search, raw);
)sql";

constexpr int applicationId = 0x52424b43; // "RBKC"

} // namespace

FileFormat cacheFormat(const std::vector<TableSchema> &tables)
{
    return {applicationId,
            withTables({version1, version2, version3, version4, version5, version6, version7,
                        version8, version9, version10, version11, version12, version13, version14},
                       tables)};
}

const FileFormat &cacheFormat()
{
    static const FileFormat format = cacheFormat(cacheTables());
    return format;
}

} // namespace relaybook
