// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the page of an evidence kit that the service's support reads: plain text, in English
// whatever the language of the program.

#pragma once

#include "models/export/evidencerows.h"

#include <functional>

namespace relaybook {

/// What happened, with which transactions, what was ordered here, what is asked, and which of
/// `files` has what. It says what is known, and what cannot be known here; it accuses nobody.
/// `mask` masks the secrets in a text of somebody else, before it is cut.
[[nodiscard]] QByteArray evidenceReport(const EvidenceRequest &request, const EvidenceRows &rows,
                                        const std::vector<EvidenceFile> &files,
                                        const std::function<QString(const QString &)> &mask);

// The names of the files.
inline const QString evidenceReportName = QStringLiteral("report.txt");
inline const QString evidenceRowsName = QStringLiteral("transactions.json");
inline const QString evidenceEarlierName = QStringLiteral("earlier-versions.json");
inline const QString evidenceUnreadableName = QStringLiteral("unreadable-rows.json");
inline const QString evidenceGapName = QStringLiteral("gap.json");
inline const QString evidenceOrdersName = QStringLiteral("orders.json");
inline const QString evidenceSumsName = QStringLiteral("SHA256SUMS");

} // namespace relaybook
