// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/answermeaning.h"

namespace relaybook {

AnswerMeaning meaningOf(const ApiError &error)
{
    constexpr int notFound = 404;
    if (error.isOfToken) { // the status is that of the call for the token
        return AnswerMeaning::NotSent;
    }
    if (error.httpStatus == 0) {
        return error.mayHaveHappened ? AnswerMeaning::Unknown : AnswerMeaning::NotSent;
    }
    if (!isClearRefusal(error)) {
        return AnswerMeaning::Unknown;
    }
    return isNotOffered(error.httpStatus) && error.httpStatus != notFound
               ? AnswerMeaning::NotOffered
               : AnswerMeaning::Refused;
}

} // namespace relaybook
