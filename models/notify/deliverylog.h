// SPDX-License-Identifier: GPL-3.0-or-later
// The log of what was sent to the webhook: time, kind and result of the last hundred messages.
// Never has the address, a name or a text.

#pragma once

#include "api/types/instant.h"
#include "api/webhook/webhookresult.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace relaybook {

struct WebhookDelivery
{
    Instant at{};
    QString kind; ///< warningKindName(), or "test"
    WebhookResult result;
    int attempts = 1;
    friend bool operator==(const WebhookDelivery &, const WebhookDelivery &) = default;
};

class DeliveryLog
{
public:
    static constexpr std::size_t mostKept = 100;

    DeliveryLog() = default;
    /// From what stored() returned. Rows that cannot be read are left out.
    explicit DeliveryLog(const QByteArray &stored);
    [[nodiscard]] QByteArray stored() const;

    void add(const WebhookDelivery &delivery);
    /// In the order in which they were added, the last one first.
    [[nodiscard]] const std::vector<WebhookDelivery> &rows() const { return m_rows; }

private:
    std::vector<WebhookDelivery> m_rows;
};

} // namespace relaybook
