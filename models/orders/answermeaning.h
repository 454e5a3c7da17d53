// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what an error after sending an order means for the order. All kinds of orders use it.

#pragma once

#include "api/types/apierror.h"

namespace relaybook {

enum class AnswerMeaning {
    Refused,    ///< the service says that it did not carry out the order
    NotOffered, ///< also a refusal: the service has no such operation
    NotSent,    ///< not a byte of the order was sent
    Unknown,    ///< the order may have been carried out: no answer, or one that does not say
};

/// | answer | meaning |
/// |---|---|
/// | 401, 402, 403, 422, 429 with any body | Refused |
/// | 400, 404 with the code of a refusal (contract section 1) | Refused |
/// | 405, 501 with any body | NotOffered |
/// | any other answer, also a success that cannot be read | Unknown |
/// | none, although the order may have been sent | Unknown |
/// | none, because there was no connection or no token, or the account is view only | NotSent |
[[nodiscard]] AnswerMeaning meaningOf(const ApiError &error);

} // namespace relaybook
