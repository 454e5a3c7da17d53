// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that reads what the user has to see, and writes confirmed operations to
// the journal.

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "api/json/maskedname.h"
#include "api/types/random.h"
#include "models/serving/servingparts.h"

#include <QSet>

#include <algorithm>

namespace relaybook {

SubUserReading namedReading(const SubUserRequest &request, const SubUserSnapshot &snapshot)
{
    SubUserReading reading = snapshot.reading;
    reading.named.clear();
    for (const SubUser &row : snapshot.found) {
        if (nameKey(row.username) == nameKey(request.username)) {
            reading.named.push_back(row.id);
        }
    }
    if (reading.presence != SubUserReading::Presence::NotRead) {
        reading.presence = reading.named.empty() ? SubUserReading::Presence::Gone
                                                 : SubUserReading::Presence::There;
    }
    reading.pool = leftInPool(snapshot.pools, request.serviceType);
    return reading;
}

SubUserSnapshot snapshotFor(const SubUserRequest &request, const SubUserSnapshot &snapshot)
{
    SubUserSnapshot own = snapshot;
    if (request.kind == SubUserRequest::Kind::Create) {
        own.reading = namedReading(request, snapshot);
    }
    return own;
}

/// What the service does not offer is not missed.
std::optional<ApiError> whatIsMissing(const SubUserRequest &request,
                                      const SubUserSnapshot &snapshot)
{
    using Presence = SubUserReading::Presence;
    using History = SubUserReading::History;
    const SubUserReading &reading = snapshot.reading;
    const bool needsHistory =
        request.kind == SubUserRequest::Kind::Give || request.kind == SubUserRequest::Kind::Take;
    const bool noPresence =
        reading.presence == Presence::NotSeen ||
        (reading.presence == Presence::NotRead && reading.presenceOffered.value_or(true));
    const bool noHistory =
        needsHistory && reading.presence == Presence::There && reading.history == History::NotRead;
    if (!noPresence && !noHistory) {
        return std::nullopt;
    }
    ApiError error;
    error.kind = ErrorKind::NotUnderstood; // of this sub-user, not of this computer
    error.message = QStringLiteral("the sub-user could not be read");
    return snapshot.error.value_or(error);
}

// ------------------------------------------------------------------------- what would be done

Call SubUserDesk::prepare(std::vector<SubUserRequest> requests, QObject *guard,
                          PrepareHandler handler)
{
    std::optional<ApiError> refused;
    if (const auto trouble = problem()) {
        refused = errorOf(*trouble);
    } else if (requests.empty()) {
        refused = ownError(QStringLiteral("nothing was asked for"));
    }
    if (refused) {
        QMetaObject::invokeMethod(
            guard,
            [handler = std::move(handler), error = *refused] { handler(tl::unexpected(error)); },
            Qt::QueuedConnection);
        return {};
    }
    SubUserReader::Want want;
    want.pools = true;
    for (SubUserRequest &request : requests) {
        if (request.kind == SubUserRequest::Kind::Create) {
            request.username = properName(request.username);
            want.names.append(request.username);
        }
    }
    if (requests.size() == 1 && want.names.isEmpty()) {
        want.subUser = requests.front().subUser;
        want.until = doubtfulMarks(requests.front());
    }
    return m_reader->read(std::move(want), guard,
                          [this, requests = std::move(requests), moves = m_moves,
                           handler = std::move(handler)](const SubUserSnapshot &snapshot) {
                              onPrepared(requests, snapshot, moves, handler);
                          });
}

/// Of a single request the sub-user was read, of many only their new names.
void SubUserDesk::onPrepared(std::vector<SubUserRequest> requests, const SubUserSnapshot &snapshot,
                             quint64 moves, const PrepareHandler &handler)
{
    if (!snapshot.pools.empty()) {
        Q_EMIT poolsRead(snapshot.pools);
    }
    const auto isNew = [](const SubUserRequest &each) {
        return each.kind == SubUserRequest::Kind::Create;
    };
    const auto named = std::find_if(requests.begin(), requests.end(), isNew);
    std::optional<ApiError> missing;
    if (named != requests.end()) {
        missing = whatIsMissing(*named, snapshot);
    } else if (requests.size() == 1) {
        missing = whatIsMissing(requests.front(), snapshot);
    }
    if (!missing && snapshot.pools.empty() && snapshot.poolsOffered) {
        missing = snapshot.error;
    }
    if (missing) {
        handler(tl::unexpected(*missing));
        return;
    }
    noteListed(snapshot);
    examineAll(requests, snapshot);
    SubUserConfirmation confirmation = confirmationOf(std::move(requests), snapshot);
    // What moved while it was read may be in it or not: it is read once more before it is sent.
    hold(confirmation, moves == m_moves ? std::optional(snapshot.readAt) : std::nullopt);
    handler(confirmation);
}

/// What was read for requests tells of the operations before them, too.
void SubUserDesk::examineAll(const std::vector<SubUserRequest> &requests,
                             const SubUserSnapshot &snapshot)
{
    const bool isSingle = requests.size() == 1;
    QSet<QString> seen;
    for (const SubUserRequest &request : requests) {
        const bool isNew = request.kind == SubUserRequest::Kind::Create;
        const bool isFirst = !seen.contains(keyOf(request));
        seen.insert(keyOf(request));
        if (isFirst && (isNew || isSingle)) {
            examine(request, snapshotFor(request, snapshot));
            noteGone(request, snapshot);
        }
    }
    restIfIdle();
}

SubUserConfirmation SubUserDesk::confirmationOf(std::vector<SubUserRequest> requests,
                                                const SubUserSnapshot &snapshot) const
{
    using Kind = SubUserRequest::Kind;
    const bool isSingle = requests.size() == 1 && requests.front().kind != Kind::Create;
    SubUserConfirmation confirmation;
    confirmation.pools = snapshot.pools;
    confirmation.items.reserve(requests.size());
    for (SubUserRequest &request : requests) {
        SubUserConfirmation::Item item;
        if (request.kind == Kind::Create) {
            item.before = namedReading(request, snapshot);
        } else if (isSingle) {
            item.before = snapshot.reading;
            if (!snapshot.found.empty()) {
                request.username = maskedName(snapshot.found.front()); // it is stored
                request.serviceType = snapshot.found.front().serviceType;
            }
            request.shownLeft = snapshot.reading.left;
        } else {
            item.before.pool = leftInPool(snapshot.pools, request.serviceType);
            item.before.poolAt = snapshot.reading.poolAt;
            item.before.left = request.shownLeft;
        }
        item.request = std::move(request);
        confirmation.items.push_back(std::move(item));
    }
    giveVerdicts(confirmation, isSingle);
    return confirmation;
}

void SubUserDesk::hold(SubUserConfirmation &confirmation, std::optional<ReadTime> readAt)
{
    Held held{confirmation, {}, {}};
    held.readAt.reserve(confirmation.items.size());
    held.outcomes.reserve(confirmation.items.size());
    const bool isSingle = confirmation.items.size() == 1;
    for (const auto &item : confirmation.items) {
        const bool wasRead = isSingle || item.request.kind == SubUserRequest::Kind::Create;
        held.readAt.push_back(wasRead ? readAt : std::nullopt);
        held.outcomes.push_back(outcomesOf(keyOf(item.request)));
    }
    m_confirmations.add(held);
    confirmation.number = held.confirmation.number;
}

// ---------------------------------------------------------------------------- what is to be done

QString SubUserDesk::run(quint64 confirmation, bool riskAccepted, QObject *guard,
                         RunHandler handler)
{
    const auto refuse = [&](RunAnswer::Kind kind) {
        QMetaObject::invokeMethod(
            guard,
            [handler, kind] {
                RunAnswer answer;
                answer.kind = kind;
                handler(answer);
            },
            Qt::QueuedConnection);
    };
    const Held *held = m_confirmations.find(confirmation);
    if (held == nullptr) {
        refuse(RunAnswer::AlreadyUsed);
        return {};
    }
    if (problem()) {
        refuse(RunAnswer::Closed);
        return {};
    }
    if (!held->confirmation.isFine()) {
        refuse(RunAnswer::NotFine);
        return {};
    }
    QSet<QString> keys;
    for (const auto &item : held->confirmation.items) {
        keys.insert(keyOf(item.request));
    }
    bool isUnknown = false;
    for (const SubUserOrder &each : m_operations) {
        if (!each.isOpen() || !keys.contains(keyOf(each.request))) {
            continue;
        }
        if (each.isUnderWay()) {
            refuse(RunAnswer::Busy);
            return {};
        }
        isUnknown = true;
    }
    if (isUnknown && !riskAccepted) {
        refuse(RunAnswer::NeedsRiskAccepted);
        return {};
    }
    // Used up: whatever comes, it is never sent twice.
    return queueOperations(*m_confirmations.take(confirmation), riskAccepted, guard,
                           std::move(handler));
}

QString SubUserDesk::queueOperations(const Held &held, bool riskAccepted, QObject *guard,
                                     RunHandler handler)
{
    RunAnswer answer;
    answer.kind = RunAnswer::Queued;
    answer.batch = randomId();
    std::vector<Confirmed> confirmed;
    confirmed.reserve(held.confirmation.items.size());
    for (size_t i = 0; i < held.confirmation.items.size(); ++i) {
        const auto &item = held.confirmation.items[i];
        SubUserOrder operation;
        operation.id = randomId();
        operation.batch = answer.batch;
        operation.request = item.request;
        operation.before = item.before;
        operation.riskAccepted = riskAccepted;
        operation.preparedAt = parts().clock.now();
        answer.operations.append(operation.id);
        confirmed.push_back({operation.id, held.readAt[i], held.outcomes[i]});
        m_places.insert(operation.id, m_operations.size());
        m_operations.push_back(std::move(operation));
    }
    enqueue(confirmed, [answer, guard = QPointer<QObject>(guard),
                        handler = std::move(handler)](const StoreResult<Stored> &written) {
        RunAnswer result = answer;
        if (!written) {
            result.kind = RunAnswer::Closed;
            result.operations.clear();
        }
        if (guard && handler) {
            handler(result);
        }
    });
    return answer.batch;
}

qint64 callsForKind(SubUserRequest::Kind kind)
{
    // The sub-user, its history where it is needed, and the operation itself.
    constexpr qint64 callsToMove = 3;
    constexpr qint64 callsToDelete = 2;
    switch (kind) {
    case SubUserRequest::Kind::Create:
        return 1;
    case SubUserRequest::Kind::Delete:
        return callsToDelete;
    case SubUserRequest::Kind::Give:
    case SubUserRequest::Kind::Take:
        break;
    }
    return callsToMove;
}

qint64 SubUserDesk::callsFor(const Order &order) const
{
    return callsForKind(own(order).request.kind);
}

std::chrono::milliseconds SubUserDesk::limitTime(SubUserRequest::Kind kind, qint64 count) const
{
    if (parts().client == nullptr) {
        return std::chrono::milliseconds(0);
    }
    SubUserRequest request;
    request.kind = kind;
    return parts().client->limitTime(requestFor(request), Lane::User, count * callsForKind(kind));
}

} // namespace relaybook
