// SPDX-License-Identifier: GPL-3.0-or-later
// Making a good answer bad, as the faults want it.
#pragma once

#include "sandbox/answer.h"
#include "sandbox/faults.h"

namespace sandbox {

/// Changes body and delivery of an answer whose request was performed.
void mangle(Answer &answer, const TakenFaults &faults);

/// Only the delivery: what can go wrong after any answer.
void setDelivery(Answer &answer, const TakenFaults &faults);

/// A gateway's page.
Answer htmlError(int status);
Answer htmlPage(int status, const std::string &title);

/// Every number outside of text, put in quotes.
std::string numbersAsText(std::string_view json);

} // namespace sandbox
