// SPDX-License-Identifier: GPL-3.0-or-later
// Values as the text that stands in an exported file, appended without an allocation of its own:
// exact decimals, times as ISO 8601 with the offset, cells of CSV (RFC 4180) and strings of JSON.

#pragma once

#include "models/export/exportvalues.h"

#include <string>

namespace relaybook {

/// As decimalText(): "1234.50".
void appendDecimal(std::string &out, std::int64_t units, int digits, int minDecimals);

/// "2026-11-20T14:02:11.000+00:00".
void appendTime(std::string &out, std::int64_t millis);

/// With its quotes.
void appendJsonText(std::string &out, std::string_view text);

/// The value as it stands in CSV, JSON apart from quotes, and in the sheet where it is no number.
/// Nothing for an absent one; a text as it is.
void appendPlain(std::string &out, ExportColumn::Kind kind, const ExportCell &cell);

/// Whether a spreadsheet could take the text for a formula or a command: it begins with = + - @ (or
/// one of their full-width twins), a tab, a line break, or with the apostrophe that makes such a
/// text harmless, so that taking one apostrophe off gives back what there was, always.
[[nodiscard]] bool needsApostrophe(std::string_view text);

/// A line of CSV with its CR LF.
void appendCsvRow(std::string &out, const std::vector<ExportColumn> &columns,
                  const ExportCells &cells);
/// The names as the first line.
void appendCsvHeader(std::string &out, const std::vector<ExportColumn> &columns);

} // namespace relaybook
