// SPDX-License-Identifier: GPL-3.0-or-later
// Describes operations on sub-users in words: what is asked for, why it is not possible, its state,
// and the figures before and after it.
#pragma once

#include "models/cellroles.h"
#include "models/serving/subuserdesk.h"
#include "ui/widgets/rowlist.h"

#include <QString>

namespace relaybook {

using ServingKind = SubUserRequest::Kind;

/// "client_139", or "sub-user 139" if the user name is not known. One line.
[[nodiscard]] QString subUserText(const SubUserRequest &request);
/// The same of an operation: a created sub-user has the name that the service gave it.
[[nodiscard]] QString subUserText(const SubUserOrder &operation);
/// "The service created “anna_1”, not “anna”. …": how a created sub-user differs from what was
/// asked for; empty if it does not, so far as the service tells.
[[nodiscard]] QString otherwiseText(const SubUserOrder &operation);
/// "Give 10 GB to client_139".
[[nodiscard]] QString requestSentence(const SubUserRequest &request);
/// "Give", "Take back", "Create", "Delete".
[[nodiscard]] QString kindText(ServingKind kind);

/// The same; what was carried out otherwise than asked for is a warning.
[[nodiscard]] Tone operationTone(const SubUserOrder &operation);
/// One line: what became of it, or why.
[[nodiscard]] QString operationResultText(const SubUserOrder &operation);
/// What the operation moved or would move; nothing if that is not known.
[[nodiscard]] std::optional<TrafficAmount> amountOf(const SubUserOrder &operation);

/// Title and subtitle of an operation's view.
struct OperationHeading
{
    QString title;    ///< a sentence
    QString subtitle; ///< what it means, and what happens now
};
[[nodiscard]] OperationHeading operationHeading(const SubUserOrder &operation);
/// What was asked for, and the result.
[[nodiscard]] QList<RowList::Row> operationRows(const SubUserOrder &operation, Instant now);
/// The figures before the operation and at the newest look, side by side.
[[nodiscard]] QList<RowList::Row> lookRows(const SubUserOrder &operation, bool isLooking,
                                           Instant now);
/// What the newest look showed, in a sentence; empty if there was none.
[[nodiscard]] QString lookSentence(const SubUserOrder &operation);
/// A row of the history, or a new sub-user, that may belong to the operation.
[[nodiscard]] QString candidateSentence(const SubUserOrder &operation,
                                        const SubUserLook::Candidate &candidate);

/// Why a request cannot be sent, as a sentence; empty if it can be.
[[nodiscard]] QString verdictText(RequestVerdict verdict);

/// "1.9 GB now, 11.9 GB after".
[[nodiscard]] QString nowAndAfter(const std::optional<TrafficAmount> &now,
                                  const std::optional<TrafficAmount> &after);
/// The pool that a request takes from or returns to: "Pool: Mobile".
[[nodiscard]] QString poolText(const QString &serviceType);

} // namespace relaybook
