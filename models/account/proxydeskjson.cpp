// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of the journal of creations as JSON.
#include "models/account/proxydesk.h"
#include "models/journal/journaljson.h"

#include <QJsonDocument>

namespace relaybook {
namespace {

using journaljson::json;
using journaljson::putEnum;
using journaljson::Reader;

void putText(QJsonObject &object, const char *key, const std::optional<QString> &text)
{
    if (text) {
        object.insert(QLatin1String(key), *text);
    }
}

std::optional<QString> optionalText(const Reader &in, const char *key)
{
    return in.has(key) ? std::optional(in.text(key)) : std::nullopt;
}

QJsonArray idsOf(const std::vector<ProxyId> &ids)
{
    QJsonArray array;
    for (const ProxyId &id : ids) {
        array.append(id.value());
    }
    return array;
}

std::vector<ProxyId> idsIn(const QJsonValue &value)
{
    std::vector<ProxyId> ids;
    for (const auto &each : value.toArray()) {
        ids.emplace_back(each.toString());
    }
    return ids;
}

QJsonObject wantedToJson(const NewProxy &wanted)
{
    QJsonObject object{{QStringLiteral("type"), wanted.type},
                       {QStringLiteral("country"), wanted.country},
                       {QStringLiteral("behavior"), wanted.behavior}};
    putText(object, "name", wanted.options.name);
    putText(object, "region", wanted.options.region);
    putText(object, "city", wanted.options.city);
    putText(object, "rotate_type", wanted.options.rotateType);
    if (wanted.options.rotateIntervalMinutes) {
        object.insert(QLatin1String("rotate_interval"),
                      journaljson::whole(*wanted.options.rotateIntervalMinutes));
    }
    journaljson::put(object, "traffic_limit", wanted.options.trafficLimit);
    return object;
}

NewProxy wantedFrom(Reader &in)
{
    NewProxy wanted{in.text("type"), in.text("country"), in.text("behavior"), {}};
    wanted.options.name = optionalText(in, "name");
    wanted.options.region = optionalText(in, "region");
    wanted.options.city = optionalText(in, "city");
    wanted.options.rotateType = optionalText(in, "rotate_type");
    if (in.has("rotate_interval")) {
        wanted.options.rotateIntervalMinutes = in.whole("rotate_interval");
    }
    in.read("traffic_limit", wanted.options.trafficLimit);
    return wanted;
}

} // namespace

QByteArray creationToJson(const ProxyCreation &creation)
{
    QJsonObject object{{QStringLiteral("id"), creation.id},
                       {QStringLiteral("wanted"), wantedToJson(creation.wanted)},
                       {QStringLiteral("prepared_at"), json(creation.preparedAt)},
                       {QStringLiteral("proxy"), creation.proxy.value()},
                       {QStringLiteral("list_was_read"), creation.listWasRead},
                       {QStringLiteral("before"), idsOf(creation.before)},
                       {QStringLiteral("candidates"), idsOf(creation.candidates)}};
    putEnum(object, "state", creation.state);
    putEnum(object, "decided_by", creation.decidedBy);
    journaljson::put(object, "ended_at", creation.endedAt);
    if (creation.error) {
        object.insert(QLatin1String("error"), journaljson::toJson(*creation.error));
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<ProxyCreation> creationFromJson(const QByteArray &document)
{
    const QJsonDocument parsed = QJsonDocument::fromJson(document);
    if (!parsed.isObject()) {
        return std::nullopt;
    }
    Reader in(parsed.object());
    ProxyCreation creation;
    creation.id = in.text("id");
    Reader wanted = in.inside("wanted");
    creation.wanted = wantedFrom(wanted);
    in.also(wanted);
    in.read("prepared_at", creation.preparedAt);
    creation.proxy = ProxyId(in.text("proxy"));
    creation.listWasRead = in.flag("list_was_read");
    creation.before = idsIn(in.at("before"));
    creation.candidates = idsIn(in.at("candidates"));
    in.readEnum("state", creation.state, ProxyCreation::State::NotCreated);
    in.readEnum("decided_by", creation.decidedBy, ProxyCreation::DecidedBy::User);
    in.read("ended_at", creation.endedAt);
    if (in.has("error")) {
        Reader error = in.inside("error");
        creation.error = journaljson::readError(error);
        in.also(error);
    }
    return in.ok() && !creation.id.isEmpty() ? std::optional(creation) : std::nullopt;
}

} // namespace relaybook
