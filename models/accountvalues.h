// SPDX-License-Identifier: GPL-3.0-or-later
// What the account as this computer knows it tells about itself.

#pragma once

#include "api/types/account.h"
#include "api/types/apierror.h"
#include "api/types/proxy.h"

#include <QMetaType>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace relaybook {

struct AccountSummary
{
    QString accountId; ///< as the service names it; empty until it was read once
    QString userId;    ///< `user_id` of its transactions; empty while none is known
    QString name;      ///< the service's, else the user's own for it, else the service's host
    QString email;
    QString service; ///< where the account is, for people
    std::optional<Money> balance;
    QString currency;
    /// Where the balance is from.
    enum class BalanceFrom {
        Nowhere,           ///< not told yet
        Service,           ///< a call for it; balanceAsOf is when it was read
        NewestTransaction, ///< no call tells it: the newest transaction's, balanceAsOf is its time
    };
    BalanceFrom balanceFrom = BalanceFrom::Nowhere;
    std::optional<Instant> balanceAsOf;
    std::vector<TrafficPool> pools; ///< in the order found
    std::optional<Instant> poolsAsOf;
    /// By type: when what is left of it was told, where the list of pools does not tell it.
    std::map<QString, Instant> leftAsOf;
    qint64 proxies = 0; ///< stored, like the next two
    qint64 subUsers = 0;
    qint64 transactions = 0;
    qint64 unreadableProxies = 0;            ///< rows of the last list that could not be read
    qint64 unreadableSubUsers = 0;           ///< the same
    qint64 unreadableTransactions = 0;       ///< rows of the ledger that could not be read
    qint64 rewrittenTransactions = 0;        ///< earlier forms of rows that came back different
    qint64 vanishedTransactions = 0;         ///< rows that the service lists no more
    std::optional<qint64> transactionsTotal; ///< as the service tells it
    bool hasPersonal = false; ///< a token is there; offline: or what it would serve is stored
    bool hasReseller = false;
    friend bool operator==(const AccountSummary &, const AccountSummary &) = default;
};

enum class Area { Account, Proxies, SubUsers, Transactions };

struct AreaStatus
{
    enum State {
        NeverLoaded,
        Loading,
        Loaded,
        Failed,     ///< `error` says why; what is stored is still shown, as of `asOf`
        NoAccess,   ///< the token that serves this area is missing
        NotOffered, ///< the service has no such list; what is stored is still shown
    };
    State state = NeverLoaded;
    std::optional<Instant> asOf;
    std::optional<ApiError> error;
    friend bool operator==(const AreaStatus &, const AreaStatus &) = default;
};

struct LedgerProgress
{
    enum State {
        Idle, ///< not begun, or cancelled
        Running,
        Paused,
        Waiting, ///< until `waitingUntil`: for the service's limit or, with `error`, to try again
        Complete,
        Incomplete, ///< read to the end and searched again, and still held differs from total
        Failed,     ///< `error` says why; AccountLedger::resume() goes on from there
    };
    State state = Idle;
    qint64 held = 0; ///< readable and unreadable rows
    qint64 total = 0;
    std::optional<std::chrono::seconds> remaining;
    std::optional<Instant> waitingUntil;
    std::optional<ApiError> error;
    friend bool operator==(const LedgerProgress &, const LedgerProgress &) = default;
};

/// It reads, or will by itself in a moment.
[[nodiscard]] constexpr bool isAtWork(LedgerProgress::State state)
{
    return state == LedgerProgress::Running || state == LedgerProgress::Waiting;
}

/// What became of a change to a proxy.
struct ProxySaved
{
    Proxy now;
    QStringList leftOut; ///< wire names of the fields that the service did not take
    friend bool operator==(const ProxySaved &, const ProxySaved &) = default;
};

/// An account that has data on this computer.
struct StoredAccount
{
    QString key; ///< the folder's name
    QString service;
    QString account; ///< what AccountSession::Config::account was
    QString name;    ///< the service's
    QString email;
    QString accountId; ///< the service's, where it ever told one
    QString userId;    ///< `user_id` of its transactions
    QString givenName; ///< the user's own for it
    /// Of the keys and tokens it was opened with (fingerprintsOf()).
    QStringList fingerprints;
    std::optional<Instant> usedAt; ///< when it was opened last
    friend bool operator==(const StoredAccount &, const StoredAccount &) = default;
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::Area)
