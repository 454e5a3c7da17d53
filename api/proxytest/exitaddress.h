// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the exit address and its country in the body of a page that says from where it was
// fetched. Such pages have many forms.

#pragma once

#include <QByteArray>
#include <QString>

namespace relaybook {

struct ExitAddress
{
    QString address; ///< IPv4 or IPv6; empty if the body names none
    QString country; ///< two letters in upper case, or a name; may be empty
};

/// Reads JSON under the usual names ("ip", "origin", "query", "proxy.ip"; "country_code",
/// "country", "country.code", "providers.*.country"), lines of name=value ("ip=…", "loc=…"), and a
/// plain or quoted address.
[[nodiscard]] ExitAddress exitAddressIn(const QByteArray &body);

} // namespace relaybook
