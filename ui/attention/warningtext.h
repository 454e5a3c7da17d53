// SPDX-License-Identifier: GPL-3.0-or-later
// Describes warnings in words: for a notification of the system, and for the webhook.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/notify/warning.h"

#include <QString>

#include <functional>
#include <vector>

namespace relaybook {

struct WarningText
{
    QString title;
    QString text; ///< may be empty
    friend bool operator==(const WarningText &, const WarningText &) = default;
};

/// The session of an account, by its key; null if it is not open.
using SessionOf = std::function<AccountSession *(const QString &account)>;

/// One or more warnings. With `hidden`, as in privacy mode, the texts have no name and no amount.
[[nodiscard]] WarningText warningText(const std::vector<Warning> &warnings,
                                      const SessionOf &sessionOf, bool hidden);
/// "Traffic that lasts less than a day", as the settings and the log call it.
[[nodiscard]] QString warningKindText(WarningKind kind);

} // namespace relaybook
