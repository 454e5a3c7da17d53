// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the window's pages, used by the side bar, the menu, the shortcuts and the deck.

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
    QString title;      ///< text of the command; the side bar shows it without the "&"
    Icon icon;
    Page *(*make)(const PageContext &context, QWidget *parent);
    /// The count beside the entry in the side bar; null: no count.
    qint64 AccountSummary::*count = nullptr;
    Area area = Area::Account; ///< a count of 0 is shown only if the service offers this list
};

/// In the order of the side bar, of the menu, and of Ctrl+1, Ctrl+2 …
[[nodiscard]] const std::vector<PageRow> &pageTable();

} // namespace relaybook
