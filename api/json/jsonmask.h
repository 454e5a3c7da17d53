// SPDX-License-Identifier: GPL-3.0-or-later
// Masks secrets in the service's responses before they are stored, shown or logged.

#pragma once

#include <QByteArray>
#include <QString> // without it, '"' + QByteArray is arithmetic on a pointer

#include "api/json/knownsecrets.h"
#include "api/json/secrettext.h"
#include "api/types/masktext.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace relaybook {

[[nodiscard]] QByteArray secretMask();

/// Returns the document as compact JSON with every secret replaced at any depth; numbers stay as
/// written. Secrets are: everything inside a member whose name means a password, token, secret or
/// key; text that looks like a credential (nextSecret()); and text that equals a secret found
/// elsewhere. Returns an empty text if `json` is not JSON, so that nothing that could not be parsed
/// gets through.
[[nodiscard]] QByteArray maskSecrets(std::string_view json);
[[nodiscard]] inline QByteArray maskSecrets(const QByteArray &json)
{
    return maskSecrets(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
}

/// Masks many documents of one response. The rule for each member name is determined only once.
class SecretMasker
{
public:
    enum class Rule {
        Plain,
        ProxyText, ///< the member describes a proxy: its text may be host:port:user:password
        Secret,
        InSecret, ///< used internally for values inside a secret member
    };
    /// Masks the secrets known to `session`, and adds those that it finds to it: at the end of
    /// learnFrom(), and when it is destroyed. `session` may be null.
    explicit SecretMasker(KnownSecrets *session = nullptr);
    SecretMasker(const SecretMasker &) = delete;
    SecretMasker &operator=(const SecretMasker &) = delete;
    ~SecretMasker();

    [[nodiscard]] QByteArray mask(std::string_view json);
    /// Masks a text that is not JSON.
    [[nodiscard]] QByteArray maskText(std::string_view text, Rule rule = Rule::Plain);
    /// The same for the value of the member `key`.
    [[nodiscard]] QString masked(const QString &text, std::string_view key);
    /// Collects the secrets in a document, so that they are masked in all of its parts.
    void learnFrom(std::string_view json);
    void learn(std::string_view secret);
    [[nodiscard]] bool isKnown(std::string_view text) const;
    /// Whether the text is a known secret, or has one between its words.
    [[nodiscard]] bool holdsKnown(std::string_view text) const;
    /// The next known secret from a place between two words on: a word, or several with signs.
    [[nodiscard]] std::optional<SecretSpan> nextKnown(std::string_view text, std::size_t at) const;
    /// The rule for a member. `key` is the name as written in the document, including escapes.
    [[nodiscard]] Rule ruleOf(std::string_view key);

private:
    [[nodiscard]] std::optional<SecretSpan> knownIn(std::string_view text, SecretSpan word) const;
    struct Hash : std::hash<std::string_view>
    {
        using is_transparent = void;
    };
    void reportToSession();

    KnownSecrets *m_session;
    SecretSet m_known;
    SecretSet m_met; ///< not in m_known
    std::unordered_map<std::string, Rule, Hash, std::equal_to<>> m_rules;
};

} // namespace relaybook
