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

constexpr int keepApplicationId = 0x52424b4b; // "RBKK"

} // namespace

const FileFormat &keepFormat()
{
    static const FileFormat format{keepApplicationId, {keepVersion1, keepVersion2}};
    return format;
}

} // namespace relaybook
