// SPDX-License-Identifier: GPL-3.0-or-later
// The account that a window shows, and how it was opened.

#pragma once

#include <QString>

namespace relaybook {

class AccountSession;

struct WindowAccount
{
    AccountSession *account = nullptr; ///< null: nothing is connected
    bool sandbox = false;
    bool offline = false; ///< the user asked for it
    QString address = {}; ///< what a renewed sign-in goes to; the account's own where empty
};

} // namespace relaybook
