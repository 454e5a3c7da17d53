// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a call whose response contains no data: the call succeeded.

#pragma once

#include <QByteArray>
#include <QString>

namespace relaybook {

struct Done
{
    QString message; ///< the message of the service; may be empty
    QByteArray raw;  ///< the response as compact JSON, secrets masked; empty if it had no body
    friend bool operator==(const Done &, const Done &) = default;
};

} // namespace relaybook
