// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/proxytests/proxytestcost.h"

namespace relaybook {
namespace {

constexpr qint64 usualPlainBytes = 2 * 1024;
constexpr qint64 usualTlsBytes = 6 * 1024;

bool isSecurePage(const QUrl &page)
{
    return page.scheme() == QLatin1String("https");
}

} // namespace

qint64 usualTestBytes(const QUrl &page)
{
    return isSecurePage(page) ? usualPlainBytes + usualTlsBytes : usualPlainBytes;
}

qint64 usedTestBytes(const ProxyTestResult &result, const QUrl &page)
{
    const bool reachedTls = isSecurePage(page) && result.stage >= ProxyTestStage::Tls;
    return result.bytesSent + result.bytesReceived + (reachedTls ? usualTlsBytes : 0);
}

} // namespace relaybook
