// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that reads what an order is compared with, sends it, and handles its
// answer.

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/serving/operationmade.h"
#include "models/serving/servingparts.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

NewSubUser newSubUserOf(const SubUserRequest &request)
{
    return {request.username, request.amount, request.serviceType, request.note};
}

/// An answer about a sub-user that was there before, or that another answer tells, is an error,
/// because this order may still have been carried out.
Result<SubUser> newSubUserIn(const SubUserOrder &order, const SubUserOrders &all,
                             const std::set<SubUserId> *listed, const Result<SubUser> &answer)
{
    if (!answer) {
        return answer;
    }
    const bool isOfAnswered = std::any_of(all.begin(), all.end(), [&](const SubUserOrder &other) {
        return other.id != order.id && other.request.kind == SubUserRequest::Kind::Create &&
               other.request.subUser == answer->id && other.state == OrderState::Completed &&
               other.decidedBy == DecidedBy::Answer;
    });
    if (isOfAnswered || (listed != nullptr && listed->contains(answer->id))) {
        return tl::unexpected(answerAboutAnother(answer->id.text()));
    }
    return answer;
}

/// The pools are not read once more before each operation: that would be a call for each.
SubUserReading withPoolOf(const SubUserReading &earlier, SubUserReading reading)
{
    if (!reading.pool) {
        reading.pool = earlier.pool;
        reading.poolAt = earlier.poolAt;
    }
    return reading;
}

} // namespace

Request requestFor(const SubUserRequest &request)
{
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
        return AddSubUserTraffic{request.subUser, request.amount}.toRequest();
    case SubUserRequest::Kind::Take:
        return DropSubUserTraffic{request.subUser, amountToTake(request)}.toRequest();
    case SubUserRequest::Kind::Create:
        return CreateSubUser{newSubUserOf(request)}.toRequest();
    case SubUserRequest::Kind::Delete:
        break;
    }
    return DeleteSubUser{request.subUser}.toRequest();
}

Request SubUserDesk::requestOf(const Order &order) const
{
    return requestFor(own(order).request);
}

bool SubUserDesk::isSameCall(const Order &a, const Order &b) const
{
    return own(a).request.kind == own(b).request.kind;
}

std::chrono::milliseconds SubUserDesk::freshFor(const Order &order) const
{
    return own(order).request.kind == SubUserRequest::Kind::Create ? m_namesFreshFor
                                                                   : tuning().freshFor;
}

// ---------------------------------------------------------------------------- before it is sent

std::optional<NotSentFor> SubUserDesk::whyNotAsShown(const Order &order) const
{
    using Kind = SubUserRequest::Kind;
    const SubUserOrder &operation = own(order);
    const SubUserRequest &request = operation.request;
    if (request.kind == Kind::Create) {
        // Also found in a list that was read for another operation.
        return operation.before.named.empty() ? std::nullopt : std::optional(NotSentFor::NameTaken);
    }
    if (operation.before.presence == SubUserReading::Presence::Gone) {
        return NotSentFor::Gone;
    }
    const auto &left = operation.before.left;
    if (request.fillUpTo) {
        const auto after = left ? left->plus(request.amount) : std::nullopt;
        return after && *after <= *request.fillUpTo ? std::nullopt
                                                    : std::optional(NotSentFor::Fuller);
    }
    const bool returns = request.kind != Kind::Give;
    const bool isMore = left && *left > request.shownLeft.value_or(TrafficAmount());
    if (returns && isMore) {
        return NotSentFor::Changed;
    }
    const auto amount = request.kind == Kind::Take ? amountToTake(request) : std::nullopt;
    const bool isLess = amount && left && *left < *amount;
    return isLess ? std::optional(NotSentFor::Emptier) : std::nullopt;
}

Call SubUserDesk::readBefore(const QString &id, Read done)
{
    const SubUserRequest &request = operation(id)->request;
    SubUserReader::Want want;
    if (request.kind == SubUserRequest::Kind::Create) {
        // One walk through the list serves all names that wait.
        want.names.append(request.username);
        for (const QString &waiting : queue()) {
            const SubUserRequest &other = operation(waiting)->request;
            if (other.kind == SubUserRequest::Kind::Create) {
                want.names.append(other.username);
            }
        }
    } else {
        want.subUser = request.subUser;
        want.until = doubtfulMarks(request);
    }
    return m_reader->read(std::move(want), this,
                          [this, id, done = std::move(done)](const SubUserSnapshot &snapshot) {
                              done(takeBefore(*find(id), snapshot), snapshot.readAt);
                          });
}

/// Returns why the order cannot be compared with what is there.
std::optional<ApiError> SubUserDesk::takeBefore(SubUserOrder &operation,
                                                const SubUserSnapshot &snapshot)
{
    SubUserRequest &request = operation.request;
    noteGone(request, snapshot);
    if (auto error = whatIsMissing(request, snapshot)) {
        return error;
    }
    examine(SubUserRequest(request), snapshotFor(request, snapshot));
    if (request.kind == SubUserRequest::Kind::Create) {
        noteListed(snapshot);
        takeNames(snapshot);
        operation.before = withPoolOf(operation.before, namedReading(request, snapshot));
    } else {
        operation.before = withPoolOf(operation.before, snapshot.reading);
        if (request.serviceType.isEmpty() && !snapshot.found.empty()) {
            request.serviceType = snapshot.found.front().serviceType; // whose pool it concerns
        }
    }
    const bool returns = request.kind == SubUserRequest::Kind::Take ||
                         (request.kind == SubUserRequest::Kind::Delete && request.shownLeft);
    if (returns && snapshot.reading.presence == SubUserReading::Presence::There &&
        !snapshot.reading.left) {
        ApiError error;
        error.kind = ErrorKind::NotUnderstood;
        error.message = QStringLiteral("the service does not tell what is left any more");
        return error;
    }
    return std::nullopt;
}

void SubUserDesk::noteListed(const SubUserSnapshot &snapshot)
{
    if (snapshot.listed) {
        m_listed = snapshot.listed;
    }
}

/// One walk through the list serves all new names that wait.
void SubUserDesk::takeNames(const SubUserSnapshot &snapshot)
{
    for (const QString &id : std::deque<QString>(queue())) {
        SubUserOrder *other = find(id);
        if (other->request.kind == SubUserRequest::Kind::Create) {
            examine(SubUserRequest(other->request), snapshotFor(other->request, snapshot));
            other->before = withPoolOf(other->before, namedReading(other->request, snapshot));
            noteRead(id, snapshot.readAt);
        }
    }
}

// ------------------------------------------------------------------------------------ the sending

Call SubUserDesk::sendOrder(const QString &id, Answered done)
{
    const SubUserRequest &request = operation(id)->request;
    ApiClient &client = *parts().client;
    const auto onMove = [this, id, done](const Result<TrafficMove> &answer) {
        if (answer) {
            SubUserOrder *moved = find(id);
            const bool isTake = moved->request.kind == SubUserRequest::Kind::Take;
            moved->moved = isTake ? magnitudeOf(answer->moved) : answer->moved; // may be negative
            moved->newBalance = answer->newBalance;
        }
        done(answer ? std::nullopt : std::optional(answer.error()));
    };
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
        return client.sendAtOnce(AddSubUserTraffic{request.subUser, request.amount}, this, onMove);
    case SubUserRequest::Kind::Take:
        return client.sendAtOnce(DropSubUserTraffic{request.subUser, amountToTake(request)}, this,
                                 onMove);
    case SubUserRequest::Kind::Create:
        return client.sendAtOnce(CreateSubUser{newSubUserOf(request)}, this,
                                 [this, id, done](const Result<SubUser> &received) {
                                     const auto answer = newSubUserIn(*operation(id), m_operations,
                                                                      m_listed.get(), received);
                                     if (answer) {
                                         onCreated(id, *answer);
                                     }
                                     done(answer ? std::nullopt : std::optional(answer.error()));
                                 });
    case SubUserRequest::Kind::Delete:
        break;
    }
    return client.sendAtOnce(DeleteSubUser{request.subUser}, this,
                             [done](const Result<Done> &answer) {
                                 done(answer ? std::nullopt : std::optional(answer.error()));
                             });
}

/// What the answer tells is what happened, whatever was asked for.
void SubUserDesk::onCreated(const QString &id, const SubUser &answer)
{
    releaseSubUser(answer.id);
    SubUserOrder &created = *find(id);
    created.request.subUser = answer.id;
    noteMade(created, nameMade(created, answer), answer.serviceType);
    created.moved = amountMade(created.request, answer);
    created.newBalance = answer.trafficLeft;
    m_created.insert_or_assign(id, answer);
    Q_EMIT subUserRead(answer);
}

/// The answer is certain: another order that was taken to have created this sub-user did not.
void SubUserDesk::releaseSubUser(SubUserId id)
{
    QStringList released;
    for (SubUserOrder &each : m_operations) {
        if (each.state == OrderState::Completed && each.decidedBy != DecidedBy::Answer &&
            each.request.kind == SubUserRequest::Kind::Create && each.request.subUser == id) {
            each.request.subUser = SubUserId();
            released.append(each.id);
        }
    }
    for (const QString &operationId : std::as_const(released)) {
        release(*find(operationId));
    }
}

void SubUserDesk::onTurnOver(const Order &order)
{
    const SubUserOrder &ended = own(order);
    const SubUserRequest &request = ended.request;
    const bool isNew = request.kind == SubUserRequest::Kind::Create;
    if (!isNew && ended.error && saysRowIsGone(*ended.error)) {
        noteGone(request.subUser);
    }
    if (tookMore(ended)) { // it would take more of the others, too
        endWaiting(
            [&ended](const Order &each) {
                const SubUserRequest &next = own(each).request;
                return each.batch == ended.batch && next.kind == SubUserRequest::Kind::Take &&
                       amountToTake(next);
            },
            NotSentFor::TookMore);
    }
}

/// What was read before is no longer what is there: the next operation of the sub-user, of a
/// confirmation that is shown already too, is compared with what is read after this one.
void SubUserDesk::onMoved(const Order &order)
{
    const SubUserOrder &moved = own(order);
    const SubUserRequest &request = moved.request;
    ++m_moves;
    m_confirmations.forEach([&request](Held &held) {
        const auto &items = held.confirmation.items;
        for (size_t i = 0; i < items.size(); ++i) {
            if (isOfSameSubUser(items[i].request, request)) {
                held.readAt[i].reset();
            }
        }
    });
    forgetReadings([&request](const Order &waiting) {
        return isOfSameSubUser(own(waiting).request, request);
    });
    Q_EMIT poolsMoved();
    if (moved.decidedBy == DecidedBy::Answer && request.kind == SubUserRequest::Kind::Delete) {
        noteGone(request.subUser);
    } else if (request.subUser != SubUserId()) {
        Q_EMIT subUserMoved(request.subUser);
    }
}

} // namespace relaybook
