// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the tables of keep.sqlite: the user's own data, which cannot be loaded again from the
// service.

#include "models/sqlite/migration.h"

namespace relaybook {
namespace {

/// `added_proxies` and `added_sub_users`: rows that the user added by id, because the service lists
/// none.
constexpr auto keepVersion1 = R"sql(
CREATE TABLE facts(
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE note_drafts(
    sub_user INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    based_on TEXT NOT NULL,
    saved_ms INTEGER NOT NULL
);

CREATE TABLE earlier_notes(
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    sub_user INTEGER NOT NULL,
    text TEXT NOT NULL,
    replaced_ms INTEGER NOT NULL
);
CREATE INDEX earlier_notes_by_sub_user ON earlier_notes(sub_user, number);

CREATE TABLE added_proxies(
    id TEXT PRIMARY KEY,
    added_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE added_sub_users(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    added_ms INTEGER NOT NULL
);
)sql";

/// Findings of ledger checks that the user acknowledged; `finding` is a key of ledgerfindings.h.
constexpr auto keepVersion2 = R"sql(
CREATE TABLE acknowledged_findings(
    finding TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

/// Results of proxy tests; see KeptProxyTest. `times` are microseconds, separated by commas.
constexpr auto keepVersion3 = R"sql(
CREATE TABLE proxy_tests(
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    tested TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    protocol INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    stage INTEGER NOT NULL,
    times TEXT NOT NULL,
    total INTEGER NOT NULL,
    exit_address TEXT NOT NULL,
    country TEXT NOT NULL,
    bytes_sent INTEGER NOT NULL,
    bytes_received INTEGER NOT NULL
);
CREATE INDEX proxy_tests_by_tested ON proxy_tests(tested, number);
)sql";

/// Entries of "Needs attention" that the user hid, without `until_ms` for ever (HiddenEntry), and
/// work on many rows (KeptBatchRow), one of each kind.
constexpr auto keepVersion4 = R"sql(
CREATE TABLE hidden_attention(
    entry TEXT PRIMARY KEY,
    until_ms INTEGER,
    at_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE batch_rows(
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    is_undo INTEGER NOT NULL,
    state INTEGER NOT NULL,
    document TEXT NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (kind, number)
) WITHOUT ROWID;
)sql";

constexpr int keepApplicationId = 0x52424b4b; // "RBKK"

} // namespace

const FileFormat &keepFormat()
{
    static const FileFormat format{keepApplicationId,
                                   {keepVersion1, keepVersion2, keepVersion3, keepVersion4}};
    return format;
}

} // namespace relaybook
