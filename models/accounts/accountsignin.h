// SPDX-License-Identifier: GPL-3.0-or-later
// Uses a sign-in: finds the account that it belongs to or adds one, opens it, and gives it the
// tokens.

#pragma once

#include "models/accounts/signin.h"
#include "models/accountvalues.h"

#include <QObject>

#include <functional>
#include <vector>

namespace relaybook {

class LocalAccounts;
class AccountOpener;
class OpenAccount;

/// Lives on the GUI thread.
class AccountSignIn : public QObject
{
    Q_OBJECT

public:
    /// `show` shows an account in the window. The arguments must outlive it.
    AccountSignIn(LocalAccounts &list, AccountOpener &opener, TokenRevoker &revoker,
                  std::function<void(OpenAccount &)> show);

    /// Emits whichAccount() if the service does not say whose sign-in it is.
    void use(const SignInResult &result);

Q_SIGNALS:
    /// `possible` may be empty.
    void whichAccount(const relaybook::SignInResult &result,
                      const std::vector<relaybook::StoredAccount> &possible);
    void problem(const QString &sentences);

private:
    [[nodiscard]] OpenAccount *requestedFor(const SignInResult &result,
                                            const QString &service) const;
    OpenAccount &addOfSignIn(const SignInResult &result, const QString &service);
    void useWith(OpenAccount &account, const SignInResult &result);

    LocalAccounts &m_list;
    AccountOpener &m_opener;
    TokenRevoker &m_revoker;
    std::function<void(OpenAccount &)> m_show;
};

} // namespace relaybook
