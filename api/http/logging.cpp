// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/http/logging.h"

namespace relaybook {

Q_LOGGING_CATEGORY(httpLog, "relaybook.http", QtInfoMsg)
Q_LOGGING_CATEGORY(authLog, "relaybook.auth", QtInfoMsg)
Q_LOGGING_CATEGORY(pacingLog, "relaybook.pacing", QtInfoMsg)

} // namespace relaybook
