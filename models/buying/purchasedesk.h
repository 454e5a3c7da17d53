// SPDX-License-Identifier: GPL-3.0-or-later
// Buys traffic (contract section 4): prepare() loads what is shown, buy() takes what the user
// confirmed. The rest of an order's life is OrderEngine's.

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/buying/order.h"
#include "models/orders/orderengine.h"
#include "models/orders/poolmoves.h"
#include "models/orders/readtime.h"
#include "models/orders/shownconfirmations.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>

namespace relaybook {

class AccountReader;
struct AccountSnapshot;
struct Attribution;
struct NewRows;

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
    QString orderId; ///< Ordered
    /// PriceChanged, OtherOrder; Closed, if it was read again before
    std::optional<Confirmation> again;
    std::optional<ApiError> error; ///< Failed
};

/// Why buying is disabled. Orders that can be read are still shown.
using BuyingProblem = DeskProblem;

/// The order engine for traffic. There is one per account, shared by all windows.
class PurchaseDesk : public OrderEngine
{
    Q_OBJECT

public:
    struct Tuning : OrderEngine::Tuning
    {
        qint64 perPage = 100; ///< of the ledger
        /// Whether it is known that the personal token and the reseller token belong to one
        /// account. Otherwise the program knows it once a receipt's transaction was found.
        bool isOneAccount = false;
    };
    /// `client` is null when offline. All parameters must outlive this object.
    PurchaseDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth, const Clock &clock,
                 const Tuning &tuning);
    ~PurchaseDesk() override;

    /// Whether an order stays unknown because nothing shows that the ledger, which was read, and
    /// the Reseller Key, which pays, belong to one account.
    [[nodiscard]] bool mayBeTwoAccounts() const;

    /// Who tells what moved between the pools and sub-users, so that it is no evidence for an
    /// order.
    void setPoolMoves(PoolMovesOf moves) { m_poolMoves = std::move(moves); }
    /// What the program may have spent on proxies, at costs that are not known: a debit with the
    /// price of an order of traffic may be that.
    struct OtherSpending
    {
        std::function<qint64()> createdCount;                        ///< of proxies
        std::function<bool(qint64 created, Instant since)> maySince; ///< ProxyDesk
    };
    void setOtherSpending(OtherSpending spending) { m_otherSpending = std::move(spending); }
    void setNewRows(NewRows rows);
    /// To be called when traffic was moved by somebody else: what was read before is no longer what
    /// is there, so the next order is compared with what is read after it.
    void forgetReadings();

    /// All orders, the newest first.
    [[nodiscard]] const std::vector<TopUpOrder> &orders() const { return m_orders; }
    [[nodiscard]] const TopUpOrder *order(const QString &id) const override;
    void forEach(const std::function<void(const Order &order)> &visit) const override;
    [[nodiscard]] OrderSummary summaryOf(const Order &order) const override;
    /// The newest order of that type whose outcome is unknown.
    [[nodiscard]] const TopUpOrder *unknownOf(const QString &proxyType) const;
    /// The order that is Prepared or Sent; there is at most one.
    [[nodiscard]] const TopUpOrder *underWay() const;
    /// Whether calls are being made for a purchase, or will be in a moment: prices are loaded, an
    /// order is on its way, or a look is running or about to begin.
    [[nodiscard]] bool isAtWork() const;
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
    /// Like OrderEngine::waitsFor(). An empty id means a buy() that has no order yet because it
    /// loads prices first.
    [[nodiscard]] std::optional<std::chrono::milliseconds>
    waitsFor(const QString &orderId) const override;
    /// The new confirmation for an order that was not sent because its price changed while it
    /// waited, or because another order was found to be charged. Returned only once.
    [[nodiscard]] std::optional<Confirmation> takeNewPrice(const QString &orderId);
    /// Cancels the buy() of this guard if its order is not Sending yet.
    void withdraw(const QObject *guard);
    /// Looks now for charges that appeared after orders were found not charged, and for the
    /// transactions of receipts. To be called after each sync.
    void lookAtLedger();

    enum class Verdict { Bought, NotBought };
    /// Takes the user's decision about an Unknown order. `row` is the transaction that the user
    /// recognised. Does nothing if it is the proof of another order. `seenLook` is the number of
    /// the newest look that was shown when the user was asked; nothing if that was the newest of
    /// all. What a later look found is not dismissed by NotBought.
    void userDecides(const QString &orderId, Verdict verdict,
                     std::optional<TransactionId> row = std::nullopt,
                     std::optional<qint64> seenLook = std::nullopt);

Q_SIGNALS:
    /// An order was added or changed.
    void orderChanged(const QString &orderId);
    /// Balances and prices that were just loaded, to be stored.
    void balancesRead(const std::optional<relaybook::Balance> &balance,
                      const std::vector<relaybook::TrafficPool> &pools);
    /// Money or traffic changed, so the stored balances are out of date.
    void accountMoved();
    /// The service counts transactions that were not received. A sync finds them. At most once in
    /// half an hour.
    void rowsMissing();

private:
    struct Buying;
    /// A confirmation that was shown and not used yet.
    struct Held
    {
        Confirmation confirmation;
        std::optional<ReadTime> readAt; ///< of its prices; nothing: they are loaded again
        int outcomes = 0;               ///< outcomesOf() its type when it was made
    };

    // What the engine asks for.
    ReadRow beginReading() override;
    void takeRead() override;
    void forget() override;
    [[nodiscard]] std::function<JournalRow()> rowOf(const Order &order) const override;
    [[nodiscard]] TopUpOrder *find(const QString &id) override;
    [[nodiscard]] QString objectOf(const Order &order) const override;
    [[nodiscard]] bool areRivals(const Order & /*a*/, const Order & /*b*/) const override
    {
        return true; // a debit does not say for which type it is
    }
    [[nodiscard]] Request requestOf(const Order &order) const override;
    [[nodiscard]] qint64 callsFor(const Order &order) const override;
    [[nodiscard]] Call readBefore(const QString &id, Read done) override;
    [[nodiscard]] std::optional<NotSentFor> whyNotAsShown(const Order &order) const override;
    [[nodiscard]] Call sendOrder(const QString &id, Answered done) override;
    void onTurnOver(const Order &order) override;
    void onMoved(const Order &order) override;
    [[nodiscard]] Call readForLook(const QString &id, std::function<void()> done) override;

    void onPrepared(const QString &proxyType, TrafficAmount amount, const AccountSnapshot &snapshot,
                    const PrepareHandler &handler);
    [[nodiscard]] std::optional<ApiError> whatIsMissing(const AccountSnapshot &snapshot) const;
    Confirmation hold(const QString &proxyType, TrafficAmount amount,
                      const AccountSnapshot &snapshot);
    void reportBalances(const AccountSnapshot &snapshot);

    [[nodiscard]] bool isOutdated() const;
    [[nodiscard]] bool isFresh(const std::optional<ReadTime> &read) const;
    Confirmation holdAgain(const Confirmation &shown);
    void rereadForBuying();
    void onReread(const AccountSnapshot &snapshot);
    void writeOrder();
    void answerBuyer(BuyAnswer answer);
    void endBuying();

    [[nodiscard]] bool isDoubtful(const TopUpOrder &order) const;
    [[nodiscard]] bool isOneAccount() const;
    void readForReceipts();
    [[nodiscard]] Call readBack(const QString &proxyType, const TopUpOrder *wanted,
                                std::function<void(const AccountSnapshot &)> handler);
    [[nodiscard]] Attribution attributed(const TopUpOrder &order,
                                         const AccountSnapshot &snapshot) const;
    [[nodiscard]] bool isProof(std::optional<TransactionId> row, const QString &exceptOf) const;
    void locate(const std::vector<std::pair<QString, TransactionId>> &located);
    void examine(const AccountSnapshot &snapshot);
    void take(TopUpOrder &order, Look look, std::chrono::milliseconds began);
    [[nodiscard]] std::optional<std::size_t> placeOf(const QString &id) const;
    void addOrder(TopUpOrder order);

    qint64 m_perPage;
    bool m_isOneAccount;
    Call m_receiptCall;
    std::optional<std::chrono::milliseconds> m_missedAt; ///< the last rowsMissing(); monotonic
    PoolMovesOf m_poolMoves;
    OtherSpending m_otherSpending;
    std::unique_ptr<AccountReader> m_reader;
    ReadOrders<TopUpOrder> m_read;
    std::vector<TopUpOrder> m_orders;   ///< the newest first
    QHash<QString, std::size_t> m_ages; ///< by id: how many of the orders are older
    ShownConfirmations<Held> m_confirmations;
    std::map<QString, std::shared_ptr<const AccountSnapshot>> m_sights; ///< by proxy type
    std::unique_ptr<Buying> m_buying; ///< the purchase that has no order yet
    /// What the user confirmed, and who asked for it, by order that waits.
    struct Asked
    {
        Confirmation confirmation;
        QPointer<QObject> guard;
    };
    std::map<QString, Asked> m_asked;
    /// The same figures as they were read after a wait.
    std::map<QString, Confirmation> m_readAgain;
    std::map<QString, Confirmation> m_newPrices; ///< by order that was not sent
};

} // namespace relaybook
