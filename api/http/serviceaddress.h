// SPDX-License-Identifier: GPL-3.0-or-later
// The base URL of the service, as entered by the user.

#pragma once

#include "api/types/result.h"

#include <QString>
#include <QUrl>

namespace relaybook {

/// A validated base URL. It uses https; http is allowed only for this computer. It may have a path
/// before /v1 and /reseller.
class ServiceAddress
{
public:
    /// Parses an address. A text without a scheme is taken as https. The error's message is a
    /// complete sentence that says what is wrong with the address.
    [[nodiscard]] static Result<ServiceAddress> parse(const QString &text);

    /// The URL without a slash at the end.
    [[nodiscard]] const QUrl &url() const { return m_url; }
    /// The address of a call; `path` starts with a slash and is percent-encoded.
    [[nodiscard]] QUrl urlOf(const QString &path) const;
    /// The host, with the port if it is not the default one: "panel.example.com", "127.0.0.1:8080".
    [[nodiscard]] QString displayHost() const;
    [[nodiscard]] bool isLoopback() const;
    /// The port, also if it is the default one.
    [[nodiscard]] int port() const;

    friend bool operator==(const ServiceAddress &, const ServiceAddress &) = default;

private:
    explicit ServiceAddress(QUrl url)
        : m_url(std::move(url))
    {
    }

    QUrl m_url;
};

/// Whether this host of a URL is this computer, by its name or its address.
[[nodiscard]] bool isLoopbackHost(const QString &host);
/// Whether both URLs have the same scheme, host and port.
[[nodiscard]] bool isSameOrigin(const QUrl &a, const QUrl &b);

} // namespace relaybook
