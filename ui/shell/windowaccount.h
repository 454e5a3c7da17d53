// SPDX-License-Identifier: GPL-3.0-or-later
// The account that a window shows, and how it was opened.

#pragma once

#include <QString>

namespace relaybook {

class AccountSession;

struct WindowAccount
{
    AccountSession *account = nullptr; ///< null: no account is open
    bool opening = false; ///< it will be open once its stored data was updated; `account` is null
    bool readingLog = false; ///< `opening`, and its data is not updated, but its large log is read
    bool sandbox = false;
    bool offline = false; ///< requested by the user
    QString address = {}; ///< for a renewed sign-in; the account's own if empty
};

} // namespace relaybook
