// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a list that is loaded as a whole.

#pragma once

#include <QtGlobal>

#include <vector>

namespace relaybook {

template <class T>
struct ListOf
{
    std::vector<T> items;
    qint64 unreadable = 0; ///< entries that could not be read and are not in `items`
    friend bool operator==(const ListOf &, const ListOf &) = default;
};

} // namespace relaybook
