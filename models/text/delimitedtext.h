// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a table from a CSV file or from text that was copied from a spreadsheet (RFC 4180): fields
// separated by tabs, semicolons or commas, in quotes where needed. Pure functions.

#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace relaybook {

struct DelimitedRow
{
    int number = 0;     ///< of the line on which it begins; the first one is 1
    QStringList fields; ///< trimmed
    friend bool operator==(const DelimitedRow &, const DelimitedRow &) = default;
};

struct DelimitedTable
{
    QChar separator;                ///< null if no row has two fields
    std::vector<DelimitedRow> rows; ///< without empty lines
    bool isQuoteOpen = false;       ///< a quote is not closed, so the last row may contain several
    bool isCut = false;             ///< there were more than `mostRows` rows
    friend bool operator==(const DelimitedTable &, const DelimitedTable &) = default;
};

/// The text of a file in UTF-8, or in UTF-16 with a byte order mark; nothing if it is neither.
[[nodiscard]] std::optional<QString> textOfFile(const QByteArray &bytes);

/// Reads at most `mostRows` rows. The first row that has a separator outside of quotes decides
/// which one is used: a tab, else a semicolon, else a comma. Lines end with LF, CR LF or CR. A
/// quote that does not begin a field is an ordinary character.
[[nodiscard]] DelimitedTable readDelimited(const QString &text, int mostRows);

} // namespace relaybook
