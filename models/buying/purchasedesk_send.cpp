// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PurchaseDesk that reads the price of an order again, sends the order, and handles its
// answer.

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <algorithm>

namespace relaybook {
namespace {

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

bool samePrice(const Quoted<Quote> &a, const Quoted<Quote> &b)
{
    if (a.has_value() != b.has_value()) {
        return false;
    }
    return a ? a->cost == b->cost && a->ratePerGb == b->ratePerGb : a.error() == b.error();
}

Request PurchaseDesk::requestOf(const Order &order) const
{
    return TopUpTraffic{topUp(order).amount, topUp(order).proxyType}.toRequest();
}

qint64 PurchaseDesk::callsFor(const Order & /*order*/) const
{
    return 2; // the price, and the order
}

std::optional<std::chrono::milliseconds> PurchaseDesk::waitsFor(const QString &orderId) const
{
    if (parts().client == nullptr) {
        return std::nullopt;
    }
    const bool readsFirst = m_buying && orderId.isEmpty();
    auto wait = readsFirst ? std::optional(parts().client->limitWait(TopUpTraffic{}.toRequest()))
                           : OrderEngine::waitsFor(orderId);
    const bool isReading = readsFirst || (m_reader && m_reader->isReading());
    if (wait && isReading && parts().auth.has(TokenKind::Personal)) {
        wait = std::max(*wait, parts().client->limitWait(GetBalance{}.toRequest()));
    }
    return wait;
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

/// Nobody agreed to what the order may cost after a wait.
Call PurchaseDesk::readBefore(const QString &id, Read done)
{
    return readBack(
        order(id)->proxyType, nullptr,
        [this, id, done = std::move(done)](const AccountSnapshot &snapshot) {
            TopUpOrder &waiting = *find(id);
            if (waiting.state != OrderState::Waiting) {
                return; // cancelled by those who were told of an earlier one
            }
            reportBalances(snapshot);
            if (const auto error = whatIsMissing(snapshot)) {
                done(error, snapshot.readAt);
                return;
            }
            m_sights[waiting.proxyType] = std::make_shared<const AccountSnapshot>(snapshot);
            waiting.before = snapshot.reading;
            m_readAgain.insert_or_assign(id, hold(waiting.proxyType, waiting.amount, snapshot));
            done(std::nullopt, snapshot.readAt);
        });
}

std::optional<NotSentFor> PurchaseDesk::whyNotAsShown(const Order &order) const
{
    const auto again = m_readAgain.find(order.id);
    const bool isChanged = again != m_readAgain.end() &&
                           !samePrice(again->second.quote, m_asked.at(order.id).confirmation.quote);
    return isChanged ? std::optional(NotSentFor::NewPrice) : std::nullopt;
}

Call PurchaseDesk::sendOrder(const QString &id, Answered done)
{
    const TopUpOrder &sent = *order(id);
    return parts().client->sendAtOnce(
        TopUpTraffic{sent.amount, sent.proxyType}, this,
        [this, id, done = std::move(done)](const Result<TopUpReceipt> &received) {
            TopUpOrder &answered = *find(id);
            const Result<TopUpReceipt> answer = receiptOf(answered, received);
            if (answer) {
                answered.receipt = *answer;
                answered.charged = answer->cost;
                answered.findings = findingsOf(answered, *answer);
            }
            done(answer ? std::nullopt : std::optional(answer.error()));
        });
}

void PurchaseDesk::onTurnOver(const Order &order)
{
    const auto asked = m_asked.extract(order.id);
    const auto again = m_readAgain.extract(order.id);
    const bool isToBeAgreed =
        order.state == OrderState::NotSent && !order.error &&
        (order.notSentFor == NotSentFor::NewPrice || order.notSentFor == NotSentFor::Earlier);
    if (isToBeAgreed && !again.empty()) {
        m_newPrices.insert_or_assign(order.id, again.mapped());
    } else if (isToBeAgreed && !asked.empty()) {
        m_newPrices.insert_or_assign(order.id, holdAgain(asked.mapped().confirmation));
    } else if (!again.empty()) {
        m_confirmations.drop(again.mapped().number);
    }
}

void PurchaseDesk::onMoved(const Order & /*order*/)
{
    forgetReadings();
    Q_EMIT accountMoved();
}

} // namespace relaybook
