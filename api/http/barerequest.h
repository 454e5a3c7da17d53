// SPDX-License-Identifier: GPL-3.0-or-later
// A request of Qt's that does nothing by itself: no redirects, cookies, cache, HTTP/2 or repeated
// sign-in.

#pragma once

#include "api/http/networkroute.h"

#include <QNetworkRequest>
#include <QUrl>

namespace relaybook {

/// With the program's name as user agent, and the certificates of the route.
[[nodiscard]] QNetworkRequest bareRequest(const QUrl &url, const NetworkRoute &route);

} // namespace relaybook
