// SPDX-License-Identifier: GPL-3.0-or-later
// Values that describe an account to the rest of the program: its summary, the loading state of
// each area, the progress of the ledger sync, and the list of stored accounts.

#pragma once

#include "api/types/account.h"
#include "api/types/apierror.h"
#include "api/types/networksettings.h"
#include "api/types/proxy.h"
#include "models/store/storevalues.h"

#include <QMetaType>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace relaybook {

/// How many colours tell accounts apart.
inline constexpr int accountColours = 8;

/// A snapshot of the account's main figures, as stored on this computer.
struct AccountSummary
{
    QString accountId; ///< the id at the service; empty until it was loaded once
    QString userId;    ///< `user_id` of its transactions; empty if none is known
    /// The user's own name for it, else the name at the service, else its host. If another account
    /// has the same name, the window adds what tells them apart.
    QString name;
    QString plainName;   ///< without that addition
    QString serviceName; ///< the name at the service; may be empty
    QString email;
    QString service; ///< the address of the service, for display
    std::optional<Money> balance;
    QString balanceDigits; ///< as sent, if the balance is too large for Money
    QString currency;
    /// The source of the balance.
    enum class BalanceFrom {
        Nowhere,             ///< not known yet
        Service,             ///< a call that returns it; balanceAsOf is when it was loaded
        NewestTransaction,   ///< the newest transaction, because no call returns it; balanceAsOf is
                             ///< its time
        UnclearTransactions, ///< likewise, but the newest transactions end at several balances: the
                             ///< balance is absent
    };
    BalanceFrom balanceFrom = BalanceFrom::Nowhere;
    std::optional<Instant> balanceAsOf;
    std::vector<TrafficPool> pools; ///< in the order of the response
    std::optional<Instant> poolsAsOf;
    /// By type: when the traffic left was received, if the list of pools does not contain it.
    std::map<QString, Instant> leftAsOf;
    qint64 proxies = 0; ///< stored rows, like the next two
    qint64 subUsers = 0;
    qint64 transactions = 0;
    qint64 unreadableProxies = 0;      ///< rows of the last loaded list that could not be read
    qint64 unreadableSubUsers = 0;     ///< likewise
    qint64 unreadableTransactions = 0; ///< rows of the ledger that could not be read
    qint64 rewrittenTransactions = 0;  ///< earlier versions of rows that changed at the service
    qint64 vanishedTransactions = 0;   ///< rows removed at the service
    std::optional<qint64> transactionsTotal; ///< as reported by the service
    LedgerExtent ledger;                     ///< how much of the ledger is stored
    /// There is a token, also one that could not be read; or, offline, stored data that needs it.
    bool hasPersonal = false;
    bool hasReseller = false;
    friend bool operator==(const AccountSummary &, const AccountSummary &) = default;
};

/// A part of the account that is loaded separately.
enum class Area { Account, Proxies, SubUsers, Transactions };

/// The loading state of an area.
struct AreaStatus
{
    enum State {
        NeverLoaded,
        Loading,
        Loaded,
        Failed,     ///< `error` says why; the stored data of `asOf` is still shown
        NoAccess,   ///< the token for this area is missing
        NotOffered, ///< the service has no such list; stored data is still shown
    };
    State state = NeverLoaded;
    std::optional<Instant> asOf;
    std::optional<ApiError> error;
    friend bool operator==(const AreaStatus &, const AreaStatus &) = default;
};

/// The progress of the ledger sync.
struct LedgerProgress
{
    enum State {
        Idle, ///< not started, or cancelled
        Running,
        Paused,
        Waiting, ///< until `waitingUntil`: for a rate limit or, if `error` is set, before a retry
        Complete,
        Incomplete, ///< every page was loaded again, and `held` still differs from `total`
        Failed,     ///< `error` says why; AccountLedger::resume() continues from there
    };
    State state = Idle;
    qint64 held = 0; ///< stored rows, readable or not
    qint64 total = 0;
    std::optional<std::chrono::seconds> remaining;
    std::optional<Instant> waitingUntil;
    std::optional<ApiError> error;
    /// The run only looks for new rows because time has passed: it is not worth showing.
    bool isQuiet = false;
    /// Incomplete, and rows of the same second were on two pages: the service may list them in
    /// changing order.
    bool hasTies = false;
    friend bool operator==(const LedgerProgress &, const LedgerProgress &) = default;
};

/// Whether a run is to be shown as loading.
[[nodiscard]] constexpr bool isShownRunning(const LedgerProgress &progress)
{
    return progress.state == LedgerProgress::Running && !progress.isQuiet;
}

/// Whether the sync is running or will continue without the user.
[[nodiscard]] constexpr bool isAtWork(LedgerProgress::State state)
{
    return state == LedgerProgress::Running || state == LedgerProgress::Waiting;
}

/// The result of saving a proxy.
struct ProxySaved
{
    Proxy now;
    QStringList leftOut; ///< JSON names of the fields that the service did not change
    friend bool operator==(const ProxySaved &, const ProxySaved &) = default;
};

/// What the user sets for one account.
struct AccountOptions
{
    bool viewOnly = false; ///< no call that changes or spends is sent
    NetworkSettings network;
    friend bool operator==(const AccountOptions &, const AccountOptions &) = default;
};

/// Where the secrets of an account are in the keychain.
struct KeychainPlace
{
    QString entry;            ///< the name of the entry; empty: there is none
    bool hasPersonal = false; ///< what the entry holds
    bool hasReseller = false;
    /// The user signed out: the entry is not used any more, even if it could not be removed.
    bool isSignedOut = false;
    friend bool operator==(const KeychainPlace &, const KeychainPlace &) = default;
};

/// An account with data on this computer.
struct StoredAccount
{
    QString key; ///< the name of its folder
    QString service;
    QString account; ///< the value of AccountSession::Config::account
    QString name;    ///< its name at the service
    QString email;
    QString accountId; ///< its id at the service, if ever received
    QString userId;    ///< `user_id` of its transactions
    QString givenName; ///< the user's local name for it
    /// The colour that tells it from other accounts, below accountColours; nothing before it was
    /// opened once.
    std::optional<int> colour;
    /// Fingerprints of the keys and tokens with which it was opened (fingerprintsOf()).
    QStringList fingerprints;
    std::optional<Instant> usedAt; ///< when it was last opened
    KeychainPlace keychain;
    AccountOptions options; ///< without the password of the proxy
    /// If its options cannot be read, a sentence: then the account must not send anything.
    QString optionsProblem;
    friend bool operator==(const StoredAccount &, const StoredAccount &) = default;
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::Area)
