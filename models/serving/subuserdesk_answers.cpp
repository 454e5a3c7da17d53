// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that handles the responses to operations.

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/orders/answermeaning.h"
#include "models/serving/operationmade.h"
#include "models/serving/servingparts.h"

#include <utility>

namespace relaybook {
namespace {

/// The service does not have the call: 405 or 501 with any body, or a 404 where the address names
/// no row (contract, "What is certain").
bool isMissingHere(const SubUserRequest &request, const ApiError &error)
{
    constexpr int notFound = 404;
    if (!isNotOffered(error)) {
        return false;
    }
    return error.httpStatus != notFound || request.kind == SubUserRequest::Kind::Create;
}

} // namespace

/// What the answer tells is what happened, whatever was asked for.
void SubUserDesk::onCreated(const Result<SubUser> &answer)
{
    if (!answer) {
        onAnswer(answer.error(), std::nullopt, std::nullopt);
        return;
    }
    releaseSubUser(answer->id);
    SubUserOrder *running = find(m_running->id);
    running->request.subUser = answer->id;
    noteMade(*running, answer->username, answer->serviceType);
    const auto amount = amountMade(running->request, *answer);
    m_created.insert_or_assign(m_running->id, *answer);
    Q_EMIT subUserRead(*answer);
    onAnswer(std::nullopt, amount, answer->trafficLeft);
}

/// The answer is certain: another order that was taken to have created this sub-user did not.
void SubUserDesk::releaseSubUser(SubUserId id)
{
    for (SubUserOrder &each : m_operations) {
        if (each.state == OrderState::Completed && each.decidedBy != DecidedBy::Answer &&
            each.request.kind == SubUserRequest::Kind::Create && each.request.subUser == id) {
            each.state = OrderState::Unknown;
            each.decidedBy = DecidedBy::Nobody;
            each.request.subUser = SubUserId();
            each.endedAt.reset();
            keep(each);
            startLooking(each.id, m_tuning.lookPauses.front());
            report(each.id);
        }
    }
}

void SubUserDesk::onAnswer(const std::optional<ApiError> &error, std::optional<TrafficAmount> moved,
                           std::optional<TrafficAmount> newBalance)
{
    if (error && ApiClient::hadToWait(*error)) {
        waitAgain();
        return;
    }
    if (error && error->kind == ErrorKind::ViewOnly) {
        endUnsent(NotSentFor::Error, error); // switched on in the last moment
        return;
    }
    SubUserOrder *running = find(m_running->id);
    running->error = error;
    if (!error) {
        running->state = OrderState::Completed;
        running->decidedBy = DecidedBy::Answer;
        running->moved = moved;
        running->newBalance = newBalance;
    } else if (isMissingHere(running->request, *error)) {
        running->state = OrderState::Refused;
        running->error->kind = ErrorKind::NotOffered;
        running->error->mayHaveHappened = false;
    } else {
        switch (meaningOf(*error)) {
        case AnswerMeaning::Refused:
        case AnswerMeaning::NotOffered:
            running->state = OrderState::Refused;
            break;
        case AnswerMeaning::NotSent:
            running->state = OrderState::NotSent;
            break;
        case AnswerMeaning::Unknown:
            running->state = OrderState::Unknown;
            break;
        }
    }
    const OrderState state = running->state;
    if (state != OrderState::Unknown) {
        running->endedAt = m_clock.now();
    }
    if (state == OrderState::NotSent) {
        running->sentAt.reset();
    }
    keep(*running);
    const QString id = running->id;
    const SubUserRequest request = running->request;
    forgetReadings(request);
    // A success that says nothing is no sign of a service in trouble.
    constexpr int firstSuccess = 200;
    constexpr int firstOther = 300;
    const bool isSilentSuccess = error && !error->isPage && error->httpStatus >= firstSuccess &&
                                 error->httpStatus < firstOther;
    const bool isFailure = state == OrderState::Unknown && !isSilentSuccess;
    if (isFailure || (error && endsTheRest(*running->error))) {
        countFailure(request.kind, ApiError(*running->error));
    } else {
        m_failuresInARow = 0;
    }
    if (state == OrderState::Unknown) {
        startLooking(id, m_tuning.lookPauses.front());
    }
    lookSoon(request);
    const bool mayHaveMoved = state == OrderState::Completed || state == OrderState::Unknown;
    const bool isDeleted =
        state == OrderState::Completed && request.kind == SubUserRequest::Kind::Delete;
    const bool isNew = request.kind == SubUserRequest::Kind::Create;
    if (isDeleted || (!isNew && error && saysRowIsGone(*error))) {
        noteGone(request.subUser);
    } else if (mayHaveMoved && request.subUser != SubUserId()) {
        Q_EMIT subUserMoved(request.subUser);
    }
    if (mayHaveMoved) {
        Q_EMIT poolsMoved();
    }
    endTurn(id);
}

/// What was read before is no longer what is there: the next operation of the sub-user, of a
/// confirmation that is shown already too, is compared with what is read after this one.
void SubUserDesk::forgetReadings(const SubUserRequest &request)
{
    ++m_moves;
    for (auto &[number, held] : m_confirmations) {
        const auto &items = held.confirmation.items;
        for (size_t i = 0; i < items.size(); ++i) {
            if (isOfSameSubUser(items[i].request, request)) {
                held.readAt[i].reset();
            }
        }
    }
    for (const QString &id : m_queue) {
        if (isOfSameSubUser(operation(id)->request, request)) {
            m_readTimes.erase(id);
        }
    }
}

void SubUserDesk::noteOutcome(const SubUserRequest &request)
{
    ++m_outcomes[keyOf(request)];
}

} // namespace relaybook
