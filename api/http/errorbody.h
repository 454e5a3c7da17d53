// SPDX-License-Identifier: GPL-3.0-or-later
// The service's own words for an error (contract section 1, "Errors").

#pragma once

#include "api/types/apierror.h"

#include <QByteArray>

namespace relaybook {

/// Fills code, message, description and fields from {"error":{…}}, or from {"message", "errors"} at
/// the top. False where the body is empty, no JSON (HTML of a gateway) or says nothing of the kind:
/// then nothing is changed.
bool readErrorBody(const QByteArray &body, ApiError &error);

} // namespace relaybook
