// SPDX-License-Identifier: GPL-3.0-or-later
// Runs orders from the confirmation to their outcome. It is the same for every kind of order:
// an order is on disk before it is sent, it is sent once, and what is not known is looked for until
// evidence or the user decides. A kind derives from the engine and adds what differs: what is read
// before, what is sent, and what a look says. See docs/orders.md.

#pragma once

#include "api/http/authsession.h"
#include "api/http/call.h"
#include "api/http/request.h"
#include "api/types/clock.h"
#include "models/orders/orderjournal.h"
#include "models/orders/orderlooks.h"
#include "models/orders/ordersummary.h"
#include "models/orders/readtime.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class ApiClient;

/// Lives on the GUI thread. There is one engine per kind and account. Orders are independent of
/// their caller: closing a dialog neither cancels nor hides one. At most one order of the engine is
/// being sent; the others wait.
class OrderEngine : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// Figures older than this are loaded again before an order is sent.
        std::chrono::milliseconds freshFor{std::chrono::seconds(60)};
        OrderLooks::Tuning looks;
        /// False: nobody would see what changes. Orders then stay as they are, and none is sent.
        bool follows = true;
    };
    ~OrderEngine() override;

    /// Why nothing can be ordered; nothing if it is possible. Orders that can be read are still
    /// shown.
    [[nodiscard]] std::optional<DeskProblem> problem() const;
    /// False shortly after the start, until the journal is open. Without a journal it is true.
    [[nodiscard]] bool isReady() const { return m_parts.journal.isReady(); }
    /// Whether all orders are known, so that one that is not here was not made here.
    [[nodiscard]] bool hasWholeJournal() const;
    /// Null if there is no such order.
    [[nodiscard]] virtual const Order *order(const QString &id) const = 0;
    /// In the order in which they were prepared. `visit` must not add orders.
    virtual void forEach(const std::function<void(const Order &order)> &visit) const = 0;
    [[nodiscard]] virtual OrderSummary summaryOf(const Order &order) const = 0;
    /// Whether an order is Waiting or Sending.
    [[nodiscard]] bool isUnderWay() const;
    /// How many orders have no known outcome.
    [[nodiscard]] qint64 unknownCount() const;
    /// Whether the service is being asked about this order now.
    [[nodiscard]] bool isLooking(const QString &id) const;
    /// Why the service cannot be asked about orders; nothing if it can, or will be in a moment.
    [[nodiscard]] std::optional<DeskProblem::Kind> whyNoLook() const;
    /// Whether the order is Unknown and no look at it has ended since the program was started,
    /// though one is coming: what is known of it is that of an earlier start, or nothing.
    [[nodiscard]] bool isLookAwaited(const QString &id) const;
    /// The time until the next look; nothing if none is planned, or one is running.
    [[nodiscard]] std::optional<std::chrono::milliseconds> nextLookIn(const QString &id) const
    {
        return m_looks.nextIn(id);
    }
    /// How long the order whose turn it is will still wait for the service's limits, as far as
    /// known. Zero if it waits for a token; nothing if it does not wait.
    [[nodiscard]] virtual std::optional<std::chrono::milliseconds>
    waitsFor(const QString &id) const;

    /// Cancels an order that is Waiting, also while it is being written. Has no effect after it is
    /// Sending.
    void cancel(const QString &id);
    /// Cancels all of a batch that are Waiting.
    void cancelBatch(const QString &batch);
    /// Looks for traces of an Unknown order now; of one that was found not done, too.
    void look(const QString &id);
    /// Ids of orders that waited to be sent when the program ended. They were found at this start
    /// and are never sent.
    [[nodiscard]] const QStringList &interrupted() const { return m_interrupted; }

    /// The journal of the account's orders of all kinds.
    [[nodiscard]] OrderJournal &journal() { return m_parts.journal; }
    /// Waits until everything is written.
    void flush() { m_parts.journal.flush(); }

Q_SIGNALS:
    /// Orders were added or changed: one, or thousands at once.
    void ordersChanged(const QStringList &ids);
    /// The journal was opened, or problem() changed.
    void stateChanged();
    /// Orders ended, and nothing is left to be sent: stored lists and figures are out of date.
    void idle();

protected:
    struct Parts
    {
        OrderJournal &journal;
        ApiClient *client; ///< null when offline
        AuthSession &auth;
        const Clock &clock;
    };
    /// What the engine has to know about the orders in any case.
    struct KindInfo
    {
        QStringList names; ///< JournalRow::kind of its orders
        bool hasLongHistory = false;
        /// The token with which orders are sent, then those that are needed if the account has
        /// them.
        std::vector<TokenKind> tokens;
        /// How often an order waits for the service's limits before it is given up.
        int mostTurns = 6;
        /// Whether what was read before is always read again after a wait, and not only if it is
        /// older than Tuning::freshFor.
        bool readsAfterWait = false;
    };
    /// All parameters must outlive the engine.
    OrderEngine(Parts parts, KindInfo kind, Tuning tuning);

    // ---------------------------------------------------------------- what a kind of orders adds

    using ReadRow = std::function<bool(const QString &id, const QByteArray &document)>;
    /// Begins to collect the orders that are read from the journal.
    virtual ReadRow beginReading() = 0;
    /// Takes the orders that were read.
    virtual void takeRead() = 0;
    /// Drops all orders, and what was read or confirmed beside them.
    virtual void forget() = 0;
    /// Makes the order's row of the journal; called on the journal's thread.
    [[nodiscard]] virtual std::function<JournalRow()> rowOf(const Order &order) const = 0;
    [[nodiscard]] virtual Order *find(const QString &id) = 0;

    /// A key of what the order concerns, such as a sub-user.
    [[nodiscard]] virtual QString objectOf(const Order &order) const = 0;
    /// Whether the outcome of one may clear a doubt about the other.
    [[nodiscard]] virtual bool areRivals(const Order &a, const Order &b) const
    {
        return objectOf(a) == objectOf(b);
    }
    [[nodiscard]] virtual Request requestOf(const Order &order) const = 0;
    /// Whether both are sent with the same call.
    [[nodiscard]] virtual bool isSameCall(const Order & /*a*/, const Order & /*b*/) const
    {
        return true;
    }
    /// How many calls it takes to read what is compared and to send the order.
    [[nodiscard]] virtual qint64 callsFor(const Order &order) const = 0;
    [[nodiscard]] virtual std::chrono::milliseconds freshFor(const Order & /*order*/) const
    {
        return m_tuning.freshFor;
    }
    using Read = std::function<void(const std::optional<ApiError> &error, ReadTime at)>;
    /// Reads what the order is compared with, and stores it in the order. An error means that the
    /// order cannot be sent.
    [[nodiscard]] virtual Call readBefore(const QString &id, Read done) = 0;
    /// Why the order must not be sent: what the user agreed to is not what would be done now.
    [[nodiscard]] virtual std::optional<NotSentFor> whyNotAsShown(const Order &order) const = 0;
    using Answered = std::function<void(const std::optional<ApiError> &error)>;
    /// Sends the order with ApiClient::sendAtOnce(). Before `done` is called without an error, what
    /// the answer says is stored in the order.
    [[nodiscard]] virtual Call sendOrder(const QString &id, Answered done) = 0;
    /// Called after the order was answered, cancelled or given up.
    virtual void onTurnOver(const Order & /*order*/) {}
    /// Ends those that wait to be sent.
    void endWaiting(const std::function<bool(const Order &)> &isEnded, NotSentFor why)
    {
        endWaiting(takeFromQueue(isEnded), why, std::nullopt);
    }
    /// The order was carried out, or may have been; or the user decided about it. What was read
    /// before is out of date.
    virtual void onMoved(const Order & /*order*/) {}

    /// Loads what is needed to judge the order, and judges it and others with conclude().
    [[nodiscard]] virtual Call readForLook(const QString &id, std::function<void()> done) = 0;
    /// Whether an order that was found not done may still be carried out late.
    [[nodiscard]] virtual bool isWatched(const Order &order) const;

    // ----------------------------------------------------------------------- what a kind can use

    /// An order that was confirmed.
    struct Confirmed
    {
        QString id;
        std::optional<ReadTime> readAt; ///< of what it is compared with; nothing: read it again
        int outcomes = 0;               ///< outcomesOf() its object when it was shown
    };
    /// Stores orders that are Waiting, which find() returns already, and sends them one after the
    /// other. A single order goes before the rest of a batch. `written` is called when they are on
    /// disk; on an error they are NotSent.
    void enqueue(const std::vector<Confirmed> &orders, OrderJournal::Done written);
    /// How often the outcome of an order for that object changed by evidence. It shows whether the
    /// user knew about earlier orders when confirming one.
    [[nodiscard]] int outcomesOf(const QString &object) const { return m_outcomes.value(object); }
    /// Those that wait; the one whose turn it is is not among them.
    [[nodiscard]] const std::deque<QString> &queue() const { return m_queue; }
    /// What an order that waits is compared with was read then.
    void noteRead(const QString &id, ReadTime at) { m_readAt.insert_or_assign(id, at); }
    /// What was read is no longer what is there, for the orders that wait and are accepted.
    void forgetReadings(const std::function<bool(const Order &order)> &isConcerned);

    enum class Concluded {
        Nothing,   ///< no news: neither the order nor the look need be stored
        Open,      ///< it stays Unknown
        Completed, ///< the evidence has to be stored in the order
        NotDone,
        Reopened, ///< a trace appeared after it was found not done: it is Unknown again
    };
    /// Draws the conclusion from a look at an Unknown order, or at one that was found not done.
    /// `began`: when the reading began, by the monotonic clock. The order and the look
    /// (LookSays::Conflict instead of Done if only the user may decide) are changed, but not
    /// stored.
    [[nodiscard]] Concluded conclude(Order &order, OrderLook &look,
                                     std::chrono::milliseconds began);
    /// To be called after orders were judged that were not those of the running look.
    void followAfterLook(const QStringList &ids);
    /// The user's decision about an Unknown order; the kind has checked it.
    void decide(Order &order, bool isDone);
    /// An answer proves that the evidence belongs to another order: this one is Unknown again.
    void release(Order &order);
    void keep(const Order &order);

    [[nodiscard]] const Parts &parts() const { return m_parts; }
    [[nodiscard]] const Tuning &tuning() const { return m_tuning; }
    /// When the running look began, if it is that of the order; else the beginning of time.
    [[nodiscard]] std::chrono::milliseconds ownLookBegan(const Order &order) const
    {
        return m_looks.running() == order.id ? m_looks.began() : std::chrono::milliseconds::min();
    }
    void noteIdleDue() { m_isIdleDue = true; }
    /// Cancels the engine's calls. To be called by the kind's destructor, because the calls use it.
    void endCalls();
    void restIfIdle();
    /// Begins or ends the looks for a late trace of an order that was found not done.
    void watch(const Order &order);

private:
    struct Running;

    void joinJournal();
    void takeOrders();
    void noteEnd(Order &order) const;
    static void reopen(Order &order);
    static void noteUnsent(Order &order);
    void keep(const std::vector<const Order *> &orders, OrderJournal::Done written);
    void report(const QString &id) { Q_EMIT ordersChanged({id}); }

    void nextTurn();
    void goOn();
    void waitForTurn();
    void onTurn(const std::optional<ApiError> &error);
    void startReading();
    void onRead(const std::optional<ApiError> &error, ReadTime at);
    void markSending();
    void waitAgain();
    void send();
    void onAnswer(const std::optional<ApiError> &error);
    void endUnsent(NotSentFor why, const std::optional<ApiError> &error = {});
    void endWaiting(const std::vector<Order *> &waiting, NotSentFor why,
                    const std::optional<ApiError> &error);
    void onQueued(const QStringList &ids, const StoreResult<Stored> &written);
    [[nodiscard]] std::vector<Order *>
    takeFromQueue(const std::function<bool(const Order &)> &isTaken);
    void countFailure(const Order &order, const ApiError &error);
    void endTurn(const QString &id);
    [[nodiscard]] bool isFreshNow(const Order &order) const;
    [[nodiscard]] bool isOutdated(const Order &order) const;

    void beginLook(const QString &id);
    void noteLooked(const QString &id);
    void lookAtUnseen();
    [[nodiscard]] std::vector<TokenKind> usableTokens() const;
    void endLook(const QString &id, bool wasUnknown);
    void lookSoon(const Order &order);
    [[nodiscard]] bool countQuiet(Order &order, const OrderLook &look,
                                  std::chrono::milliseconds began);

    Parts m_parts;
    KindInfo m_kind;
    Tuning m_tuning;
    OrderLooks m_looks;
    Call m_lookCall;
    QStringList m_interrupted;
    QSet<QString> m_looked;             ///< Unknown orders at which a look has ended
    std::vector<TokenKind> m_hadTokens; ///< the usable ones since the auth session changed
    std::deque<QString> m_queue;
    QSet<QString> m_single;    ///< those in the queue that are not part of a larger batch
    QSet<QString> m_unwritten; ///< those in the queue that are not on disk yet
    std::map<QString, ReadTime> m_readAt;
    QHash<QString, int> m_outcomes;   ///< by object
    QHash<QString, int> m_outcomesAt; ///< by order, when it was shown
    std::unique_ptr<Running> m_running;
    bool m_isIdleDue = false; ///< something happened since idle()
    int m_failuresInARow = 0; ///< orders that could not be read for, or have no outcome
};

} // namespace relaybook
