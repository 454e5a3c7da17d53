// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for traces of an order whose outcome is unknown.

#include "models/buying/purchasedesk.h"

#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <algorithm>

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

void PurchaseDesk::look(const QString &orderId)
{
    const Order *wanted = order(orderId);
    const bool makesSense = wanted != nullptr && (wanted->state == Order::State::Unknown ||
                                                  wanted->state == Order::State::NotCharged);
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
    const Order *wanted = order(id);
    const auto found = m_looking.find(id);
    if (wanted == nullptr || found == m_looking.end() || found->second->running) {
        return;
    }
    Looking &looking = *found->second;
    looking.timer.stop();
    looking.running = true;
    const bool wasEmpty = wanted->before.ledgerRead && !wanted->before.newest;
    looking.call = m_reader->read({wanted->proxyType, wanted->before.newest, wasEmpty}, this,
                                  [this, id](const AccountSight &sight) { onSight(id, sight); });
    Q_EMIT orderChanged(id);
}

void PurchaseDesk::onSight(const QString &id, const AccountSight &sight)
{
    const auto found = m_looking.find(id);
    Order *order = find(id);
    if (order == nullptr || found == m_looking.end()) {
        return;
    }
    Looking &looking = *found->second;
    looking.running = false;
    if (sight.poolsRead || sight.balance) {
        Q_EMIT balancesRead(sight.balance, sight.pools);
    }
    const Look look = judge(*order, sight);
    append(order->looks, look);
    if (look.says == Look::Says::Bought) {
        settleByLedger(*order, look, sight);
    } else if (order->state == Order::State::Unknown) {
        countQuiet(*order, looking, look);
    }
    keep(*order);
    const bool goesOn = order->state == Order::State::Unknown;
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
        Q_EMIT accountMoved();
    }
}

void PurchaseDesk::settleByLedger(Order &order, const Look &look, const AccountSight &sight) const
{
    const bool late = order.state == Order::State::NotCharged;
    const TransactionId proof = look.candidates.front().id;
    const auto row = std::find_if(sight.rows.begin(), sight.rows.end(),
                                  [proof](const Transaction &one) { return one.id == proof; });
    order.state = Order::State::Settled;
    order.settledBy = Order::SettledBy::Evidence;
    order.proof = proof;
    order.endedAt = m_clock.now();
    const auto change = row == sight.rows.end() ? std::nullopt : row->change();
    if (change) {
        order.charged = change->magnitude();
        order.findings = findingsOf(order, *order.charged);
    }
    if (late) {
        Finding finding;
        finding.kind = Finding::Kind::LateCharge;
        finding.level = Finding::Level::Alarm;
        finding.foundMoney = order.charged;
        order.findings.push_back(finding);
    }
}

/// Not charged only after looks that agree for long enough, each with no trace anywhere.
void PurchaseDesk::countQuiet(Order &order, Looking &looking, const Look &look)
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
        order.state = Order::State::NotCharged;
        order.endedAt = m_clock.now();
        order.settledBy = Order::SettledBy::Evidence;
    }
}

void PurchaseDesk::lookAgain(const QString &id)
{
    Looking &looking = *m_looking.at(id);
    const auto &pauses = m_tuning.lookPauses;
    looking.step = std::min(looking.step + 1, pauses.size() - 1);
    looking.timer.start(pauses.at(looking.step));
}

} // namespace relaybook
