// SPDX-License-Identifier: GPL-3.0-or-later
// A compressed list of row keys that takes a fraction of a vector's memory.

#pragma once

#include "models/store/keyset.h"

namespace relaybook {

/// Stores the differences between consecutive keys. In the most common sort orders they are small
/// and take one or two bytes. Reading a key takes at most about sixty additions.
class KeyList
{
public:
    KeyList() = default;
    explicit KeyList(const Keys &keys);

    [[nodiscard]] qint64 size() const { return m_size; }
    /// The key of a row, which must exist.
    [[nodiscard]] qint64 at(qint64 row) const;
    /// The row of a key in [first, end), or -1. A linear search.
    [[nodiscard]] qint64 find(qint64 key, qint64 first, qint64 end) const;
    /// Appends the keys of [first, end) to `keys`.
    void appendTo(Keys &keys, qint64 first, qint64 end) const;
    [[nodiscard]] Keys keys() const;

private:
    /// A position at which reading can start.
    struct Block
    {
        qint64 key = 0;  ///< key of its first row
        size_t next = 0; ///< index of the difference of its second row
    };
    class Reader;

    std::vector<Block> m_blocks;
    std::vector<quint8> m_differences;
    qint64 m_size = 0;
};

} // namespace relaybook
