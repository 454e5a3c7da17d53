// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/instant.h"

#include <QDateTime>
#include <QTimeZone>

namespace relaybook {

std::optional<Instant> parseInstant(QStringView text)
{
    auto parsed = QDateTime::fromString(text.toString(), Qt::ISODateWithMs);
    if (!parsed.isValid()) {
        return std::nullopt;
    }
    if (parsed.timeSpec() == Qt::LocalTime) {
        parsed.setTimeSpec(Qt::UTC);
    }
    return fromMillis(parsed.toMSecsSinceEpoch());
}

QString instantText(Instant instant)
{
    return QDateTime::fromMSecsSinceEpoch(toMillis(instant), Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace relaybook
