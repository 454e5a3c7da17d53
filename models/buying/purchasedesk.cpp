// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/purchasedesk.h"

#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"
#include "models/buying/topupfields.h"

#include <algorithm>

namespace relaybook {
namespace {

constexpr QLatin1String kindName("top_up");

/// The user knows these rows: a charge that comes later is another one. What a later look than
/// `seenLook` found was not shown when the user was asked.
void dismissCandidates(TopUpOrder &order, std::optional<qint64> seenLook)
{
    for (const Look &look : order.looks) {
        if (seenLook && look.number > *seenLook) {
            continue;
        }
        for (const Look::Candidate &each : look.candidates) {
            auto &known = order.dismissed;
            if (std::find(known.begin(), known.end(), each.id) == known.end()) {
                known.push_back(each.id);
            }
        }
    }
}

/// What the row took by which the user settles an order, as the newest look saw it.
std::optional<Money> chargedBy(const TopUpOrder &order, std::optional<TransactionId> row)
{
    if (!row || order.looks.empty()) {
        return std::nullopt;
    }
    const auto &seen = order.looks.back().candidates;
    const auto found =
        std::find_if(seen.begin(), seen.end(), [row](const auto &each) { return each.id == *row; });
    return found == seen.end() ? std::nullopt : found->charged;
}

} // namespace

const TopUpOrder &topUp(const Order &order)
{
    return static_cast<const TopUpOrder &>(order);
}

// The personal token too: what an order is compared with is read with it. With a limit of one call
// per span the reading of the price leaves no room for the order, so turns end early.
PurchaseDesk::PurchaseDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth,
                           const Clock &clock, const Tuning &tuning)
    : OrderEngine({journal, client, auth, clock},
                  {{QString(kindName)}, false, {TokenKind::Reseller, TokenKind::Personal}, 3, true},
                  tuning)
    , m_perPage(tuning.perPage)
    , m_isOneAccount(tuning.isOneAccount)
{
    if (client != nullptr) {
        m_reader = std::make_unique<AccountReader>(*client, auth, clock, m_perPage,
                                                   [&journal] { return journal.nextNumber(); });
    }
    connect(this, &OrderEngine::ordersChanged, this, [this](const QStringList &ids) {
        for (const QString &id : ids) {
            Q_EMIT orderChanged(id);
        }
    });
}

PurchaseDesk::~PurchaseDesk()
{
    m_receiptCall.cancel();
    endCalls();
}

void PurchaseDesk::setNewRows(NewRows rows)
{
    if (m_reader) {
        m_reader->setNewRows(std::move(rows));
    }
}

// ---------------------------------------------------------------------------------- the journal

PurchaseDesk::ReadRow PurchaseDesk::beginReading()
{
    return m_read.begin(&orderFromJson);
}

void PurchaseDesk::takeRead()
{
    m_orders = m_read.take();
    m_ages.clear();
    for (std::size_t age = 0; age < m_orders.size(); ++age) {
        m_ages.insert(m_orders[age].id, age);
    }
    std::reverse(m_orders.begin(), m_orders.end());
}

void PurchaseDesk::forget()
{
    m_orders.clear();
    m_ages.clear();
    m_confirmations.clear();
    m_newPrices.clear();
    m_sights.clear();
    m_receiptCall.cancel();
}

std::function<JournalRow()> PurchaseDesk::rowOf(const Order &order) const
{
    return [topUp = topUp(order)] {
        JournalRow row{topUp.id,    QString(kindName),  topUp.batch, topUp.preparedAt,
                       topUp.state, orderToJson(topUp), {}};
        if (topUp.proof) {
            row.evidence.push_back({Evidence::Kind::Transaction, topUp.proof->text()});
        }
        return row;
    };
}

void PurchaseDesk::forEach(const std::function<void(const Order &order)> &visit) const
{
    for (auto order = m_orders.rbegin(); order != m_orders.rend(); ++order) {
        visit(*order);
    }
}

QString PurchaseDesk::objectOf(const Order &order) const
{
    return topUp(order).proxyType;
}

// ----------------------------------------------------------------------------------- the orders

std::optional<std::size_t> PurchaseDesk::placeOf(const QString &id) const
{
    const auto age = m_ages.constFind(id);
    return age == m_ages.cend() ? std::nullopt : std::optional(m_orders.size() - 1 - *age);
}

TopUpOrder *PurchaseDesk::find(const QString &id)
{
    const auto place = placeOf(id);
    return place ? &m_orders[*place] : nullptr;
}

const TopUpOrder *PurchaseDesk::order(const QString &id) const
{
    const auto place = placeOf(id);
    return place ? &m_orders[*place] : nullptr;
}

void PurchaseDesk::addOrder(TopUpOrder order)
{
    m_ages.insert(order.id, m_orders.size());
    m_orders.insert(m_orders.begin(), std::move(order));
}

OrderSummary PurchaseDesk::summaryOf(const Order &order) const
{
    const TopUpOrder &own = topUp(order);
    OrderSummary summary;
    summary.kind = OrderKind::TopUp;
    summary.type = own.proxyType;
    summary.amount = own.amount;
    summary.expectedCost = own.expectedCost;
    summary.charged = own.charged;
    summary.differences = static_cast<int>(
        std::count_if(own.findings.begin(), own.findings.end(), [](const Finding &finding) {
            return finding.level == Finding::Level::Alarm;
        }));
    return summary;
}

const TopUpOrder *PurchaseDesk::unknownOf(const QString &proxyType) const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(), [&](const TopUpOrder &order) {
        return order.state == OrderState::Unknown && order.proxyType == proxyType;
    });
    return found == m_orders.end() ? nullptr : &*found;
}

const TopUpOrder *PurchaseDesk::underWay() const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [](const TopUpOrder &order) { return order.isUnderWay(); });
    return found == m_orders.end() ? nullptr : &*found;
}

bool PurchaseDesk::boughtWithin(const QString &proxyType, std::chrono::minutes span) const
{
    const Instant since = parts().clock.now() - span;
    return std::any_of(m_orders.begin(), m_orders.end(), [&](const TopUpOrder &order) {
        return order.state == OrderState::Completed && order.proxyType == proxyType &&
               order.preparedAt > since;
    });
}

void PurchaseDesk::userDecides(const QString &orderId, Verdict verdict,
                               std::optional<TransactionId> row, std::optional<qint64> seenLook)
{
    TopUpOrder *order = find(orderId);
    if (order == nullptr || order->state != OrderState::Unknown || isProof(row, orderId)) {
        return;
    }
    if (verdict == Verdict::NotBought) {
        dismissCandidates(*order, seenLook);
    }
    order->proof = row;
    order->charged = chargedBy(*order, row);
    if (order->charged) {
        const auto found = findingsOf(*order, *order->charged);
        order->findings.insert(order->findings.end(), found.begin(), found.end());
    }
    decide(*order, verdict == Verdict::Bought);
}

/// One transaction proves one order only.
bool PurchaseDesk::isProof(std::optional<TransactionId> row, const QString &exceptOf) const
{
    return row && std::any_of(m_orders.begin(), m_orders.end(), [&](const TopUpOrder &order) {
               return order.id != exceptOf && order.proof == row;
           });
}

} // namespace relaybook
