// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/secretname.h"

#include "api/json/secrettext.h"

namespace relaybook {

bool isNameLikeSecret(const QString &typed)
{
    return looksLikeSecret(typed);
}

} // namespace relaybook
