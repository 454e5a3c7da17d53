// SPDX-License-Identifier: GPL-3.0-or-later
// What a list page shows, decided in one place from what is known: rows, or one of the reasons why
// there are none.
#pragma once

#include "models/account/accountsession.h"

#include <QtGlobal>

namespace relaybook {

struct ListFacts
{
    AreaStatus status;
    qint64 stored = 0;     // rows on this computer
    qint64 shown = 0;      // of them, with the present filter
    qint64 unreadable = 0; // rows that the service has and that could not be read
    bool filtered = false;
    bool asking = false;     // the rows do not answer the present filter and order yet
    bool refreshing = false; // the whole list is being read anew
    bool offline = false;
    friend bool operator==(const ListFacts &, const ListFacts &) = default;
};

struct ListState
{
    enum class Body {
        Rows,
        Reading, // nothing is here yet, and it is being read for the first time
        NothingYet,
        NoneReadable, // the service has rows, and none could ever be read
        NothingMatches,
        NotLoaded,
        NoAccess,
        NotOffered, // the service has no such list
    };
    Body body = Body::Rows;
    bool dimmed = false;     // the rows are not the final ones
    bool trouble = false;    // rows are shown, and beside them why they could not be refreshed
    bool asOf = false;       // say how old the rows are
    bool notOffered = false; // rows are shown, and beside them that the service lists none
    friend bool operator==(const ListState &, const ListState &) = default;
};

[[nodiscard]] ListState listState(const ListFacts &facts);

} // namespace relaybook
