// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog behind the bell: the whole list "Needs attention" of the account that is shown, and a
// button that shows hidden entries again.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/attention/attention.h"
#include "ui/widgets/sheetdialog.h"

class QPushButton;

namespace relaybook {

class AttentionList;
class EmptyState;
class Label;

class AttentionDialog : public SheetDialog
{
    Q_OBJECT

public:
    AttentionDialog(const Theme &theme, AccountSession &account, QWidget *parent);

Q_SIGNALS:
    /// The dialog has closed itself.
    void actionWanted(const relaybook::AttentionEntry &entry);
    void allWanted(relaybook::AttentionKind kind);
    /// The user wants to change what needs attention. The dialog stays open.
    void settingsWanted();

private:
    void showEntries();

    AccountSession &m_account;
    AttentionList *m_list;
    EmptyState *m_empty;
    Label *m_state;
    QPushButton *m_showHidden;
};

} // namespace relaybook
