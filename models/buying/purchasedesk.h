// SPDX-License-Identifier: GPL-3.0-or-later
// Buys traffic and tracks every order until its outcome is known. Exactly what the user confirmed
// is sent; the order is stored before it is sent; and an order is never sent twice (contract
// section 4).
//
//   prepare() ─► Confirmation, shown ─► buy() ─► Prepared ─► Sent ─► Settled | Refused | Unknown
// Prepared: waits for token and limits, then loads the price again; can be cancelled
//   Unknown ─► looks at balance, pool and ledger ─► Settled | NotCharged | stays, until the user
// decides from the evidence

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/buying/order.h"
#include "models/orders/orderjournal.h"
#include "models/orders/poolmoves.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>

namespace relaybook {

class AccountReader;
class ApiClient;
class AuthSession;
struct AccountSnapshot;
struct Attribution;
struct ReadTime;

/// What the user is asked to confirm. buy() accepts each confirmation only once.
struct Confirmation
{
    quint64 number = 0; ///< never used twice while the program runs
    QString proxyType;
    TrafficAmount amount;
    Quoted<Quote> quote = tl::unexpected(NoQuote::NothingKnown);
    AccountReading before;
    PriceList prices; ///< the prices `quote` was calculated from
    friend bool operator==(const Confirmation &, const Confirmation &) = default;
};

/// The result of buy() up to the point where the order would be sent.
struct BuyAnswer
{
    enum Kind {
        Ordered,           ///< the order is in the journal; orderChanged() reports the rest
        PriceChanged,      ///< the price was loaded again and has changed: confirm `again`
        OtherOrder,        ///< a charge for an earlier order of the type was found: confirm `again`
        AlreadyUsed,       ///< the confirmation was already used, or does not exist
        Busy,              ///< another order is running; the confirmation stays valid
        NeedsRiskAccepted, ///< an order of this type is unknown; the confirmation stays valid
        Closed,            ///< buying is disabled, see problem(); nothing was sent
        Failed, ///< prices or balance could not be loaded again, see `error`; nothing was sent
    };
    Kind kind = Failed;
    QString orderId;                   ///< Ordered
    std::optional<Confirmation> again; ///< PriceChanged, OtherOrder
    std::optional<ApiError> error;     ///< Failed
};

/// Why buying is disabled. Orders that can be read are still shown.
using BuyingProblem = DeskProblem;

/// Lives on the GUI thread. There is one per account, shared by all windows. Orders are independent
/// of their caller: closing a dialog neither cancels nor hides one.
class PurchaseDesk : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// Prices and balance older than this are loaded again before an order is sent.
        std::chrono::milliseconds freshFor{std::chrono::seconds(60)};
        /// How long looks must find no trace before an order counts as not charged.
        std::chrono::milliseconds quietFor{std::chrono::minutes(2)};
        /// Pauses between looks; the last one is repeated.
        std::vector<std::chrono::milliseconds> lookPauses{
            std::chrono::seconds(3),  std::chrono::seconds(7),  std::chrono::seconds(20),
            std::chrono::seconds(30), std::chrono::seconds(60), std::chrono::seconds(300)};
        qint64 perPage = 100;
        /// False for commands: nobody would see what changes. Orders then stay as they are until
        /// the window opens, and buying is disabled.
        bool follows = true;
    };
    /// `client` is null when offline. All parameters must outlive this object.
    PurchaseDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth, const Clock &clock,
                 Tuning tuning);
    ~PurchaseDesk() override;

    /// Who tells what moved between the pools and sub-users, so that it is no evidence for an
    /// order.
    void setPoolMoves(PoolMovesOf moves) { m_poolMoves = std::move(moves); }
    /// Tells whether an order of another kind, whose cost is not known, may have been charged since
    /// then: a debit with the price of an order of traffic may be that.
    using SpentSince = std::function<bool(Instant since)>;
    void setSpentElsewhere(SpentSince spent) { m_spentElsewhere = std::move(spent); }
    /// To be called when traffic was moved by somebody else: what was read before is no longer what
    /// is there, so the next order is compared with what is read after it.
    void forgetReadings();

    /// Why buying is disabled; nothing if buying is possible.
    [[nodiscard]] std::optional<BuyingProblem> problem() const;
    /// False shortly after the start, until the journal is open.
    [[nodiscard]] bool isReady() const { return m_journal.isReady(); }

    /// All orders, the newest first.
    [[nodiscard]] const std::vector<TopUpOrder> &orders() const { return m_orders; }
    [[nodiscard]] const TopUpOrder *order(const QString &id) const;
    /// The newest order of that type whose outcome is unknown.
    [[nodiscard]] const TopUpOrder *unknownOf(const QString &proxyType) const;
    /// The order that is Prepared or Sent; there is at most one.
    [[nodiscard]] const TopUpOrder *underWay() const;
    [[nodiscard]] bool isLooking(const QString &id) const;
    /// Whether calls are being made for a purchase, or will be in a moment: prices are loaded, an
    /// order is on its way, or a look is running or about to begin.
    [[nodiscard]] bool isAtWork() const;
    /// The time until the next look; nothing if none is planned, or one is running.
    [[nodiscard]] std::optional<std::chrono::milliseconds> nextLookIn(const QString &id) const;
    /// Whether an order of the type was settled within `span`. One dated in the future counts too,
    /// because the clock may have been set back.
    [[nodiscard]] bool boughtWithin(const QString &proxyType, std::chrono::minutes span) const;

    using PrepareHandler = std::function<void(Result<Confirmation>)>;
    using BuyHandler = std::function<void(BuyAnswer)>;

    /// Creates a confirmation from prices and balances that are at most Tuning::freshFor old; loads
    /// them if they are older. `rereadAlways` loads them in any case.
    [[nodiscard]] Call prepare(const QString &proxyType, TrafficAmount amount, QObject *guard,
                               PrepareHandler handler, bool rereadAlways = false);
    /// How long a prepare() that was called last still waits for the service's limits, as far as
    /// known; zero if it does not wait.
    [[nodiscard]] std::chrono::milliseconds prepareWait() const;
    /// Buys what was confirmed. After Ordered the confirmation is used up; a second call with it (a
    /// double click, a held Enter key, another window) gives AlreadyUsed. The order continues if
    /// `guard` is destroyed; only the handler is then not called.
    void buy(quint64 confirmation, bool riskAccepted, QObject *guard, BuyHandler handler);
    /// Cancels an order that is Prepared. Has no effect after it is Sent.
    void cancel(const QString &orderId);
    /// How long a Prepared order will still wait for the rate limits, as far as known. Zero if it
    /// waits for its token or its price; nothing if it does not wait. An empty id means a buy()
    /// that has no order yet because it loads prices first.
    [[nodiscard]] std::optional<std::chrono::milliseconds> waitsFor(const QString &orderId) const;
    /// The new confirmation for an order that was not sent because its price changed while it
    /// waited, or because another order was found to be charged. Returned only once.
    [[nodiscard]] std::optional<Confirmation> takeNewPrice(const QString &orderId);
    /// Ids of orders that were waiting to be sent when the program ended. They were found at this
    /// start and are never sent.
    [[nodiscard]] const QStringList &interrupted() const { return m_interrupted; }
    /// Cancels the buy() of this guard if its order is not Sent yet.
    void withdraw(const QObject *guard);
    /// Starts the next look now.
    void look(const QString &orderId);
    /// Looks once for charges that appeared after an order was found not charged. To be called at
    /// the start and after each sync; orders are checked for lateChargeSpan.
    void lookForLateCharges();

    enum class Verdict { Bought, NotBought };
    /// Takes the user's decision about an Unknown order. `row` is the transaction that the user
    /// recognised. Does nothing if it is the proof of another order. `seen` is the time of the
    /// newest look that was shown when the user was asked; nothing if that was the newest of all.
    /// What a later look found is not dismissed by NotBought.
    void userDecides(const QString &orderId, Verdict verdict,
                     std::optional<TransactionId> row = std::nullopt,
                     std::optional<Instant> seen = std::nullopt);

    /// That of the orders of all kinds.
    [[nodiscard]] OrderJournal &journal() { return m_journal; }
    /// Waits until everything is written. Called before the program quits, and by tests.
    void flush() { m_journal.flush(); }

Q_SIGNALS:
    /// An order was added or changed.
    void orderChanged(const QString &orderId);
    /// The journal was opened, or problem() changed.
    void stateChanged();
    /// Balances and prices that were just loaded, to be stored.
    void balancesRead(const std::optional<relaybook::Balance> &balance,
                      const std::vector<relaybook::TrafficPool> &pools);
    /// A charge appeared for an order that was found not charged. The order is now Settled, or
    /// Unknown again if the user has to decide.
    void lateChargeFound(const QString &orderId);
    /// Money or traffic changed, so the stored balances are out of date.
    void accountMoved();

private:
    struct Buying;
    struct Looking;
    struct Held;

    void joinJournal();
    void leaveNothingHalfDone();

    void onPrepared(const QString &proxyType, TrafficAmount amount, const AccountSnapshot &snapshot,
                    const PrepareHandler &handler);
    [[nodiscard]] std::optional<ApiError> whatIsMissing(const AccountSnapshot &snapshot) const;
    Confirmation hold(const QString &proxyType, TrafficAmount amount,
                      const AccountSnapshot &snapshot);

    [[nodiscard]] bool isOutdated() const;
    Confirmation holdAgain();
    [[nodiscard]] bool isFresh(const std::optional<ReadTime> &read) const;
    void reportBalances(const AccountSnapshot &snapshot);
    void rereadForBuying();
    void writeOrder();
    void onWaitingWritten(const StoreResult<Stored> &written);
    void goOn();
    void onTurn(const std::optional<ApiError> &error);
    void readAfterWait(const AccountSnapshot &snapshot);
    void endUnsent(NotSentFor why, const std::optional<ApiError> &error = {});
    void markSent();
    void sendOrder();
    void waitAgain(TopUpOrder &order);
    void onAnswer(const Result<TopUpReceipt> &received);
    void answerBuyer(BuyAnswer answer);
    void endBuying();

    [[nodiscard]] Attribution attributed(const TopUpOrder &order,
                                         const AccountSnapshot &snapshot) const;
    [[nodiscard]] bool isProof(std::optional<TransactionId> row, const QString &exceptOf) const;
    void startLooking(const QString &id, std::chrono::milliseconds pause);
    void lookSoon(const QString &exceptOf);
    void lookNow(const QString &id);
    void onSight(const QString &id, const AccountSnapshot &snapshot);
    void locate(const std::vector<std::pair<QString, TransactionId>> &located);
    void settleByLedger(TopUpOrder &order, const Look &look);
    void onLateSight(const AccountSnapshot &snapshot);
    void examine(const AccountSnapshot &snapshot);
    Call readToBuy(const QString &proxyType, std::function<void(const AccountSnapshot &)> handler);
    void takeLate(TopUpOrder &order, const Look &look, bool settles);
    void countQuiet(TopUpOrder &order, Looking &looking, const Look &look);
    void lookAgain(const QString &id);

    [[nodiscard]] TopUpOrder *find(const QString &id);
    void keep(const TopUpOrder &order, OrderJournal::Done written = {});

    OrderJournal &m_journal;
    ReadOrders<TopUpOrder> m_read;
    ApiClient *m_client;
    AuthSession &m_auth;
    const Clock &m_clock;
    Tuning m_tuning;
    PoolMovesOf m_poolMoves;
    SpentSince m_spentElsewhere;
    std::unique_ptr<AccountReader> m_reader;
    std::vector<TopUpOrder> m_orders;
    std::map<quint64, Held> m_confirmations;
    std::map<QString, std::shared_ptr<const AccountSnapshot>> m_sights; ///< by proxy type
    std::map<QString, Confirmation> m_newPrices;                        ///< by order
    QStringList m_interrupted;
    quint64 m_nextConfirmation = 1;
    std::unique_ptr<Buying> m_buying; ///< at most one order is running
    std::map<QString, std::unique_ptr<Looking>> m_looking;
    Call m_lateLook; ///< the one look for all orders that may be charged late
    bool m_lateLookRuns = false;
    bool m_lateLookAgain = false; ///< requested while one was running
    /// By proxy type: how often a charge for an order was found, or an order became Unknown again.
    /// It shows whether the user knew the state of the other orders when confirming one.
    std::map<QString, int> m_outcomes;
};

} // namespace relaybook
