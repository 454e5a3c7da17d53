// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PurchaseDesk that prepares, stores and sends an order, and handles its response.

#include "models/buying/purchasedesk.h"

#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <QUuid>

#include <algorithm>

namespace relaybook {
namespace {

OrderState stateAfter(const ApiError &error)
{
    if (isRefusal(error)) {
        return OrderState::Refused;
    }
    // Where nothing can have happened and nobody refused, not a byte of it left: there was no
    // connection, or no token to send it with.
    return error.mayHaveHappened ? OrderState::Unknown : OrderState::NotSent;
}

/// An answer about another type says nothing of this order: it may have been carried out.
Result<TopUpReceipt> receiptOf(const TopUpOrder &order, const Result<TopUpReceipt> &answer)
{
    if (!answer || answer->proxyType.isEmpty() ||
        answer->proxyType.compare(order.proxyType, Qt::CaseInsensitive) == 0) {
        return answer;
    }
    return tl::unexpected(answerAboutAnother(answer->proxyType));
}

} // namespace

// ---------------------------------------------------------------------------- what it would cost

Call PurchaseDesk::prepare(const QString &proxyType, TrafficAmount amount, QObject *guard,
                           PrepareHandler handler, bool rereadAlways)
{
    if (const auto trouble = problem()) {
        auto error = ownError(trouble->detail);
        error.kind = errorKindOf(trouble->kind);
        QMetaObject::invokeMethod(
            guard, [handler = std::move(handler), error] { handler(tl::unexpected(error)); },
            Qt::QueuedConnection);
        return {};
    }
    const auto known = m_sights.find(proxyType);
    if (known != m_sights.end() && isFresh(known->second->readAt) && !rereadAlways) {
        const auto alive = std::make_shared<bool>(true);
        QMetaObject::invokeMethod(
            guard,
            [self = QPointer<PurchaseDesk>(this), alive, proxyType, amount,
             snapshot = known->second, handler = std::move(handler)] {
                if (self && *alive) {
                    handler(self->hold(proxyType, amount, *snapshot));
                }
            },
            Qt::QueuedConnection);
        return Call([alive] { *alive = false; });
    }
    return m_reader->read(
        {proxyType}, guard,
        [this, proxyType, amount, handler = std::move(handler)](const AccountSnapshot &snapshot) {
            onPrepared(proxyType, amount, snapshot, handler);
        });
}

void PurchaseDesk::onPrepared(const QString &proxyType, TrafficAmount amount,
                              const AccountSnapshot &snapshot, const PrepareHandler &handler)
{
    reportBalances(snapshot);
    if (const auto error = whatIsMissing(snapshot)) {
        handler(tl::unexpected(*error));
        return;
    }
    m_sights[proxyType] = std::make_shared<const AccountSnapshot>(snapshot);
    handler(hold(proxyType, amount, snapshot));
}

/// What an order has to be compared with later. A token that is not there is not missed, nor is
/// what the service does not offer.
std::optional<ApiError> PurchaseDesk::whatIsMissing(const AccountSnapshot &snapshot) const
{
    const bool personal = m_auth.has(TokenKind::Personal) || m_auth.isExpected(TokenKind::Personal);
    const bool pools = snapshot.poolsRead || !snapshot.reading.poolOffered;
    const bool balance = snapshot.balance || !snapshot.reading.balanceOffered;
    if (pools && (!personal || (balance && snapshot.reading.ledgerRead))) {
        return std::nullopt;
    }
    return snapshot.error.value_or(ownError(QStringLiteral("the account could not be read")));
}

/// A balance that was received long before the rest is not reported as today's.
void PurchaseDesk::reportBalances(const AccountSnapshot &snapshot)
{
    const auto balance = isFresh(snapshot.readAt) ? snapshot.balance : std::nullopt;
    if (snapshot.poolsRead || balance) {
        Q_EMIT balancesRead(balance, snapshot.pools);
    }
}

Confirmation PurchaseDesk::hold(const QString &proxyType, TrafficAmount amount,
                                const AccountSnapshot &snapshot)
{
    constexpr size_t mostHeld = 32;
    Confirmation confirmation;
    confirmation.number = m_nextConfirmation++;
    confirmation.proxyType = proxyType;
    confirmation.amount = amount;
    confirmation.before = snapshot.reading;
    if (const TrafficPool *pool = poolOf(snapshot.pools, proxyType)) {
        confirmation.prices = pool->prices;
    }
    confirmation.quote = quote(confirmation.prices, amount);
    m_confirmations.emplace(confirmation.number,
                            Held{confirmation, snapshot.readAt, m_outcomes[proxyType]});
    if (m_confirmations.size() > mostHeld) {
        m_confirmations.erase(m_confirmations.begin());
    }
    return confirmation;
}

// ------------------------------------------------------------------------------------ one order

void PurchaseDesk::buy(quint64 confirmation, bool riskAccepted, QObject *guard, BuyHandler handler)
{
    const auto refuse = [&](BuyAnswer::Kind kind) {
        QMetaObject::invokeMethod(
            guard,
            [handler, kind] {
                BuyAnswer answer;
                answer.kind = kind;
                handler(answer);
            },
            Qt::QueuedConnection);
    };
    const auto held = m_confirmations.find(confirmation);
    if (held == m_confirmations.end()) {
        refuse(BuyAnswer::AlreadyUsed);
    } else if (problem()) {
        refuse(BuyAnswer::Closed);
    } else if (m_buying || underWay() != nullptr) {
        refuse(BuyAnswer::Busy);
    } else if (!riskAccepted && unknownOf(held->second.confirmation.proxyType) != nullptr) {
        refuse(BuyAnswer::NeedsRiskAccepted);
    } else {
        m_buying = std::make_unique<Buying>();
        m_buying->confirmation = held->second.confirmation;
        m_buying->readAt = held->second.readAt;
        m_buying->outcomes = held->second.outcomes;
        m_buying->riskAccepted = riskAccepted;
        m_buying->guard = guard;
        m_buying->handler = std::move(handler);
        m_confirmations.erase(held); // used up: whatever comes, it is never bought twice
        rereadForBuying();
    }
}

bool PurchaseDesk::isFresh(const std::optional<ReadTime> &read) const
{
    return relaybook::isFresh(read, m_clock, m_tuning.freshFor);
}

void PurchaseDesk::rereadForBuying()
{
    if (isFresh(m_buying->readAt)) {
        writeOrder();
        return;
    }
    const Confirmation &asked = m_buying->confirmation;
    m_buying->call = readToBuy(asked.proxyType, [this](const AccountSnapshot &snapshot) {
        const Confirmation shown = m_buying->confirmation;
        reportBalances(snapshot);
        BuyAnswer answer;
        if (const auto error = whatIsMissing(snapshot)) {
            answer.error = error;
            m_confirmations.emplace(shown.number,
                                    Held{shown, m_buying->readAt, m_buying->outcomes});
            answerBuyer(std::move(answer));
            endBuying();
            return;
        }
        m_sights[shown.proxyType] = std::make_shared<const AccountSnapshot>(snapshot);
        const Confirmation again = hold(shown.proxyType, shown.amount, snapshot);
        // A charge of an earlier order comes first, whatever the price is now: the earlier order
        // may be the one that this order was to replace.
        if (isOutdated() || !samePrice(again.quote, shown.quote)) {
            answer.kind = isOutdated() ? BuyAnswer::OtherOrder : BuyAnswer::PriceChanged;
            answer.again = again;
            answerBuyer(std::move(answer));
            endBuying();
            return;
        }
        m_confirmations.erase(again.number);
        if (problem()) { // since buy(): nothing is written down that cannot be sent
            answer.kind = BuyAnswer::Closed;
            answerBuyer(std::move(answer));
            endBuying();
            return;
        }
        m_buying->confirmation = again;
        m_buying->readAt = snapshot.readAt;
        writeOrder();
    });
}

/// Whether a charge for another order of the type was found since this one was confirmed: it may
/// be the one that this order was to replace.
bool PurchaseDesk::isOutdated() const
{
    const auto found = m_outcomes.find(m_buying->confirmation.proxyType);
    return found != m_outcomes.end() && found->second != m_buying->outcomes;
}

/// The same figures, to be agreed to once more.
Confirmation PurchaseDesk::holdAgain()
{
    Confirmation again = m_buying->confirmation;
    again.number = m_nextConfirmation++;
    m_confirmations.emplace(again.number,
                            Held{again, m_buying->readAt, m_outcomes[again.proxyType]});
    return again;
}

void PurchaseDesk::writeOrder()
{
    if (isOutdated()) {
        BuyAnswer answer;
        answer.kind = BuyAnswer::OtherOrder;
        answer.again = holdAgain();
        if (m_buying->guard) { // from the event loop: not before buy() returns
            QMetaObject::invokeMethod(
                m_buying->guard, [handler = m_buying->handler, answer] { handler(answer); },
                Qt::QueuedConnection);
        }
        endBuying();
        return;
    }
    const Confirmation &confirmation = m_buying->confirmation;
    TopUpOrder &order = m_buying->order;
    order.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    order.proxyType = confirmation.proxyType;
    order.amount = confirmation.amount;
    if (confirmation.quote) {
        order.expectedCost = confirmation.quote->cost;
        order.ratePerGb = confirmation.quote->ratePerGb;
    }
    order.priceSource = confirmation.prices.source;
    order.before = confirmation.before;
    order.riskAccepted = m_buying->riskAccepted;
    order.state = OrderState::Waiting;
    order.preparedAt = m_clock.now();
    m_buying->step = Buying::Step::Writing;
    keep(order, [this](const StoreResult<Stored> &written) { onWaitingWritten(written); });
}

void PurchaseDesk::onWaitingWritten(const StoreResult<Stored> &written)
{
    BuyAnswer answer;
    if (!written) {
        answer.kind = BuyAnswer::Closed;
        answerBuyer(std::move(answer));
        endBuying();
        return;
    }
    m_orders.insert(m_orders.begin(), m_buying->order);
    answer.kind = BuyAnswer::Ordered;
    answer.orderId = m_buying->order.id;
    const QString id = answer.orderId;
    answerBuyer(std::move(answer));
    Q_EMIT orderChanged(id);
    goOn();
}

void PurchaseDesk::onAnswer(const Result<TopUpReceipt> &received)
{
    TopUpOrder *order = find(m_buying->order.id);
    const Result<TopUpReceipt> answer = receiptOf(*order, received);
    if (!answer && ApiClient::hadToWait(answer.error())) {
        waitAgain(*order);
        return;
    }
    if (!answer && answer.error().kind == ErrorKind::ViewOnly) {
        endUnsent(NotSentFor::Error, answer.error()); // switched on in the last moment
        return;
    }
    if (answer) {
        order->state = OrderState::Completed;
        order->decidedBy = DecidedBy::Answer;
        order->receipt = *answer;
        order->charged = answer->cost;
        order->findings = findingsOf(*order, *answer);
    } else {
        order->error = answer.error();
        order->state = stateAfter(answer.error());
    }
    const bool unknown = order->state == OrderState::Unknown;
    if (!unknown) {
        order->endedAt = m_clock.now();
    }
    keep(*order);
    const QString id = order->id;
    const bool moved = unknown || order->state == OrderState::Completed;
    endBuying();
    forgetReadings();
    if (unknown) {
        startLooking(id, m_tuning.lookPauses.front());
    }
    lookSoon(id);
    Q_EMIT orderChanged(id);
    if (moved) {
        Q_EMIT accountMoved();
    }
}

/// Of a confirmation that is shown already, too.
void PurchaseDesk::forgetReadings()
{
    m_sights.clear();
    for (auto &[number, held] : m_confirmations) {
        held.readAt.reset();
    }
}

void PurchaseDesk::answerBuyer(BuyAnswer answer)
{
    if (m_buying->guard && m_buying->handler) {
        std::exchange(m_buying->handler, nullptr)(std::move(answer));
    }
}

/// From the event loop: the answer of a call may stand on the stack.
void PurchaseDesk::endBuying()
{
    const std::shared_ptr<Buying> over(std::move(m_buying));
    QMetaObject::invokeMethod(
        this, [over] {}, Qt::QueuedConnection);
}

} // namespace relaybook
