// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/addresstext.h"

namespace relaybook {

QString withoutCallPath(QString address)
{
    const auto chop = [&address](QLatin1String end) {
        // The host itself may have this name: "http://reseller".
        const bool found = address.endsWith(end, Qt::CaseInsensitive) &&
                           !address.chopped(end.size()).endsWith(QLatin1String(":/"));
        address.chop(found ? end.size() : 0);
        return found;
    };
    const QLatin1String slash("/");
    while (chop(slash) || chop(QLatin1String("/v1")) || chop(QLatin1String("/reseller"))) {
    }
    return address;
}

} // namespace relaybook
