// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TopUpDialog that says why nothing can be bought, and offers what helps.
#include "ui/orders/topupdialog.h"

#include "ui/base/journalremedy.h"
#include "ui/orders/topuptext.h"
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
    const ProblemText text = problemText(*problem);
    const bool waiting =
        problem->kind == BuyingProblem::Opening || problem->kind == BuyingProblem::TokenAwaited;
    showMessage(waiting ? Tone::Accent : Tone::Warning, text.title, text.text);
    if (problem->kind == BuyingProblem::Damaged || problem->kind == BuyingProblem::Missing) {
        addJournalRemedy(*banner(), m_theme, this, problem->kind == BuyingProblem::Missing,
                         journalRemedy());
    }
}

// Only a journal that can be read is used; otherwise the same problem is shown again.
JournalRemedy TopUpDialog::journalRemedy()
{
    JournalRemedy remedy;
    remedy.newFile = {QStringLiteral("journalAsideDialog"), tr("Start a new order file?"),
                      tr("Relaybook then no longer knows your earlier orders. Check the "
                         "transactions first: an order whose answer was lost may have been carried "
                         "out. The old file is kept.")};
    remedy.asItIs = {QStringLiteral("journalAsItIsDialog"), tr("Use this order file as it is?"),
                     tr("It may be an older copy, or its end may be lost: later orders are then "
                        "missing from it. Check the transactions first: an order whose answer was "
                        "lost may have been carried out. If the file cannot be read, start a new "
                        "file instead.")};
    remedy.setAside = [this] { return m_desk.setJournalAside(); };
    remedy.useAsItIs = [this] { m_desk.useJournalAsItIs(); };
    remedy.failed = [this](const ApiError &error) { showError(error); };
    return remedy;
}

} // namespace relaybook
