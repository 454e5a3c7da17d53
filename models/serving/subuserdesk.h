// SPDX-License-Identifier: GPL-3.0-or-later
// Gives traffic to sub-users, takes it back, creates and deletes sub-users, and tracks every
// operation until its outcome is known. Exactly what the user confirmed is sent; an operation is
// stored before it is sent; and it is never sent twice (contract section 4).
//
//   prepare() ─► SubUserConfirmation, shown ─► run() ─► Written ─► Sending ─► Completed | Refused |
//   Unknown
//   Written: one after the other; waits for its turn, the token and the limits; can be cancelled
//   Unknown ─► looks at the sub-user and its history ─► Completed | NotDone | stays, until the user
// decides with both readings in view
//   NotDone ─► looked at for some days: a trace that appears makes it Unknown again

#pragma once

#include "api/http/call.h"
#include "api/types/account.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/orders/orderjournal.h"
#include "models/orders/poolmoves.h"
#include "models/orders/readtime.h"
#include "models/serving/subuseroperation.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace relaybook {

class ApiClient;
class AuthSession;
class ServiceOffer;
class SubUserReader;
struct SubUserSnapshot;

/// Why a request cannot be sent as it is.
enum class RequestVerdict {
    Fine,
    AmountTooSmall,   ///< less than leastTraffic()
    NotEnoughTraffic, ///< all requests from this pool together are more than it holds
    NameEmpty,
    NameTooLong, ///< more than 255 characters
    NameTwice,   ///< the name is in the same confirmation already
    NameTaken,   ///< the service has a sub-user of this name
    Twice,       ///< the sub-user is in the same confirmation already
    NothingLeft, ///< take: there is no traffic to take back
    Gone,        ///< the sub-user was deleted
    LeftUnknown, ///< take: nobody knows how much would be taken back
};

/// What the user is asked to confirm: one request or many. run() accepts each only once.
struct SubUserConfirmation
{
    struct Item
    {
        SubUserRequest request;
        /// As read just now for a single request and for new names; else read before it is sent.
        SubUserReading before;
        RequestVerdict verdict = RequestVerdict::Fine;
        friend bool operator==(const Item &, const Item &) = default;
    };
    quint64 number = 0; ///< never used twice while the program runs
    std::vector<Item> items;
    std::vector<TrafficPool> pools; ///< as read just now; empty if the service does not tell them
    [[nodiscard]] bool isFine() const;
    friend bool operator==(const SubUserConfirmation &, const SubUserConfirmation &) = default;
};

/// The result of run() up to the point where the first operation would be sent.
struct RunAnswer
{
    enum Kind {
        Queued,            ///< all are in the journal; operationsChanged() reports the rest
        AlreadyUsed,       ///< the confirmation was already used, or does not exist
        NotFine,           ///< a request has a verdict other than Fine
        Busy,              ///< an operation of one of the sub-users is under way
        NeedsRiskAccepted, ///< one of the sub-users has an unknown operation
        Closed,            ///< disabled, see problem(); nothing was sent
    };
    Kind kind = Closed;
    QString batch;          ///< Queued
    QStringList operations; ///< Queued: ids, in the order of the items
};

/// Lives on the GUI thread. There is one per account, shared by all windows. Operations are
/// independent of their caller: closing a dialog neither cancels nor hides one.
class SubUserDesk : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// Figures of a sub-user older than this are loaded again before an operation is sent.
        std::chrono::milliseconds freshFor{std::chrono::seconds(60)};
        /// The same for the names of all sub-users: a long list takes minutes to load.
        std::chrono::milliseconds namesFreshFor{std::chrono::minutes(10)};
        /// How long looks must find no trace before an operation counts as not done.
        std::chrono::milliseconds quietFor{std::chrono::minutes(2)};
        /// Pauses between looks; the last one is repeated.
        std::vector<std::chrono::milliseconds> lookPauses{
            std::chrono::seconds(3),  std::chrono::seconds(7),  std::chrono::seconds(20),
            std::chrono::seconds(30), std::chrono::seconds(60), std::chrono::seconds(300)};
        /// The pause between looks at operations that were found not done, as long as they may
        /// still be carried out late; longer where there are many of them.
        std::chrono::milliseconds latePause{std::chrono::minutes(30)};
        /// False for commands: nobody would see what changes. Operations then stay as they are
        /// until the window opens, and none is sent.
        bool follows = true;
    };

    /// `client` is null when offline. All parameters must outlive this object.
    SubUserDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth, ServiceOffer &offer,
                const Clock &clock, Tuning tuning);
    ~SubUserDesk() override;

    /// Why operations are disabled; nothing if they are possible.
    [[nodiscard]] std::optional<DeskProblem> problem() const;
    /// False shortly after the start, until the journal is open. Without a journal it is true.
    [[nodiscard]] bool isReady() const { return m_journal.isReady(); }

    /// In the order in which they were prepared. Of a long history the newest only.
    [[nodiscard]] const SubUserOrders &operations() const { return m_operations; }
    [[nodiscard]] const SubUserOrder *operation(const QString &id) const;
    /// The newest operation of that sub-user whose outcome is unknown.
    [[nodiscard]] const SubUserOrder *unknownOf(SubUserId id) const;
    /// Whether an operation is Written or Sending.
    [[nodiscard]] bool isUnderWay() const;
    /// How many have no known outcome.
    [[nodiscard]] qint64 unknownCount() const;
    [[nodiscard]] bool isLooking(const QString &id) const { return m_lookingAt == id; }
    /// What operations moved from or to the pool of the type between two readings of it; without
    /// limits as long as the journal cannot be read.
    [[nodiscard]] PoolMoves poolMoves(const QString &type, const PoolReadings &readings) const;

    using PrepareHandler = std::function<void(Result<SubUserConfirmation>)>;
    using RunHandler = std::function<void(RunAnswer)>;

    /// Reads what has to be shown before the user agrees, and gives a verdict for each request. For
    /// a single request the sub-user is read, and the request gets its name, service and figures;
    /// for many, those of the caller stand, and each is compared with the service before it is
    /// sent. For new sub-users their names are looked up.
    [[nodiscard]] Call prepare(std::vector<SubUserRequest> requests, QObject *guard,
                               PrepareHandler handler);
    /// Runs what was confirmed, one after the other. After Queued the confirmation is used up; a
    /// second call with it gives AlreadyUsed. The operations continue if `guard` is destroyed; only
    /// the handler is then not called. Returns the batch, to cancel it before the handler is
    /// called; empty unless Queued.
    QString run(quint64 confirmation, bool riskAccepted, QObject *guard, RunHandler handler);
    /// Cancels an operation that is Written, also while it is being written. Has no effect after
    /// it is Sending.
    void cancel(const QString &operationId);
    /// Cancels all of a batch that are Written.
    void cancelBatch(const QString &batch);
    /// How long the service's limits let so many operations of this kind take, about.
    [[nodiscard]] std::chrono::milliseconds limitTime(SubUserRequest::Kind kind,
                                                      qint64 count) const;
    /// Ids of operations that waited to be sent when the program ended. They were found at this
    /// start and are never sent.
    [[nodiscard]] const QStringList &interrupted() const { return m_interrupted; }
    /// Looks for traces of an Unknown operation now; of one that was found not done, too.
    void look(const QString &operationId);
    /// The sub-user that was created, with its credentials; in memory only, and returned only once.
    [[nodiscard]] std::optional<SubUser> takeCreated(const QString &operationId);

    enum class Decision { Done, NotDone };
    /// Takes the user's decision about an Unknown operation; false if it has no effect.
    /// `candidate` is the row of the history or the new sub-user that the user recognised: one of
    /// those in the looks that were shown, and not the proof of another operation. `seenLook` is
    /// the number of the newest look that was shown; nothing if that was the newest of all. What a
    /// later look found is not dismissed by NotDone.
    bool userDecides(const QString &operationId, Decision decision,
                     std::optional<qint64> candidate = std::nullopt,
                     std::optional<qint64> seenLook = std::nullopt);

    /// That of the orders of all kinds.
    [[nodiscard]] OrderJournal &journal() { return m_journal; }
    /// Waits until everything is written.
    void flush() { m_journal.flush(); }

Q_SIGNALS:
    /// Operations were added or changed: one, or thousands at once. New ones come in the order of
    /// operations().
    void operationsChanged(const QStringList &operationIds);
    /// The journal was opened, or problem() changed.
    void stateChanged();
    /// Pools that were just loaded, to be stored.
    void poolsRead(const std::vector<relaybook::TrafficPool> &pools);
    /// A sub-user that was just loaded or created, to be stored.
    void subUserRead(const relaybook::SubUser &subUser);
    /// The service does not have this sub-user any more.
    void subUserGone(relaybook::SubUserId id);
    /// The traffic of a sub-user changed, or may have; its stored row is out of date.
    void subUserMoved(relaybook::SubUserId id);
    /// Traffic left a pool or returned to it, or may have.
    void poolsMoved();
    /// Operations ended, or sub-users were found gone, and nothing is left to be sent: pools and
    /// lists are out of date.
    void idle();

private:
    struct Held;
    struct Running;
    struct Looking;

    void joinJournal();
    void takeOrders(std::vector<SubUserOrder> orders);
    void forgetOrders();
    void leaveNothingHalfDone();

    [[nodiscard]] SubUserConfirmation confirmationOf(std::vector<SubUserRequest> requests,
                                                     const SubUserSnapshot &snapshot) const;
    void onPrepared(std::vector<SubUserRequest> requests, const SubUserSnapshot &snapshot,
                    quint64 moves, const PrepareHandler &handler);
    void examineAll(const std::vector<SubUserRequest> &requests, const SubUserSnapshot &snapshot);
    void hold(SubUserConfirmation &confirmation, std::optional<ReadTime> readAt);
    QString queueOperations(const Held &held, bool riskAccepted, QObject *guard,
                            RunHandler handler);
    void onQueued(const RunAnswer &answer, const StoreResult<Stored> &written);

    void nextTurn();
    void goOn();
    void readBefore();
    void waitForTurn();
    void onBefore(const SubUserSnapshot &snapshot);
    void takeNames(const SubUserSnapshot &snapshot);
    [[nodiscard]] std::optional<NotSentFor> whyNotAsShown(const SubUserOrder &operation) const;
    void markSending();
    void waitAgain();
    void sendRunning();
    void onAnswer(const std::optional<ApiError> &error, std::optional<TrafficAmount> moved,
                  std::optional<TrafficAmount> newBalance);
    void onCreated(const Result<SubUser> &answer);
    void releaseSubUser(SubUserId id);
    void endUnsent(NotSentFor why, const std::optional<ApiError> &error = {});
    void endWaiting(const std::vector<SubUserOrder *> &waiting, NotSentFor why,
                    const std::optional<ApiError> &error);
    void countFailure(SubUserRequest::Kind kind, const ApiError &error);
    void stopRest(const ApiError &error, std::optional<SubUserRequest::Kind> only = std::nullopt);
    void endTurn(const QString &id);
    void restIfIdle();
    [[nodiscard]] bool isFreshNow() const;
    [[nodiscard]] bool isOutdated() const;
    void forgetReadings(const SubUserRequest &request);
    void noteOutcome(const SubUserRequest &request);

    [[nodiscard]] std::vector<AllocationMark> doubtfulMarks(const SubUserRequest &request) const;
    void examine(const SubUserRequest &request, const SubUserSnapshot &snapshot);
    void applyLook(SubUserOrder &operation, const SubUserSnapshot &snapshot);
    void complete(SubUserOrder &operation, const SubUserLook &look,
                  const SubUserSnapshot &snapshot);
    void countQuiet(SubUserOrder &operation, const SubUserLook &look);
    void startLooking(const QString &id, std::chrono::milliseconds pause);
    void watch(const QString &id);
    [[nodiscard]] bool isWatched(const SubUserOrder &operation) const;
    [[nodiscard]] std::chrono::milliseconds latePause() const;
    void lookSoon(const SubUserRequest &request);
    void planLook();
    void lookNow();
    void onLook(const QString &id, const SubUserSnapshot &snapshot);

    [[nodiscard]] SubUserOrder *find(const QString &id);
    void keep(const SubUserOrder &operation);
    void keep(std::vector<SubUserOrder> operations, OrderJournal::Done written = {});
    void noteGone(SubUserId id);
    void noteGone(const SubUserRequest &request, const SubUserSnapshot &snapshot);
    void report(const QString &id) { Q_EMIT operationsChanged({id}); }

    OrderJournal &m_journal;
    ReadOrders<SubUserOrder> m_read;
    ApiClient *m_client;
    AuthSession &m_auth;
    const Clock &m_clock;
    Tuning m_tuning;
    std::unique_ptr<SubUserReader> m_reader;
    SubUserOrders m_operations;
    QHash<QString, size_t> m_places; ///< of the operations, by id
    std::map<quint64, Held> m_confirmations;
    quint64 m_nextConfirmation = 1;
    QStringList m_interrupted;
    std::deque<QString> m_queue;
    quint64 m_moves = 0;                     ///< how often forgetReadings() was called
    QSet<QString> m_unwritten;               ///< those in the queue that are not on disk yet
    std::map<QString, ReadTime> m_readTimes; ///< of the figures before an operation, by its id
    std::unique_ptr<Running> m_running;      ///< at most one operation
    bool m_isIdleDue = false;                ///< something happened since idle()
    int m_failuresInARow = 0; ///< operations that could not be read for, or have no outcome
    /// By sub-user: how often an operation got another outcome by evidence.
    QHash<QString, int> m_outcomes;
    QHash<QString, int> m_outcomesAt; ///< by operation, when it was confirmed
    std::map<QString, std::unique_ptr<Looking>> m_looking;
    QString m_lookingAt; ///< the operation that is being looked at
    Call m_lookCall;
    std::chrono::milliseconds m_lookBegan{0}; ///< of the monotonic clock
    QTimer m_lookTimer;
    std::map<QString, SubUser> m_created;
    QSet<SubUserId> m_gone; ///< those of which subUserGone() told
};

} // namespace relaybook
