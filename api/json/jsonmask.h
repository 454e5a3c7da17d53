// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the secrets out of what the service sent before anything keeps, shows or logs it.

#pragma once

#include <QByteArray>
#include <QString> // without it, '"' + QByteArray is arithmetic on a pointer

#include "api/json/knownsecrets.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace relaybook {

/// What stands where a secret stood.
[[nodiscard]] QByteArray secretMask();

/// The document as compact JSON, numbers as they were written, with every secret replaced, at any
/// depth: all that is inside a member whose name speaks of a password, token, secret or key, what
/// is written like a credential in any text (nextSecret()), and what equals a secret met elsewhere.
/// Empty where `json` is no JSON: nothing that was not understood gets through.
[[nodiscard]] QByteArray maskSecrets(std::string_view json);
[[nodiscard]] inline QByteArray maskSecrets(const QByteArray &json)
{
    return maskSecrets(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
}

/// Whether both are the same document or text but for places where one of them has a mask: what
/// was stored before a secret was known has not changed at the service.
[[nodiscard]] bool sameButMasked(const QByteArray &first, const QByteArray &second);

/// The same for many documents of one answer: what the name of a member says is worked out once.
class SecretMasker
{
public:
    enum class Rule {
        Plain,
        ProxyText, ///< the member is about a proxy: a text in it may be host:port:user:password
        Secret,
        InSecret, ///< of the document's own, for what is inside of a secret member
    };
    /// Knows the secrets of `session` and tells it of those that it meets. `session` may be null.
    explicit SecretMasker(KnownSecrets *session = nullptr);

    [[nodiscard]] QByteArray mask(std::string_view json);
    /// A text that is no JSON.
    [[nodiscard]] QByteArray maskText(std::string_view text);
    /// Takes note of the secrets in a document, so that none is missed in what comes before it.
    void learnFrom(std::string_view json);
    void learn(std::string_view secret);
    [[nodiscard]] bool isKnown(std::string_view text) const;
    /// Whether the text is a known secret, or one of its words is.
    [[nodiscard]] bool holdsKnown(std::string_view text) const;
    /// `key` as it stands in the document, escapes and all.
    [[nodiscard]] Rule ruleOf(std::string_view key);

private:
    struct Hash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };
    void tellSession();

    KnownSecrets *m_session;
    std::shared_ptr<const SecretSet> m_known;
    SecretSet m_met; ///< not in m_known
    bool m_metMore = false;
    std::unordered_map<std::string, Rule, Hash, std::equal_to<>> m_rules;
};

} // namespace relaybook
