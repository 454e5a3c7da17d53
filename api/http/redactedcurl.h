// SPDX-License-Identifier: GPL-3.0-or-later
// A call as a command line that can be shown, copied and sent to somebody.

#pragma once

#include "api/http/request.h"

#include <QString>

namespace relaybook {

/// curl -X PUT "$SERVICE/v1/proxies/…" -H "Authorization: Bearer $TOKEN" … : no host, no token, no
/// key, and a body without secrets.
[[nodiscard]] QString redactedCurl(const Request &request);

} // namespace relaybook
