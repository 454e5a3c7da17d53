// SPDX-License-Identifier: GPL-3.0-or-later
// The data that the list of accounts shows for each account.

#pragma once

#include "api/types/instant.h"
#include "api/types/money.h"

#include <QString>

#include <optional>

namespace relaybook {

/// Whether an account is signed in, and why not.
enum class AccountAccess {
    NotOpened,         ///< its stored data has not been opened yet, shortly after the start
    UpdatingData,      ///< its stored data is being converted to the form of this version
    ReadingLog,        ///< reading the large log that a killed program left beside its data file
    ReadingKeychain,   ///< waiting for the keychain, which may be asking its user
    SignedIn,          ///< there are tokens; the service may still reject them
    SignedOut,         ///< no token is known
    KeychainLocked,    ///< the keychain is locked, its user refused, or it did not answer in time
    KeychainMissing,   ///< no keychain is running on this computer
    SecretsUnreadable, ///< the keychain's entry is damaged, or of a newer version
    OtherNetwork,      ///< the entry is for other connection settings than those that are stored
    Rejected,          ///< the service rejects a token
    Offline,           ///< the program was started with --offline
    Unusable,          ///< its stored data cannot be opened: AccountEntry::problem
};

/// Whether no token is known in this state. Then nothing is sent, and the state of the service is
/// unknown.
[[nodiscard]] constexpr bool isWithoutToken(AccountAccess access)
{
    return access == AccountAccess::SignedOut || access == AccountAccess::KeychainLocked ||
           access == AccountAccess::KeychainMissing || access == AccountAccess::SecretsUnreadable ||
           access == AccountAccess::OtherNetwork;
}

/// Whether opening the account's stored data takes long. The account cannot be changed meanwhile.
[[nodiscard]] constexpr bool isOpeningData(AccountAccess access)
{
    return access == AccountAccess::UpdatingData || access == AccountAccess::ReadingLog;
}

/// One account in the list.
struct AccountEntry
{
    QString key; ///< identifies the account, also after a restart; not shown to people
    /// The user's own name for it, else the service's, else the host's; unique among the accounts:
    /// what tells it from the same name of another account is added.
    QString name;
    QString plainName; ///< without that addition
    int colour =
        0; ///< tells it from others: below accountColours; no two have the same, if possible
    QString address; ///< of the service, for display; empty for the sandbox
    bool isSandbox = false;
    bool isShown = false; ///< the window shows it
    bool isViewOnly = false;
    bool isSignedOut = false; ///< by the user, so that nothing asks to sign in at a start
    /// Its stored data could not be opened (damaged, of a newer version, no permission): it can be
    /// signed out and removed, and nothing else.
    bool isUnreadable = false;
    /// Unreadable, and neither the account's identity nor its keychain entry is known: it can only
    /// be removed.
    bool isNameless = false;
    AccountAccess access = AccountAccess::NotOpened;
    QString problem; ///< a sentence about `access`, if there is more to say; may be empty
    /// False if the secrets in use are kept for this session only; `problem` says why.
    bool isInKeychain = true;
    /// The keychain was asked to store the secrets and has not answered yet: it may be asking its
    /// user.
    bool isBeingStored = false;
    std::optional<Money> balance; ///< as stored
    QString balanceDigits;        ///< as sent, if the balance is too large for Money
    QString currency;
    std::optional<Instant> balanceAsOf;
    int openOrders = 0;    ///< orders without an outcome
    int unknownOrders = 0; ///< open orders whose result is unknown
    qint64 attention = 0;  ///< how many things need attention; see AttentionDesk
    friend bool operator==(const AccountEntry &, const AccountEntry &) = default;
};

/// Whether everything that is stored of the account can be loaded again now.
[[nodiscard]] inline bool canLoadAgain(const AccountEntry &account)
{
    return !isOpeningData(account.access) && account.access != AccountAccess::Offline &&
           !isWithoutToken(account.access);
}

} // namespace relaybook
