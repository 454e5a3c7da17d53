// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/orders/orderengine.h"

#include "api/http/apiclient.h"
#include "models/orders/orderturn.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace relaybook {

OrderEngine::OrderEngine(Parts parts, KindInfo kind, Tuning tuning)
    : m_parts(parts)
    , m_kind(std::move(kind))
    , m_tuning(std::move(tuning))
    , m_looks(m_parts.clock, m_tuning.looks, [this](const QString &id) { beginLook(id); })
    , m_hadTokens(usableTokens())
{
    if (m_parts.client != nullptr) {
        connect(m_parts.client, &ApiClient::viewOnlyChanged, this, &OrderEngine::stateChanged);
    }
    connect(&m_parts.auth, &AuthSession::changed, this, [this] {
        lookAtUnseen();
        Q_EMIT stateChanged();
    });
    connect(&m_parts.auth, &AuthSession::settled, this, &OrderEngine::stateChanged);
    connect(&m_parts.journal, &OrderJournal::changed, this, &OrderEngine::stateChanged);
    joinJournal();
}

OrderEngine::~OrderEngine() = default;

// ---------------------------------------------------------------------------------- the journal

void OrderEngine::joinJournal()
{
    OrderJournal::Part part;
    part.kinds = m_kind.names;
    part.hasLongHistory = m_kind.hasLongHistory;
    part.reader = [this] { return beginReading(); };
    part.opened = [this] { takeOrders(); };
    part.forget = [this] {
        m_lookCall.cancel();
        m_looks.clear();
        m_outcomes.clear();
        m_interrupted.clear();
        m_looked.clear();
        forget();
    };
    part.isUnderWay = [this] { return isUnderWay(); };
    m_parts.journal.add(std::move(part));
}

/// An order that was Waiting when the program ended was never sent, because Sending is on disk
/// before the request. One that was Sending may have been carried out.
void OrderEngine::takeOrders()
{
    takeRead();
    if (!m_tuning.follows) {
        return;
    }
    QStringList ids; // few of a long history
    forEach([&ids](const Order &order) {
        if (order.isOpen() || order.state == OrderState::NotDone) {
            ids.append(order.id);
        }
    });
    std::vector<const Order *> changed;
    for (const QString &id : std::as_const(ids)) {
        Order &order = *find(id);
        if (order.state == OrderState::Waiting) {
            order.state = OrderState::NotSent;
            order.notSentFor = NotSentFor::Interrupted;
            noteEnd(order);
            m_interrupted.append(id);
            changed.push_back(&order);
        } else if (order.state == OrderState::Sending) {
            order.state = OrderState::Unknown;
            changed.push_back(&order);
        }
        if (m_parts.client == nullptr) {
            continue; // offline: orders wait for the next start with a connection
        }
        if (order.state == OrderState::Unknown) {
            m_looks.start(id, std::chrono::milliseconds(0));
        } else if (isWatched(order)) {
            m_looks.start(id);
        }
    }
    keep(changed, {});
}

void OrderEngine::noteEnd(Order &order) const
{
    order.endedAt = m_parts.clock.now();
    order.endedNumber = m_parts.journal.nextNumber();
}

void OrderEngine::reopen(Order &order)
{
    order.state = OrderState::Unknown;
    order.decidedBy = DecidedBy::Nobody;
    order.endedAt.reset();
    order.endedNumber.reset();
}

void OrderEngine::noteUnsent(Order &order)
{
    order.sentAt.reset();
    order.sentNumber.reset();
}

void OrderEngine::keep(const Order &order)
{
    keep(std::vector<const Order *>{&order}, {});
}

void OrderEngine::keep(const std::vector<const Order *> &orders, OrderJournal::Done written)
{
    if (orders.empty()) {
        return;
    }
    std::vector<std::function<JournalRow()>> makers;
    makers.reserve(orders.size());
    for (const Order *each : orders) {
        makers.push_back(rowOf(*each));
    }
    m_parts.journal.put(
        [makers = std::move(makers)] {
            std::vector<JournalRow> rows;
            rows.reserve(makers.size());
            for (const auto &make : makers) {
                rows.push_back(make());
            }
            return rows;
        },
        std::move(written));
}

// ---------------------------------------------------------------------------------------- state

bool OrderEngine::hasWholeJournal() const
{
    return isReady() && !m_parts.journal.problem();
}

std::optional<DeskProblem> OrderEngine::problem() const
{
    if (auto problem = m_parts.journal.problem()) {
        return problem;
    }
    const auto closed = [this](DeskProblem::Kind kind) {
        return m_parts.journal.problemOfKind(kind);
    };
    if (m_parts.client == nullptr || !m_tuning.follows) {
        return closed(DeskProblem::Offline);
    }
    if (m_parts.client->isViewOnly()) {
        return closed(DeskProblem::ViewOnly);
    }
    const auto isAny = [this](bool (AuthSession::*is)(TokenKind) const) {
        return std::any_of(m_kind.tokens.begin(), m_kind.tokens.end(),
                           [&](TokenKind token) { return (m_parts.auth.*is)(token); });
    };
    if (isAny(&AuthSession::isAwaited)) {
        return closed(DeskProblem::TokenAwaited);
    }
    if (isAny(&AuthSession::isGivenUp)) {
        return closed(DeskProblem::TokenUnread);
    }
    if (!m_parts.auth.has(m_kind.tokens.front())) {
        return closed(DeskProblem::Offline);
    }
    return std::nullopt;
}

bool OrderEngine::isUnderWay() const
{
    bool isAny = m_running != nullptr;
    forEach([&isAny](const Order &order) { isAny = isAny || order.isUnderWay(); });
    return isAny;
}

qint64 OrderEngine::unknownCount() const
{
    qint64 count = 0;
    forEach([&count](const Order &order) { count += order.state == OrderState::Unknown ? 1 : 0; });
    return count;
}

bool OrderEngine::isLooking(const QString &id) const
{
    return !id.isEmpty() && m_looks.running() == id;
}

std::optional<DeskProblem::Kind> OrderEngine::whyNoLook() const
{
    if (m_parts.client == nullptr || !m_tuning.follows) {
        return DeskProblem::Offline;
    }
    const auto isAny = [this](bool (AuthSession::*is)(TokenKind) const) {
        return std::any_of(m_kind.tokens.begin(), m_kind.tokens.end(),
                           [&](TokenKind token) { return (m_parts.auth.*is)(token); });
    };
    const bool canRead = isAny(&AuthSession::has) || isAny(&AuthSession::isAwaited);
    return canRead ? std::nullopt : std::optional(DeskProblem::TokenUnread);
}

bool OrderEngine::isLookAwaited(const QString &id) const
{
    const Order *shown = order(id);
    return shown != nullptr && shown->state == OrderState::Unknown && !m_looked.contains(id) &&
           !whyNoLook();
}

bool OrderEngine::isWatched(const Order &order) const
{
    return mayBeLate(order);
}

void OrderEngine::forgetReadings(const std::function<bool(const Order &order)> &isConcerned)
{
    for (const QString &id : m_queue) {
        if (isConcerned(*find(id))) {
            m_readAt.erase(id);
        }
    }
}

void OrderEngine::endCalls()
{
    m_lookCall.cancel();
    m_running.reset();
}

void OrderEngine::restIfIdle()
{
    if (!m_running && m_queue.empty() && std::exchange(m_isIdleDue, false)) {
        Q_EMIT idle();
    }
}

// ------------------------------------------------------------------- looking for the outcome

void OrderEngine::look(const QString &id)
{
    const Order *order = find(id);
    if (order != nullptr && m_parts.client != nullptr &&
        (order->state == OrderState::Unknown || order->state == OrderState::NotDone)) {
        m_looks.hurry(id);
    }
}

void OrderEngine::beginLook(const QString &id)
{
    const Order *order = find(id);
    const bool isOpen = order != nullptr && (order->state == OrderState::Unknown ||
                                             order->state == OrderState::NotDone);
    if (!isOpen) { // what was read for another order has settled it
        m_looks.ended(OrderLooks::Next::Never);
        return;
    }
    const bool wasUnknown = order->state == OrderState::Unknown;
    m_lookCall.cancel(); // before the next one begins, so that it ends only its own
    m_lookCall = readForLook(id, [this, id, wasUnknown] { endLook(id, wasUnknown); });
    report(id);
}

void OrderEngine::endLook(const QString &id, bool wasUnknown)
{
    using Next = OrderLooks::Next;
    Order *order = find(id);
    if (order == nullptr) {
        m_looks.ended(Next::Never);
        return;
    }
    if (order->state == OrderState::Unknown) {
        noteLooked(id);
        m_looks.ended(wasUnknown ? Next::LongerPause : Next::Soon);
    } else {
        m_looks.ended(isWatched(*order) ? Next::Late : Next::Never);
    }
    if (order->state == OrderState::NotDone) {
        countLate(*order, m_parts.clock.now()); // also where nothing could be judged
        keep(*order);
    }
    if (wasUnknown && order->state != OrderState::Unknown) {
        lookSoon(*order);
        m_isIdleDue = true;
    }
    report(id);
    restIfIdle();
}

/// A look without a token, as before the sign-in, read nothing.
void OrderEngine::noteLooked(const QString &id)
{
    if (!whyNoLook()) {
        m_looked.insert(id);
    }
}

std::vector<TokenKind> OrderEngine::usableTokens() const
{
    std::vector<TokenKind> usable;
    std::copy_if(m_kind.tokens.begin(), m_kind.tokens.end(), std::back_inserter(usable),
                 [this](TokenKind token) { return m_parts.auth.has(token); });
    return usable;
}

/// The user may have signed in: what could not be looked at before, or not at all of it, is looked
/// at now.
void OrderEngine::lookAtUnseen()
{
    const auto hadTokens = std::exchange(m_hadTokens, usableTokens());
    const bool isMore =
        std::any_of(m_hadTokens.begin(), m_hadTokens.end(), [&hadTokens](TokenKind token) {
            return std::find(hadTokens.begin(), hadTokens.end(), token) == hadTokens.end();
        });
    if (!isMore) {
        return;
    }
    m_looked.clear();
    QStringList unseen;
    forEach([&](const Order &order) {
        if (isLookAwaited(order.id) && m_looks.contains(order.id)) {
            unseen.append(order.id);
        }
    });
    for (const QString &id : std::as_const(unseen)) {
        m_looks.restart(id);
    }
}

void OrderEngine::followAfterLook(const QStringList &ids)
{
    for (const QString &id : ids) {
        const Order &order = *find(id);
        if (order.state == OrderState::Unknown && !m_looks.contains(id)) {
            m_looks.start(id);
        } else if (order.state != OrderState::Unknown && m_looks.running() != id) {
            watch(order);
        }
        report(id);
    }
}

/// A look that is planned already stays: somebody may have asked for it.
void OrderEngine::watch(const Order &order)
{
    if (m_parts.client == nullptr || !isWatched(order)) {
        m_looks.stop(order.id);
    } else if (!m_looks.contains(order.id)) {
        m_looks.startLate(order.id);
    }
}

/// The order has an outcome: a doubt about another one may be clear now.
void OrderEngine::lookSoon(const Order &order)
{
    m_looks.hurryAfterPause([this, &order](const QString &id) {
        const Order *other = find(id);
        return other != nullptr && id != order.id && areRivals(order, *other);
    });
}

OrderEngine::Concluded OrderEngine::conclude(Order &order, OrderLook &look,
                                             std::chrono::milliseconds began)
{
    const bool wasNotDone = order.state == OrderState::NotDone;
    if (!wasNotDone && order.state != OrderState::Unknown) {
        return Concluded::Nothing; // decided since it was judged
    }
    noteLooked(order.id);
    look.isTrace = look.isTrace || look.says == LookSays::Done;
    if (wasNotDone && !look.isTrace) {
        return Concluded::Nothing;
    }
    order.isLate = order.isLate || wasNotDone;
    // What matches may be that of an order that is lost, and one may hide the other.
    const bool isBesideLost = !m_parts.journal.isWholeSince(order.sentNumber);
    if ((order.isLate || isBesideLost) && look.says == LookSays::Done) {
        look.says = LookSays::Conflict; // it is for the user to decide
    } else if (isBesideLost && look.says == LookSays::NoTrace) {
        look.says = LookSays::Incomplete;
    }
    if (look.says == LookSays::Done) {
        ++m_outcomes[objectOf(order)];
        m_isIdleDue = true;
        order.state = OrderState::Completed;
        order.decidedBy = DecidedBy::Evidence;
        noteEnd(order);
        return Concluded::Completed;
    }
    if (wasNotDone) {
        ++m_outcomes[objectOf(order)];
        reopen(order);
        if (m_parts.client != nullptr && m_looks.running() != order.id) {
            m_looks.start(order.id);
        }
        return Concluded::Reopened;
    }
    return !order.isLate && countQuiet(order, look, began) ? Concluded::NotDone : Concluded::Open;
}

/// Not done only after looks that agree for long enough, each with no trace anywhere.
bool OrderEngine::countQuiet(Order &order, const OrderLook &look, std::chrono::milliseconds began)
{
    m_looks.countQuiet(order.id, look.says == LookSays::NoTrace, began);
    if (!m_looks.isQuiet(order.id)) {
        return false;
    }
    order.state = OrderState::NotDone;
    noteEnd(order);
    order.decidedBy = DecidedBy::Evidence;
    beginLate(order);
    return true;
}

// ------------------------------------------------------------------------------------- deciding

void OrderEngine::decide(Order &order, bool isDone)
{
    order.decidedBy = DecidedBy::User;
    noteEnd(order);
    order.state = isDone ? OrderState::Completed : OrderState::NotDone;
    beginLate(order);
    watch(order);
    keep(order);
    onMoved(order);
    lookSoon(order);
    m_isIdleDue = true;
    report(order.id);
    restIfIdle();
}

void OrderEngine::release(Order &order)
{
    reopen(order);
    keep(order);
    if (m_parts.client != nullptr) {
        m_looks.start(order.id);
    }
    report(order.id);
}

} // namespace relaybook
