// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that sends operations, one after the other, and handles the responses.

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/serving/servingparts.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

using Step = SubUserOperation::State;
using Why = SubUserOperation::NotSentFor;

NewSubUser newSubUserOf(const SubUserRequest &request)
{
    return {request.username, request.amount, request.serviceType, request.note};
}

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

/// The next operation would end in the same way.
bool endsTheRest(const ApiError &error)
{
    switch (error.kind) {
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::NotOffered:
    case ErrorKind::Offline:
    case ErrorKind::Tls:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::ViewOnly:
    case ErrorKind::BadSettings:
    case ErrorKind::Local:
        return true;
    default:
        return false;
    }
}

} // namespace

Request requestOf(const SubUserRequest &request)
{
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
        return AddSubUserTraffic{request.subUser, request.amount}.toRequest();
    case SubUserRequest::Kind::Take:
        return DropSubUserTraffic{request.subUser, std::nullopt}.toRequest();
    case SubUserRequest::Kind::Create:
        return CreateSubUser{newSubUserOf(request)}.toRequest();
    case SubUserRequest::Kind::Delete:
        break;
    }
    return DeleteSubUser{request.subUser}.toRequest();
}

// -------------------------------------------------------------------------------------- its turn

void SubUserDesk::nextTurn()
{
    while (!m_running && !m_queue.empty()) {
        const QString id = m_queue.front();
        m_queue.pop_front();
        const SubUserOperation *next = operation(id);
        if (next != nullptr && next->state == Step::Written) {
            m_running = std::make_unique<Running>();
            m_running->id = id;
            goOn();
        }
    }
}

void SubUserDesk::cancel(const QString &operationId)
{
    if (m_running && m_running->id == operationId) {
        m_running->calledBack = true;
        if (m_running->step == Running::Step::Reading ||
            m_running->step == Running::Step::Waiting) {
            m_running->call.cancel();
            endUnsent(Why::Cancelled);
        }
        return;
    }
    SubUserOperation *waiting = find(operationId);
    const auto place = std::find(m_queue.begin(), m_queue.end(), operationId);
    if (waiting == nullptr || place == m_queue.end()) {
        return;
    }
    m_queue.erase(place);
    waiting->state = Step::NotSent;
    waiting->notSentFor = Why::Cancelled;
    waiting->endedAt = m_clock.now();
    keep(*waiting);
    tell(operationId);
}

void SubUserDesk::cancelBatch(const QString &batch)
{
    std::vector<SubUserOperation> ended;
    std::erase_if(m_queue, [&](const QString &id) {
        SubUserOperation *each = find(id);
        if (each->batch != batch) {
            return false;
        }
        each->state = Step::NotSent;
        each->notSentFor = Why::Cancelled;
        each->endedAt = m_clock.now();
        ended.push_back(*each);
        return true;
    });
    if (!ended.empty()) {
        m_journal->put(ended, [this](const StoreResult<Stored> &written) {
            if (!written) {
                close(written.error());
            }
        });
    }
    for (const SubUserOperation &each : ended) {
        tell(each.id);
    }
    if (m_running && operation(m_running->id)->batch == batch) {
        cancel(QString(m_running->id));
    }
}

bool SubUserDesk::isFreshNow() const
{
    const auto read = m_readTimes.find(m_running->id);
    const SubUserOperation *running = operation(m_running->id);
    const bool isCreate = running->request.kind == SubUserRequest::Kind::Create;
    return read != m_readTimes.end() &&
           isFresh(read->second, m_clock, isCreate ? m_tuning.namesFreshFor : m_tuning.freshFor);
}

/// Whether another operation of the sub-user got an outcome by evidence since this one was
/// confirmed: it may be the one that this one was to replace.
bool SubUserDesk::isOutdated() const
{
    const SubUserOperation *running = operation(m_running->id);
    return m_outcomes.value(keyOf(running->request)) != m_outcomesAt.value(m_running->id);
}

/// Sends the operation where it can go at once with figures that were read just now. Else they are
/// read, or it waits, still as one that was never sent.
void SubUserDesk::goOn()
{
    if (m_running->calledBack) {
        endUnsent(Why::Cancelled);
        return;
    }
    if (const auto trouble = problem()) {
        ApiError error = ownError(trouble->detail);
        error.kind = errorKindOf(trouble->kind);
        endUnsent(Why::Error, error, true);
        return;
    }
    if (isOutdated()) {
        endUnsent(Why::Earlier);
        return;
    }
    const Request request = requestOf(operation(m_running->id)->request);
    const bool fresh = isFreshNow();
    if (fresh && m_client->canGoNow(request)) {
        markSending();
        return;
    }
    constexpr int mostTurns = 6;
    if (m_running->turns++ >= mostTurns) {
        endUnsent(Why::NoTurn);
        return;
    }
    if (!fresh) {
        readBefore();
        return;
    }
    m_running->step = Running::Step::Waiting;
    m_running->call =
        m_client->waitForTurn(request, 1, this, [this](const std::optional<ApiError> &error) {
            if (error) {
                endUnsent(Why::Error, error, true);
            } else {
                goOn();
            }
        });
    tell(m_running->id);
}

void SubUserDesk::readBefore()
{
    const SubUserRequest &request = operation(m_running->id)->request;
    SubUserReader::Want want;
    if (request.kind == SubUserRequest::Kind::Create) {
        // One walk through the list serves all names that wait.
        want.names.append(request.username);
        for (const QString &id : m_queue) {
            const SubUserRequest &other = operation(id)->request;
            if (other.kind == SubUserRequest::Kind::Create) {
                want.names.append(other.username);
            }
        }
    } else {
        want.subUser = request.subUser;
        want.span = doubtfulSpan(request);
    }
    m_running->step = Running::Step::Reading;
    m_running->call = m_reader->read(
        std::move(want), this, [this](const SubUserSnapshot &snapshot) { onBefore(snapshot); });
    tell(m_running->id);
}

void SubUserDesk::onBefore(const SubUserSnapshot &snapshot)
{
    m_running->step = Running::Step::Starting;
    SubUserOperation *running = find(m_running->id);
    SubUserRequest &request = running->request;
    if (const auto error = whatIsMissing(request, snapshot)) {
        endUnsent(Why::Error, error, true);
        return;
    }
    examine(SubUserRequest(request), snapshot);
    if (request.kind == SubUserRequest::Kind::Create) {
        for (const QString &id : m_queue) {
            SubUserOperation *other = find(id);
            if (other->request.kind == SubUserRequest::Kind::Create) {
                other->before = namedReading(other->request, snapshot);
                m_readTimes.insert_or_assign(id, snapshot.readAt);
            }
        }
        running->before = namedReading(request, snapshot);
        if (!running->before.named.empty()) {
            endUnsent(isOutdated() ? Why::Earlier : Why::NameTaken);
            return;
        }
    } else {
        const auto pool = running->before.pool;
        running->before = snapshot.reading;
        running->before.pool = snapshot.reading.pool ? snapshot.reading.pool : pool;
        if (snapshot.reading.presence == SubUserReading::Presence::Gone) {
            endUnsent(Why::Gone);
            return;
        }
        const auto &left = snapshot.reading.left;
        const bool returns = request.kind != SubUserRequest::Kind::Give;
        if (returns && left && request.shownLeft && *left > *request.shownLeft) {
            endUnsent(Why::Changed);
            return;
        }
    }
    m_readTimes.insert_or_assign(m_running->id, snapshot.readAt);
    goOn();
}

void SubUserDesk::endUnsent(Why why, const std::optional<ApiError> &error, bool stopsRest)
{
    SubUserOperation *ended = find(m_running->id);
    ended->state = Step::NotSent;
    ended->sentAt.reset();
    ended->notSentFor = why;
    ended->error = error;
    ended->endedAt = m_clock.now();
    keep(*ended);
    const QString id = ended->id;
    if (stopsRest && error) {
        stopRest(*error);
    }
    endTurn(id);
}

/// What still waits would end in the same way.
void SubUserDesk::stopRest(const ApiError &error)
{
    std::vector<SubUserOperation> stopped;
    stopped.reserve(m_queue.size());
    for (const QString &id : std::exchange(m_queue, {})) {
        SubUserOperation *each = find(id);
        each->state = Step::NotSent;
        each->notSentFor = Why::Stopped;
        each->error = error;
        each->endedAt = m_clock.now();
        stopped.push_back(*each);
    }
    if (stopped.empty()) {
        return;
    }
    m_journal->put(stopped, [this](const StoreResult<Stored> &written) {
        if (!written) {
            close(written.error());
        }
    });
    for (const SubUserOperation &each : stopped) {
        m_readTimes.erase(each.id);
        tell(each.id);
    }
}

/// From the event loop: the answer of a call may stand on the stack.
void SubUserDesk::endTurn(const QString &id)
{
    const std::shared_ptr<Running> over(std::move(m_running));
    m_readTimes.erase(id);
    m_outcomesAt.remove(id);
    tell(id);
    QMetaObject::invokeMethod(
        this,
        [this, over] {
            if (!m_running && m_queue.empty()) {
                Q_EMIT rested();
            }
            nextTurn();
        },
        Qt::QueuedConnection);
}

// ------------------------------------------------------------------------------------ the sending

/// "Sending" is on the disk before the first byte of the request goes: from here on, whatever
/// happens to this program, the operation counts as one that may have been carried out.
void SubUserDesk::markSending()
{
    SubUserOperation *running = find(m_running->id);
    m_running->step = Running::Step::Marking;
    running->state = Step::Sending;
    running->sentAt = m_clock.now();
    m_journal->put({*running}, [this](const StoreResult<Stored> &written) {
        if (!written) {
            close(written.error());
            endUnsent(Why::Error, ownError(written.error().detail), true);
        } else if (m_running->calledBack) {
            endUnsent(Why::Cancelled);
        } else if (!isFreshNow() || isOutdated()) {
            waitAgain(); // the disk was slow, the computer slept, or a look found something
        } else {
            sendRunning();
        }
    });
}

/// Between "sending" and the request the token ran out, the limits were used up, or the figures
/// grew old: it was not sent.
void SubUserDesk::waitAgain()
{
    SubUserOperation *running = find(m_running->id);
    running->state = Step::Written;
    running->sentAt.reset();
    m_running->step = Running::Step::Marking;
    m_journal->put({*running}, [this](const StoreResult<Stored> &written) {
        if (written) {
            goOn();
        } else {
            close(written.error());
            endUnsent(Why::Error, ownError(written.error().detail), true);
        }
    });
}

void SubUserDesk::sendRunning()
{
    const SubUserRequest &request = operation(m_running->id)->request;
    m_running->step = Running::Step::Sent;
    const auto onMove = [this](const Result<TrafficMove> &answer) {
        if (answer) {
            onAnswer(std::nullopt, answer->moved, answer->newBalance);
        } else {
            onAnswer(answer.error(), std::nullopt, std::nullopt);
        }
    };
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
        m_running->call =
            m_client->sendAtOnce(AddSubUserTraffic{request.subUser, request.amount}, this, onMove);
        break;
    case SubUserRequest::Kind::Take:
        m_running->call =
            m_client->sendAtOnce(DropSubUserTraffic{request.subUser, std::nullopt}, this, onMove);
        break;
    case SubUserRequest::Kind::Create:
        m_running->call =
            m_client->sendAtOnce(CreateSubUser{newSubUserOf(request)}, this,
                                 [this](const Result<SubUser> &answer) { onCreated(answer); });
        break;
    case SubUserRequest::Kind::Delete:
        m_running->call = m_client->sendAtOnce(
            DeleteSubUser{request.subUser}, this, [this](const Result<Done> &answer) {
                onAnswer(answer ? std::nullopt : std::optional(answer.error()), std::nullopt,
                         std::nullopt);
            });
        break;
    }
    tell(m_running->id);
}

void SubUserDesk::onCreated(const Result<SubUser> &answer)
{
    if (!answer) {
        onAnswer(answer.error(), std::nullopt, std::nullopt);
        return;
    }
    find(m_running->id)->request.subUser = answer->id;
    m_created.insert_or_assign(m_running->id, *answer);
    Q_EMIT subUserRead(*answer);
    onAnswer(std::nullopt, std::nullopt, answer->trafficLeft);
}

void SubUserDesk::onAnswer(const std::optional<ApiError> &error, std::optional<TrafficAmount> moved,
                           std::optional<TrafficAmount> newBalance)
{
    if (error && ApiClient::hadToWait(*error)) {
        waitAgain();
        return;
    }
    if (error && error->kind == ErrorKind::ViewOnly) {
        endUnsent(Why::Error, error, true); // switched on in the last moment
        return;
    }
    SubUserOperation *running = find(m_running->id);
    running->error = error;
    if (!error) {
        running->state = Step::Completed;
        running->decidedBy = SubUserOperation::DecidedBy::Answer;
        running->moved = moved;
        running->newBalance = newBalance;
    } else if (isMissingHere(running->request, *error)) {
        running->state = Step::Refused;
        running->error->kind = ErrorKind::NotOffered;
        running->error->mayHaveHappened = false;
    } else if (isRefusal(*error)) {
        running->state = Step::Refused;
    } else {
        // Where nothing can have happened and nobody refused, not a byte of it left.
        running->state = error->mayHaveHappened ? Step::Unknown : Step::NotSent;
    }
    const Step state = running->state;
    if (state != Step::Unknown) {
        running->endedAt = m_clock.now();
    }
    if (state == Step::NotSent) {
        running->sentAt.reset();
    }
    keep(*running);
    const QString id = running->id;
    const SubUserRequest request = running->request;
    // After so many in a row the service is not asked for more until the user wants it.
    constexpr int mostUnknown = 3;
    m_unknownInARow = state == Step::Unknown ? m_unknownInARow + 1 : 0;
    if (m_unknownInARow >= mostUnknown || (error && endsTheRest(*running->error))) {
        m_unknownInARow = 0;
        stopRest(ApiError(*running->error));
    }
    forgetReadings(request);
    if (state == Step::Unknown) {
        startLooking(id, m_tuning.lookPauses.front());
    }
    lookSoon();
    const bool isDeleted = state == Step::Completed && request.kind == SubUserRequest::Kind::Delete;
    if (isDeleted) {
        Q_EMIT subUserGone(request.subUser);
    } else if ((state == Step::Completed || state == Step::Unknown) &&
               request.subUser != SubUserId()) {
        Q_EMIT subUserMoved(request.subUser);
    }
    endTurn(id);
}

/// What was read before is no longer what is there: the next operation of the sub-user, of a
/// confirmation that is shown already too, is compared with what is read after this one.
void SubUserDesk::forgetReadings(const SubUserRequest &request)
{
    for (auto &[number, held] : m_confirmations) {
        const auto &items = held.confirmation.items;
        const bool isTouched = std::any_of(items.begin(), items.end(), [&](const auto &item) {
            return isOfSameSubUser(item.request, request);
        });
        if (isTouched) {
            held.readAt.reset();
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
