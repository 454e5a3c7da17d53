// SPDX-License-Identifier: GPL-3.0-or-later
// The part of OrderEngine that sends orders, one after the other.

#include "api/http/apiclient.h"
#include "models/orders/answermeaning.h"
#include "models/orders/orderturn.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

constexpr int forbidden = 403;

/// Whether the next order would end in the same way.
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
    case ErrorKind::Blocked:
        return error.httpStatus == forbidden;
    default:
        return false;
    }
}

/// A success without content is no sign of a service in trouble.
bool isSilentSuccess(const ApiError &error)
{
    constexpr int firstSuccess = 200;
    constexpr int firstOther = 300;
    return !error.isPage && error.httpStatus >= firstSuccess && error.httpStatus < firstOther;
}

} // namespace

// -------------------------------------------------------------------------------------- the queue

void OrderEngine::enqueue(const std::vector<Confirmed> &orders, OrderJournal::Done written)
{
    if (!m_running && m_queue.empty()) {
        m_failuresInARow = 0; // the user wants more
    }
    const auto ofBatch = std::find_if(m_queue.begin(), m_queue.end(),
                                      [this](const QString &id) { return !m_single.contains(id); });
    QStringList ids;
    std::vector<const Order *> made;
    for (const Confirmed &each : orders) {
        ids.append(each.id);
        made.push_back(find(each.id));
        m_unwritten.insert(each.id);
        m_outcomesAt.insert(each.id, each.outcomes);
        if (each.readAt) {
            noteRead(each.id, *each.readAt);
        }
    }
    if (ids.size() == 1) {
        m_single.insert(ids.front());
    }
    m_queue.insert(ids.size() == 1 ? ofBatch : m_queue.end(), ids.begin(), ids.end());
    keep(made, [this, ids, done = std::move(written)](const StoreResult<Stored> &result) {
        onQueued(ids, result);
        if (done) {
            done(result);
        }
        Q_EMIT ordersChanged(ids);
        nextTurn();
    });
}

/// They are in the queue already, so that they could be cancelled meanwhile.
void OrderEngine::onQueued(const QStringList &ids, const StoreResult<Stored> &written)
{
    for (const QString &id : ids) {
        m_unwritten.remove(id);
    }
    if (written) {
        return;
    }
    const QSet<QString> unwritten(ids.begin(), ids.end());
    const auto failed =
        takeFromQueue([&unwritten](const Order &order) { return unwritten.contains(order.id); });
    for (Order *order : failed) {
        order->state = OrderState::NotSent;
        order->error = ownError(written.error().detail);
        noteEnd(*order);
        onTurnOver(*order);
    }
}

std::vector<Order *> OrderEngine::takeFromQueue(const std::function<bool(const Order &)> &isTaken)
{
    std::vector<Order *> taken;
    std::erase_if(m_queue, [&](const QString &id) {
        Order *each = find(id);
        if (!isTaken(*each)) {
            return false;
        }
        taken.push_back(each);
        m_single.remove(id);
        m_readAt.erase(id);
        m_outcomesAt.remove(id);
        return true;
    });
    return taken;
}

void OrderEngine::cancel(const QString &id)
{
    if (m_running && m_running->id == id) {
        m_running->isCancelled = true;
        if (m_running->step == Running::Step::Reading ||
            m_running->step == Running::Step::Waiting) {
            m_running->call.cancel();
            endUnsent(NotSentFor::Cancelled);
        }
        return;
    }
    endWaiting([&id](const Order &order) { return order.id == id; }, NotSentFor::Cancelled);
}

void OrderEngine::cancelBatch(const QString &batch)
{
    endWaiting([&batch](const Order &order) { return order.batch == batch; },
               NotSentFor::Cancelled);
    if (m_running && find(m_running->id)->batch == batch) {
        cancel(QString(m_running->id));
    }
}

/// Ends orders that were taken out of the queue. What is being written then is overwritten.
void OrderEngine::endWaiting(const std::vector<Order *> &waiting, NotSentFor why,
                             const std::optional<ApiError> &error)
{
    QStringList ids;
    for (Order *each : waiting) {
        each->state = OrderState::NotSent;
        each->notSentFor = why;
        each->error = error;
        noteEnd(*each);
        ids.append(each->id);
    }
    keep(std::vector<const Order *>(waiting.begin(), waiting.end()), {});
    for (const Order *each : waiting) {
        onTurnOver(*each);
    }
    if (!ids.isEmpty()) {
        Q_EMIT ordersChanged(ids);
    }
}

// ---------------------------------------------------------------------------------------- its turn

std::optional<std::chrono::milliseconds> OrderEngine::waitsFor(const QString &id) const
{
    using Step = Running::Step;
    if (!m_running || m_running->id != id || m_parts.client == nullptr ||
        (m_running->step != Step::Waiting && m_running->step != Step::Reading)) {
        return std::nullopt;
    }
    const auto order =
        const_cast<OrderEngine *>(this)->find(id); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    return m_parts.client->limitWait(requestOf(*order));
}

void OrderEngine::nextTurn()
{
    while (!m_running && !m_queue.empty() && !m_unwritten.contains(m_queue.front())) {
        const QString id = m_queue.front();
        m_queue.pop_front();
        m_single.remove(id);
        const Order *next = find(id);
        if (next != nullptr && next->state == OrderState::Waiting) {
            m_running = std::make_unique<Running>();
            m_running->id = id;
            goOn();
        }
    }
}

bool OrderEngine::isFreshNow(const Order &order) const
{
    const auto read = m_readAt.find(order.id);
    return read != m_readAt.end() && isFresh(read->second, m_parts.clock, freshFor(order));
}

/// Whether another order for the same object got an outcome by evidence since this one was
/// confirmed: it may be the one that this one was to replace.
bool OrderEngine::isOutdated(const Order &order) const
{
    return outcomesOf(objectOf(order)) != m_outcomesAt.value(order.id);
}

/// Sends the order if it can go at once with figures that were read just now. Else it waits, still
/// as one that was never sent, until there is room for all of its calls, and they are read.
void OrderEngine::goOn()
{
    if (m_running->isCancelled) {
        endUnsent(NotSentFor::Cancelled);
        return;
    }
    const auto trouble = problem();
    if (trouble && trouble->kind != DeskProblem::TokenAwaited) { // a token is waited for
        endUnsent(NotSentFor::Error, errorOf(*trouble));
        return;
    }
    const Order &order = *find(m_running->id);
    if (isOutdated(order)) {
        endUnsent(NotSentFor::Earlier);
        return;
    }
    if (isFreshNow(order)) {
        if (const auto why = whyNotAsShown(order)) {
            endUnsent(*why);
            return;
        }
        if (m_parts.client->canGoNow(requestOf(order))) {
            markSending();
            return;
        }
    } else if (std::exchange(m_running->hadTurn, false)) {
        startReading();
        return;
    }
    waitForTurn();
}

void OrderEngine::waitForTurn()
{
    if (m_running->turns++ >= m_kind.mostTurns) {
        endUnsent(NotSentFor::NoTurn);
        return;
    }
    const Order &order = *find(m_running->id);
    m_running->step = Running::Step::Waiting;
    m_running->call = m_parts.client->waitForTurn(
        requestOf(order), callsFor(order), this,
        [this](const std::optional<ApiError> &error) { onTurn(error); });
    report(m_running->id);
}

void OrderEngine::onTurn(const std::optional<ApiError> &error)
{
    if (error) {
        endUnsent(NotSentFor::Error, error);
        return;
    }
    if (m_kind.readsAfterWait) {
        m_readAt.erase(m_running->id);
    }
    m_running->hadTurn = true;
    goOn();
}

void OrderEngine::startReading()
{
    m_running->step = Running::Step::Reading;
    m_running->call.cancel();
    m_running->call =
        readBefore(m_running->id,
                   [this, id = m_running->id](const std::optional<ApiError> &error, ReadTime at) {
                       // From the event loop: what was known already is told at once.
                       QMetaObject::invokeMethod(
                           this,
                           [this, id, error, at] {
                               if (m_running && m_running->id == id &&
                                   m_running->step == Running::Step::Reading) {
                                   onRead(error, at);
                               }
                           },
                           Qt::QueuedConnection);
                   });
    report(m_running->id);
}

void OrderEngine::onRead(const std::optional<ApiError> &error, ReadTime at)
{
    m_running->step = Running::Step::Starting;
    if (error) {
        endUnsent(NotSentFor::Error, error);
        return;
    }
    noteRead(m_running->id, at);
    goOn();
}

void OrderEngine::endUnsent(NotSentFor why, const std::optional<ApiError> &error)
{
    Order &ended = *find(m_running->id);
    ended.state = OrderState::NotSent;
    noteUnsent(ended);
    ended.notSentFor = why;
    ended.error = error;
    noteEnd(ended);
    keep(ended);
    const QString id = ended.id;
    if (error) {
        countFailure(ended, *error);
    }
    endTurn(id);
}

/// If the next one would end in the same way, or several did so in a row, the service is not asked
/// for more until the user wants it.
void OrderEngine::countFailure(const Order &order, const ApiError &error)
{
    constexpr int mostFailures = 3;
    ++m_failuresInARow;
    if (m_failuresInARow < mostFailures && !endsTheRest(error)) {
        return;
    }
    m_failuresInARow = 0;
    // A call that is not offered says nothing about other calls.
    const bool isOfCall = error.kind == ErrorKind::NotOffered;
    endWaiting(
        takeFromQueue([&](const Order &each) { return !isOfCall || isSameCall(each, order); }),
        NotSentFor::Stopped, error);
}

/// From the event loop: the answer of a call may stand on the stack.
void OrderEngine::endTurn(const QString &id)
{
    const std::shared_ptr<Running> over(std::move(m_running));
    m_readAt.erase(id);
    m_outcomesAt.remove(id);
    m_isIdleDue = true;
    onTurnOver(*find(id));
    report(id);
    QMetaObject::invokeMethod(
        this,
        [this, over] {
            restIfIdle();
            nextTurn();
        },
        Qt::QueuedConnection);
}

// ------------------------------------------------------------------------------------ the sending

/// Sending is on disk before the first byte of the request is sent: from here on, whatever happens
/// to this program, the order counts as one that may have been carried out.
void OrderEngine::markSending()
{
    Order &order = *find(m_running->id);
    m_running->step = Running::Step::Marking;
    m_running->hadTurn = false;
    order.state = OrderState::Sending;
    order.sentAt = m_parts.clock.now();
    order.sentNumber = m_parts.journal.nextNumber();
    keep({&order}, [this](const StoreResult<Stored> &written) {
        const Order &marked = *find(m_running->id);
        if (!written) {
            endUnsent(NotSentFor::Error, ownError(written.error().detail));
        } else if (m_running->isCancelled) {
            endUnsent(NotSentFor::Cancelled);
        } else if (!isFreshNow(marked) || isOutdated(marked) || whyNotAsShown(marked)) {
            waitAgain(); // the disk was slow, the computer slept, or a look found something
        } else {
            send();
        }
    });
}

/// The token became invalid, the limits were used up, or the figures became too old before the
/// request was sent.
void OrderEngine::waitAgain()
{
    Order &order = *find(m_running->id);
    order.state = OrderState::Waiting;
    noteUnsent(order);
    m_running->step = Running::Step::Marking;
    keep({&order}, [this](const StoreResult<Stored> &written) {
        if (written) {
            goOn();
        } else {
            endUnsent(NotSentFor::Error, ownError(written.error().detail));
        }
    });
}

void OrderEngine::send()
{
    m_running->step = Running::Step::Sent;
    m_running->call =
        sendOrder(m_running->id, [this](const std::optional<ApiError> &error) { onAnswer(error); });
    report(m_running->id);
}

void OrderEngine::onAnswer(const std::optional<ApiError> &error)
{
    if (error && ApiClient::hadToWait(*error)) {
        waitAgain();
        return;
    }
    if (error && error->kind == ErrorKind::ViewOnly) {
        endUnsent(NotSentFor::Error, error); // switched on in the last moment
        return;
    }
    Order &order = *find(m_running->id);
    order.error = error;
    order.decidedBy = DecidedBy::Answer;
    switch (error ? meaningOf(*error) : AnswerMeaning::Refused) {
    case AnswerMeaning::NotOffered:
        order.error->kind = ErrorKind::NotOffered;
        [[fallthrough]];
    case AnswerMeaning::Refused:
        order.state = error ? OrderState::Refused : OrderState::Completed;
        break;
    case AnswerMeaning::NotSent:
        order.state = OrderState::NotSent;
        order.decidedBy = DecidedBy::Nobody;
        noteUnsent(order);
        break;
    case AnswerMeaning::Unknown:
        order.state = OrderState::Unknown;
        order.decidedBy = DecidedBy::Nobody;
        break;
    }
    const bool isUnknown = order.state == OrderState::Unknown;
    if (!isUnknown) {
        noteEnd(order);
    }
    keep(order);
    if ((isUnknown && !isSilentSuccess(*error)) || (error && endsTheRest(*order.error))) {
        countFailure(order, *order.error);
    } else {
        m_failuresInARow = 0;
    }
    if (isUnknown) {
        m_looks.start(order.id);
    }
    lookSoon(order);
    if (isUnknown || order.state == OrderState::Completed) {
        onMoved(order);
    }
    endTurn(QString(order.id));
}

} // namespace relaybook
