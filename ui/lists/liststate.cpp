// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/liststate.h"

namespace relaybook {

namespace {

ListState::Body bodyWithoutRows(const ListFacts &facts)
{
    using Body = ListState::Body;
    switch (facts.status.state) {
    case AreaStatus::NeverLoaded:
        return facts.offline ? Body::NotLoaded : Body::Reading;
    case AreaStatus::Loading:
        return Body::Reading;
    case AreaStatus::Loaded:
        return facts.unreadable > 0 || facts.hidden > 0 ? Body::NoneReadable : Body::NothingYet;
    case AreaStatus::Failed:
        return Body::NotLoaded;
    case AreaStatus::NoAccess:
        return Body::NoAccess;
    case AreaStatus::NotOffered:
        return Body::NotOffered;
    }
    return Body::NotLoaded;
}

} // namespace

ListState listState(const ListFacts &facts)
{
    ListState state;
    if (facts.stored == 0) {
        state.body = bodyWithoutRows(facts);
        return state;
    }
    const bool troubled =
        facts.status.state == AreaStatus::Failed || facts.status.state == AreaStatus::NoAccess;
    state.trouble = troubled && !facts.offline;
    state.notOffered = facts.status.state == AreaStatus::NotOffered;
    state.asOf = troubled || facts.offline || state.notOffered;
    if (facts.filtered && facts.shown == 0) {
        state.body = ListState::Body::NothingMatches;
        return state;
    }
    state.dimmed = facts.asking || facts.refreshing;
    return state;
}

} // namespace relaybook
