// SPDX-License-Identifier: GPL-3.0-or-later
// Loads from the service the data with which an order is compared: the balance, the newest
// transactions back to those known before, the traffic pools and the prices. Prices are loaded
// last: the calls may wait long for the service's limits, and a price must not be old by then.

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/transaction.h"
#include "models/buying/newrows.h"
#include "models/buying/order.h"
#include "models/orders/listwalk.h"
#include "models/orders/poolmoves.h"
#include "models/orders/readtime.h"
#include "models/reading/pageend.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>

namespace relaybook {

class ApiClient;
class AuthSession;
enum class TokenKind;

/// The account's data at one time, as loaded from the service. Parts are absent if a token is
/// missing or a call failed; `error` is then the first failure. Parts that the service does not
/// offer are also absent, but that is not a failure.
struct AccountSnapshot
{
    AccountReading reading;
    /// When the first part of it was received. A rate limit can put an hour between two parts: the
    /// snapshot is as old as its oldest one.
    ReadTime readAt;
    std::chrono::milliseconds beganAt{0}; ///< when the first call was made; monotonic
    std::optional<Balance> balance;
    bool poolsRead = false;
    std::vector<TrafficPool> pools; ///< with tiers from the categories if the pools contain none
    ListWalk<Transaction> ledger;
    /// NotWhole if rows could not be read. How far back they go is a question of each order's mark:
    /// see `ledger.covers()`.
    Look::Ledger ledgerState = Look::Ledger::NotRead;
    bool isMoreStored = false; ///< the copy has more rows than the service counted
    NewRows::Arrivals stored;  ///< what was stored since the marks of the orders, received or not
    std::optional<ApiError> error;
};

/// The snapshot for an order of that type: `reading` has the pool of this type.
[[nodiscard]] AccountSnapshot sightOf(const AccountSnapshot &snapshot, const QString &proxyType);

/// The pool of a type; null if there is none.
[[nodiscard]] const TrafficPool *poolOf(const std::vector<TrafficPool> &pools,
                                        const QString &proxyType);

/// Loads account snapshots, each within AnswerLimits::look. Lives on the GUI thread.
class AccountReader : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(AccountSnapshot)>;

    /// Returns OrderJournal::nextNumber().
    using NextNumber = std::function<std::optional<qint64>()>;
    AccountReader(ApiClient &client, const AuthSession &auth, const Clock &clock, qint64 perPage,
                  NextNumber nextNumber);
    void setNewRows(NewRows rows) { m_newRows = std::move(rows); }

    /// `until`: the ledger is loaded back to each of these marks, if possible. Without any only
    /// its newest page is loaded, which can be used as a mark later.
    struct Request
    {
        QString proxyType;
        std::vector<TransactionMark> until = {};
    };
    [[nodiscard]] Call read(const Request &request, QObject *guard, Handler handler);
    /// Whether a snapshot is being loaded.
    [[nodiscard]] bool isReading() const { return m_running.use_count() > 1; }
    /// How long the newest read() still waits for the service's limits, as far as known; zero if it
    /// does not wait.
    [[nodiscard]] std::chrono::milliseconds limitWait() const;

private:
    struct Run;
    using RunPtr = std::shared_ptr<Run>;

    [[nodiscard]] std::chrono::milliseconds limitWait(const Run &run) const;
    void endLate(const RunPtr &run) const;
    void noteTime(Run &run) const;
    void readBalance(const RunPtr &run);
    void readLedger(const RunPtr &run, const PageRequest &page);
    void takeLedgerPage(const RunPtr &run, qint64 page, TransactionPage answer);
    void afterLedgerPage(const RunPtr &run);
    void readStored(const RunPtr &run);
    void readPools(const RunPtr &run);
    void readCategories(const RunPtr &run);
    static void noteNewest(Run &run);
    void noteExtent(Run &run) const;
    void failUnread(const RunPtr &run, TokenKind token) const;
    void fail(const RunPtr &run, const ApiError &error) const;
    void finish(const RunPtr &run) const;

    ApiClient &m_client;
    const AuthSession &m_auth;
    const Clock &m_clock;
    qint64 m_perPage;
    NewRows m_newRows;
    NextNumber m_nextNumber;
    std::shared_ptr<const bool> m_running = std::make_shared<bool>(true); ///< shared by every run
    std::weak_ptr<const Run> m_newest;
};

} // namespace relaybook
