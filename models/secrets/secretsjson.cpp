// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/secrets/secretsjson.h"

#include "api/json/jsonreader.h"

#include <string_view>

namespace relaybook {
namespace {

constexpr qint64 formatVersion = 1;

/// The members of an entry that hold a secret.
struct SecretMember
{
    std::string_view key;
    Secret &(*in)(AccountSecrets &secrets);
};
constexpr SecretMember secretMembers[] = {
    {"personal_token", [](AccountSecrets &in) -> Secret & { return in.personalToken; }},
    {"reseller_key", [](AccountSecrets &in) -> Secret & { return in.resellerKey; }},
    {"proxy_password", [](AccountSecrets &in) -> Secret & { return in.proxyPassword.password; }},
    {"webhook_address", [](AccountSecrets &in) -> Secret & { return in.webhookAddress; }},
    {"webhook_key", [](AccountSecrets &in) -> Secret & { return in.webhookKey; }},
};
/// The proxy that the password is for.
constexpr std::string_view proxyMember = "proxy_password_for";
/// The members that hold another text, and what it is.
struct TextMember
{
    std::string_view key;
    QString &(*in)(AccountSecrets &secrets);
    const char *problem;
};
constexpr TextMember textMembers[] = {
    {proxyMember, [](AccountSecrets &in) -> QString & { return in.proxyPassword.proxy; },
     "The proxy of the password is not a text."},
    {"service", [](AccountSecrets &in) -> QString & { return in.service; },
     "The address of the service is not a text."},
    {"network", [](AccountSecrets &in) -> QString & { return in.network; },
     "The connection settings are not a text."},
};

/// Each byte becomes six at most: \u001f.
constexpr qsizetype mostPerByte = 6;

void appendEscaped(QByteArray &text, const QByteArray &bytes)
{
    constexpr char firstPlain = 0x20;
    constexpr auto digits = "0123456789abcdef";
    for (const char each : bytes) {
        if (each == '"' || each == '\\') {
            text.append('\\').append(each);
        } else if (each >= 0 && each < firstPlain) {
            text.append("\\u00").append(digits[each >> 4]).append(digits[each & 0xf]);
        } else {
            text.append(each);
        }
    }
}

void appendMember(QByteArray &text, std::string_view key)
{
    text.append(",\"").append(key.data(), static_cast<qsizetype>(key.size())).append("\":");
}

/// Appends nothing for an empty value.
void appendText(QByteArray &text, std::string_view key, const QByteArray &value)
{
    if (!value.isEmpty()) {
        appendMember(text, key);
        text.append('"');
        appendEscaped(text, value);
        text.append('"');
    }
}

/// Writes into one piece of memory, which the secret overwrites later. Does not use JsonWriter,
/// because an array that grows would leave copies in memory.
Secret jsonOf(AccountSecrets secrets)
{
    constexpr qsizetype restOfText = 200;
    qsizetype most = restOfText;
    for (const TextMember &each : textMembers) {
        most += each.in(secrets).size() * mostPerByte;
    }
    for (const SecretMember &each : secretMembers) {
        most += each.in(secrets).reveal().size() * mostPerByte;
    }
    QByteArray text;
    text.reserve(most);
    text.append("{\"version\":").append(QByteArray::number(formatVersion));
    for (const SecretMember &each : secretMembers) {
        appendText(text, each.key, each.in(secrets).reveal());
    }
    for (const TextMember &each : textMembers) {
        appendText(text, each.key, each.in(secrets).toUtf8());
    }
    if (secrets.personalTokenId) {
        appendMember(text, "personal_token_id");
        text.append(QByteArray::number(secrets.personalTokenId->value()));
    }
    text.append('}');
    return Secret(std::move(text));
}

tl::unexpected<KeychainError> unreadable(const QString &detail)
{
    return tl::unexpected(KeychainError{KeychainError::Unreadable, detail});
}

} // namespace

tl::expected<Secret, KeychainError> toEntryText(const AccountSecrets &secrets)
{
    Secret text = jsonOf(secrets);
    if (const auto back = fromEntryText(text); !back || *back != secrets) {
        return tl::unexpected(
            KeychainError{KeychainError::Failed,
                          QStringLiteral("A secret contains characters that cannot be stored.")});
    }
    return text;
}

tl::expected<AccountSecrets, KeychainError> fromEntryText(const Secret &text)
{
    JsonReader reader(text.reveal());
    const JsonValue entry = reader.root();
    // What the reader says about a problem may quote the text.
    if (!entry.exists() || !entry.isObject()) {
        return unreadable(QStringLiteral("The entry is not a JSON object."));
    }
    const auto version = entry.integer("version");
    if (!version || *version < formatVersion) {
        return unreadable(QStringLiteral("The entry has no valid version."));
    }
    if (*version > formatVersion) {
        return tl::unexpected(KeychainError{
            KeychainError::Newer, QStringLiteral("The entry has version %1.").arg(*version)});
    }
    AccountSecrets secrets;
    for (const SecretMember &each : secretMembers) {
        const JsonValue member = entry.member(each.key);
        if (!member.isNull() && !member.isText()) {
            return unreadable(QStringLiteral("A secret of the entry is not a text."));
        }
        each.in(secrets) = entry.secret(each.key);
    }
    for (const TextMember &each : textMembers) {
        const JsonValue member = entry.member(each.key);
        if (!member.isNull() && !member.isText()) {
            return unreadable(QLatin1String(each.problem));
        }
        each.in(secrets) = member.asExactText().value_or(QString());
    }
    // If the proxy is unknown, its password must not be sent, so it is dropped.
    if (secrets.proxyPassword.proxy.isEmpty() || secrets.proxyPassword.isEmpty()) {
        secrets.proxyPassword = {};
    }
    if (const JsonValue id = entry.member("personal_token_id"); !id.isNull()) {
        const auto number = entry.integer("personal_token_id");
        if (!number) {
            return unreadable(QStringLiteral("The token's id is not a whole number."));
        }
        secrets.personalTokenId = TokenId(*number);
    }
    return secrets;
}

} // namespace relaybook
