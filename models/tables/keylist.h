// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a million rows in their order, in a fraction of the memory that a vector takes.

#pragma once

#include "models/store/keyset.h"

namespace relaybook {

/// Kept as differences from one key to the next, which are small in the orders that are asked for
/// most: a byte or two each. A row's key is some sixty additions away at the most.
class KeyList
{
public:
    KeyList() = default;
    explicit KeyList(const Keys &keys);

    [[nodiscard]] qint64 size() const { return m_size; }
    /// `row` must be there.
    [[nodiscard]] qint64 at(qint64 row) const;
    /// The row of a key in [first, end), -1 where it is none of them. Goes through them all.
    [[nodiscard]] qint64 find(qint64 key, qint64 first, qint64 end) const;
    /// Adds the keys of [first, end).
    void appendTo(Keys &keys, qint64 first, qint64 end) const;
    [[nodiscard]] Keys keys() const;

private:
    /// Where one can begin to read.
    struct Block
    {
        qint64 key = 0;  ///< of its first row
        size_t next = 0; ///< where the difference of its second row begins
    };
    class Reader;

    std::vector<Block> m_blocks;
    std::vector<quint8> m_differences;
    qint64 m_size = 0;
};

} // namespace relaybook
