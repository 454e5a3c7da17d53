// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/systemreason.h"

namespace relaybook {

QString systemReason(const QString &text, const QString &otherwise)
{
    const QString reason = text.trimmed();
    const bool saysNothing =
        reason.isEmpty() || reason.startsWith(QLatin1String("unknown error"), Qt::CaseInsensitive);
    return saysNothing ? otherwise : reason;
}

} // namespace relaybook
