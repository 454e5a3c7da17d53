// SPDX-License-Identifier: GPL-3.0-or-later
// Card of the overview with the most important entries of "Needs attention". It leaves out what the
// page or a banner above it says already, and is hidden if nothing else is left.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/attention/attention.h"
#include "ui/widgets/card.h"

class QPushButton;

namespace relaybook {

class AttentionList;

class AttentionCard : public Card
{
    Q_OBJECT

public:
    AttentionCard(AccountSession &account, const Theme &theme, QWidget *parent);

Q_SIGNALS:
    void actionWanted(const relaybook::AttentionEntry &entry);
    void allWanted(relaybook::AttentionKind kind);
    /// The user wants to see the whole list.
    void listWanted();

private:
    void showEntries();
    [[nodiscard]] bool isSaidElsewhere(const AttentionEntry &entry) const;

    AccountSession &m_account;
    AttentionList *m_list;
    QPushButton *m_all;
};

} // namespace relaybook
