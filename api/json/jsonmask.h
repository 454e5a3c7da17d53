// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the secrets out of what the service sent before anything keeps, shows or logs it.

#pragma once

#include <QByteArray>
#include <QString> // without it, '"' + QByteArray is arithmetic on a pointer

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace relaybook {

/// What stands where a secret stood.
[[nodiscard]] QByteArray secretMask();

/// The document as compact JSON, numbers as they were written, with every secret replaced:
/// all that is inside a member whose name speaks of a password, token, secret or key, and the
/// passwords inside addresses (scheme://user:password@host), at any depth. Empty where `json` is no
/// JSON: nothing that was not understood gets through.
[[nodiscard]] QByteArray maskSecrets(std::string_view json);
[[nodiscard]] inline QByteArray maskSecrets(const QByteArray &json)
{
    return maskSecrets(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
}

/// The same for many documents of one answer: what the name of a member says is worked out once.
class SecretMasker
{
public:
    enum class Rule {
        Plain,
        ProxyText, ///< the member is about a proxy: a text in it may be host:port:user:password
        Secret,
    };
    [[nodiscard]] QByteArray mask(std::string_view json);
    /// `key` as it stands in the document, escapes and all.
    [[nodiscard]] Rule ruleOf(std::string_view key);

private:
    struct Hash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };
    std::unordered_map<std::string, Rule, Hash, std::equal_to<>> m_rules;
};

} // namespace relaybook
