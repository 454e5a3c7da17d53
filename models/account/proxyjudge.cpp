// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxyjudge.h"

#include "api/json/samebutmasked.h"
#include "api/types/masktext.h"

#include <algorithm>

namespace relaybook {
namespace {

bool isSame(const QString &a, const QString &b)
{
    return sameButMasked(a.trimmed().toCaseFolded().toUtf8(), b.trimmed().toCaseFolded().toUtf8());
}

/// The number of ordered fields in which the proxy differs. A field that the service does not
/// report counts as equal, and so does what is behind a mask.
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

/// Whether a compared field has a mask, so that it fits more than one text.
bool hasMask(const Proxy &proxy)
{
    const auto masked = [&proxy](QString Proxy::*field) { return holdsMask(proxy.*field); };
    return masked(&Proxy::country) || masked(&Proxy::behavior) || masked(&Proxy::name) ||
           masked(&Proxy::region) || masked(&Proxy::city) || masked(&Proxy::rotateType);
}

bool contains(const std::vector<ProxyId> &ids, const ProxyId &id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Whether one of the new proxies may belong to this order, but it is unknown which one.
bool lacksItsProxy(const ProxyOrder &order)
{
    const bool isUnnamed = order.state == OrderState::Completed && order.proxy.value().isEmpty();
    return order.state == OrderState::Sending || order.state == OrderState::Unknown || isUnnamed ||
           isDoubtful(order);
}

bool couldHaveCreated(const ProxyOrder &order, const Proxy &proxy)
{
    return !contains(order.before, proxy.id) && !contains(order.dismissed, proxy.id) &&
           differences(proxy, order.wanted) == 0;
}

} // namespace

bool isDoubtful(const ProxyOrder &order)
{
    return order.listWasRead && (order.state == OrderState::Unknown || mayBeLate(order));
}

bool isAnothers(const ProxyId &proxy, const ProxyOrder &order, const std::deque<ProxyOrder> &all)
{
    return std::any_of(all.begin(), all.end(), [&](const ProxyOrder &each) {
        return each.id != order.id && each.proxy == proxy;
    });
}

ProxyLook judge(const ProxyOrder &order, const std::deque<ProxyOrder> &all,
                const ListedProxies &listed)
{
    const QSet<ProxyId> before(order.before.begin(), order.before.end());
    bool isClear = false;
    ProxyLook look;
    for (const ProxyId &id : listed.ids) {
        const bool isNew =
            !before.contains(id) && !contains(order.dismissed, id) && !isAnothers(id, order, all);
        const auto row = isNew ? listed.row(id) : std::nullopt;
        const int differing = row ? differences(*row, order.wanted) : 0;
        const bool isOfOtherType =
            row && !row->type.isEmpty() && !isSame(row->type, order.wanted.type);
        if (!row || (differing > 1 && isOfOtherType)) {
            continue;
        }
        look.candidates.push_back(id);
        look.isTrace = look.isTrace || differing <= 1;
        const bool isShared = std::any_of(all.begin(), all.end(), [&](const ProxyOrder &other) {
            return other.id != order.id && lacksItsProxy(other) && couldHaveCreated(other, *row);
        });
        isClear = differing == 0 && !isShared && !hasMask(*row);
    }
    const bool mayBeUnreadable =
        std::any_of(listed.unreadable.begin(), listed.unreadable.end(),
                    [&before](const ProxyId &id) { return !before.contains(id); });
    if (look.candidates.empty()) {
        look.says = mayBeUnreadable ? LookSays::Incomplete : LookSays::NoTrace;
    } else {
        look.says = isClear && look.candidates.size() == 1 ? LookSays::Done : LookSays::Conflict;
    }
    return look;
}

} // namespace relaybook
