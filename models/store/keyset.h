// SPDX-License-Identifier: GPL-3.0-or-later
// A set of keys that is asked a million times whether one is in it.

#pragma once

#include <QtGlobal>

#include <vector>

namespace relaybook {

using Keys = std::vector<qint64>;

class KeySet
{
public:
    KeySet() = default;
    /// In any order, with or without repetitions.
    explicit KeySet(std::vector<qint64> keys);

    [[nodiscard]] bool contains(qint64 key) const;
    [[nodiscard]] qint64 size() const { return static_cast<qint64>(m_keys.size()); }
    /// Ascending.
    [[nodiscard]] const std::vector<qint64> &keys() const { return m_keys; }

private:
    std::vector<qint64> m_keys;
    std::vector<bool> m_bits; ///< from the first key on, where they stand close together
};

} // namespace relaybook
