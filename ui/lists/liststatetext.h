// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that all list pages show while there are no rows.
#pragma once

#include "ui/lists/liststate.h"
#include "ui/widgets/emptystate.h"

namespace relaybook {

/// A page's own texts for its kind of row; whole sentences, because languages differ.
struct ListTexts
{
    QString reading;        ///< "Loading the proxies…"
    QString nothingYet;     ///< "No proxies yet"
    QString nothingYetText; ///< how rows would appear
    QString noMatchText;    ///< "None of the 1,284 stored proxies matches."
    QString notLoaded;      ///< "Could not load the proxies"
    QString offline;        ///< "No proxies are stored on this computer"
    QString notOffered;     ///< "This service does not list proxies"
    QString notOfferedText; ///< what the user can still do
    QString addAction = {}; // "Add proxies by id…"; empty if nothing can be added
};

[[nodiscard]] EmptyStateContent emptyStateOf(ListState::Body body, const ListFacts &facts,
                                             const QString &filter, const ListTexts &words);

} // namespace relaybook
