// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the provenance of an export (account, filter, time, checksum): as a JSON member, as a file
// next to a CSV file, or as lines of a sheet.

#pragma once

#include "models/export/exportvalues.h"

#include <string>
#include <utility>

namespace relaybook {

/// A name and a value.
struct ProvenanceLine
{
    const char *name;
    ExportColumn::Kind kind; ///< Text, Integer, Flag or Time
    QString text;            ///< for Text; empty if not known
    std::optional<qint64> number;
};

/// All lines, in the order in which they are written.
[[nodiscard]] std::vector<ProvenanceLine> provenanceLines(ExportWhat what,
                                                          const ExportProvenance &provenance);
/// Appends a JSON object; unknown values are null. Each line except the first begins with `indent`.
void appendProvenanceJson(std::string &out, ExportWhat what, const ExportProvenance &provenance,
                          std::string_view indent);
/// The path of the file next to a CSV file: "<name>.provenance.json".
[[nodiscard]] QString provenancePathOf(const QString &path);

} // namespace relaybook
