// SPDX-License-Identifier: GPL-3.0-or-later
// Where traffic is bought: what was shown is what is sent, what is sent is written down first, and
// nothing that spends is ever sent twice (contract section 4).
//
//   prepare() ─► Confirmation, shown ─► buy() ─► Prepared ─► Sent ─► Settled | Refused | Unknown
//   Prepared: waits for token and limits, then reads the price again; it can be called back
//   Unknown ─► looks at balance, pool and ledger ─► Settled | NotCharged | stays, until the user
//   decides with the evidence in view

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/buying/order.h"
#include "models/store/storeerror.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>

namespace relaybook {

class AccountReader;
class ApiClient;
class AuthSession;
class PurchaseJournal;
struct AccountSnapshot;
struct ReadTime;

/// What the user is shown before he says yes; buy() takes this very object and no other, once.
struct Confirmation
{
    quint64 number = 0; ///< never used twice while the program runs
    QString proxyType;
    TrafficAmount amount;
    Quoted<Quote> quote = tl::unexpected(NoQuote::NothingKnown);
    AccountReading before;
    PriceList prices; ///< what `quote` was made of
    friend bool operator==(const Confirmation &, const Confirmation &) = default;
};

/// What became of buy() before anything was sent.
struct BuyAnswer
{
    enum Kind {
        Ordered,      ///< it is in the journal; orderChanged() tells the rest
        PriceChanged, ///< read again, and it costs something else: `again` is to be confirmed
        OtherOrder,   ///< a charge for an earlier order of the type was found: `again` as above
        AlreadyUsed,  ///< this confirmation was bought, or never made here
        Busy,         ///< another order is under way; the confirmation stays good
        NeedsRiskAccepted, ///< an order of this type is unknown; the confirmation stays good
        Closed,            ///< problem() says why; nothing was sent
        Failed,            ///< prices or balance could not be read again: `error`; nothing was sent
    };
    Kind kind = Failed;
    QString orderId;                   ///< Ordered
    std::optional<Confirmation> again; ///< PriceChanged, OtherOrder
    std::optional<ApiError> error;     ///< Failed
};

/// Why nothing can be bought at all. Orders that can be read are still shown.
struct BuyingProblem
{
    enum Kind {
        Opening, ///< the journal is being read; for a moment after a start
        Offline, ///< no connection wanted, or no reseller token
        Damaged, ///< the journal is no database, contradicts itself, or knows less than it should
        Missing, ///< there was a journal, and it is gone
        Newer,   ///< the journal was written by a newer version
        Locked,  ///< another program holds the journal
        Full,    ///< no room on the disk
        CantWrite,
    };
    Kind kind = CantWrite;
    QString path;   ///< of the journal
    QString detail; ///< for "Details"
    friend bool operator==(const BuyingProblem &, const BuyingProblem &) = default;
};

/// Lives on the GUI thread. One per account; windows share it. Orders outlive whoever made them:
/// closing a dialog neither cancels nor hides one.
class PurchaseDesk : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// Prices and balance older than this are read again before anything is sent.
        std::chrono::milliseconds freshFor{std::chrono::seconds(60)};
        /// For how long looks have to find no trace before an order counts as not charged.
        std::chrono::milliseconds quietFor{std::chrono::minutes(2)};
        /// Pauses between looks; the last one stays.
        std::vector<std::chrono::milliseconds> lookPauses{
            std::chrono::seconds(3),  std::chrono::seconds(7),  std::chrono::seconds(20),
            std::chrono::seconds(30), std::chrono::seconds(60), std::chrono::seconds(300)};
        qint64 perPage = 100;
    };
    /// What of an earlier journal is known elsewhere: where it says yes and no file is there,
    /// buying is closed instead of begun anew.
    struct JournalMemory
    {
        std::function<bool()> existed;
        std::function<void()> remember;
        std::function<void()> forget;
    };

    /// `client` is null when offline; everything given outlives the desk.
    PurchaseDesk(const QString &directory, ApiClient *client, AuthSession &auth, const Clock &clock,
                 JournalMemory memory, Tuning tuning);
    ~PurchaseDesk() override;

    /// Nothing where buying is open.
    [[nodiscard]] std::optional<BuyingProblem> problem() const;
    /// False for a moment after a start, until the journal was read.
    [[nodiscard]] bool isReady() const { return m_ready; }

    /// All orders, the newest first.
    [[nodiscard]] const std::vector<Order> &orders() const { return m_orders; }
    [[nodiscard]] const Order *order(const QString &id) const;
    /// The newest order of that type whose outcome is unknown.
    [[nodiscard]] const Order *unknownOf(const QString &proxyType) const;
    /// Prepared or Sent: at most one.
    [[nodiscard]] const Order *underWay() const;
    [[nodiscard]] bool isLooking(const QString &id) const;
    /// Until the next look; nothing where none is planned, or one is under way.
    [[nodiscard]] std::optional<std::chrono::milliseconds> nextLookIn(const QString &id) const;
    /// Settled orders of the type within `span`; one dated in the future counts, for clocks are set
    /// back.
    [[nodiscard]] bool boughtWithin(const QString &proxyType, std::chrono::minutes span) const;

    using PrepareHandler = std::function<void(Result<Confirmation>)>;
    using BuyHandler = std::function<void(BuyAnswer)>;

    /// Gives a confirmation made of prices and balances not older than Tuning::freshFor; reads them
    /// where they are. `rereadAlways` for "Read again".
    [[nodiscard]] Call prepare(const QString &proxyType, TrafficAmount amount, QObject *guard,
                               PrepareHandler handler, bool rereadAlways = false);
    /// The confirmation is used up by Ordered; a second call with it, from a double click, a held
    /// Enter or another window, is AlreadyUsed. The order goes its way although `guard` is gone;
    /// the handler is then not called.
    void buy(quint64 confirmation, bool riskAccepted, QObject *guard, BuyHandler handler);
    /// Calls an order back that is only Prepared; too late once it is Sent.
    void cancel(const QString &orderId);
    /// For how long a Prepared order still waits for the service's limits, as far as is known; zero
    /// where it waits for its token or for its price; nothing where it does not wait. With an empty
    /// id the same of a buy() that has no order yet, because it reads prices first.
    [[nodiscard]] std::optional<std::chrono::milliseconds> waitsFor(const QString &orderId) const;
    /// Of an order that was not sent because its price changed while it waited, or another order
    /// turned out to be charged: what to confirm now. Given out once.
    [[nodiscard]] std::optional<Confirmation> takeNewPrice(const QString &orderId);
    /// Orders that waited to be sent when the program ended: found at this start, never sent.
    [[nodiscard]] const QStringList &interrupted() const { return m_interrupted; }
    /// Takes the buy() of that guard back where its order is not Sent yet.
    void withdraw(const QObject *guard);
    /// Looks now instead of at the next time planned.
    void look(const QString &orderId);
    /// Looks once for charges that came after an order had been found not charged: at a start and
    /// after each sync, for Attribution's lateChargeSpan.
    void lookForLateCharges();

    enum class Verdict { Bought, NotBought };
    /// Only of an Unknown order. `row`: the ledger's row that the user recognised; nothing happens
    /// where it is another order's proof.
    void userDecides(const QString &orderId, Verdict verdict,
                     std::optional<TransactionId> row = std::nullopt);

    /// At the user's word, where the journal cannot be used: renames it and begins a new one; gives
    /// the path of the old, empty where it was missing. Refused while an order is under way.
    [[nodiscard]] Result<QString> setJournalAside();
    /// At the user's word, where the journal can be read but knows less than it should: goes on
    /// with it as it is. problem() says whether it worked, after stateChanged().
    void useJournalAsItIs();
    /// Waits until everything is written: before a quit, and for tests.
    void flush();

Q_SIGNALS:
    /// An order came, or something about it changed.
    void orderChanged(const QString &orderId);
    /// The journal was read, or problem() changed.
    void stateChanged();
    /// Balances and prices as they were just read: for the store.
    void balancesRead(const std::optional<relaybook::Balance> &balance,
                      const std::vector<relaybook::TrafficPool> &pools);
    /// A charge came for an order that had been found not charged: it is Settled by it, or Unknown
    /// again where the user has to decide.
    void lateChargeFound(const QString &orderId);
    /// Money or traffic moved: what is stored of the account is no longer the newest.
    void accountMoved();

private:
    struct Buying;
    struct Looking;
    struct Held;

    void openJournal(bool atUsersWord = false);
    void onOpened(const StoreResult<std::vector<Order>> &opened);
    void leaveNothingHalfDone();
    void closeBuying(const StoreError &error);

    void onPrepared(const QString &proxyType, TrafficAmount amount, const AccountSnapshot &snapshot,
                    const PrepareHandler &handler);
    [[nodiscard]] std::optional<ApiError> whatIsMissing(const AccountSnapshot &snapshot) const;
    Confirmation hold(const QString &proxyType, TrafficAmount amount,
                      const AccountSnapshot &snapshot);

    [[nodiscard]] bool isOutdated() const;
    Confirmation holdAgain();
    [[nodiscard]] bool isFresh(const std::optional<ReadTime> &read) const;
    void rereadForBuying();
    void writeOrder();
    void onPreparedWritten(const StoreResult<Stored> &written);
    void goOn();
    void onTurn(const std::optional<ApiError> &error);
    void readAfterWait(const AccountSnapshot &snapshot);
    void endUnsent(Order::NotSentFor why, const std::optional<ApiError> &error = {});
    void markSent();
    void sendOrder();
    void waitAgain(Order &order);
    void onAnswer(const Result<TopUpReceipt> &answer);
    void forgetReadings();
    void answerBuyer(BuyAnswer answer);
    void endBuying();

    [[nodiscard]] bool isProof(std::optional<TransactionId> row, const QString &exceptOf) const;
    void startLooking(const QString &id, std::chrono::milliseconds pause);
    void lookSoon(const QString &exceptOf);
    void lookNow(const QString &id);
    void onSight(const QString &id, const AccountSnapshot &snapshot);
    void locate(const std::vector<std::pair<QString, TransactionId>> &located);
    void settleByLedger(Order &order, const Look &look);
    void onLateSight(const AccountSnapshot &snapshot);
    void examine(const AccountSnapshot &snapshot);
    Call readToBuy(const QString &proxyType, std::function<void(const AccountSnapshot &)> handler);
    void takeLate(Order &order, const Look &look, bool settles);
    void countQuiet(Order &order, Looking &looking, const Look &look);
    void lookAgain(const QString &id);

    [[nodiscard]] Order *find(const QString &id);
    void keep(const Order &order);

    ApiClient *m_client;
    AuthSession &m_auth;
    const Clock &m_clock;
    JournalMemory m_memory;
    Tuning m_tuning;
    std::unique_ptr<AccountReader> m_reader;
    std::unique_ptr<PurchaseJournal> m_journal;
    std::optional<BuyingProblem> m_journalProblem;
    std::vector<Order> m_orders;
    std::map<quint64, Held> m_confirmations;
    std::map<QString, std::shared_ptr<const AccountSnapshot>> m_sights; ///< by proxy type
    std::map<QString, Confirmation> m_newPrices;                        ///< by order
    QStringList m_interrupted;
    quint64 m_nextConfirmation = 1;
    std::unique_ptr<Buying> m_buying; ///< at most one order is on its way
    std::map<QString, std::unique_ptr<Looking>> m_looking;
    Call m_lateLook; ///< the one reading for all orders that may be charged late
    bool m_lateLookRuns = false;
    bool m_lateLookAgain = false; ///< asked for while one was under way
    /// By proxy type: how often a charge for an order was found, or one became Unknown again. Who
    /// confirms an order has seen what was known of the others then.
    std::map<QString, int> m_outcomes;
    bool m_ready = false;
};

} // namespace relaybook
