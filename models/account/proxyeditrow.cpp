// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxyeditrow.h"

#include "models/account/accountactions.h"
#include "models/orders/orderfields.h"

#include <QJsonDocument>
#include <QStringList>

namespace relaybook {

namespace {

/// Calls `visit` with the service's name of each field, and its members.
template <class Visit>
void eachEditedField(const Visit &visit)
{
    visit("name", &ProxyEdit::name, &Proxy::name);
    visit("country", &ProxyEdit::country, &Proxy::country);
    visit("region", &ProxyEdit::region, &Proxy::region);
    visit("city", &ProxyEdit::city, &Proxy::city);
    visit("behavior", &ProxyEdit::behavior, &Proxy::behavior);
    visit("rotate_type", &ProxyEdit::rotateType, &Proxy::rotateType);
    visit("rotate_interval", &ProxyEdit::rotateIntervalMinutes, &Proxy::rotateIntervalMinutes);
    visit("traffic_limit", &ProxyEdit::trafficLimit, &Proxy::trafficLimit);
}

} // namespace

template <class Io>
void fields(Io &io, ProxyEdit &edit)
{
    eachEditedField(
        [&](const char *name, auto field, auto /*of proxy*/) { io(name, edit.*field); });
}

template <class Io>
void fields(Io &io, Proxy &proxy)
{
    bool isKnown = isReported(proxy);
    io("is_known", isKnown);
    proxy.raw = isKnown ? QByteArrayLiteral("{}") : QByteArray();
    eachEditedField(
        [&](const char *name, auto /*of edit*/, auto field) { io(name, proxy.*field); });
}

template <class Io>
void fields(Io &io, ProxyEditRow &row)
{
    io("id", row.id);
    io("label", row.name);
    io("before", row.before);
    io("wanted", row.wanted);
    io("after", row.after);
}

Proxy editableValues(const Proxy &proxy)
{
    Proxy values;
    values.id = proxy.id;
    values.raw = isReported(proxy) ? QByteArrayLiteral("{}") : QByteArray();
    eachEditedField(
        [&](const char * /*name*/, auto /*of edit*/, auto field) { values.*field = proxy.*field; });
    return values;
}

ProxyEditRow proxyEditRow(const Proxy &shown, const ProxyEdit &wanted)
{
    return {shown.id, shown.name, editableValues(shown), wanted, {}};
}

ProxyEditDecision decideProxyEdit(const ProxyEditRow &row, const Proxy &now)
{
    ProxyEditDecision decision;
    const QStringList missing = fieldsLeftOut(row.wanted, now);
    if (missing.isEmpty()) {
        return decision;
    }
    const bool isSeen = isReported(row.before);
    bool isElsewhere = false;
    eachEditedField([&](const char *name, auto wanted, auto value) {
        const bool isMissing = missing.contains(QLatin1String(name));
        if (isMissing) {
            decision.edit.*wanted = row.wanted.*wanted;
        }
        isElsewhere = isElsewhere || (isMissing && isSeen && row.before.*value != now.*value);
    });
    if (decision.edit.country) {
        const auto differs = [&](auto wanted, auto value) {
            return isSeen && row.before.*value != now.*value &&
                   !(row.wanted.*wanted && *(row.wanted.*wanted) == now.*value);
        };
        isElsewhere = isElsewhere || differs(&ProxyEdit::region, &Proxy::region) ||
                      differs(&ProxyEdit::city, &Proxy::city);
        // The service may change them together with the country.
        decision.edit.region = row.wanted.region;
        decision.edit.city = row.wanted.city;
    }
    decision.kind =
        isElsewhere ? ProxyEditDecision::Kind::Elsewhere : ProxyEditDecision::Kind::Send;
    return decision;
}

std::optional<ProxyUndoRow> undoOf(const ProxyEditRow &row)
{
    const auto change =
        row.after ? savedProxy(row.before, row.wanted, *row.after) : std::optional<SavedProxy>();
    if (!change) {
        return std::nullopt;
    }
    ProxyEditRow back = proxyEditRow(*row.after, change->before);
    back.id = row.id;
    back.name = row.name;
    return ProxyUndoRow{std::move(back), change->isPart};
}

QByteArray toJson(const ProxyEditRow &row)
{
    return stored::toDocument(row);
}

std::optional<ProxyEditRow> proxyEditRowFrom(const QByteArray &json)
{
    const QJsonDocument parsed = QJsonDocument::fromJson(json);
    stored::Reader io(parsed.object());
    ProxyEditRow row;
    fields(io, row);
    if (!parsed.isObject() || !io.isFine() || row.id.value().isEmpty()) {
        return std::nullopt;
    }
    row.before.id = row.id;
    if (row.after) {
        row.after->id = row.id;
    }
    return row;
}

} // namespace relaybook
