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

/// The user knows these rows: a charge that comes later is another one. What came after `seen` was
/// not shown when the user was asked.
void dismissCandidates(TopUpOrder &order, std::optional<Instant> seen)
{
    for (const Look &look : order.looks) {
        if (seen && look.reading.at > *seen) {
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

PurchaseDesk::PurchaseDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth,
                           const Clock &clock, Tuning tuning)
    : m_journal(journal)
    , m_client(client)
    , m_auth(auth)
    , m_clock(clock)
    , m_tuning(std::move(tuning))
{
    if (m_client) {
        m_reader = std::make_unique<AccountReader>(*m_client, m_auth, m_clock, m_tuning.perPage);
    }
    connect(&m_auth, &AuthSession::changed, this, &PurchaseDesk::stateChanged);
    connect(&m_auth, &AuthSession::settled, this, &PurchaseDesk::stateChanged);
    if (m_client) {
        connect(m_client, &ApiClient::viewOnlyChanged, this, &PurchaseDesk::stateChanged);
    }
    connect(&m_journal, &OrderJournal::changed, this, &PurchaseDesk::stateChanged);
    joinJournal();
}

PurchaseDesk::~PurchaseDesk() = default;

// ---------------------------------------------------------------------------------- the journal

void PurchaseDesk::joinJournal()
{
    OrderJournal::Part part;
    part.kinds = QStringList(kindName);
    part.reader = [this] { return m_read.begin(&orderFromJson); };
    part.opened = [this] {
        m_orders = m_read.take();
        std::reverse(m_orders.begin(), m_orders.end());
        if (m_tuning.follows) {
            leaveNothingHalfDone();
        }
    };
    part.forget = [this] {
        m_looking.clear();
        m_orders.clear();
        m_confirmations.clear();
        m_newPrices.clear();
        m_outcomes.clear();
        m_interrupted.clear();
    };
    part.isUnderWay = [this] { return m_buying != nullptr; };
    m_journal.add(std::move(part));
}

/// What a crash left: an order that was only prepared was never sent, for "sent" is on the disk
/// before the request; one that was sent may have been carried out.
void PurchaseDesk::leaveNothingHalfDone()
{
    for (TopUpOrder &order : m_orders) {
        if (order.state == OrderState::Waiting) {
            order.state = OrderState::NotSent;
            order.notSentFor = NotSentFor::Interrupted;
            order.endedAt = m_clock.now();
            m_interrupted.append(order.id);
            keep(order);
        } else if (order.state == OrderState::Sending) {
            order.state = OrderState::Unknown;
            keep(order);
        }
        if (order.state == OrderState::Unknown) {
            startLooking(order.id, std::chrono::milliseconds(0));
        }
    }
    lookForLateCharges();
}

std::optional<BuyingProblem> PurchaseDesk::problem() const
{
    if (auto problem = m_journal.problem()) {
        return problem;
    }
    const auto closed = [this](BuyingProblem::Kind kind) { return m_journal.problemOfKind(kind); };
    if (!m_client || !m_tuning.follows) {
        return closed(BuyingProblem::Offline);
    }
    if (m_client->isViewOnly()) {
        return closed(BuyingProblem::ViewOnly);
    }
    // The personal token too: what an order is compared with is read with it.
    const auto isAny = [this](bool (AuthSession::*is)(TokenKind) const) {
        return (m_auth.*is)(TokenKind::Personal) || (m_auth.*is)(TokenKind::Reseller);
    };
    if (isAny(&AuthSession::isAwaited)) {
        return closed(BuyingProblem::TokenAwaited);
    }
    if (isAny(&AuthSession::isGivenUp)) {
        return closed(BuyingProblem::TokenUnread);
    }
    if (!m_auth.has(TokenKind::Reseller)) {
        return closed(BuyingProblem::Offline);
    }
    return std::nullopt;
}

void PurchaseDesk::keep(const TopUpOrder &order, OrderJournal::Done written)
{
    m_journal.put(
        [order] {
            JournalRow row{order.id,    QString(kindName),  order.batch, order.preparedAt,
                           order.state, orderToJson(order), {}};
            if (order.proof) {
                row.evidence.push_back({Evidence::Kind::Transaction, order.proof->text()});
            }
            return std::vector<JournalRow>{std::move(row)};
        },
        std::move(written));
}

// ----------------------------------------------------------------------------------- the orders

TopUpOrder *PurchaseDesk::find(const QString &id)
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [&id](const TopUpOrder &order) { return order.id == id; });
    return found == m_orders.end() ? nullptr : &*found;
}

const TopUpOrder *PurchaseDesk::order(const QString &id) const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [&id](const TopUpOrder &order) { return order.id == id; });
    return found == m_orders.end() ? nullptr : &*found;
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
    const Instant since = m_clock.now() - span;
    return std::any_of(m_orders.begin(), m_orders.end(), [&](const TopUpOrder &order) {
        return order.state == OrderState::Completed && order.proxyType == proxyType &&
               order.preparedAt > since;
    });
}

void PurchaseDesk::userDecides(const QString &orderId, Verdict verdict,
                               std::optional<TransactionId> row, std::optional<Instant> seen)
{
    TopUpOrder *order = find(orderId);
    if (order == nullptr || order->state != OrderState::Unknown || isProof(row, orderId)) {
        return;
    }
    m_looking.erase(orderId);
    if (verdict == Verdict::NotBought) {
        dismissCandidates(*order, seen);
    }
    order->state = verdict == Verdict::Bought ? OrderState::Completed : OrderState::NotDone;
    order->decidedBy = DecidedBy::User;
    order->proof = row;
    order->charged = chargedBy(*order, row);
    if (order->charged) {
        const auto found = findingsOf(*order, *order->charged);
        order->findings.insert(order->findings.end(), found.begin(), found.end());
    }
    order->endedAt = m_clock.now();
    keep(*order);
    lookSoon(orderId);
    Q_EMIT orderChanged(orderId);
    Q_EMIT accountMoved();
}

/// One transaction proves one order only.
bool PurchaseDesk::isProof(std::optional<TransactionId> row, const QString &exceptOf) const
{
    return row && std::any_of(m_orders.begin(), m_orders.end(), [&](const TopUpOrder &order) {
               return order.id != exceptOf && order.proof == row;
           });
}

} // namespace relaybook
