// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that sends operations, one after the other.

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/serving/servingparts.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

NewSubUser newSubUserOf(const SubUserRequest &request)
{
    return {request.username, request.amount, request.serviceType, request.note};
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
    while (!m_running && !m_queue.empty() && !m_unwritten.contains(m_queue.front())) {
        const QString id = m_queue.front();
        m_queue.pop_front();
        const SubUserOrder *next = operation(id);
        if (next != nullptr && next->state == OrderState::Waiting) {
            m_running = std::make_unique<Running>();
            m_running->id = id;
            goOn();
        }
    }
}

void SubUserDesk::cancel(const QString &operationId)
{
    if (m_running && m_running->id == operationId) {
        m_running->cancelRequested = true;
        if (m_running->step == Running::Step::Reading ||
            m_running->step == Running::Step::Waiting) {
            m_running->call.cancel();
            endUnsent(NotSentFor::Cancelled);
        }
        return;
    }
    const auto place = std::find(m_queue.begin(), m_queue.end(), operationId);
    if (place != m_queue.end()) {
        m_queue.erase(place);
        endWaiting({find(operationId)}, NotSentFor::Cancelled, std::nullopt);
    }
}

void SubUserDesk::cancelBatch(const QString &batch)
{
    std::vector<SubUserOrder *> ended;
    std::erase_if(m_queue, [&](const QString &id) {
        SubUserOrder *each = find(id);
        const bool isOfBatch = each->batch == batch;
        if (isOfBatch) {
            ended.push_back(each);
        }
        return isOfBatch;
    });
    endWaiting(ended, NotSentFor::Cancelled, std::nullopt);
    if (m_running && operation(m_running->id)->batch == batch) {
        cancel(QString(m_running->id));
    }
}

/// Ends operations that were taken out of the queue. What is being written then is overwritten.
void SubUserDesk::endWaiting(const std::vector<SubUserOrder *> &waiting, NotSentFor why,
                             const std::optional<ApiError> &error)
{
    if (waiting.empty()) {
        return;
    }
    std::vector<SubUserOrder> ended;
    ended.reserve(waiting.size());
    QStringList ids;
    for (SubUserOrder *each : waiting) {
        each->state = OrderState::NotSent;
        each->notSentFor = why;
        each->error = error;
        each->endedAt = m_clock.now();
        m_readTimes.erase(each->id);
        m_outcomesAt.remove(each->id);
        ended.push_back(*each);
        ids.append(each->id);
    }
    keep(std::move(ended));
    Q_EMIT operationsChanged(ids);
}

bool SubUserDesk::isFreshNow() const
{
    const auto read = m_readTimes.find(m_running->id);
    const SubUserOrder *running = operation(m_running->id);
    const bool isCreate = running->request.kind == SubUserRequest::Kind::Create;
    return read != m_readTimes.end() &&
           isFresh(read->second, m_clock, isCreate ? m_tuning.namesFreshFor : m_tuning.freshFor);
}

/// Whether another operation of the sub-user got an outcome by evidence since this one was
/// confirmed: it may be the one that this one was to replace.
bool SubUserDesk::isOutdated() const
{
    const SubUserOrder *running = operation(m_running->id);
    return m_outcomes.value(keyOf(running->request)) != m_outcomesAt.value(m_running->id);
}

/// What the user agreed to is not what would be done now.
std::optional<NotSentFor> SubUserDesk::whyNotAsShown(const SubUserOrder &operation) const
{
    using Kind = SubUserRequest::Kind;
    const SubUserRequest &request = operation.request;
    if (isOutdated()) {
        return NotSentFor::Earlier;
    }
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
    return returns && isMore ? std::optional(NotSentFor::Changed) : std::nullopt;
}

/// Sends the operation where it can go at once with figures that were read just now. Else it waits
/// until there is room for all of its calls, still as one that was never sent, and they are read.
void SubUserDesk::goOn()
{
    if (m_running->cancelRequested) {
        endUnsent(NotSentFor::Cancelled);
        return;
    }
    if (const auto trouble = problem()) {
        ApiError error = ownError(trouble->detail);
        error.kind = errorKindOf(trouble->kind);
        endUnsent(NotSentFor::Error, error);
        return;
    }
    const SubUserOrder &running = *operation(m_running->id);
    const bool fresh = isFreshNow();
    // What was not read yet is not compared yet, but for names.
    if (isOutdated()) {
        endUnsent(NotSentFor::Earlier);
        return;
    }
    if (fresh) {
        if (const auto why = whyNotAsShown(running)) {
            endUnsent(*why);
            return;
        }
        if (m_client->canGoNow(requestOf(running.request))) {
            markSending();
            return;
        }
    } else if (std::exchange(m_running->hadTurn, false)) {
        readBefore();
        return;
    }
    waitForTurn();
}

void SubUserDesk::waitForTurn()
{
    constexpr int mostTurns = 6;
    if (m_running->turns++ >= mostTurns) {
        endUnsent(NotSentFor::NoTurn);
        return;
    }
    const SubUserRequest &request = operation(m_running->id)->request;
    m_running->step = Running::Step::Waiting;
    m_running->call = m_client->waitForTurn(requestOf(request), callsFor(request.kind), this,
                                            [this](const std::optional<ApiError> &error) {
                                                if (error) {
                                                    endUnsent(NotSentFor::Error, error);
                                                    return;
                                                }
                                                m_running->hadTurn = true;
                                                goOn();
                                            });
    report(m_running->id);
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
        want.until = doubtfulMarks(request);
    }
    m_running->step = Running::Step::Reading;
    m_running->call = m_reader->read(
        std::move(want), this, [this](const SubUserSnapshot &snapshot) { onBefore(snapshot); });
    report(m_running->id);
}

void SubUserDesk::onBefore(const SubUserSnapshot &snapshot)
{
    m_running->step = Running::Step::Starting;
    SubUserOrder *running = find(m_running->id);
    SubUserRequest &request = running->request;
    noteGone(request, snapshot);
    if (const auto error = whatIsMissing(request, snapshot)) {
        endUnsent(NotSentFor::Error, error);
        return;
    }
    examine(SubUserRequest(request), snapshotFor(request, snapshot));
    if (request.kind == SubUserRequest::Kind::Create) {
        takeNames(snapshot);
        running->before = withPoolOf(running->before, namedReading(request, snapshot));
    } else {
        running->before = withPoolOf(running->before, snapshot.reading);
        if (request.serviceType.isEmpty() && !snapshot.found.empty()) {
            request.serviceType = snapshot.found.front().serviceType; // whose pool it concerns
        }
    }
    if (const auto why = whyNotAsShown(*running)) {
        endUnsent(*why);
        return;
    }
    const bool returns = request.kind == SubUserRequest::Kind::Take ||
                         (request.kind == SubUserRequest::Kind::Delete && request.shownLeft);
    if (returns && snapshot.reading.presence == SubUserReading::Presence::There &&
        !snapshot.reading.left) {
        ApiError error;
        error.kind = ErrorKind::NotUnderstood;
        error.message = QStringLiteral("the service does not tell what is left any more");
        endUnsent(NotSentFor::Error, error);
        return;
    }
    m_readTimes.insert_or_assign(m_running->id, snapshot.readAt);
    goOn();
}

/// One walk through the list serves all new names that wait.
void SubUserDesk::takeNames(const SubUserSnapshot &snapshot)
{
    for (const QString &id : std::deque<QString>(m_queue)) {
        SubUserOrder *other = find(id);
        if (other->request.kind == SubUserRequest::Kind::Create) {
            examine(SubUserRequest(other->request), snapshotFor(other->request, snapshot));
            other->before = withPoolOf(other->before, namedReading(other->request, snapshot));
            m_readTimes.insert_or_assign(id, snapshot.readAt);
        }
    }
}

void SubUserDesk::endUnsent(NotSentFor why, const std::optional<ApiError> &error)
{
    SubUserOrder *ended = find(m_running->id);
    ended->state = OrderState::NotSent;
    ended->sentAt.reset();
    ended->notSentFor = why;
    ended->error = error;
    ended->endedAt = m_clock.now();
    keep(*ended);
    const QString id = ended->id;
    if (error) {
        countFailure(ended->request.kind, *error);
    }
    endTurn(id);
}

/// Where the next one would end in the same way, or several did so in a row, the service is not
/// asked for more until the user wants it.
void SubUserDesk::countFailure(SubUserRequest::Kind kind, const ApiError &error)
{
    constexpr int mostFailures = 3;
    ++m_failuresInARow;
    if (m_failuresInARow < mostFailures && !endsTheRest(error)) {
        return;
    }
    m_failuresInARow = 0;
    // A call that is not offered says nothing of the others.
    const bool isOfKind = error.kind == ErrorKind::NotOffered;
    stopRest(error, isOfKind ? std::optional(kind) : std::nullopt);
}

/// What still waits would end in the same way.
void SubUserDesk::stopRest(const ApiError &error, std::optional<SubUserRequest::Kind> only)
{
    std::vector<SubUserOrder *> stopped;
    std::erase_if(m_queue, [&](const QString &id) {
        SubUserOrder *each = find(id);
        const bool isStopped = !only || each->request.kind == *only;
        if (isStopped) {
            stopped.push_back(each);
        }
        return isStopped;
    });
    endWaiting(stopped, NotSentFor::Stopped, error);
}

/// From the event loop: the answer of a call may stand on the stack.
void SubUserDesk::endTurn(const QString &id)
{
    const std::shared_ptr<Running> over(std::move(m_running));
    m_readTimes.erase(id);
    m_outcomesAt.remove(id);
    m_isIdleDue = true;
    report(id);
    QMetaObject::invokeMethod(
        this,
        [this, over] {
            restIfIdle();
            nextTurn();
        },
        Qt::QueuedConnection);
}

void SubUserDesk::restIfIdle()
{
    if (!m_running && m_queue.empty() && std::exchange(m_isIdleDue, false)) {
        Q_EMIT idle();
    }
}

// ------------------------------------------------------------------------------------ the sending

/// "Sending" is on the disk before the first byte of the request goes: from here on, whatever
/// happens to this program, the operation counts as one that may have been carried out.
void SubUserDesk::markSending()
{
    SubUserOrder *running = find(m_running->id);
    m_running->step = Running::Step::Marking;
    m_running->hadTurn = false;
    running->state = OrderState::Sending;
    running->sentAt = m_clock.now();
    keep({*running}, [this](const StoreResult<Stored> &written) {
        if (!written) {
            endUnsent(NotSentFor::Error, ownError(written.error().detail));
        } else if (m_running->cancelRequested) {
            endUnsent(NotSentFor::Cancelled);
        } else if (!isFreshNow() || whyNotAsShown(*operation(m_running->id))) {
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
    SubUserOrder *running = find(m_running->id);
    running->state = OrderState::Waiting;
    running->sentAt.reset();
    m_running->step = Running::Step::Marking;
    keep({*running}, [this](const StoreResult<Stored> &written) {
        if (written) {
            goOn();
        } else {
            endUnsent(NotSentFor::Error, ownError(written.error().detail));
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
    report(m_running->id);
}

} // namespace relaybook
