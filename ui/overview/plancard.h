// SPDX-License-Identifier: GPL-3.0-or-later
// A low card of the overview with the account's plan and the traffic of the last 24 hours. Where
// the service tells neither, it is hidden.
#pragma once

#include "models/account/trafficfigures.h"
#include "ui/widgets/card.h"

class QPushButton;

namespace relaybook {

class AccountSession;
class ElidedLabel;
class Label;

class PlanCard : public Card
{
    Q_OBJECT

public:
    PlanCard(AccountSession &account, const Theme &theme, QWidget *parent);

    /// Loads what is missing; called while the overview is in sight.
    void want();

private:
    void loadFailed();
    void onAccountChanged();
    void refreshView();
    void showError(const ApiError &error);

    AccountSession &m_account;
    Label *m_title;
    ElidedLabel *m_text;
    QPushButton *m_again;
    bool m_accountIsLoading;
};

} // namespace relaybook
