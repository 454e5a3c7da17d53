// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a row of the ledger as words that can be found: folded, taken apart where a word
// ends, one space between. The full-text index, the search without it and what is typed go through
// here, so that they mean the same.

#pragma once

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace relaybook {

/// "Łódź-Straße 12.50" -> "lodz strasse 12 50". Signs of a script without spaces are words of their
/// own, so that any part of such a text is found.
[[nodiscard]] std::string ledgerTokens(std::string_view utf8);

/// What was typed, as phrases that all have to be found: "words in quotes" are one, and so is a
/// word that falls apart, like "client_12". A phrase's last word may go on in the row. Signs alone
/// are no phrase, and are found nowhere.
[[nodiscard]] std::vector<std::string> ledgerPhrases(const QString &typed);

/// Whether anything was typed that has to be found.
[[nodiscard]] bool hasText(const QString &typed);

/// The same as a query of the full-text index; empty where there is nothing to look for.
[[nodiscard]] std::string ledgerMatch(const std::vector<std::string> &phrases);

/// The values in the member "metadata" of a row as it came, without the names of its members.
[[nodiscard]] std::string metadataValues(std::string_view raw);

/// Adds ledger_text(type, description, id, product_id, raw), the words of a row, and
/// ledger_finds(phrase, type, description, id, product_id, raw): 1 where the phrase is in them.
/// Throws.
void registerLedgerText(SQLite::Database &database);

} // namespace relaybook
