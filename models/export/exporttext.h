// SPDX-License-Identifier: GPL-3.0-or-later
// Writes values as the text of exported files: exact decimals, ISO 8601 times with an offset, CSV
// cells (RFC 4180) and JSON strings. The text is appended without extra allocations.

#pragma once

#include "models/export/exportvalues.h"

#include <QLocale>

#include <string>

namespace relaybook {

/// Appends a decimal like decimalText(): "1234.50".
void appendDecimal(std::string &out, std::int64_t units, int digits, int minDecimals);

/// Appends a time: "2026-11-20T14:02:11.000+00:00".
void appendTime(std::string &out, std::int64_t millis);

/// Appends a JSON string with its quotes.
void appendJsonText(std::string &out, std::string_view text);

/// Appends a value as written to CSV, to JSON (without quotes), and to sheet cells that are not
/// numbers. Appends nothing for an absent value; a text is appended unchanged.
void appendPlain(std::string &out, ExportColumn::Kind kind, const ExportCell &cell);

/// Appends a value as written to JSON: money, traffic and times as strings, because a reader's
/// floating-point number would not hold every digit; null for an absent value.
void appendJsonCell(std::string &out, ExportColumn::Kind kind, const ExportCell &cell);

/// Whether a spreadsheet could interpret the text as a formula or a command: it begins with = + - @
/// (or a full-width form of them), a tab or a line break. A text that begins with an apostrophe is
/// included too, so that removing one apostrophe always restores the original text.
[[nodiscard]] bool needsApostrophe(std::string_view text);

/// What differs between CSV files.
struct CsvStyle
{
    char separator = ',';
    char decimalSign = '.';
};
/// What Excel expects: where the decimal sign is a comma, the separator is a semicolon.
[[nodiscard]] CsvStyle excelCsvStyle(const QLocale &locale);

/// Appends a row as a CSV line that ends with CR LF. Texts have an apostrophe at their start and
/// after each separator, quote or line break inside if what follows could be run as a formula.
void appendCsvRow(std::string &out, const std::vector<ExportColumn> &columns,
                  const ExportCells &cells, CsvStyle style = {});
/// Appends the names of the columns as the first line.
void appendCsvHeader(std::string &out, const std::vector<ExportColumn> &columns,
                     CsvStyle style = {});

} // namespace relaybook
