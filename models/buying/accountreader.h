// SPDX-License-Identifier: GPL-3.0-or-later
// Reads, straight from the service, what an order has to be held against: the balance, the ledger's
// newest end back to a noted row, then pools and prices. Prices come last: a reading may wait long
// for the service's limits, and a price must not be old by then.

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/transaction.h"
#include "models/buying/order.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>

namespace relaybook {

class ApiClient;
class AuthSession;

/// A moment by both clocks: the one for intervals stands still while a computer sleeps, the other
/// one can be set.
struct ReadTime
{
    std::chrono::milliseconds monotonic{0};
    Instant wall{};
};

/// What one look at the service brought. Parts that a missing token or a failed call left out are
/// absent, and `error` is the first failure; what the service does not offer is absent too, and is
/// no failure.
struct AccountSnapshot
{
    AccountReading reading;
    ReadTime pricesAt; ///< when the pools came, or were found not to be offered
    std::optional<Balance> balance;
    bool poolsRead = false;
    std::vector<TrafficPool> pools; ///< with categories filled in where the pools name no tiers
    /// Rows of the ledger after the mark, the newest first.
    std::vector<Transaction> rows;
    Look::Ledger ledger = Look::Ledger::NotRead;
    bool reachedBack = false; ///< rows back to Request::alsoFrom are there too
    std::optional<ApiError> error;
};

/// The same as an order of that type sees it.
[[nodiscard]] AccountSnapshot sightOf(const AccountSnapshot &snapshot, const QString &proxyType);

/// The pool of a type; nothing where it was not found.
[[nodiscard]] const TrafficPool *poolOf(const std::vector<TrafficPool> &pools,
                                        const QString &proxyType);

/// Lives on the GUI thread.
class AccountReader : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(AccountSnapshot)>;

    AccountReader(ApiClient &client, const AuthSession &auth, const Clock &clock, qint64 perPage);

    /// Without a `mark` only the newest row is looked for, to become one; with one (or with an
    /// empty ledger noted: `wasEmpty`), every row after it.
    struct Request
    {
        QString proxyType;
        std::optional<LedgerPlace> mark;
        bool wasEmpty = false;
        /// Earlier than `mark`: rows after it are wanted too, as far as they can be had.
        std::optional<LedgerPlace> alsoFrom = {};
    };
    [[nodiscard]] Call read(const Request &request, QObject *guard, Handler handler);

private:
    struct Run;
    using RunPtr = std::shared_ptr<Run>;

    void readBalance(const RunPtr &run);
    void readLedger(const RunPtr &run, qint64 page);
    void takeLedgerPage(const RunPtr &run, qint64 page, const TransactionPage &answer);
    void readPools(const RunPtr &run);
    void readCategories(const RunPtr &run);
    static void takeRows(Run &run, const std::vector<Transaction> &items);
    void fail(const RunPtr &run, const ApiError &error) const;
    void finish(const RunPtr &run) const;

    ApiClient &m_client;
    const AuthSession &m_auth;
    const Clock &m_clock;
    qint64 m_perPage;
};

} // namespace relaybook
