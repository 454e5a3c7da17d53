// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/keyset.h"

#include <algorithm>

namespace relaybook {

KeySet::KeySet(std::vector<qint64> keys)
    : m_keys(std::move(keys))
{
    if (!std::is_sorted(m_keys.begin(), m_keys.end())) {
        std::sort(m_keys.begin(), m_keys.end());
    }
    m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end());
    if (m_keys.empty()) {
        return;
    }
    // At most 16 MB; no bits for keys that are too far apart.
    constexpr quint64 mostBits = 128'000'000;
    constexpr size_t worthIt = 64;
    const quint64 span = static_cast<quint64>(m_keys.back()) - static_cast<quint64>(m_keys.front());
    if (m_keys.size() >= worthIt && span < mostBits) {
        m_bits.resize(span + 1);
        for (const qint64 key : m_keys) {
            m_bits[static_cast<size_t>(key - m_keys.front())] = true;
        }
    }
}

bool KeySet::contains(qint64 key) const
{
    if (m_keys.empty() || key < m_keys.front() || key > m_keys.back()) {
        return false;
    }
    return m_bits.empty() ? std::binary_search(m_keys.begin(), m_keys.end(), key)
                          : m_bits[static_cast<size_t>(key - m_keys.front())];
}

} // namespace relaybook
