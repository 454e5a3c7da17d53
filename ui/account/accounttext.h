// SPDX-License-Identifier: GPL-3.0-or-later
// The texts about an account in lists and dialogs: its place, its state, its balance, and a
// sentence for screen readers.
#pragma once

#include "models/accounts/openaccounts.h"
#include "models/cellroles.h"
#include "ui/widgets/initials.h"

#include <QString>

namespace relaybook {

/// "api.example.net" for "https://api.example.net/panel"; the text itself if it has no host.
[[nodiscard]] QString hostOfAddress(const QString &address);

/// Where the account is: the service's host, or that it is the sandbox.
[[nodiscard]] QString accountPlace(const AccountEntry &account);

struct AccountStateText
{
    QString text; ///< a few words; empty if the account is signed in and there is nothing to report
    Tone tone = Tone::Quiet;
    friend bool operator==(const AccountStateText &, const AccountStateText &) = default;
};
[[nodiscard]] AccountStateText accountState(const AccountEntry &account);

/// What tells the account from others; `isAlone`: there is no other one.
[[nodiscard]] AccountMark markOf(const AccountEntry &account, bool isAlone);

/// As stored, rounded down to cents; empty if it is not known.
[[nodiscard]] QString accountBalance(const AccountEntry &account);

/// "2 open orders, 1 of them with an unknown result"; empty if there is none.
[[nodiscard]] QString openOrdersText(int open, int unknown);

/// All facts that an account's row shows, as text. Includes the balance only if amounts may be
/// shown.
[[nodiscard]] QString accountSentence(const AccountEntry &account, bool withBalance);

} // namespace relaybook
