// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reading/listreading.h"

#include <algorithm>

namespace relaybook {

std::vector<QByteArray> marksOf(const std::vector<UnreadableListRow> &page)
{
    std::vector<QByteArray> marks;
    marks.reserve(page.size());
    QHash<QByteArray, int> seen; // how often, by content
    for (const UnreadableListRow &row : page) {
        if (row.id.isEmpty()) {
            marks.push_back("raw:" + QByteArray::number(seen[row.raw]++) + ':' + row.raw);
        } else {
            marks.push_back("id:" + row.id.toUtf8());
        }
    }
    return marks;
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
