// SPDX-License-Identifier: GPL-3.0-or-later
// A set of row keys with fast lookup, for scans that test a million keys.

#pragma once

#include <QtGlobal>

#include <vector>

namespace relaybook {

using Keys = std::vector<qint64>;

/// An immutable set of keys.
class KeySet
{
public:
    KeySet() = default;
    /// `keys` may be in any order and contain duplicates.
    explicit KeySet(std::vector<qint64> keys);

    [[nodiscard]] bool contains(qint64 key) const;
    [[nodiscard]] qint64 size() const { return static_cast<qint64>(m_keys.size()); }
    /// The keys in ascending order.
    [[nodiscard]] const std::vector<qint64> &keys() const { return m_keys; }

private:
    std::vector<qint64> m_keys;
    std::vector<bool> m_bits; ///< a bit for each key from the first one, if the keys are dense
};

} // namespace relaybook
