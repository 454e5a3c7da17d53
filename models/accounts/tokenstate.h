// SPDX-License-Identifier: GPL-3.0-or-later
// Whether one of the two secrets of an account can be used, and why not.

#pragma once

#include "models/accounts/accountentry.h"

namespace relaybook {

/// The state of the personal token or of the Reseller Key. Each state has its own words, see
/// ui/base/accesstext.h.
enum class TokenState {
    Usable,      ///< calls are sent with it
    Awaited,     ///< the keychain is being read, and may be asking its user
    NeverGiven,  ///< the account has only the other one
    NotStored,   ///< the account has none: no sign-in of it is on this computer
    SignedOut,   ///< the account has none, because the user signed out
    Locked,      ///< it is in the keychain, which is locked, was refused or did not answer
    NoKeychain,  ///< it is in the keychain, and none is running
    Unreadable,  ///< the keychain's entry is damaged, or of a newer version
    Unconfirmed, ///< it is for other connection settings than those that are stored
    Refused,     ///< the service does not accept it
    Offline,     ///< the program was started with --offline
};

/// The state of the tokens of an account in which none is known (isWithoutToken()), or is awaited.
/// `isSignedOut`: by the user.
[[nodiscard]] constexpr TokenState stateWithoutToken(AccountAccess access, bool isSignedOut)
{
    switch (access) {
    case AccountAccess::ReadingKeychain:
        return TokenState::Awaited;
    case AccountAccess::KeychainLocked:
        return TokenState::Locked;
    case AccountAccess::KeychainMissing:
        return TokenState::NoKeychain;
    case AccountAccess::SecretsUnreadable:
        return TokenState::Unreadable;
    case AccountAccess::OtherNetwork:
        return TokenState::Unconfirmed;
    default:
        return isSignedOut ? TokenState::SignedOut : TokenState::NotStored;
    }
}

} // namespace relaybook
