// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reading/listreading.h"

#include <algorithm>

namespace relaybook {

QByteArray markOf(const UnreadableListRow &row, const std::vector<UnreadableListRow> &page)
{
    if (!row.id.isEmpty()) {
        return "id:" + row.id.toUtf8();
    }
    const auto same =
        std::count_if(page.data(), &row, [&](const auto &each) { return each.raw == row.raw; });
    return "raw:" + QByteArray::number(qint64{same}) + ':' + row.raw;
}

void takeNewer(Proxy &row, const Proxy &newer)
{
    row = newer;
}

/// If only the note was received, the other values of `newer` are older than the list.
void takeNewer(SubUser &row, const SubUser &newer)
{
    if (newer.noteAsOf) {
        row.note = newer.note;
        row.noteAsOf = newer.noteAsOf;
    } else {
        row = newer;
    }
}

} // namespace relaybook
