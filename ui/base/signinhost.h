// SPDX-License-Identifier: GPL-3.0-or-later
// Interface of the window for dialogs that need a new sign-in while they are open. A dialog finds
// it among its parents and so needs to know nothing else of the window.
#pragma once

#include "models/accounts/accountsession.h"

class QWidget;

namespace relaybook {

class SignInHost
{
public:
    SignInHost() = default;
    SignInHost(const SignInHost &) = delete;
    SignInHost &operator=(const SignInHost &) = delete;
    virtual ~SignInHost() = default;

    virtual void askToSignIn(TokenKind token) = 0;
};

} // namespace relaybook
