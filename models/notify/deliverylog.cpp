// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/deliverylog.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace relaybook {

// An array of rows, each [milliseconds, kind, outcome, status, attempts].
DeliveryLog::DeliveryLog(const QByteArray &stored)
{
    constexpr int parts = 5;
    constexpr qsizetype longestKind = 40;
    for (const QJsonValue &each : QJsonDocument::fromJson(stored).array()) {
        const QJsonArray row = each.toArray();
        const int outcome = row.at(2).toInt(-1);
        if (row.size() < parts || outcome < 0 || outcome > static_cast<int>(lastWebhookOutcome)) {
            continue;
        }
        m_rows.push_back({fromMillis(row.at(0).toInteger()),
                          row.at(1).toString().left(longestKind),
                          {static_cast<WebhookOutcome>(outcome), row.at(3).toInt()},
                          row.at(4).toInt()});
        if (m_rows.size() == mostKept) {
            break;
        }
    }
}

QByteArray DeliveryLog::stored() const
{
    QJsonArray rows;
    for (const WebhookDelivery &each : m_rows) {
        rows.append(QJsonArray{toMillis(each.at), each.kind, static_cast<int>(each.result.outcome),
                               each.result.status, each.attempts});
    }
    return QJsonDocument(rows).toJson(QJsonDocument::Compact);
}

void DeliveryLog::add(const WebhookDelivery &delivery)
{
    m_rows.insert(m_rows.begin(), delivery);
    if (m_rows.size() > mostKept) {
        m_rows.pop_back();
    }
}

} // namespace relaybook
