// SPDX-License-Identifier: GPL-3.0-or-later
// What list pages say where there are no rows, as far as they say the same.
#pragma once

#include "ui/lists/liststate.h"
#include "ui/widgets/emptystate.h"

namespace relaybook {

// The page's own words for one kind of row; whole sentences, because languages differ.
struct ListTexts
{
    QString reading;        // "Reading the proxies…"
    QString nothingYet;     // "No proxies yet"
    QString nothingYetText; // how there would be some
    QString noMatchText;    // "1,284 proxies are stored here; none has all of it."
    QString notLoaded;      // "Could not read the proxies"
    QString offline;        // "No proxies are stored on this computer"
    QString noAccess;       // "This needs a personal token"
    QString noAccessText;   // what the other token serves, and what this one would add
    QString noAccessAction; // "Add a personal token…"
    QString notOffered;     // "This service does not list proxies"
    QString notOfferedText; // what can be done all the same
    QString addAction = {}; // "Add proxies by id…"; empty: nothing can be added
};

[[nodiscard]] EmptyStateContent emptyStateOf(ListState::Body body, const ListFacts &facts,
                                             const QString &filter, const ListTexts &words);

} // namespace relaybook
