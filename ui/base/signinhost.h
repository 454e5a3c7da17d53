// SPDX-License-Identifier: GPL-3.0-or-later
// Who can ask for a new sign-in on top of an open dialog: the window. A dialog finds it among its
// parents and so needs to know no more of it.
#pragma once

#include "models/account/accountsession.h"

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
