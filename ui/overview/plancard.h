// SPDX-License-Identifier: GPL-3.0-or-later
// A low card of the overview with the account's plan and the traffic of the last 24 hours. It is
// hidden if the service reports neither.
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

    /// Loads missing figures; called while the overview is visible.
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
