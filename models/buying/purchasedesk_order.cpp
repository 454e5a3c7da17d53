// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PurchaseDesk that prepares an order until it is in the journal.

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "api/types/random.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <algorithm>

namespace relaybook {

// ---------------------------------------------------------------------------- what it would cost

Call PurchaseDesk::prepare(const QString &proxyType, TrafficAmount amount, QObject *guard,
                           PrepareHandler handler, bool rereadAlways)
{
    if (const auto trouble = problem()) {
        QMetaObject::invokeMethod(
            guard,
            [handler = std::move(handler), error = errorOf(*trouble)] {
                handler(tl::unexpected(error));
            },
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
    const bool personal =
        parts().auth.has(TokenKind::Personal) || parts().auth.isExpected(TokenKind::Personal);
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
    Held held{{}, snapshot.readAt, outcomesOf(proxyType)};
    Confirmation &confirmation = held.confirmation;
    confirmation.proxyType = proxyType;
    confirmation.amount = amount;
    confirmation.before = snapshot.reading;
    if (const TrafficPool *pool = poolOf(snapshot.pools, proxyType)) {
        confirmation.prices = pool->prices;
    }
    confirmation.quote = quote(confirmation.prices, amount);
    m_confirmations.add(held);
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
    const Held *held = m_confirmations.find(confirmation);
    if (held == nullptr) {
        refuse(BuyAnswer::AlreadyUsed);
    } else if (problem()) {
        refuse(BuyAnswer::Closed);
    } else if (m_buying || underWay() != nullptr) {
        refuse(BuyAnswer::Busy);
    } else if (!riskAccepted && unknownOf(held->confirmation.proxyType) != nullptr) {
        refuse(BuyAnswer::NeedsRiskAccepted);
    } else {
        m_buying = std::make_unique<Buying>();
        m_buying->held = *m_confirmations.take(confirmation); // used up: never bought twice
        m_buying->riskAccepted = riskAccepted;
        m_buying->guard = guard;
        m_buying->handler = std::move(handler);
        rereadForBuying();
    }
}

bool PurchaseDesk::isFresh(const std::optional<ReadTime> &read) const
{
    return relaybook::isFresh(read, parts().clock, tuning().freshFor);
}

void PurchaseDesk::rereadForBuying()
{
    if (isFresh(m_buying->held.readAt)) {
        writeOrder();
        return;
    }
    m_buying->call = readBack(m_buying->held.confirmation.proxyType, nullptr,
                              [this](const AccountSnapshot &snapshot) { onReread(snapshot); });
}

void PurchaseDesk::onReread(const AccountSnapshot &snapshot)
{
    if (!m_buying) { // those who were told of an earlier order's outcome have withdrawn it
        return;
    }
    const Confirmation shown = m_buying->held.confirmation;
    reportBalances(snapshot);
    BuyAnswer answer;
    if (const auto error = whatIsMissing(snapshot)) {
        answer.error = error;
        m_confirmations.putBack(m_buying->held);
        answerBuyer(std::move(answer));
        endBuying();
        return;
    }
    m_sights[shown.proxyType] = std::make_shared<const AccountSnapshot>(snapshot);
    const Confirmation again = hold(shown.proxyType, shown.amount, snapshot);
    // A charge of an earlier order comes first, whatever the price is now: the earlier order may be
    // the one that this order was to replace.
    if (isOutdated() || !samePrice(again.quote, shown.quote)) {
        answer.kind = isOutdated() ? BuyAnswer::OtherOrder : BuyAnswer::PriceChanged;
        answer.again = again;
        answerBuyer(std::move(answer));
        endBuying();
        return;
    }
    if (problem()) { // since buy(): nothing is written down that cannot be sent
        answer.kind = BuyAnswer::Closed;
        answer.again = again;
        answerBuyer(std::move(answer));
        endBuying();
        return;
    }
    m_confirmations.drop(again.number);
    m_buying->held.confirmation = again;
    m_buying->held.readAt = snapshot.readAt;
    writeOrder();
}

/// Whether a charge for another order of the type was found since this one was confirmed: it may
/// be the one that this order was to replace.
bool PurchaseDesk::isOutdated() const
{
    return outcomesOf(m_buying->held.confirmation.proxyType) != m_buying->held.outcomes;
}

/// The same figures, to be agreed to once more.
Confirmation PurchaseDesk::holdAgain(const Confirmation &shown)
{
    Held again{shown, std::nullopt, outcomesOf(shown.proxyType)};
    m_confirmations.add(again);
    return again.confirmation;
}

void PurchaseDesk::writeOrder()
{
    if (isOutdated()) {
        BuyAnswer answer;
        answer.kind = BuyAnswer::OtherOrder;
        answer.again = holdAgain(m_buying->held.confirmation);
        if (m_buying->guard) { // from the event loop: not before buy() returns
            QMetaObject::invokeMethod(
                m_buying->guard, [handler = m_buying->handler, answer] { handler(answer); },
                Qt::QueuedConnection);
        }
        endBuying();
        return;
    }
    const Confirmation &confirmation = m_buying->held.confirmation;
    TopUpOrder order;
    order.id = randomId();
    order.proxyType = confirmation.proxyType;
    order.amount = confirmation.amount;
    if (confirmation.quote) {
        order.expectedCost = confirmation.quote->cost;
        order.ratePerGb = confirmation.quote->ratePerGb;
    }
    order.priceSource = confirmation.prices.source;
    order.before = confirmation.before;
    order.riskAccepted = m_buying->riskAccepted;
    order.proxiesCreated = m_otherSpending.createdCount ? m_otherSpending.createdCount() : 0;
    order.preparedAt = parts().clock.now();
    const QString id = order.id;
    m_asked.insert_or_assign(id, Asked{confirmation, m_buying->guard});
    addOrder(std::move(order));
    enqueue({{id, m_buying->held.readAt, m_buying->held.outcomes}},
            [id, guard = m_buying->guard,
             handler = m_buying->handler](const StoreResult<Stored> &written) {
                BuyAnswer answer;
                answer.kind = written ? BuyAnswer::Ordered : BuyAnswer::Closed;
                answer.orderId = written ? id : QString();
                if (guard && handler) {
                    handler(std::move(answer));
                }
            });
    endBuying();
}

/// Of a confirmation that is shown already, too.
void PurchaseDesk::forgetReadings()
{
    m_sights.clear();
    m_confirmations.forEach([](Held &held) { held.readAt.reset(); });
    OrderEngine::forgetReadings([](const Order & /*waiting*/) { return true; });
}

void PurchaseDesk::withdraw(const QObject *guard)
{
    const auto waiting = std::find_if(m_asked.begin(), m_asked.end(), [guard](const auto &each) {
        return each.second.guard == guard;
    });
    if (waiting != m_asked.end()) {
        cancel(QString(waiting->first));
        return;
    }
    if (!m_buying || m_buying->guard != guard) {
        return;
    }
    m_buying->call.cancel();
    m_confirmations.putBack(m_buying->held);
    endBuying();
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
