// SPDX-License-Identifier: GPL-3.0-or-later
// Explains why no order is possible, with the same texts for all kinds of orders, and offers
// solutions. If a journal is missing or damaged, the user can start a new one, or use it although
// it lost data. Both need a confirmation; the old file is kept.
#pragma once

#include "models/orders/orderjournal.h"

#include <QString>

class QWidget;

namespace relaybook {

class AccountSession;
class Banner;
class Theme;

struct OrderProblemText
{
    QString title;
    QString text;
};
[[nodiscard]] OrderProblemText orderProblemText(const DeskProblem &problem,
                                                const AccountSession &account);

/// Shows the problem in the banner, with links to what the user can do. `parent`: the parent of the
/// dialogs. `account` must outlive the banner.
void showOrderProblem(Banner &banner, const Theme &theme, QWidget *parent,
                      const DeskProblem &problem, AccountSession &account);

} // namespace relaybook
