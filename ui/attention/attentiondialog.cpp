// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attentiondialog.h"

#include "models/attention/attentiondesk.h"
#include "models/text/format.h"
#include "ui/attention/attentionlist.h"
#include "ui/attention/attentiontext.h"
#include "ui/theme/controlkind.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int attentionSheetWidth = 620;

} // namespace

AttentionDialog::AttentionDialog(const Theme &theme, AccountSession &account, QWidget *parent)
    : SheetDialog(theme, tr("Needs attention"), parent)
    , m_account(account)
    , m_list(new AttentionList(account, theme, this))
    , m_empty(new EmptyState(theme, this))
    , m_state(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_showHidden(new QPushButton(this))
{
    setObjectName(QStringLiteral("attentionDialog"));
    setSheetWidth(attentionSheetWidth);
    m_empty->setObjectName(QStringLiteral("attentionEmpty"));
    m_state->setObjectName(QStringLiteral("attentionState"));
    m_state->setWordWrap(true);
    contentLayout()->addWidget(m_list);
    contentLayout()->addWidget(m_empty);
    contentLayout()->addWidget(m_state);
    m_showHidden->setObjectName(QStringLiteral("showHiddenAttention"));
    m_showHidden->setAutoDefault(false);
    setButtonKind(*m_showHidden, ButtonKind::Link);
    addFooterWidget(m_showHidden);
    auto *settings = addFooterButton(tr("Settings…"), "attentionSettings");
    settings->setAccessibleName(tr("Settings of what needs attention"));
    setButtonKind(*settings, ButtonKind::Link);
    connect(settings, &QPushButton::clicked, this, &AttentionDialog::settingsWanted);
    setCloseOnly();
    connect(m_list, &AttentionList::actionWanted, this, [this](const AttentionEntry &entry) {
        const AttentionEntry kept = entry; // the row goes with the dialog
        close();
        Q_EMIT actionWanted(kept);
    });
    connect(m_list, &AttentionList::allWanted, this, [this](AttentionKind kind) {
        close();
        Q_EMIT allWanted(kind);
    });
    connect(m_showHidden, &QPushButton::clicked, this,
            [this] { m_account.attention().showHidden(); });
    connect(&account.attention(), &AttentionDesk::changed, this, &AttentionDialog::showEntries);
    showEntries();
    cancelButton()->setFocus();
}

void AttentionDialog::showEntries()
{
    const AttentionDesk &desk = m_account.attention();
    const bool isEmpty = desk.entries().empty();
    m_list->setGroups(desk.groups());
    m_list->setVisible(!isEmpty);
    const QString state = attentionStateText(m_account);
    m_empty->setVisible(isEmpty);
    if (isEmpty) {
        const bool isComplete = desk.state() == AttentionDesk::State::Complete;
        m_empty->setContent({isComplete ? Icon::Check : Icon::Clock, state, {}, {}, false});
    }
    m_state->setVisible(!isEmpty && !state.isEmpty());
    m_state->setText(state);
    const auto hidden = static_cast<int>(desk.hidden().size());
    const bool hadFocus = m_showHidden->hasFocus();
    const bool canShow = hidden > 0 || desk.isAnyKindHidden();
    m_showHidden->setVisible(canShow);
    m_showHidden->setText(
        hidden > 0 ? tr("Show %1 hidden entries again", nullptr, hidden).arg(format::count(hidden))
                   : tr("Show hidden kinds again"));
    m_showHidden->setAccessibleName(m_showHidden->text());
    if (hadFocus && !canShow) {
        cancelButton()->setFocus();
    }
}

} // namespace relaybook
