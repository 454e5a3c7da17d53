// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a call that has nothing to tell but that it was done.

#pragma once

#include <QByteArray>
#include <QString>

namespace relaybook {

struct Done
{
    QString message; ///< the service's words; may be empty
    QByteArray raw;  ///< the answer as compact JSON, secrets masked; empty where it had no body
    friend bool operator==(const Done &, const Done &) = default;
};

} // namespace relaybook
