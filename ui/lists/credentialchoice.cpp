// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/credentialchoice.h"

#include "ui/base/settings.h"

#include <algorithm>

namespace relaybook {

namespace {

constexpr QLatin1String socks5Stored{"socks5"};

// Written to the settings: never rename them.
QString storedName(CredentialFormat format)
{
    switch (format) {
    case CredentialFormat::Url:
        return QStringLiteral("url");
    case CredentialFormat::HostPortUserPassword:
        return QStringLiteral("host-port-user-password");
    case CredentialFormat::UserPasswordHostPort:
        return QStringLiteral("user-password-host-port");
    case CredentialFormat::HostPort:
        return QStringLiteral("host-port");
    case CredentialFormat::Curl:
        return QStringLiteral("curl");
    case CredentialFormat::CurlCmd:
        return QStringLiteral("curl-cmd");
    case CredentialFormat::CurlPowerShell:
        return QStringLiteral("curl-powershell");
    case CredentialFormat::Own:
        return QStringLiteral("own");
    }
    return {};
}

} // namespace

CredentialTemplate CredentialChoice::lineTemplate() const
{
    return CredentialTemplate(format == CredentialFormat::Own ? ownTemplate : templateOf(format));
}

int CredentialChoice::lines() const
{
    return format == CredentialFormat::Own && lineTemplate().canRepeat() ? ownLines : 1;
}

CredentialChoice storedChoice(const Settings &settings, const QString &page,
                              CredentialFormat format)
{
    CredentialChoice choice;
    choice.format = format;
    const QString stored = settings.text(Setting::CredentialFormat, page);
    for (int i = 0; i <= static_cast<int>(lastCredentialFormat); ++i) {
        const auto each = static_cast<CredentialFormat>(i);
        choice.format = storedName(each) == stored ? each : choice.format;
    }
    choice.protocol = settings.text(Setting::CredentialProtocol, page) == socks5Stored
                          ? ProxyProtocol::Socks5
                          : ProxyProtocol::Http;
    choice.ownTemplate = settings.text(Setting::CredentialTemplate);
    choice.ownLines = std::clamp(settings.value(Setting::CredentialLines).toInt(), 1,
                                 CredentialChoice::mostLines);
    return choice;
}

void storeChoice(Settings &settings, const QString &page, const CredentialChoice &choice)
{
    settings.setValue(Setting::CredentialFormat, storedName(choice.format), page);
    settings.setValue(Setting::CredentialProtocol,
                      choice.protocol == ProxyProtocol::Socks5 ? QString(socks5Stored)
                                                               : QStringLiteral("http"),
                      page);
    settings.setValue(Setting::CredentialTemplate, choice.ownTemplate);
    settings.setValue(Setting::CredentialLines, choice.ownLines);
}

} // namespace relaybook
