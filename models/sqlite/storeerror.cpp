// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/storeerror.h"

#include "api/types/apierror.h"

namespace relaybook {

ApiError toApiError(const StoreError &error)
{
    ApiError result;
    result.kind = ErrorKind::Local;
    result.message = error.detail;
    return result;
}

} // namespace relaybook
