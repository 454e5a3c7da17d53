// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/sqliteversion.h"

#include <sqlite3.h>

namespace relaybook {

QString sqliteVersion()
{
    return QString::fromLatin1(sqlite3_libversion());
}

} // namespace relaybook
