// SPDX-License-Identifier: GPL-3.0-or-later
// The account that a window shows, and how it was opened.

#pragma once

#include <QString>

namespace relaybook {

class AccountSession;

struct WindowAccount
{
    AccountSession *account = nullptr; ///< null: no account is open
    bool opening = false;    ///< its stored data is being updated or read; `account` is null
    bool readingLog = false; ///< while `opening`: its large log is being read
    bool sandbox = false;
    bool offline = false; ///< the user chose to work offline
    QString address = {}; ///< for a renewed sign-in; the account's own if empty
};

} // namespace relaybook
