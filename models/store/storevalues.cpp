// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/storevalues.h"

namespace relaybook {

void TableChange::addChanged(qint64 key)
{
    constexpr size_t most = 1000; // beyond, everything on the screen is drawn again anyway
    if (manyChanged) {
        return;
    }
    if (changed.size() >= most) {
        manyChanged = true;
        changed.clear();
        return;
    }
    changed.push_back(key);
}

} // namespace relaybook
