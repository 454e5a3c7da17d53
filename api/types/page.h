// SPDX-License-Identifier: GPL-3.0-or-later
// One page of a paginated list, with its paging data.

#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace relaybook {

/// The member `meta` of a list (contract section 1). It may be next to `data`, inside it, or
/// missing.
struct PageMeta
{
    std::int64_t currentPage = 0; ///< 0 if not given: then it is the requested page
    std::int64_t lastPage = 1;
    std::int64_t perPage = 0; ///< as granted, not as requested; 0 if not given
    std::int64_t total = 0;
    friend bool operator==(const PageMeta &, const PageMeta &) = default;
};

/// What a page says about the page after it, besides PageMeta (contract section 3).
struct NextPage
{
    bool isSet = false; ///< the page says that more rows follow, with or without a link
    /// The query of the link or cursor, encoded. Only it is used: a link's host and path are not,
    /// so that no token goes elsewhere. Empty if there is none.
    QString query;
    bool isGiven = false;     ///< it has a member for a link, a cursor or has_more, even a null one
    bool isPaged = false;     ///< something on the page says that there are pages
    bool isFromZero = false;  ///< the page has the number 0
    std::int64_t perPage = 0; ///< 0 if not given
    friend bool operator==(const NextPage &, const NextPage &) = default;
};

/// A row of a list that could not be read: its JSON as received, secrets masked. It is shown and
/// counted, but no figures are taken from it.
struct UnreadableListRow
{
    QString id;      ///< empty if the id could not be read either
    QString problem; ///< JSON path, and what is wrong there
    QByteArray raw;
    friend bool operator==(const UnreadableListRow &, const UnreadableListRow &) = default;
};

template <class T>
struct PageOf
{
    std::vector<T> items;
    std::vector<UnreadableListRow> unreadable;
    std::optional<PageMeta> meta;
    NextPage next = {};
    friend bool operator==(const PageOf &, const PageOf &) = default;
};

} // namespace relaybook
