// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/secretname.h"

#include "api/json/secrettext.h"

#include <QByteArray>

namespace relaybook {

bool looksLikeSecret(const QString &typed)
{
    const QByteArray text = typed.toUtf8();
    return SecretFinder({text.constData(), static_cast<std::size_t>(text.size())})
        .next()
        .has_value();
}

} // namespace relaybook
