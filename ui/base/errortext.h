// SPDX-License-Identifier: GPL-3.0-or-later
// An error in words for people: what happened and whose fault it is, what to do now, and, apart
// from both, the service's own words and code.
#pragma once

#include "api/types/apierror.h"

#include <QString>

namespace relaybook {

struct ErrorText
{
    QString title;   // one sentence: what happened, and on whose side
    QString advice;  // one or two sentences: what to do
    QString details; // several lines of "what: text", the service's words unchanged
    friend bool operator==(const ErrorText &, const ErrorText &) = default;
};

[[nodiscard]] ErrorText errorText(const ApiError &error);

// Whether another sign-in is the way out: the token is refused, needs a second factor (code 1006),
// or belongs to an account that is no reseller (1007).
[[nodiscard]] bool isSolvedBySignIn(const ApiError &error);

// The service's own words about one input or the whole: its description, else its message; empty
// where it said nothing.
[[nodiscard]] QString serviceText(const ApiError &error);

} // namespace relaybook
