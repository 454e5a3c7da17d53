// SPDX-License-Identifier: GPL-3.0-or-later
// Says why no order is possible, in the same words for orders of all kinds, and offers what helps:
// of a journal that is missing or damaged a new one, or this one although it lost data. Both are
// asked about first; the old file is kept.
#pragma once

#include "models/orders/orderjournal.h"

#include <QString>

class QWidget;

namespace relaybook {

class Banner;
class Theme;

struct OrderProblemText
{
    QString title;
    QString text;
};
[[nodiscard]] OrderProblemText orderProblemText(const DeskProblem &problem);

/// Shows the problem in the banner, with links to what the user can do about it. `parent` is that
/// of the dialogs, `journal` must outlive it.
void showOrderProblem(Banner &banner, const Theme &theme, QWidget *parent,
                      const DeskProblem &problem, OrderJournal &journal);

} // namespace relaybook
