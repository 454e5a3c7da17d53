// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the text of a transaction into search tokens: case and accents are removed, and words are
// separated by one space. The search index, the search without it and the search query all use
// these functions, so that they give the same results.

#pragma once

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace relaybook {

/// "Łódź-Straße 12.50" -> "lodz strasse 12 50". Each character of a script without spaces is a
/// separate word, so that any part of such a text is found.
[[nodiscard]] std::string ledgerTokens(std::string_view utf8);

/// The tokens of a typed word, which a row must contain next to each other: "client_12" has two, as
/// has "words quoted". The last one may be the beginning of a longer token. Empty for punctuation
/// alone, which matches nothing.
[[nodiscard]] std::string ledgerPhrase(const QString &word);

/// Whether the search query contains anything but spaces and quotes.
[[nodiscard]] bool hasText(const QString &typed);

/// The phrases as a query of the search index; empty if there are none.
[[nodiscard]] std::string ledgerMatch(const std::vector<std::string> &phrases);

/// The values in the member "metadata" of a row's JSON, without the member names.
[[nodiscard]] std::string metadataValues(std::string_view raw);

/// An amount of the row, such as "balance_after", in the digits of the service (sentAmount()).
[[nodiscard]] QString amountAsSent(const QByteArray &raw, std::string_view name);

/// Registers four SQL functions: sent_amount(raw, name) gives amountAsSent(); ledger_text(type,
/// description, id, product_id, raw) gives the tokens of a row; ledger_finds(phrase, type,
/// description, id, product_id, raw) is 1 if they contain the phrase; ledger_tells(number,
/// description, raw) is 1 if the texts contain the number, not only as a part of a longer one.
/// Throws.
void registerLedgerText(SQLite::Database &database);

} // namespace relaybook
