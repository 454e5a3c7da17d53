// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a message in the form that the webhook's service takes, and signs it.

#pragma once

#include "api/types/instant.h"
#include "api/types/secret.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

/// What a service takes as a message. The settings store names, see webhookFormName().
enum class WebhookForm {
    ByAddress, ///< webhookFormOf()
    Text,      ///< Slack, Mattermost and Google Chat: {"text": …}
    Discord,   ///< {"content": …}, at most 2,000 characters
    Teams,     ///< Microsoft Teams: an adaptive card
    Fields,    ///< for programs: all of WebhookMessage as JSON
};
inline constexpr WebhookForm webhookForms[] = {WebhookForm::ByAddress, WebhookForm::Text,
                                               WebhookForm::Discord, WebhookForm::Teams,
                                               WebhookForm::Fields};
[[nodiscard]] QString webhookFormName(WebhookForm form);
/// ByAddress for a name that is none.
[[nodiscard]] WebhookForm webhookFormOfName(const QString &name);

/// The form that the service at this address takes; Fields if it is not known.
[[nodiscard]] WebhookForm webhookFormOf(const Secret &address);

struct WebhookMessage
{
    QString kind;
    QString account;
    QString text; ///< what people read
};
/// JSON. `form` is not ByAddress.
[[nodiscard]] QByteArray webhookBody(WebhookForm form, const WebhookMessage &message);

/// Why this cannot be a key for webhookSignature(): a sentence that does not contain it; nothing if
/// it can, or is empty.
[[nodiscard]] std::optional<QString> whyNoWebhookKey(const Secret &key);

/// The headers by which the receiver knows who sent the message (Standard Webhooks 1.0, symmetric
/// signature): `id` is the same for all attempts of one message. None if `key` is empty or is no
/// key.
[[nodiscard]] std::vector<std::pair<QByteArray, QByteArray>>
webhookSignature(const Secret &key, const QByteArray &id, Instant now, const QByteArray &body);

} // namespace relaybook
