// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PurchaseDesk that looks for traces of orders whose outcome is unknown.

#include "models/buying/purchasedesk.h"

#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

/// The first looks and the newest are kept; what lies between says nothing new.
void append(std::vector<Look> &looks, const Look &look)
{
    constexpr size_t firstKept = 3;
    constexpr size_t mostKept = 20;
    looks.push_back(look);
    if (looks.size() > mostKept) {
        looks.erase(looks.begin() + firstKept);
    }
}

} // namespace

bool PurchaseDesk::isLooking(const QString &id) const
{
    const auto found = m_looking.find(id);
    return found != m_looking.end() && found->second->running;
}

std::optional<std::chrono::milliseconds> PurchaseDesk::nextLookIn(const QString &id) const
{
    const auto found = m_looking.find(id);
    const bool planned = found != m_looking.end() && found->second->timer.isActive();
    return planned ? std::optional(found->second->timer.remainingTimeAsDuration()) : std::nullopt;
}

bool PurchaseDesk::isAtWork() const
{
    constexpr std::chrono::seconds aMoment{5};
    const auto looksSoon = [aMoment](const auto &each) {
        const Looking &looking = *each.second;
        return looking.running ||
               (looking.timer.isActive() && looking.timer.remainingTimeAsDuration() < aMoment);
    };
    return m_buying || (m_reader && m_reader->isReading()) ||
           std::any_of(m_looking.begin(), m_looking.end(), looksSoon);
}

void PurchaseDesk::look(const QString &orderId)
{
    const TopUpOrder *wanted = order(orderId);
    const bool makesSense = wanted != nullptr && (wanted->state == OrderState::Unknown ||
                                                  wanted->state == OrderState::NotDone);
    if (makesSense && m_reader && !isLooking(orderId)) {
        if (!m_looking.contains(orderId)) {
            startLooking(orderId, std::chrono::milliseconds(0));
        }
        lookNow(orderId);
    }
}

void PurchaseDesk::startLooking(const QString &id, std::chrono::milliseconds pause)
{
    if (!m_reader) {
        return; // offline: the order waits for the next start with a connection
    }
    auto looking = std::make_unique<Looking>();
    looking->timer.setSingleShot(true);
    connect(&looking->timer, &QTimer::timeout, this, [this, id] { lookNow(id); });
    looking->timer.start(pause);
    m_looking.insert_or_assign(id, std::move(looking));
}

void PurchaseDesk::lookNow(const QString &id)
{
    const TopUpOrder *wanted = order(id);
    const auto found = m_looking.find(id);
    if (wanted == nullptr || found == m_looking.end() || found->second->running) {
        return;
    }
    Looking &looking = *found->second;
    looking.timer.stop();
    looking.running = true;
    AccountReader::Request request{wanted->proxyType};
    addMarks(request.until, *wanted, m_orders);
    looking.call = m_reader->read(request, this, [this, id](const AccountSnapshot &snapshot) {
        reportBalances(snapshot);
        onSight(id, snapshot);
    });
    Q_EMIT orderChanged(id);
}

void PurchaseDesk::onSight(const QString &id, const AccountSnapshot &snapshot)
{
    const auto found = m_looking.find(id);
    TopUpOrder *order = find(id);
    if (order == nullptr || found == m_looking.end()) {
        return;
    }
    Looking &looking = *found->second;
    looking.running = false;
    const Attribution attribution = attributed(*order, snapshot);
    locate(attribution.located);
    Look look = judge(*order, snapshot, attribution);
    const bool isLate = order->state == OrderState::NotDone || isReopened(*order);
    const Late late = isLate ? lateCharge(*order, look, attribution, m_orders) : Late::Nothing;
    if (late == Late::Reopens) {
        look.says = Look::Says::Conflict; // it is for the user to decide
    }
    append(order->looks, look);
    if (order->state == OrderState::NotDone) {
        if (late != Late::Nothing) {
            takeLate(*order, look, late == Late::Settles);
        }
    } else if (look.says == Look::Says::Bought) {
        settleByLedger(*order, look);
    } else {
        countQuiet(*order, looking, look);
    }
    keep(*order);
    const bool goesOn = order->state == OrderState::Unknown;
    if (goesOn) {
        lookAgain(id);
    } else {
        // From the event loop: this runs within the call that the entry holds.
        const std::shared_ptr<Looking> over(std::move(found->second));
        m_looking.erase(found);
        QMetaObject::invokeMethod(
            this, [over] {}, Qt::QueuedConnection);
    }
    Q_EMIT orderChanged(id);
    if (!goesOn) {
        lookSoon(id);
        Q_EMIT accountMoved();
    }
}

/// The pool of `before` is at most Tuning::freshFor older than the order was when it was sent.
Attribution PurchaseDesk::attributed(const TopUpOrder &order, const AccountSnapshot &snapshot) const
{
    constexpr std::chrono::minutes slowestReading{10};
    Attribution found = attribute(order, m_orders, snapshot);
    if (m_poolMoves) {
        const Instant sent = order.sentAt.value_or(order.preparedAt);
        found.served = m_poolMoves(order.proxyType, {sent - m_tuning.freshFor - slowestReading,
                                                     sent, snapshot.reading.at});
    }
    found.spentElsewhere = m_spentElsewhere && m_spentElsewhere(order.preparedAt);
    return found;
}

/// The transactions of orders that were settled by their receipts.
void PurchaseDesk::locate(const std::vector<std::pair<QString, TransactionId>> &located)
{
    for (const auto &[id, row] : located) {
        TopUpOrder *order = find(id);
        order->proof = row;
        keep(*order);
        Q_EMIT orderChanged(id);
    }
}

void PurchaseDesk::settleByLedger(TopUpOrder &order, const Look &look)
{
    ++m_outcomes[order.proxyType];
    const Look::Candidate &proof = look.candidates.front();
    order.state = OrderState::Completed;
    order.decidedBy = DecidedBy::Evidence;
    order.proof = proof.id;
    order.endedAt = m_clock.now();
    order.charged = proof.charged;
    if (order.charged) {
        const auto found = findingsOf(order, *order.charged);
        order.findings.insert(order.findings.end(), found.begin(), found.end());
    }
}

/// Another order has an outcome, and with it a transaction: what was in doubt may be clear now.
void PurchaseDesk::lookSoon(const QString &exceptOf)
{
    for (const auto &[id, looking] : m_looking) {
        if (id != exceptOf && !looking->running) {
            looking->step = 0;
            looking->timer.start(m_tuning.lookPauses.front());
        }
    }
}

/// Not charged only after looks that agree for long enough, each with no trace anywhere.
void PurchaseDesk::countQuiet(TopUpOrder &order, Looking &looking, const Look &look)
{
    constexpr int enoughLooks = 3;
    if (look.says != Look::Says::NoTrace) {
        looking.quietSince.reset();
        looking.quietLooks = 0;
        return;
    }
    const auto now = m_clock.monotonic();
    looking.quietSince = looking.quietSince.value_or(now);
    ++looking.quietLooks;
    if (now - *looking.quietSince >= m_tuning.quietFor && looking.quietLooks >= enoughLooks) {
        order.state = OrderState::NotDone;
        order.endedAt = m_clock.now();
        order.decidedBy = DecidedBy::Evidence;
    }
}

// --------------------------------------------------------------------------------- late charges

void PurchaseDesk::lookForLateCharges()
{
    const Instant now = m_clock.now();
    AccountReader::Request request;
    for (const TopUpOrder &order : m_orders) {
        if (mayBeChargedLate(order, now) && order.before.mark && !m_looking.contains(order.id)) {
            addMarks(request.until, order, m_orders);
            request.proxyType = order.proxyType;
        }
    }
    if (request.until.empty() || !m_reader || !m_tuning.follows ||
        !m_auth.has(TokenKind::Personal)) {
        return;
    }
    if (m_lateLookRuns) { // what it has read may be older than the charge
        m_lateLookAgain = true;
        return;
    }
    m_lateLookRuns = true;
    m_lateLook = m_reader->read(request, this, [this](const AccountSnapshot &snapshot) {
        m_lateLookRuns = false;
        onLateSight(snapshot);
        if (std::exchange(m_lateLookAgain, false)) {
            lookForLateCharges();
        }
    });
}

void PurchaseDesk::onLateSight(const AccountSnapshot &snapshot)
{
    struct Found
    {
        TopUpOrder *order;
        Look look;
        Late late;
    };
    std::vector<Found> found;
    // First what is to be said of each, then what becomes of them: one that is reopened is no
    // reason to leave another one, which has the same claim, closed.
    for (TopUpOrder &order : m_orders) {
        if (!mayBeChargedLate(order, snapshot.reading.at) || !order.before.mark ||
            m_looking.contains(order.id)) {
            continue;
        }
        const AccountSnapshot seen = sightOf(snapshot, order.proxyType);
        const Attribution attribution = attributed(order, seen);
        locate(attribution.located);
        Look look = judge(order, seen, attribution);
        const Late late = lateCharge(order, look, attribution, m_orders);
        if (late != Late::Nothing) {
            look.says = late == Late::Reopens ? Look::Says::Conflict : look.says;
            found.push_back({&order, look, late});
        }
    }
    QStringList changed;
    for (const Found &each : found) {
        append(each.order->looks, each.look);
        takeLate(*each.order, each.look, each.late == Late::Settles);
        keep(*each.order);
        changed.append(each.order->id);
    }
    for (const QString &id : std::as_const(changed)) {
        Q_EMIT orderChanged(id);
    }
    if (!found.empty()) {
        lookSoon({});
        Q_EMIT accountMoved();
    }
}

/// What is read before an order goes reaches back to every order that may still be charged: the
/// order is not to be sent beside the one that it replaces.
Call PurchaseDesk::readToBuy(const QString &proxyType,
                             std::function<void(const AccountSnapshot &)> handler)
{
    AccountReader::Request request{proxyType};
    const Instant now = m_clock.now();
    for (const TopUpOrder &order : m_orders) {
        if (order.state == OrderState::Unknown || mayBeChargedLate(order, now)) {
            addMarks(request.until, order, m_orders);
        }
    }
    return m_reader->read(request, this,
                          [this, handler = std::move(handler)](const auto &snapshot) {
                              examine(snapshot);
                              if (m_buying) {
                                  handler(snapshot);
                              }
                          });
}

void PurchaseDesk::examine(const AccountSnapshot &snapshot)
{
    QStringList unknown;
    for (const TopUpOrder &order : m_orders) {
        if (order.state == OrderState::Unknown && order.before.mark) {
            unknown.append(order.id);
        }
    }
    for (const QString &id : std::as_const(unknown)) {
        onSight(id, sightOf(snapshot, order(id)->proxyType));
    }
    onLateSight(snapshot);
}

/// Settles the order, or reopens it for the user to decide.
void PurchaseDesk::takeLate(TopUpOrder &order, const Look &look, bool settles)
{
    Finding finding;
    finding.kind = Finding::Kind::LateCharge;
    finding.level = Finding::Level::Alarm;
    finding.foundMoney = look.candidates.front().charged;
    order.findings.push_back(finding);
    ++m_outcomes[order.proxyType];
    if (settles) {
        settleByLedger(order, look);
    } else {
        order.state = OrderState::Unknown;
        order.decidedBy = DecidedBy::Nobody;
        order.endedAt.reset();
        if (!m_looking.contains(order.id)) {
            startLooking(order.id, m_tuning.lookPauses.front());
        }
    }
    // From the event loop: the order has to be kept first.
    QMetaObject::invokeMethod(
        this, [this, id = order.id] { Q_EMIT lateChargeFound(id); }, Qt::QueuedConnection);
}

void PurchaseDesk::lookAgain(const QString &id)
{
    Looking &looking = *m_looking.at(id);
    const auto &pauses = m_tuning.lookPauses;
    looking.step = std::min(looking.step + 1, pauses.size() - 1);
    looking.timer.start(pauses.at(looking.step));
}

} // namespace relaybook
