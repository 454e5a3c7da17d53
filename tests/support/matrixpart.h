// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a check of a small change test one part of a matrix: a test whose rows are all combinations
// of many values takes minutes, and each change tests another part.

#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace relaybook::testing {

/// Whether the next row of the matrix is tested. With RELAYBOOK_MATRIX_PART=K/N it is every N-th
/// row, from row K on (0 to N-1); without it, all are. A program with one matrix calls this once
/// for each row.
[[nodiscard]] inline bool isInPart()
{
    static const QByteArrayList part = qgetenv("RELAYBOOK_MATRIX_PART").split('/');
    static int row = -1;
    ++row;
    const int parts = part.size() == 2 ? part[1].toInt() : 1;
    return parts <= 1 || row % parts == part[0].toInt();
}

} // namespace relaybook::testing
