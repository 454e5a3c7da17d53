// SPDX-License-Identifier: GPL-3.0-or-later
// The credentials of one sub-user: shown masked, copied by a button, and loaded on request if the
// list did not bring them.
#pragma once

#include "api/types/subuser.h"
#include "models/accounts/accountsession.h"
#include "ui/lists/credentialsbox.h"

#include <optional>

namespace relaybook {

class SubUserCredentials : public CredentialsBox
{
    Q_OBJECT

public:
    SubUserCredentials(AccountSession &account, const Theme &theme, SecretClipboard &clipboard,
                       QWidget *parent);

    /// Nothing: no sub-user is shown.
    void showSubUser(const std::optional<SubUser> &subUser);
    [[nodiscard]] bool hasCredentials() const;

Q_SIGNALS:
    /// hasCredentials() may have changed.
    void changed();

private:
    void update();
    void read();

    AccountSession &m_account;
    std::optional<SubUser> m_subUser;
    Call m_read;
};

} // namespace relaybook
