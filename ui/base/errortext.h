// SPDX-License-Identifier: GPL-3.0-or-later
// Describes an error in plain words: what happened and on whose side, what to do now, and,
// separately, the service's own text and code.
#pragma once

#include "api/types/apierror.h"

#include <QString>

namespace relaybook {

struct ErrorText
{
    QString title;   ///< one sentence: what happened, and on whose side
    QString advice;  ///< one or two sentences: what to do
    QString details; ///< several lines of "name: text", with the service's text unchanged
    friend bool operator==(const ErrorText &, const ErrorText &) = default;
};

[[nodiscard]] ErrorText errorText(const ApiError &error);
/// What happened, what to do and why, for a place that shows no details.
[[nodiscard]] QString errorSentences(const ApiError &error);

/// Whether signing in again solves it: the token is refused, could not be read, needs a second
/// factor (code 1006), or belongs to an account that is not a reseller (1007).
[[nodiscard]] bool isSolvedBySignIn(const ApiError &error);

/// Whether the call that failed was sent with the Reseller Key, or exchanges it.
[[nodiscard]] bool isOfReseller(const ApiError &error);

/// The service's own text about one input or the whole request: its description, else its message;
/// empty if it sent neither.
[[nodiscard]] QString serviceText(const ApiError &error);

} // namespace relaybook
