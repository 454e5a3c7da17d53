// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TopUpDialog that says why nothing can be bought, and offers what helps.
#include "ui/orders/topupdialog.h"

#include "ui/base/confirmdialog.h"
#include "ui/orders/topuptext.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

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
        auto *aside = banner()->addLink(tr("Start a new file…"), QStringLiteral("setJournalAside"));
        connect(aside, &QPushButton::clicked, this, &TopUpDialog::setJournalAside);
    }
    if (problem->kind == BuyingProblem::Damaged) {
        auto *use = banner()->addLink(tr("Use this file…"), QStringLiteral("useJournalAsItIs"));
        connect(use, &QPushButton::clicked, this, &TopUpDialog::useJournalAsItIs);
    }
}

void TopUpDialog::setJournalAside()
{
    const ConfirmDialog::Question question{
        QStringLiteral("journalAsideDialog"),
        tr("Start a new order file?"),
        tr("Relaybook then no longer knows your earlier orders. Check the transactions first: an "
           "order whose answer was lost may have been carried out. The old file is kept."),
        tr("Start a new file"),
    };
    auto *dialog = new ConfirmDialog(m_theme, question, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        if (const auto aside = m_desk.setJournalAside(); !aside) {
            showError(aside.error());
        }
    });
    dialog->open();
}

// Only a journal that can be read is used; otherwise the same problem is shown again.
void TopUpDialog::useJournalAsItIs()
{
    const ConfirmDialog::Question question{
        QStringLiteral("journalAsItIsDialog"),
        tr("Use this order file as it is?"),
        tr("It may be an older copy, or its end may be lost: later orders are then missing from "
           "it. Check the transactions first: an order whose answer was lost may have been carried "
           "out. If the file cannot be read, start a new file instead."),
        tr("Use this file"),
    };
    auto *dialog = new ConfirmDialog(m_theme, question, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] { m_desk.useJournalAsItIs(); });
    dialog->open();
}

} // namespace relaybook
