// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what a list page shows: its rows, or the reason why there are none.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/accesstext.h"

#include <QtGlobal>

namespace relaybook {

struct ListFacts
{
    AreaStatus status;
    qint64 stored = 0;     ///< rows on this computer
    qint64 shown = 0;      ///< stored rows that match the current filter
    qint64 unreadable = 0; ///< rows that the service has and that could not be read
    qint64 hidden = 0;     ///< transactions that could not be read, if no other is stored
    bool filtered = false;
    bool asking = false;     ///< the rows do not match the current filter and order yet
    bool refreshing = false; ///< the whole list is being loaded again
    bool offline = false;
    std::optional<AccessText> access = {}; ///< why the token of the list cannot be used
    friend bool operator==(const ListFacts &, const ListFacts &) = default;
};

struct ListState
{
    enum class Body {
        Rows,
        Reading, ///< nothing is stored, and the list is being read for the first time
        NothingYet,
        NoneReadable, ///< the service has rows, and none of them could be read
        NothingMatches,
        NotLoaded,
        NoAccess,
        NotOffered, ///< the service does not have this list
    };
    Body body = Body::Rows;
    bool dimmed = false;     ///< the rows are not the final ones
    bool trouble = false;    ///< rows are shown, with the reason why they could not be refreshed
    bool asOf = false;       ///< show how old the rows are
    bool notOffered = false; ///< rows are shown, with a note that the service does not list them
    friend bool operator==(const ListState &, const ListState &) = default;
};

[[nodiscard]] ListState listState(const ListFacts &facts);

} // namespace relaybook
