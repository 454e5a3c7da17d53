// SPDX-License-Identifier: GPL-3.0-or-later
// Describes one order for a sub-user in a line: what is asked for, and what became of it.
#pragma once

#include "models/cellroles.h"
#include "models/serving/subuseroperation.h"

#include <QString>

namespace relaybook {

using ServingKind = SubUserRequest::Kind;

/// "client_139", or "sub-user 139" if the user name is not known. One line.
[[nodiscard]] QString subUserText(const SubUserRequest &request);
/// The same of an operation: a created sub-user has the name that the service gave it.
[[nodiscard]] QString subUserText(const SubUserOrder &operation);
/// As subUserText(), but for a cell of a table: the name is not isolated.
[[nodiscard]] QString subUserCell(const SubUserRequest &request);
[[nodiscard]] QString subUserCell(const SubUserOrder &operation);
/// "The service created “anna_1”, not “anna”. …": how what was done differs from what was asked
/// for; empty if it does not, so far as the service tells.
[[nodiscard]] QString otherwiseText(const SubUserOrder &operation);
/// "Give back 7.4 GB…", the button for giveBackOf().
[[nodiscard]] QString giveBackText(const SubUserRequest &back);
/// "Give 10 GB to client_139".
[[nodiscard]] QString requestSentence(const SubUserRequest &request);

/// The tone of its state; what was carried out otherwise than asked for is a warning.
[[nodiscard]] Tone operationTone(const SubUserOrder &operation);
/// One line: what became of it, or why.
[[nodiscard]] QString operationResultText(const SubUserOrder &operation);

} // namespace relaybook
