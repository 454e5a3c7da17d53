// SPDX-License-Identifier: GPL-3.0-or-later
// Describes deliveries to the webhook in words.
#pragma once

#include "models/notify/deliverylog.h"

#include <QString>

namespace relaybook {

/// What happened and what to do, in one or two sentences.
[[nodiscard]] QString webhookResultText(const WebhookResult &result);
/// "Nov 20, 18:00 · Orders whose result is unknown · Delivered."
[[nodiscard]] QString webhookDeliveryText(const WebhookDelivery &delivery);

} // namespace relaybook
