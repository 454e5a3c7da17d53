// SPDX-License-Identifier: GPL-3.0-or-later
// Damages a correct response as the faults require.
#pragma once

#include "sandbox/answer.h"
#include "sandbox/faults.h"

namespace sandbox {

/// Changes the body and the delivery of a response whose request was performed.
void mangle(Answer &answer, const TakenFaults &faults);

/// Changes only the delivery, for faults that can affect any response.
void setDelivery(Answer &answer, const TakenFaults &faults);

/// An HTML error page as a gateway sends it.
Answer htmlError(int status);
/// Status 200 with {"success": false} and no data.
Answer withoutSuccess();
Answer htmlPage(int status, const std::string &title);

/// Puts every number outside of strings into quotes.
std::string numbersAsText(std::string_view json);

} // namespace sandbox
