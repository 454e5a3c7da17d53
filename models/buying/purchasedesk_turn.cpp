// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PurchaseDesk that waits before an order is sent: for its token and for the service's
// limits. The order can be cancelled until it is sent.

#include "models/buying/purchasedesk.h"

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"

#include <algorithm>

namespace relaybook {

bool samePrice(const Quoted<Quote> &a, const Quoted<Quote> &b)
{
    if (a.has_value() != b.has_value()) {
        return false;
    }
    return a ? a->cost == b->cost && a->ratePerGb == b->ratePerGb : a.error() == b.error();
}

void PurchaseDesk::cancel(const QString &orderId)
{
    if (!m_buying || orderId.isEmpty() || m_buying->order.id != orderId) {
        return;
    }
    m_buying->cancelRequested = true;
    using Step = Buying::Step;
    if (m_buying->step == Step::Waiting || m_buying->step == Step::ReadingAgain) {
        m_buying->call.cancel();
        endUnsent(NotSentFor::Cancelled);
    }
}

void PurchaseDesk::withdraw(const QObject *guard)
{
    if (!m_buying || m_buying->guard != guard) {
        return;
    }
    if (!m_buying->order.id.isEmpty()) {
        cancel(m_buying->order.id); // where it is being written down: once it is
        return;
    }
    m_buying->call.cancel();
    const Confirmation &shown = m_buying->confirmation;
    m_confirmations.emplace(shown.number, Held{shown, m_buying->readAt, m_buying->outcomes});
    endBuying();
}

// ------------------------------------------------------------------------------------- its turn

std::optional<std::chrono::milliseconds> PurchaseDesk::waitsFor(const QString &orderId) const
{
    using Step = Buying::Step;
    if (!m_buying || m_buying->order.id != orderId) {
        return std::nullopt;
    }
    const bool reads = m_buying->step == Step::Reading || m_buying->step == Step::ReadingAgain;
    if (!reads && m_buying->step != Step::Waiting) {
        return std::nullopt;
    }
    const auto wait = m_client->limitWait(TopUpTraffic{}.toRequest());
    const bool readsBalance = reads && m_auth.has(TokenKind::Personal);
    return readsBalance ? std::max(wait, m_client->limitWait(GetBalance{}.toRequest())) : wait;
}

std::chrono::milliseconds PurchaseDesk::prepareWait() const
{
    return m_reader ? m_reader->limitWait() : std::chrono::milliseconds(0);
}

std::optional<Confirmation> PurchaseDesk::takeNewPrice(const QString &orderId)
{
    const auto found = m_newPrices.extract(orderId);
    return found.empty() ? std::nullopt : std::optional(found.mapped());
}

/// Sends the order where it can go at once at a price that was read just now. Else it waits, still
/// as one that was never sent, and its price is read again afterwards: nobody agreed to what it may
/// cost by then.
void PurchaseDesk::goOn()
{
    if (m_buying->cancelRequested) {
        endUnsent(NotSentFor::Cancelled);
        return;
    }
    if (isOutdated()) {
        m_newPrices.insert_or_assign(m_buying->order.id, holdAgain());
        endUnsent(NotSentFor::Earlier);
        return;
    }
    const Request request =
        TopUpTraffic{m_buying->order.amount, m_buying->order.proxyType}.toRequest();
    if (!m_buying->hadToWait && isFresh(m_buying->readAt) && m_client->canGoNow(request)) {
        markSent();
        return;
    }
    // With a limit of one call per span the reading of the price leaves no room for the order.
    constexpr int mostTurns = 3;
    if (m_buying->turns++ >= mostTurns) {
        endUnsent(NotSentFor::NoTurn);
        return;
    }
    constexpr qint64 priceAndOrder = 2;
    m_buying->step = Buying::Step::Waiting;
    m_buying->hadToWait = true;
    m_buying->call =
        m_client->waitForTurn(request, priceAndOrder, this,
                              [this](const std::optional<ApiError> &error) { onTurn(error); });
    Q_EMIT orderChanged(m_buying->order.id);
}

void PurchaseDesk::onTurn(const std::optional<ApiError> &error)
{
    if (error) {
        endUnsent(NotSentFor::Error, error);
        return;
    }
    m_buying->step = Buying::Step::ReadingAgain;
    m_buying->call = readToBuy(m_buying->order.proxyType, [this](const AccountSnapshot &snapshot) {
        readAfterWait(snapshot);
    });
}

void PurchaseDesk::readAfterWait(const AccountSnapshot &snapshot)
{
    const Confirmation shown = m_buying->confirmation;
    reportBalances(snapshot);
    if (const auto error = whatIsMissing(snapshot)) {
        endUnsent(NotSentFor::Error, error);
        return;
    }
    m_sights[shown.proxyType] = std::make_shared<const AccountSnapshot>(snapshot);
    const Confirmation again = hold(shown.proxyType, shown.amount, snapshot);
    if (isOutdated() || !samePrice(again.quote, shown.quote)) {
        m_newPrices.insert_or_assign(m_buying->order.id, again);
        endUnsent(isOutdated() ? NotSentFor::Earlier : NotSentFor::NewPrice);
        return;
    }
    m_confirmations.erase(again.number);
    m_buying->confirmation = again;
    m_buying->readAt = snapshot.readAt;
    m_buying->order.before = snapshot.reading;
    find(m_buying->order.id)->before = snapshot.reading;
    m_buying->hadToWait = false;
    goOn();
}

void PurchaseDesk::endUnsent(NotSentFor why, const std::optional<ApiError> &error)
{
    TopUpOrder *order = find(m_buying->order.id);
    order->state = OrderState::NotSent;
    order->sentAt.reset();
    order->notSentFor = why;
    order->error = error;
    order->endedAt = m_clock.now();
    keep(*order);
    const QString id = order->id;
    endBuying();
    Q_EMIT orderChanged(id);
}

/// "Sent" is on the disk before the first byte of the request goes: from here on, whatever happens
/// to this program, the order counts as one that may have been carried out.
void PurchaseDesk::markSent()
{
    TopUpOrder *order = find(m_buying->order.id);
    m_buying->step = Buying::Step::Marking;
    order->state = OrderState::Sending;
    order->sentAt = m_clock.now();
    keep(*order, [this](const StoreResult<Stored> &written) {
        if (!written) {
            endUnsent(NotSentFor::Error, ownError(written.error().detail));
        } else if (m_buying->cancelRequested) {
            endUnsent(NotSentFor::Cancelled);
        } else if (!isFresh(m_buying->readAt) || isOutdated()) {
            // The disk was slow, the computer slept, or a look found something.
            waitAgain(*find(m_buying->order.id));
        } else {
            sendOrder();
        }
    });
}

void PurchaseDesk::sendOrder()
{
    const QString id = m_buying->order.id;
    m_buying->step = Buying::Step::Sent;
    m_buying->call =
        m_client->sendAtOnce(TopUpTraffic{m_buying->order.amount, m_buying->order.proxyType}, this,
                             [this](const Result<TopUpReceipt> &answer) { onAnswer(answer); });
    Q_EMIT orderChanged(id);
}

/// Between "sent" and the sending the token ran out, the limits were used up, or the price grew
/// old: it was not sent.
void PurchaseDesk::waitAgain(TopUpOrder &order)
{
    order.state = OrderState::Waiting;
    order.sentAt.reset();
    m_buying->step = Buying::Step::Writing;
    m_buying->hadToWait = true;
    keep(order, [this](const StoreResult<Stored> &written) {
        if (written) {
            goOn();
        } else {
            endUnsent(NotSentFor::Error, ownError(written.error().detail));
        }
    });
}

} // namespace relaybook
