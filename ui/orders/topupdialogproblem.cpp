// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TopUpDialog that says why nothing can be bought, and offers what helps.
#include "ui/orders/topupdialog.h"

#include "ui/base/orderproblem.h"
#include "ui/widgets/banner.h"

namespace relaybook {

void TopUpDialog::showProblem()
{
    const auto problem = m_desk.problem();
    updateButtons();
    if (!problem) {
        hideMessage();
        return;
    }
    m_limitUntil.reset();
    banner()->show();
    showOrderProblem(*banner(), m_theme, this, *problem, m_desk.journal());
}

} // namespace relaybook
