// SPDX-License-Identifier: GPL-3.0-or-later
// How much traffic a test of a proxy uses.

#pragma once

#include "api/proxytest/proxytestresult.h"

#include <QUrl>

namespace relaybook {

/// The most that is read of a page.
inline constexpr qint64 largestTestPage = 64 * 1024;

/// About how many bytes a test that works uses. For https, most of it is the certificates of the
/// page's host.
[[nodiscard]] qint64 usualTestBytes(const QUrl &page);

/// About how many bytes this test used: what was counted, and for https what TLS adds.
[[nodiscard]] qint64 usedTestBytes(const ProxyTestResult &result, const QUrl &page);

} // namespace relaybook
