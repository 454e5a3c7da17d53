// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ServingDialog that says why nothing can be sent, and offers what helps.
#include "ui/base/journalremedy.h"
#include "ui/serving/servingdialog.h"
#include "ui/serving/servingtext.h"
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
    const ServingProblemText text = servingProblemText(*problem);
    const bool waiting =
        problem->kind == DeskProblem::Opening || problem->kind == DeskProblem::TokenAwaited;
    showMessage(waiting ? Tone::Accent : Tone::Warning, text.title, text.text);
    if (problem->kind == DeskProblem::Damaged || problem->kind == DeskProblem::Missing) {
        addJournalRemedy(*banner(), theme(), this, problem->kind == DeskProblem::Missing,
                         journalRemedy());
    }
}

JournalRemedy ServingDialog::journalRemedy()
{
    JournalRemedy remedy;
    remedy.newFile = {QStringLiteral("servingAsideDialog"), tr("Start a new file?"),
                      tr("Relaybook then no longer knows your earlier operations on sub-users. "
                         "Check the sub-users first: an operation whose answer was lost may have "
                         "been carried out. The old file is kept.")};
    remedy.asItIs = {QStringLiteral("servingAsItIsDialog"), tr("Use this file as it is?"),
                     tr("It may be an older copy, or its end may be lost: later operations are "
                        "then missing from it. Check the sub-users first: an operation whose "
                        "answer was lost may have been carried out.")};
    remedy.setAside = [this] { return m_desk.setJournalAside(); };
    remedy.useAsItIs = [this] { m_desk.useJournalAsItIs(); };
    remedy.failed = [this](const ApiError &error) { showError(error); };
    return remedy;
}

} // namespace relaybook
