// SPDX-License-Identifier: GPL-3.0-or-later
// Where the service is: the base address that the user entered.

#pragma once

#include "api/types/result.h"

#include <QString>
#include <QUrl>

namespace relaybook {

/// https anywhere, http to this computer only. May have a path before /v1 and /reseller.
class ServiceAddress
{
public:
    /// A text without a scheme is taken as https. The error's message is a whole sentence that says
    /// what is wrong with the address.
    [[nodiscard]] static Result<ServiceAddress> parse(const QString &text);

    /// Without a slash at the end.
    [[nodiscard]] const QUrl &url() const { return m_url; }
    /// The address of a call; `path` starts with a slash and is percent-encoded.
    [[nodiscard]] QUrl urlOf(const QString &path) const;
    /// Host, with the port where it is not the usual one: "panel.example.com", "127.0.0.1:8080".
    [[nodiscard]] QString displayHost() const;
    [[nodiscard]] bool isLoopback() const;

    friend bool operator==(const ServiceAddress &, const ServiceAddress &) = default;

private:
    explicit ServiceAddress(QUrl url)
        : m_url(std::move(url))
    {
    }

    QUrl m_url;
};

/// Same scheme, host and port.
[[nodiscard]] bool isSameOrigin(const QUrl &a, const QUrl &b);

} // namespace relaybook
