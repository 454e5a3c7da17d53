// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the outcome of a creation whose answer was lost, from the list of proxies.
#include "models/account/proxydesk.h"

#include "models/account/storedrows.h"
#include "models/sync/arearefresh.h"

#include <algorithm>

namespace relaybook {
namespace {

constexpr int enoughLists = 2;
constexpr std::chrono::hours watchedFor{24 * 7};

bool isSame(const QString &a, const QString &b)
{
    return a.trimmed().compare(b.trimmed(), Qt::CaseInsensitive) == 0;
}

/// The number of ordered fields in which the proxy differs. A field that the service does not
/// report counts as equal.
int differences(const Proxy &proxy, const NewProxy &wanted)
{
    const ProxyEdit &options = wanted.options;
    const auto differs = [](const QString &found, const QString &named) {
        return !named.isEmpty() && !found.isEmpty() && !isSame(found, named) ? 1 : 0;
    };
    const auto differsIn = [](const auto &found, const auto &named) {
        return named && found && *found != *named ? 1 : 0;
    };
    return differs(proxy.type, wanted.type) + differs(proxy.country, wanted.country) +
           differs(proxy.behavior, wanted.behavior) +
           differs(proxy.name, options.name.value_or(QString())) +
           differs(proxy.region, options.region.value_or(QString())) +
           differs(proxy.city, options.city.value_or(QString())) +
           differs(proxy.rotateType, options.rotateType.value_or(QString())) +
           differsIn(proxy.rotateIntervalMinutes, options.rotateIntervalMinutes) +
           differsIn(proxy.trafficLimit, options.trafficLimit);
}

} // namespace

void ProxyDesk::lookLater()
{
    if (m_parts.client != nullptr && !m_lookTimer.isActive()) {
        m_lookTimer.start(
            m_tuning.lookPauses.at(std::min(m_looks, m_tuning.lookPauses.size() - 1)));
    }
}

void ProxyDesk::look()
{
    if (unknown() == nullptr) {
        return;
    }
    ++m_looks;
    m_parts.areas.refresh(Area::Proxies);
    lookLater();
}

bool ProxyDesk::isAnothers(const ProxyId &id, const ProxyOrder &creation) const
{
    return std::any_of(m_creations.begin(), m_creations.end(), [&](const ProxyOrder &each) {
        return each.id != creation.id && each.proxy == id;
    });
}

/// Whether the order has no outcome, or was found not done so recently that a late service may
/// still carry it out.
bool ProxyDesk::isDoubtful(const ProxyOrder &order) const
{
    const bool isLate = order.state == OrderState::NotDone && order.endedAt &&
                        m_parts.clock.now() - *order.endedAt < watchedFor;
    return order.listWasRead && (order.state == OrderState::Unknown || isLate);
}

bool ProxyDesk::mayHaveSpentSince(Instant since) const
{
    // The ledger may list a charge late, and a clock may have been set meanwhile.
    constexpr std::chrono::hours margin{24};
    return std::any_of(m_creations.begin(), m_creations.end(), [&](const ProxyOrder &each) {
        const bool isSpent = each.state == OrderState::Sending ||
                             each.state == OrderState::Unknown ||
                             each.state == OrderState::Completed || isDoubtful(each);
        return isSpent && each.endedAt.value_or(Instant::max()) > since - margin;
    });
}

/// Whether one of the new proxies may belong to this order, but it is unknown which one.
bool ProxyDesk::lacksItsProxy(const ProxyOrder &order) const
{
    const bool isUnnamed = order.state == OrderState::Completed && order.proxy.value().isEmpty() &&
                           order.endedAt && m_parts.clock.now() - *order.endedAt < watchedFor;
    return order.state == OrderState::Sending || order.state == OrderState::Unknown || isUnnamed ||
           isDoubtful(order);
}

/// The new proxies that may belong to the order. This includes proxies that differ from it, because
/// the service may have changed a value: only the user can decide.
ProxyDesk::NewProxies ProxyDesk::newProxiesFor(const ProxyOrder &order) const
{
    const auto couldBeOf = [](const ProxyOrder &other, const ProxyId &id, const Proxy &row) {
        return std::find(other.before.begin(), other.before.end(), id) == other.before.end() &&
               differences(row, other.wanted) == 0;
    };
    const QSet<ProxyId> before(order.before.begin(), order.before.end());
    NewProxies found;
    for (const ProxyId &id : m_parts.rows.proxyIds()) {
        const auto row =
            before.contains(id) || isAnothers(id, order) ? std::nullopt : m_parts.rows.proxy(id);
        const int differing = row ? differences(*row, order.wanted) : 0;
        if (!row || (differing > 1 && !isSame(row->type, order.wanted.type))) {
            continue;
        }
        found.ids.push_back(id);
        found.isNear = found.isNear || differing <= 1;
        const bool isShared =
            std::any_of(m_creations.begin(), m_creations.end(), [&](const ProxyOrder &other) {
                return other.id != order.id && lacksItsProxy(other) && couldBeOf(other, id, *row);
            });
        found.isClear = differing == 0 && !isShared;
    }
    found.isClear = found.isClear && found.ids.size() == 1;
    return found;
}

/// Settles an order only if exactly one new proxy matches it and no other order could have created
/// that proxy. Collects the proxies of all orders before it settles any of them, so that settling
/// one order does not affect the next.
void ProxyDesk::judge()
{
    std::vector<std::pair<QString, NewProxies>> found;
    for (const ProxyOrder &each : m_creations) {
        if (isDoubtful(each)) {
            found.emplace_back(each.id, newProxiesFor(each));
        }
    }
    for (const auto &[id, proxies] : found) {
        settle(*find(id), proxies);
    }
    Q_EMIT changed();
}

void ProxyDesk::settle(ProxyOrder &order, const NewProxies &found)
{
    const std::chrono::milliseconds now = m_parts.clock.monotonic();
    const bool isLate = order.state == OrderState::NotDone;
    order.candidates = found.ids;
    if (found.isClear) {
        order.proxy = found.ids.front();
        ++m_outcomes;
        end(order, OrderState::Completed, DecidedBy::Evidence);
        Q_EMIT settled(order.id);
    } else if (!found.ids.empty()) {
        order.quietLists = 0;
        order.quietSince.reset();
        if (isLate && found.isNear) { // it may have been created late: the user has to decide
            order.state = OrderState::Unknown;
            order.decidedBy = DecidedBy::Nobody;
            order.endedAt.reset();
            ++m_outcomes;
            put(order);
            lookLater();
        }
    } else if (!isLate) {
        order.quietSince = order.quietSince.value_or(now);
        ++order.quietLists;
        if (order.quietLists >= enoughLists && now - *order.quietSince >= m_tuning.quietFor) {
            end(order, OrderState::NotDone, DecidedBy::Evidence);
            Q_EMIT settled(order.id);
        }
    }
}

bool ProxyDesk::userDecides(const QString &id, bool wasCreated, const std::optional<ProxyId> &proxy)
{
    ProxyOrder *creation = find(id);
    if (creation == nullptr || creation->state != OrderState::Unknown) {
        return false;
    }
    const auto &candidates = creation->candidates;
    const bool isCandidate =
        proxy && std::find(candidates.begin(), candidates.end(), *proxy) != candidates.end();
    if (proxy && (!wasCreated || !isCandidate || isAnothers(*proxy, *creation))) {
        return false;
    }
    creation->proxy = proxy.value_or(ProxyId());
    end(*creation, wasCreated ? OrderState::Completed : OrderState::NotDone, DecidedBy::User);
    // After the user's decision, later lists must not change the outcome.
    creation->before.clear();
    creation->listWasRead = false;
    put(*creation);
    Q_EMIT changed();
    return true;
}

} // namespace relaybook
