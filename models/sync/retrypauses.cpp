// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/retrypauses.h"

namespace relaybook {

bool RetryPauses::isTemporary(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Offline:
    case ErrorKind::Timeout:
    case ErrorKind::TooManyRequests:
    case ErrorKind::ServiceFailure:
    case ErrorKind::NotUnderstood:
    case ErrorKind::Blocked:
        return true;
    case ErrorKind::Tls:
    case ErrorKind::Cancelled:
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::NotFound:
    case ErrorKind::NotOffered:
    case ErrorKind::Validation:
    case ErrorKind::NotEnoughMoney:
    case ErrorKind::Refused:
    case ErrorKind::Local:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::ViewOnly:
    case ErrorKind::BadSettings:
        return false;
    }
    return false;
}

std::optional<std::chrono::milliseconds> RetryPauses::after(const ApiError &error)
{
    // A shorter pause counts as a failure, because the service might ask for it for ever.
    constexpr std::chrono::seconds leastPause(1);
    if (error.kind == ErrorKind::TooManyRequests && error.retryAfter >= leastPause) {
        return error.retryAfter;
    }
    if (m_failures >= m_pauses.size()) {
        return std::nullopt;
    }
    return m_pauses.at(m_failures++);
}

} // namespace relaybook
