// SPDX-License-Identifier: GPL-3.0-or-later
// What the room writes to the log: verb, path, status, milliseconds. Never a header, a body or a
// query.

#pragma once

#include <QLoggingCategory>

namespace relaybook {

Q_DECLARE_LOGGING_CATEGORY(httpLog)   // relaybook.http
Q_DECLARE_LOGGING_CATEGORY(authLog)   // relaybook.auth
Q_DECLARE_LOGGING_CATEGORY(pacingLog) // relaybook.pacing

} // namespace relaybook
