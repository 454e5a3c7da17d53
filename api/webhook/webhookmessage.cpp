// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/webhook/webhookmessage.h"

#include "api/json/jsonwriter.h"
#include "api/types/cuttext.h"

#include <QCoreApplication>
#include <QMessageAuthenticationCode>
#include <QUrl>

#include <chrono>

namespace relaybook {

namespace {

constexpr qsizetype longestOfDiscord = 2000 - 1; // and "…"

struct FormName
{
    WebhookForm form;
    const char *name;
};
constexpr FormName formNames[] = {{WebhookForm::ByAddress, "by-address"},
                                  {WebhookForm::Text, "text"},
                                  {WebhookForm::Discord, "discord"},
                                  {WebhookForm::Teams, "teams"},
                                  {WebhookForm::Fields, "fields"}};

/// The bytes of the key; nothing if it is none. The specification asks for 24 to 64 bytes.
std::optional<QByteArray> bytesOfKey(const Secret &key)
{
    constexpr qsizetype fewest = 24;
    constexpr qsizetype most = 64;
    QByteArray text = key.reveal().trimmed();
    if (text.startsWith("whsec_")) {
        text = text.mid(qsizetype(sizeof "whsec_") - 1);
    }
    const auto decoded =
        QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    const bool isKey =
        decoded && decoded.decoded.size() >= fewest && decoded.decoded.size() <= most;
    text.fill('\0');
    return isKey ? std::optional(decoded.decoded) : std::nullopt;
}

QByteArray cardOf(const QString &text)
{
    const QByteArray block =
        JsonWriter().text("type", QStringLiteral("TextBlock")).text("text", text).finish();
    return R"({"type":"message","attachments":[{"contentType":)"
           R"("application/vnd.microsoft.card.adaptive","content":{"type":"AdaptiveCard",)"
           R"("version":"1.4","body":[)" +
           block.chopped(1) + R"(,"wrap":true}]}}]})";
}

} // namespace

QString webhookFormName(WebhookForm form)
{
    for (const FormName &each : formNames) {
        if (each.form == form) {
            return QString::fromLatin1(each.name);
        }
    }
    return {};
}

WebhookForm webhookFormOfName(const QString &name)
{
    for (const FormName &each : formNames) {
        if (name == QLatin1String(each.name)) {
            return each.form;
        }
    }
    return WebhookForm::ByAddress;
}

WebhookForm webhookFormOf(const Secret &address)
{
    const QUrl url(QString::fromUtf8(address.reveal()).trimmed(), QUrl::StrictMode);
    const QString host = url.host().toLower();
    const auto isAt = [&host](const char *domain) {
        const QLatin1String name(domain);
        return host == name ||
               (host.endsWith(name) && host.at(host.size() - name.size() - 1) == u'.');
    };
    const QString path = url.path();
    if (isAt("discord.com") || isAt("discordapp.com")) {
        // Discord takes Slack's form there.
        return path.endsWith(u"/slack") ? WebhookForm::Text : WebhookForm::Discord;
    }
    if (isAt("webhook.office.com") || isAt("logic.azure.com") || isAt("api.powerplatform.com")) {
        return WebhookForm::Teams;
    }
    // Mattermost is on a host of one's own: /hooks/ and an id of 26 letters and digits.
    constexpr qsizetype idOfMattermost = 26;
    const qsizetype hooks = path.lastIndexOf(u"/hooks/");
    const bool isMattermost =
        hooks >= 0 && path.size() - hooks - qsizetype(sizeof "/hooks/") + 1 == idOfMattermost;
    return isAt("hooks.slack.com") || isAt("chat.googleapis.com") || isMattermost
               ? WebhookForm::Text
               : WebhookForm::Fields;
}

QByteArray webhookBody(WebhookForm form, const WebhookMessage &message)
{
    switch (form) {
    case WebhookForm::Text:
        return JsonWriter().text("text", message.text).finish();
    case WebhookForm::Discord: {
        const QByteArray content =
            JsonWriter().text("content", cutText(message.text, longestOfDiscord)).finish();
        return content.chopped(1) + R"(,"allowed_mentions":{"parse":[]}})";
    }
    case WebhookForm::Teams:
        return cardOf(message.text);
    case WebhookForm::ByAddress:
    case WebhookForm::Fields:
        break;
    }
    return JsonWriter()
        .text("program", QStringLiteral("Relaybook"))
        .text("version", QStringLiteral(RELAYBOOK_VERSION))
        .text("kind", message.kind)
        .text("account", message.account)
        .text("text", message.text)
        .finish();
}

std::optional<QString> whyNoWebhookKey(const Secret &key)
{
    if (key.isEmpty() || bytesOfKey(key)) {
        return std::nullopt;
    }
    return QCoreApplication::translate(
        "relaybook::WebhookCall",
        "This is not a signing key: it is whsec_ and 24 to 64 bytes as base64.");
}

std::vector<std::pair<QByteArray, QByteArray>>
webhookSignature(const Secret &key, const QByteArray &id, Instant now, const QByteArray &body)
{
    auto bytes = key.isEmpty() ? std::nullopt : bytesOfKey(key);
    if (!bytes) {
        return {};
    }
    const QByteArray time = QByteArray::number(
        qint64(std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count()));
    const QByteArray code = QMessageAuthenticationCode::hash(id + '.' + time + '.' + body, *bytes,
                                                             QCryptographicHash::Sha256);
    bytes->fill('\0');
    return {{"webhook-id", id},
            {"webhook-timestamp", time},
            {"webhook-signature", "v1," + code.toBase64()}};
}

} // namespace relaybook
