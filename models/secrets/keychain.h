// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the secrets of accounts in the keychain of the operating system: Secret Service or
// KWallet, Windows Credential Manager, macOS Keychain.

#pragma once

#include "api/types/ids.h"
#include "api/types/proxypassword.h"
#include "api/types/secret.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <tl/expected.hpp>

namespace relaybook {

/// All secrets of one account. They are one entry of the keychain, so the user is asked once.
struct AccountSecrets
{
    Secret personalToken;
    /// Set if Relaybook created the token with e-mail and password: then it revokes it at sign-out.
    std::optional<TokenId> personalTokenId;
    Secret resellerKey;
    ProxyPassword proxyPassword;
    /// The address of the service that they are for: a file on the disk, which names the address
    /// too, does not decide where they are sent. Empty for a webhook.
    QString service = {};
    /// The networkIdentity() that they are sent over, for the same reason.
    QString network = {};
    /// The address of the webhook that warnings are sent to. It has an entry of its own.
    Secret webhookAddress = {};
    /// The key that signs what is sent there; empty: nothing is signed.
    Secret webhookKey = {};

    /// Whether there is no secret.
    [[nodiscard]] bool isEmpty() const
    {
        return personalToken.isEmpty() && resellerKey.isEmpty() && proxyPassword.isEmpty() &&
               webhookAddress.isEmpty() && webhookKey.isEmpty();
    }
    friend bool operator==(const AccountSecrets &, const AccountSecrets &) = default;
};

/// Why the keychain could not be used.
struct KeychainError
{
    enum Kind {
        Missing,      ///< this system has no keychain, or it is not running
        Locked,       ///< it is locked, or its user refused access
        TimedOut,     ///< no answer in time, e.g. because the user did not answer a question
        Unreadable,   ///< there is an entry, but Relaybook did not write it or it is damaged
        Newer,        ///< the entry was written by a newer version of Relaybook
        OtherService, ///< the entry is for the address in `detail`, which is not the account's
        OtherNetwork, ///< it is for the networkIdentity() in `detail`, which is not the account's
        Failed,
    };
    Kind kind = Failed;
    QString detail; ///< the system's own text, for "Details", or an address; never a secret
    friend bool operator==(const KeychainError &, const KeychainError &) = default;
};

/// Lives on the GUI thread. No call blocks or runs a nested event loop. Handlers are called once,
/// never from within the call, and not at all if `guard` was destroyed. Operations are carried out
/// in the order in which they were requested. One that has timed out stores nothing later; only a
/// removal may still be carried out.
class Keychain : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    using ReadHandler = std::function<void(tl::expected<AccountSecrets, KeychainError>)>;
    using DoneHandler = std::function<void(tl::expected<void, KeychainError>)>;

    /// Empty secrets if there is no such entry.
    virtual void read(const QString &entry, QObject *guard, ReadHandler handler) = 0;
    /// Replaces the whole entry. Empty secrets remove it. An entry of a newer version is not
    /// replaced.
    virtual void write(const QString &entry, const AccountSecrets &secrets, QObject *guard,
                       DoneHandler handler) = 0;
    /// No error if there is no such entry.
    virtual void remove(const QString &entry, QObject *guard, DoneHandler handler) = 0;
};

/// How long the system's keychain may take: it may ask its user for a password.
inline constexpr std::chrono::seconds keychainPatience(60);

/// The keychain of the operating system. `patience` is for tests.
[[nodiscard]] std::unique_ptr<Keychain>
systemKeychain(std::chrono::milliseconds patience = keychainPatience);

} // namespace relaybook
