// SPDX-License-Identifier: GPL-3.0-or-later
// The result of an operation: a value, or the error that explains why there is none.

#pragma once

#include "api/types/apierror.h"

#include <tl/expected.hpp>

namespace relaybook {

template <class T, class E = ApiError>
using Result = tl::expected<T, E>;

/// An error on this computer, not at the service. `detail` is for the log and "Details".
[[nodiscard]] inline tl::unexpected<ApiError> localError(QString detail)
{
    ApiError error;
    error.kind = ErrorKind::Local;
    error.message = std::move(detail);
    return tl::unexpected<ApiError>(std::move(error));
}

} // namespace relaybook
