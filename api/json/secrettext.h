// SPDX-License-Identifier: GPL-3.0-or-later
// Finds credentials in a text by their format, regardless of the JSON key.

#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>

namespace relaybook {

struct SecretSpan
{
    std::size_t from = 0;
    std::size_t to = 0; ///< position after the last byte
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

/// Finds the first secret at or after `at` in one scan:
/// - the password of scheme://user:password@host, or the whole user part if it has no password;
/// - the password of user:password@host, of host:port:user:password, of host:port@user:password;
/// - the value in name=value if the name means a secret, as in the query of a URL;
/// - the text after "Bearer", and after "Basic" if it is base64 of user:password;
/// - a personal token ("12|" with twenty letters and digits or more) and a JSON web token.
/// Times, IPv6 and MAC addresses, e-mail addresses and ratios are not secrets.
[[nodiscard]] std::optional<SecretSpan> nextSecret(std::string_view text, std::size_t at);

/// Whether the name of a member (in lower case) means that its value is a secret.
[[nodiscard]] bool speaksOfSecret(std::string_view lower);

} // namespace relaybook
