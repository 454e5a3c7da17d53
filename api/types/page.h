// SPDX-License-Identifier: GPL-3.0-or-later
// One page of a paginated list.

#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace relaybook {

/// `meta` of a list (contract section 1): it may stand beside `data`, inside it, or be missing.
struct PageMeta
{
    std::int64_t currentPage = 0; ///< 0 where it is not told: then it is the one asked for
    std::int64_t lastPage = 1;
    std::int64_t perPage = 0; ///< what was granted, not what was asked for; 0 where not told
    std::int64_t total = 0;
    friend bool operator==(const PageMeta &, const PageMeta &) = default;
};

/// A row of a list that could not be read: its JSON as it came, secrets masked. It is shown and
/// counted, and no figure is made of it.
struct UnreadableListRow
{
    QString id;      ///< empty where not even that could be read
    QString problem; ///< JSON path and what is wrong there
    QByteArray raw;
    friend bool operator==(const UnreadableListRow &, const UnreadableListRow &) = default;
};

template <class T>
struct PageOf
{
    std::vector<T> items;
    std::vector<UnreadableListRow> unreadable;
    std::optional<PageMeta> meta;
    friend bool operator==(const PageOf &, const PageOf &) = default;
};

} // namespace relaybook
