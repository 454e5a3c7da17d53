// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the body of an error response (contract section 1, "Errors").

#pragma once

#include "api/types/apierror.h"

#include <QByteArray>

namespace relaybook {

/// Fills code, message, description and fields from {"error":{…}}, or from {"message", "errors"} at
/// the top level. Returns false and changes nothing if the body is empty, is not JSON (such as a
/// gateway's HTML page) or has none of these members.
bool readErrorBody(const QByteArray &body, ApiError &error);

} // namespace relaybook
