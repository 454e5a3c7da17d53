// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/purchasedesk.h"

#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <QFile>

#include <algorithm>

namespace relaybook {
namespace {

/// The user knows these rows: a charge that comes later is another one. What came after `seen` was
/// not shown when the user was asked.
void dismissCandidates(Order &order, std::optional<Instant> seen)
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
std::optional<Money> chargedBy(const Order &order, std::optional<TransactionId> row)
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

PurchaseDesk::PurchaseDesk(const QString &directory, ApiClient *client, AuthSession &auth,
                           const Clock &clock, JournalMemory memory, Tuning tuning)
    : m_client(client)
    , m_auth(auth)
    , m_clock(clock)
    , m_memory(std::move(memory))
    , m_tuning(std::move(tuning))
    , m_journal(std::make_unique<PurchaseJournal>(directory, clock))
{
    if (m_client) {
        m_reader = std::make_unique<AccountReader>(*m_client, m_auth, m_clock, m_tuning.perPage);
    }
    connect(&m_auth, &AuthSession::changed, this, &PurchaseDesk::stateChanged);
    connect(&m_auth, &AuthSession::settled, this, &PurchaseDesk::stateChanged);
    if (m_client) {
        connect(m_client, &ApiClient::viewOnlyChanged, this, &PurchaseDesk::stateChanged);
    }
    openJournal();
}

PurchaseDesk::~PurchaseDesk() = default;

// ---------------------------------------------------------------------------------- the journal

void PurchaseDesk::openJournal(bool atUsersWord)
{
    m_journalProblem.reset();
    const bool existed = (m_memory.existed && m_memory.existed()) || m_journal->exists();
    if (existed && !QFile::exists(m_journal->path())) {
        m_journalProblem = BuyingProblem{BuyingProblem::Missing, m_journal->path(), {}};
        m_ready = true;
        return;
    }
    using Trust = PurchaseJournal::Trust;
    m_journal->open(m_memory.existed && m_memory.existed(),
                    atUsersWord ? Trust::AtUsersWord : Trust::AsFound,
                    [this](const StoreResult<std::vector<Order>> &opened) { onOpened(opened); });
}

void PurchaseDesk::onOpened(const StoreResult<std::vector<Order>> &opened)
{
    m_ready = true;
    if (!opened) {
        closeBuying(opened.error());
        return;
    }
    m_orders = *opened;
    if (m_memory.remember) {
        m_memory.remember();
    }
    if (m_tuning.follows) {
        leaveNothingHalfDone();
    }
    Q_EMIT stateChanged();
}

/// What a crash left: an order that was only prepared was never sent, for "sent" is on the disk
/// before the request; one that was sent may have been carried out.
void PurchaseDesk::leaveNothingHalfDone()
{
    for (Order &order : m_orders) {
        if (order.state == Order::State::Prepared) {
            order.state = Order::State::NotSent;
            order.notSentFor = Order::NotSentFor::Interrupted;
            order.endedAt = m_clock.now();
            m_interrupted.append(order.id);
            keep(order);
        } else if (order.state == Order::State::Sent) {
            order.state = Order::State::Unknown;
            keep(order);
        }
        if (order.state == Order::State::Unknown) {
            startLooking(order.id, std::chrono::milliseconds(0));
        }
    }
    lookForLateCharges();
}

void PurchaseDesk::closeBuying(const StoreError &error)
{
    m_journalProblem = BuyingProblem{problemOf(error.kind), m_journal->path(), error.detail};
    Q_EMIT stateChanged();
}

std::optional<BuyingProblem> PurchaseDesk::problem() const
{
    if (!m_ready) {
        return BuyingProblem{BuyingProblem::Opening, m_journal->path(), {}};
    }
    if (m_journalProblem) {
        return m_journalProblem;
    }
    const auto closed = [this](BuyingProblem::Kind kind) {
        return BuyingProblem{kind, m_journal->path(), {}};
    };
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

Result<QString> PurchaseDesk::setJournalAside()
{
    ApiError error;
    if (m_buying) {
        error.message = QStringLiteral("an order is in progress");
        return tl::unexpected(std::move(error));
    }
    const auto aside = m_journal->setAside();
    if (!aside) {
        error.message = aside.error().detail;
        return tl::unexpected(std::move(error));
    }
    if (m_memory.forget) {
        m_memory.forget();
    }
    m_looking.clear();
    m_orders.clear();
    m_ready = false;
    openJournal();
    Q_EMIT stateChanged();
    return *aside;
}

void PurchaseDesk::useJournalAsItIs()
{
    if (m_buying || !m_journalProblem) {
        return;
    }
    m_looking.clear();
    m_orders.clear();
    m_ready = false;
    openJournal(true);
    Q_EMIT stateChanged();
}

void PurchaseDesk::flush()
{
    m_journal->flush();
}

void PurchaseDesk::keep(const Order &order)
{
    m_journal->put(order, [this](const StoreResult<Stored> &written) {
        if (!written) {
            closeBuying(written.error());
        }
    });
}

// ----------------------------------------------------------------------------------- the orders

Order *PurchaseDesk::find(const QString &id)
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [&id](const Order &order) { return order.id == id; });
    return found == m_orders.end() ? nullptr : &*found;
}

const Order *PurchaseDesk::order(const QString &id) const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [&id](const Order &order) { return order.id == id; });
    return found == m_orders.end() ? nullptr : &*found;
}

const Order *PurchaseDesk::unknownOf(const QString &proxyType) const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(), [&](const Order &order) {
        return order.state == Order::State::Unknown && order.proxyType == proxyType;
    });
    return found == m_orders.end() ? nullptr : &*found;
}

const Order *PurchaseDesk::underWay() const
{
    const auto found = std::find_if(m_orders.begin(), m_orders.end(),
                                    [](const Order &order) { return order.isUnderWay(); });
    return found == m_orders.end() ? nullptr : &*found;
}

bool PurchaseDesk::boughtWithin(const QString &proxyType, std::chrono::minutes span) const
{
    const Instant since = m_clock.now() - span;
    return std::any_of(m_orders.begin(), m_orders.end(), [&](const Order &order) {
        return order.state == Order::State::Settled && order.proxyType == proxyType &&
               order.preparedAt > since;
    });
}

void PurchaseDesk::userDecides(const QString &orderId, Verdict verdict,
                               std::optional<TransactionId> row, std::optional<Instant> seen)
{
    Order *order = find(orderId);
    if (order == nullptr || order->state != Order::State::Unknown || isProof(row, orderId)) {
        return;
    }
    m_looking.erase(orderId);
    if (verdict == Verdict::NotBought) {
        dismissCandidates(*order, seen);
    }
    order->state = verdict == Verdict::Bought ? Order::State::Settled : Order::State::NotCharged;
    order->settledBy = Order::SettledBy::User;
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
    return row && std::any_of(m_orders.begin(), m_orders.end(), [&](const Order &order) {
               return order.id != exceptOf && order.proof == row;
           });
}

} // namespace relaybook
