// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ServingDialog that says why nothing can be sent, and offers what helps.
#include "ui/base/confirmdialog.h"
#include "ui/serving/servingdialog.h"
#include "ui/serving/servingtext.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

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
        auto *aside = banner()->addLink(tr("Start a new file…"), QStringLiteral("setJournalAside"));
        connect(aside, &QPushButton::clicked, this, &ServingDialog::setJournalAside);
    }
    if (problem->kind == DeskProblem::Damaged) {
        auto *use = banner()->addLink(tr("Use this file…"), QStringLiteral("useJournalAsItIs"));
        connect(use, &QPushButton::clicked, this, &ServingDialog::useJournalAsItIs);
    }
}

void ServingDialog::setJournalAside()
{
    const ConfirmDialog::Question question{
        QStringLiteral("servingAsideDialog"),
        tr("Start a new file?"),
        tr("Relaybook then no longer knows your earlier operations on sub-users. Check the "
           "sub-users first: an operation whose answer was lost may have been carried out. The "
           "old file is kept."),
        tr("Start a new file"),
    };
    auto *dialog = new ConfirmDialog(theme(), question, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        if (const auto aside = m_desk.setJournalAside(); !aside) {
            showError(aside.error());
        }
    });
    dialog->open();
}

void ServingDialog::useJournalAsItIs()
{
    const ConfirmDialog::Question question{
        QStringLiteral("servingAsItIsDialog"),
        tr("Use this file as it is?"),
        tr("It may be an older copy, or its end may be lost: later operations are then missing "
           "from it. Check the sub-users first: an operation whose answer was lost may have been "
           "carried out."),
        tr("Use this file"),
    };
    auto *dialog = new ConfirmDialog(theme(), question, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] { m_desk.useJournalAsItIs(); });
    dialog->open();
}

} // namespace relaybook
