// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out from the list of proxies what became of a creation whose answer was lost.
#include "models/account/proxydesk.h"

#include "models/account/storedrows.h"
#include "models/sync/arearefresh.h"

#include <algorithm>

namespace relaybook {
namespace {

using CreationState = ProxyCreation::State;

constexpr int enoughLists = 2;
constexpr std::chrono::hours watchedFor{24 * 7};

bool isLike(const Proxy &proxy, const NewProxy &wanted)
{
    const auto same = [](const QString &a, const QString &b) {
        return a.compare(b, Qt::CaseInsensitive) == 0;
    };
    const QString name = wanted.options.name.value_or(QString());
    return same(proxy.type, wanted.type) && same(proxy.country, wanted.country) &&
           (name.isEmpty() || proxy.name.isEmpty() || proxy.name.trimmed() == name.trimmed());
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

bool ProxyDesk::isAnothers(const ProxyId &id, const ProxyCreation &creation) const
{
    return std::any_of(m_creations.begin(), m_creations.end(), [&](const ProxyCreation &each) {
        return each.id != creation.id && each.proxy == id;
    });
}

std::vector<ProxyId> ProxyDesk::newProxiesLike(const ProxyCreation &creation) const
{
    const QSet<ProxyId> before(creation.before.begin(), creation.before.end());
    std::vector<ProxyId> found;
    for (const ProxyId &id : m_parts.rows.proxyIds()) {
        if (before.contains(id) || isAnothers(id, creation)) {
            continue;
        }
        const auto row = m_parts.rows.proxy(id);
        if (row && isLike(*row, creation.wanted)) {
            found.push_back(id);
        }
    }
    return found;
}

/// One new proxy of this kind is the one. Of several, the user knows which; of none, time does.
void ProxyDesk::judge()
{
    const Instant now = m_parts.clock.now();
    const std::chrono::milliseconds monotonic = m_parts.clock.monotonic();
    for (ProxyCreation &each : m_creations) {
        const bool isLate = each.state == CreationState::NotCreated && each.endedAt &&
                            now - *each.endedAt < watchedFor;
        if ((each.state != CreationState::Unknown && !isLate) || !each.listWasRead) {
            continue;
        }
        each.candidates = newProxiesLike(each);
        if (each.candidates.size() == 1) {
            each.proxy = each.candidates.front();
            end(each, CreationState::Created, ProxyCreation::DecidedBy::List);
            Q_EMIT settled(each.id);
        } else if (!each.candidates.empty()) {
            each.quietLists = 0;
            each.quietSince.reset();
        } else if (!isLate) {
            each.quietSince = each.quietSince.value_or(monotonic);
            ++each.quietLists;
            if (each.quietLists >= enoughLists &&
                monotonic - *each.quietSince >= m_tuning.quietFor) {
                end(each, CreationState::NotCreated, ProxyCreation::DecidedBy::List);
                Q_EMIT settled(each.id);
            }
        }
    }
    Q_EMIT changed();
}

bool ProxyDesk::userDecides(const QString &id, bool wasCreated, const std::optional<ProxyId> &proxy)
{
    ProxyCreation *creation = find(id);
    if (creation == nullptr || creation->state != CreationState::Unknown) {
        return false;
    }
    const auto &candidates = creation->candidates;
    const bool isCandidate =
        proxy && std::find(candidates.begin(), candidates.end(), *proxy) != candidates.end();
    if (proxy && (!wasCreated || !isCandidate || isAnothers(*proxy, *creation))) {
        return false;
    }
    creation->proxy = proxy.value_or(ProxyId());
    end(*creation, wasCreated ? CreationState::Created : CreationState::NotCreated,
        ProxyCreation::DecidedBy::User);
    // What the user has seen in the list is not found late.
    creation->before.clear();
    creation->listWasRead = false;
    put(*creation);
    Q_EMIT changed();
    return true;
}

} // namespace relaybook
