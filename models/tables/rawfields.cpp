// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/rawfields.h"

#include "api/json/jsonflatten.h"

namespace relaybook {

JsonFields rawFields(const QByteArray &raw)
{
    return flattenJson(raw);
}

} // namespace relaybook
