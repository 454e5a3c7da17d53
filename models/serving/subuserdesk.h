// SPDX-License-Identifier: GPL-3.0-or-later
// Gives traffic to sub-users, takes it back, creates and deletes sub-users (contract section 4):
// prepare() reads what is shown, run() takes what the user confirmed. The rest of an order's life
// is OrderEngine's.

#pragma once

#include "api/http/call.h"
#include "api/types/account.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "models/orders/orderengine.h"
#include "models/orders/poolmoves.h"
#include "models/orders/readtime.h"
#include "models/orders/shownconfirmations.h"
#include "models/serving/subuserconfirmation.h"
#include "models/serving/subuseroperation.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace relaybook {

class ServiceOffer;
class SubUserReader;
struct SubUserSnapshot;

/// The result of run() up to the point where the first operation would be sent.
struct RunAnswer
{
    enum Kind {
        Queued,            ///< all are in the journal; ordersChanged() reports the rest
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

/// The order engine for sub-users. There is one per account, shared by all windows.
class SubUserDesk : public OrderEngine
{
    Q_OBJECT

public:
    struct Tuning : OrderEngine::Tuning
    {
        /// Like `freshFor`, for the names of all sub-users: a long list takes minutes to load.
        std::chrono::milliseconds namesFreshFor{std::chrono::minutes(10)};
    };

    /// `client` is null when offline. All parameters must outlive this object.
    SubUserDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth, ServiceOffer &offer,
                const Clock &clock, const Tuning &tuning);
    ~SubUserDesk() override;

    /// In the order in which they were prepared. Of a long history the newest only.
    [[nodiscard]] const SubUserOrders &operations() const { return m_operations; }
    [[nodiscard]] const SubUserOrder *operation(const QString &id) const { return order(id); }
    [[nodiscard]] const SubUserOrder *order(const QString &id) const override;
    void forEach(const std::function<void(const Order &order)> &visit) const override;
    [[nodiscard]] OrderSummary summaryOf(const Order &order) const override;
    /// Whether sub-users are being created, whose credentials will be shown once.
    [[nodiscard]] bool isCreating() const;
    /// The newest operation of that sub-user whose outcome is unknown.
    [[nodiscard]] const SubUserOrder *unknownOf(SubUserId id) const;
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
    /// How long the service's limits let so many operations of this kind take, about.
    [[nodiscard]] std::chrono::milliseconds limitTime(SubUserRequest::Kind kind,
                                                      qint64 count) const;
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

Q_SIGNALS:
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

private:
    /// A confirmation that was shown and not used yet.
    struct Held
    {
        SubUserConfirmation confirmation;
        /// Of each item; nothing if it has to be read before it is sent.
        std::vector<std::optional<ReadTime>> readAt;
        std::vector<int> outcomes; ///< outcomesOf() each item when it was made
    };

    // What the engine asks for.
    ReadRow beginReading() override;
    void takeRead() override;
    void forget() override;
    [[nodiscard]] std::function<JournalRow()> rowOf(const Order &order) const override;
    [[nodiscard]] SubUserOrder *find(const QString &id) override;
    [[nodiscard]] QString objectOf(const Order &order) const override;
    [[nodiscard]] bool areRivals(const Order &a, const Order &b) const override;
    [[nodiscard]] Request requestOf(const Order &order) const override;
    [[nodiscard]] bool isSameCall(const Order &a, const Order &b) const override;
    [[nodiscard]] qint64 callsFor(const Order &order) const override;
    [[nodiscard]] std::chrono::milliseconds freshFor(const Order &order) const override;
    [[nodiscard]] Call readBefore(const QString &id, Read done) override;
    [[nodiscard]] std::optional<NotSentFor> whyNotAsShown(const Order &order) const override;
    [[nodiscard]] Call sendOrder(const QString &id, Answered done) override;
    void onTurnOver(const Order &order) override;
    void onMoved(const Order &order) override;
    [[nodiscard]] Call readForLook(const QString &id, std::function<void()> done) override;
    [[nodiscard]] bool isWatched(const Order &order) const override;

    [[nodiscard]] SubUserConfirmation confirmationOf(std::vector<SubUserRequest> requests,
                                                     const SubUserSnapshot &snapshot) const;
    void onPrepared(std::vector<SubUserRequest> requests, const SubUserSnapshot &snapshot,
                    quint64 moves, const PrepareHandler &handler);
    void examineAll(const std::vector<SubUserRequest> &requests, const SubUserSnapshot &snapshot);
    void hold(SubUserConfirmation &confirmation, std::optional<ReadTime> readAt);
    QString queueOperations(const Held &held, bool riskAccepted, QObject *guard,
                            RunHandler handler);

    [[nodiscard]] std::optional<ApiError> takeBefore(SubUserOrder &operation,
                                                     const SubUserSnapshot &snapshot);
    void takeNames(const SubUserSnapshot &snapshot);
    void noteListed(const SubUserSnapshot &snapshot);
    void onCreated(const QString &id, const SubUser &answer);
    void releaseSubUser(SubUserId id);

    [[nodiscard]] std::vector<AllocationMark> doubtfulMarks(const SubUserRequest &request) const;
    void examine(const SubUserRequest &request, const SubUserSnapshot &snapshot);
    void applyLook(SubUserOrder &operation, const SubUserSnapshot &snapshot);
    void keepForNext(SubUserOrder &operation, const SubUserLook &look);
    void complete(SubUserOrder &operation, const SubUserLook &look,
                  const SubUserSnapshot &snapshot);

    void noteGone(SubUserId id);
    void noteGone(const SubUserRequest &request, const SubUserSnapshot &snapshot);

    std::chrono::milliseconds m_namesFreshFor;
    ReadOrders<SubUserOrder> m_read;
    std::unique_ptr<SubUserReader> m_reader;
    SubUserOrders m_operations;
    QHash<QString, size_t> m_places; ///< of the operations, by id
    ShownConfirmations<Held> m_confirmations;
    quint64 m_moves = 0; ///< how often onMoved() was called
    std::map<QString, SubUser> m_created;
    /// SubUserSnapshot::listed of the newest list that was read for names.
    std::shared_ptr<const std::set<SubUserId>> m_listed;
    QSet<SubUserId> m_gone; ///< those of which subUserGone() told
};

} // namespace relaybook
