// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/keylist.h"

namespace relaybook {
namespace {

constexpr qint64 blockRows = 64;
constexpr int payloadBits = 7;
constexpr quint64 payload = 0x7f;
constexpr quint8 more = 0x80;

/// Zigzag encoding: maps small positive and negative differences to small unsigned numbers.
/// Unsigned 64-bit numbers can represent the difference of any two keys without overflow.
quint64 folded(qint64 from, qint64 to)
{
    const quint64 difference = static_cast<quint64>(to) - static_cast<quint64>(from);
    const bool negative = (difference >> 63U) != 0;
    return negative ? ~(difference << 1U) : difference << 1U;
}

qint64 unfolded(qint64 from, quint64 difference)
{
    const quint64 whole = (difference & 1U) != 0 ? ~(difference >> 1U) : difference >> 1U;
    return static_cast<qint64>(static_cast<quint64>(from) + whole);
}

} // namespace

/// Reads the keys row by row.
class KeyList::Reader
{
public:
    Reader(const KeyList &list, qint64 row)
        : m_list(list)
        , m_row(row - row % blockRows)
    {
        begin();
        while (m_row < row) {
            next();
        }
    }
    [[nodiscard]] qint64 key() const { return m_key; }
    void next()
    {
        ++m_row;
        if (m_row % blockRows == 0 || m_row == m_list.m_size) {
            begin();
            return;
        }
        quint64 difference = 0;
        for (int shift = 0;; shift += payloadBits) {
            const quint8 byte = m_list.m_differences[m_next++];
            difference |= (byte & payload) << shift;
            if ((byte & more) == 0) {
                break;
            }
        }
        m_key = unfolded(m_key, difference);
    }

private:
    void begin()
    {
        if (m_row < m_list.m_size) {
            const Block &block = m_list.m_blocks[static_cast<size_t>(m_row / blockRows)];
            m_key = block.key;
            m_next = block.next;
        }
    }

    const KeyList &m_list;
    qint64 m_row;
    qint64 m_key = 0;
    size_t m_next = 0;
};

KeyList::KeyList(const Keys &keys)
    : m_size(static_cast<qint64>(keys.size()))
{
    m_blocks.reserve(keys.size() / blockRows + 1);
    for (size_t row = 0; row < keys.size(); ++row) {
        if (row % blockRows == 0) {
            m_blocks.push_back({keys[row], m_differences.size()});
            continue;
        }
        quint64 rest = folded(keys[row - 1], keys[row]);
        for (; rest > payload; rest >>= payloadBits) {
            m_differences.push_back(static_cast<quint8>(rest & payload) | more);
        }
        m_differences.push_back(static_cast<quint8>(rest));
    }
    m_differences.shrink_to_fit();
}

qint64 KeyList::at(qint64 row) const
{
    return Reader(*this, row).key();
}

qint64 KeyList::find(qint64 key, qint64 first, qint64 end) const
{
    if (first >= end) {
        return -1;
    }
    Reader reader(*this, first);
    for (qint64 row = first; row < end; ++row, reader.next()) {
        if (reader.key() == key) {
            return row;
        }
    }
    return -1;
}

void KeyList::appendTo(Keys &keys, qint64 first, qint64 end) const
{
    if (first >= end) {
        return;
    }
    keys.reserve(keys.size() + static_cast<size_t>(end - first));
    Reader reader(*this, first);
    for (qint64 row = first; row < end; ++row, reader.next()) {
        keys.push_back(reader.key());
    }
}

Keys KeyList::keys() const
{
    Keys all;
    appendTo(all, 0, m_size);
    return all;
}

} // namespace relaybook
