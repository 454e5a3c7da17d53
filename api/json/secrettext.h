// SPDX-License-Identifier: GPL-3.0-or-later
// Finds credentials in a text by their format, regardless of the JSON key.

#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace relaybook {

struct SecretSpan
{
    std::size_t from = 0;
    std::size_t to = 0; ///< position after the last byte
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

/// Finds the secrets of a text one after the other, in linear time whatever the text is:
/// - the password of scheme://user:password@host, or the whole user part if it has no password;
/// - the password of user:password@host, of host:port:user:password, of host:port@user:password;
/// - the password of host, port, user and password, or user, password, host and port, between bars,
///   commas, semicolons, tabs, blanks or line breaks;
/// - the value in name=value if the name means a secret, as in the query of a URL;
/// - the same in "name: value" and "name is value", if the value is no ordinary word;
/// - the text after "Bearer", and after "Basic" if it is base64 of user:password;
/// - a personal token ("12|" with twenty letters and digits or more) and a JSON web token.
/// Full-width signs, no-break blanks and the line breaks of other systems count as the plain ones.
/// Times, IPv6 and MAC addresses, e-mail addresses and ratios are not secrets. The text must live
/// as long as the finder.
class SecretFinder
{
public:
    explicit SecretFinder(std::string_view text);
    Q_DISABLE_COPY_MOVE(SecretFinder) // m_text may refer to m_plain
    ~SecretFinder() = default;

    /// The next secret; nothing after the last one.
    [[nodiscard]] std::optional<SecretSpan> next();

private:
    /// A word between blanks. Places are those of the text; npos: there is none.
    struct Word
    {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t lastAt = 0;
        std::size_t firstColon = 0; ///< after the secret that was found last; `end` if none
        std::size_t colonAfterAt = 0;
        std::size_t soughtAt = 0; ///< 1 + where aroundAt() began; it has one result for all its @
        bool isHardwareOrIp = false;
    };

    void makePlain(std::size_t firstOther);
    [[nodiscard]] std::size_t placeInText(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> secretAt(std::size_t at);
    void enterWord(std::size_t at);
    [[nodiscard]] std::optional<SecretSpan> inAddress(std::size_t begin) const;
    [[nodiscard]] std::optional<SecretSpan> afterHost(std::size_t at) const;
    [[nodiscard]] std::string_view hostBefore(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> aroundAt();
    [[nodiscard]] std::optional<SecretSpan> atColon(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> afterName(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> wordAfterName(std::size_t from) const;
    [[nodiscard]] std::optional<SecretSpan> afterIs(std::size_t at) const;
    [[nodiscard]] bool isSecretName(std::size_t begin, std::size_t end) const;
    [[nodiscard]] std::size_t pastBlanks(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> inParts(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> afterPort(std::size_t at, std::size_t portEnd) const;
    [[nodiscard]] std::optional<SecretSpan> beforeHost(std::size_t at, std::size_t hostBegin,
                                                       std::size_t portEnd) const;
    [[nodiscard]] std::optional<SecretSpan> passwordOf(SecretSpan part, char separator) const;
    [[nodiscard]] std::size_t separatorFrom(std::size_t end, char separator) const;
    [[nodiscard]] std::size_t separatorBefore(std::size_t begin, char separator) const;
    template <class Predicate>
    [[nodiscard]] SecretSpan partBefore(std::size_t at, Predicate holds) const;
    template <class Predicate>
    [[nodiscard]] SecretSpan partAfter(std::size_t at, Predicate holds) const;
    [[nodiscard]] std::string_view textOf(SecretSpan span) const
    {
        return m_text.substr(span.from, span.to - span.from);
    }
    [[nodiscard]] std::optional<SecretSpan> afterScheme(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> aroundBar(std::size_t at) const;
    [[nodiscard]] std::optional<SecretSpan> webToken(std::size_t at) const;
    template <class Predicate>
    [[nodiscard]] std::size_t beginOf(std::size_t at, Predicate holds) const;

    /// Where the text and m_plain go on, after what has another length in them.
    struct Shift
    {
        std::size_t plain = 0;
        std::size_t text = 0;
    };
    std::string m_plain; ///< with the plain signs, if the text has others; the places are of this
    std::vector<Shift> m_shifts;
    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_from = 0; ///< the end of the secret that was found last
    Word m_word;
};

/// Whether SecretFinder finds a secret in the text.
[[nodiscard]] bool looksLikeSecret(const QString &text);

/// Whether the name of a member (in lower case) means that its value is a secret.
[[nodiscard]] bool speaksOfSecret(std::string_view lower);

} // namespace relaybook
