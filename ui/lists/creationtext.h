// SPDX-License-Identifier: GPL-3.0-or-later
// Describes creations of proxies in words: what was asked for, what became of it, what is known of
// one whose answer was lost, and why none is possible.
#pragma once

#include "models/account/proxydesk.h"
#include "ui/base/journalremedy.h"
#include "ui/widgets/rowlist.h"

#include <QStringList>

namespace relaybook {

/// "anna (Mobile, DE)", or "Mobile, DE" if no name was asked for.
[[nodiscard]] QString wantedText(const NewProxy &wanted);
/// One word: "Unknown".
[[nodiscard]] QString creationStateText(ProxyCreation::State state);
[[nodiscard]] Tone creationStateTone(ProxyCreation::State state);
/// The name of a proxy that may be the one that was created, or its id.
[[nodiscard]] QString candidateText(const StoredRows &rows, const ProxyId &id);

struct CreationHeading
{
    QString title;    ///< a sentence
    QString subtitle; ///< what it means, and what happens now
};
[[nodiscard]] CreationHeading creationHeading(const ProxyCreation &creation);
/// The requested values, what is known about them, and the result.
[[nodiscard]] QList<RowList::Row> creationRows(const ProxyCreation &creation,
                                               const StoredRows &rows, const AreaStatus &list,
                                               Instant now);

struct CreatingProblemText
{
    QString title;
    QString text;
};
/// What is wrong with the file that records creations.
[[nodiscard]] CreatingProblemText creatingProblemText(const DeskProblem &problem);
/// Shows it in the banner, with what the user can do about it.
void showCreatingProblem(Banner &banner, const Theme &theme, QWidget *parent, ProxyDesk &desk,
                         const DeskProblem &problem);

} // namespace relaybook
