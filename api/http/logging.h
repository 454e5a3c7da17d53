// SPDX-License-Identifier: GPL-3.0-or-later
// The log categories of the HTTP layer. Verb, path, status and milliseconds are logged; headers,
// bodies and query strings never are.

#pragma once

#include <QLoggingCategory>

namespace relaybook {

Q_DECLARE_LOGGING_CATEGORY(httpLog)   ///< relaybook.http
Q_DECLARE_LOGGING_CATEGORY(authLog)   ///< relaybook.auth
Q_DECLARE_LOGGING_CATEGORY(pacingLog) ///< relaybook.pacing

} // namespace relaybook
