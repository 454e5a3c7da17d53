// SPDX-License-Identifier: GPL-3.0-or-later
// Where exported rows came from, as a member of JSON, as a file beside CSV and as lines of a sheet.

#pragma once

#include "models/export/exportvalues.h"

#include <string>
#include <utility>

namespace relaybook {

struct ProvenanceLine
{
    const char *name;
    ExportColumn::Kind kind; ///< Text, Integer or Time
    QString text;            ///< for Text; empty: not known
    std::optional<qint64> number;
};

/// In the order in which they are written.
[[nodiscard]] std::vector<ProvenanceLine> provenanceLines(ExportWhat what,
                                                          const ExportProvenance &provenance);
/// A JSON object; what is not known is null. Each line begins with `indent`, but for the first.
void appendProvenanceJson(std::string &out, ExportWhat what, const ExportProvenance &provenance,
                          std::string_view indent);
/// "<name>.provenance.json".
[[nodiscard]] QString provenancePathOf(const QString &path);

} // namespace relaybook
