// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ServingDialog that says why nothing can be sent, and offers what helps.
#include "ui/base/orderproblem.h"
#include "ui/serving/servingdialog.h"
#include "ui/widgets/banner.h"

#include <utility>

namespace relaybook {

void ServingDialog::showProblem()
{
    updateButtons();
    if (m_step == Step::Results || m_step == Step::Sending || m_isOver) {
        return;
    }
    const auto problem = m_desk.problem();
    const bool wasShown = std::exchange(m_isProblemShown, problem.has_value());
    if (!problem) {
        if (wasShown) {
            hideMessage(); // what else was said stays
        }
        return;
    }
    banner()->show();
    showOrderProblem(*banner(), theme(), this, *problem, m_desk.journal());
}

} // namespace relaybook
