// SPDX-License-Identifier: GPL-3.0-or-later
// Formats a call as a curl command without secrets, to be shown, copied or sent to support.

#pragma once

#include "api/http/request.h"

#include <QString>

namespace relaybook {

/// curl -X PUT "$SERVICE/v1/proxies/…" -H "Authorization: Bearer $TOKEN" … The command contains no
/// host, no token and no key; secrets in the body are masked.
[[nodiscard]] QString redactedCurl(const Request &request);

} // namespace relaybook
