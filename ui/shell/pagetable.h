// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the window's pages: what the side bar, the menu, the keys and the deck know of each.

#pragma once

#include "ui/base/page.h"
#include "ui/theme/icon.h"

#include <QString>

#include <vector>

namespace relaybook {

struct PageRow
{
    const char *name;   ///< object name of the page; it is stored in the settings
    const char *action; ///< object name of the command that shows it
    QString title;      ///< of the command; without its "&", of the entry in the side bar
    Icon icon;
    Page *(*make)(const PageContext &context, QWidget *parent);
    /// The number at its entry; none if null.
    qint64 AccountSummary::*count = nullptr;
    Area area = Area::Account; ///< the call without which a count of 0 would be wrong
};

/// In the order of the side bar, of the menu, and of Ctrl+1, Ctrl+2 …
[[nodiscard]] const std::vector<PageRow> &pageTable();

} // namespace relaybook
