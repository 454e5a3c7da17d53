// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/subusers.h"

#include "api/endpoints/decode.h"
#include "api/json/jsonwriter.h"

namespace relaybook {
namespace {

QString subUserPath(SubUserId id, QStringView rest = {})
{
    return u"/reseller/sub-users/" % segment(id.text()) % rest;
}

std::optional<int> port(const JsonValue &value)
{
    const auto figure = value.asFigure();
    const auto number = figure ? parseDecimal(*figure, 0) : std::nullopt;
    constexpr qint64 highest = 65535;
    const bool sensible = number && number->exact && number->units > 0 && number->units <= highest;
    return sensible ? std::optional(static_cast<int>(number->units)) : std::nullopt;
}

/// `proxy`, or the first entry of the older `proxy_config`.
JsonValue accessOf(const JsonValue &subUser)
{
    JsonValue access = subUser.member("proxy");
    const JsonValue older = subUser.member("proxy_config");
    if (access.isObject()) {
        return access;
    }
    access = older;
    bool found = false;
    older.forEachItem([&](const JsonValue &entry) {
        if (!found && entry.isObject()) {
            access = entry;
            found = true;
        }
    });
    return access;
}

SubUserAccess readAccess(const JsonValue &value)
{
    SubUserAccess access;
    access.host = value.anyOf({"host", "server", "proxy_host"}).asText();
    access.portHttp = port(value.anyOf({"port_http", "http_port", "port"}));
    access.portSocks5 = port(value.anyOf({"port_socks5", "socks5_port"}));
    access.userName = value.anyOf({"proxy_username", "username", "login"})
                          .asExactText()
                          .value_or(QString()); // handed to the customer with the password
    const JsonValue password = value.anyOf({"proxy_password", "password"});
    access.password =
        password.isText() ? Secret(password.asExactText().value_or(QString())) : Secret();
    return access;
}

std::optional<TrafficAmount> trafficLeft(const JsonValue &value)
{
    const auto gigabytes = value.gigabytes("traffic_balance_gb");
    return gigabytes ? gigabytes : value.bytes("traffic_balance_bytes");
}

std::optional<TrafficAmount> trafficUsed(const JsonValue &value)
{
    for (const auto key : {"traffic_used_bytes", "usage_bandwidth_bytes"}) {
        if (const auto used = value.bytes(key)) {
            return used;
        }
    }
    return value.gigabytes("traffic_used_gb");
}

/// Gigabytes with two decimals may be rounded, so a few megabytes could appear as 0 or as more than
/// they are. Uses the megabytes if they agree with the gigabytes.
std::optional<TrafficAmount> finerOf(std::optional<TrafficAmount> gigabytes,
                                     std::optional<TrafficAmount> megabytes)
{
    constexpr qint64 step = TrafficAmount::unitsPerGb / 100;
    const auto off = gigabytes && megabytes ? megabytes->minus(*gigabytes) : std::nullopt;
    const bool agree = off && off->units() <= step / 2 && off->units() >= -step / 2;
    const bool mayBeRounded = gigabytes && gigabytes->units() % step == 0;
    return !gigabytes || (agree && mayBeRounded) ? megabytes : gigabytes;
}

Allocation readAllocation(const JsonValue &value)
{
    Allocation allocation;
    allocation.id = value.requiredInteger("id");
    allocation.createdAt = value.instant("created_at");
    allocation.added =
        finerOf(value.gigabytes("added_traffic_gb"), value.megabytes("added_traffic_mb"));
    allocation.raw = value.raw();
    return allocation;
}

AccessRule readRule(const JsonValue &value)
{
    AccessRule rule;
    rule.id = AccessRuleId(value.requiredInteger("id"));
    rule.pattern = value.anyOf({"pattern", "cidr", "ip_or_cidr"}).asExactText().value_or(QString());
    rule.comment = value.exactText("comment");
    rule.createdAt = value.instant("created_at");
    return rule;
}

Result<SubUser> decodeSubUser(const QByteArray &body)
{
    JsonReader reader(body);
    return reader.finish(readSubUser(reader.data()));
}

/// The amount moved and the new total. A response without the amount is not accepted: it could be
/// the page of another server or proxy.
Result<TrafficMove> decodeMove(const QByteArray &body, const char *moved)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    if (!data.isObject()) {
        data.complain(QStringLiteral("is not a receipt"));
    }
    TrafficMove move;
    move.moved = data.gigabytes(moved);
    if (!move.moved) {
        data.member(moved).complain(QStringLiteral("is missing"));
    }
    move.newBalance = data.gigabytes("new_balance_gb");
    move.raw = data.raw();
    return reader.finish(std::move(move));
}

/// The response needs no figure, but it must not be empty: a proxy may also send an empty success.
Result<Done> decodeDeletion(const QByteArray &body)
{
    JsonReader reader(body);
    reader.complainOfFailure();
    const JsonValue root = reader.root();
    Done done{root.text("message"), root.raw()};
    if (done.message.isEmpty() && root.member("data").isNull()) {
        root.complain(QStringLiteral("says nothing of the deletion"));
    }
    return reader.finish(std::move(done));
}

Result<RuleAnswer> decodeRule(const QByteArray &body)
{
    JsonReader reader(body);
    if (reader.isEmpty()) {
        return RuleAnswer{};
    }
    RuleAnswer answer;
    answer.message = reader.root().text("message");
    const JsonValue data = reader.data();
    if (data.integer("id")) {
        answer.rule = readRule(data);
    }
    return reader.finish(std::move(answer));
}

Request moveRequest(const QString &path, const QByteArray &body)
{
    return changeRequest(Verb::Post, TokenKind::Reseller, path, body, Effect::Spends);
}

Request changeSubUser(Verb verb, const QString &path, const QByteArray &body = QByteArray())
{
    return changeRequest(verb, TokenKind::Reseller, path, body);
}

} // namespace

SubUser readSubUser(const JsonValue &value)
{
    SubUser subUser;
    subUser.id = SubUserId(value.requiredInteger("id"));
    // Orders are recognized by it, so it is masked only where it is stored.
    subUser.username = value.anyOf({"username", "login"}).asExactText().value_or(QString());
    subUser.note = value.member("note").asExactText();
    subUser.serviceType = value.typeText("service_type");
    subUser.trafficLeft = trafficLeft(value);
    subUser.trafficUsed = trafficUsed(value);
    subUser.createdAt = value.instant("created_at");
    subUser.updatedAt = value.instant("updated_at");
    subUser.access = readAccess(accessOf(value));
    subUser.raw = value.raw();
    return subUser;
}

Request ListSubUsers::toRequest() const
{
    Request request = readRequest(TokenKind::Reseller, QStringLiteral("/reseller/sub-users"));
    if (!link.isEmpty()) {
        request.query = QUrlQuery(link);
    } else if (page) {
        request.query.addQueryItem(QStringLiteral("page"), QString::number(*page));
    }
    return request;
}

Result<PageOf<SubUser>> ListSubUsers::decode(const QByteArray &body)
{
    return decodePage<SubUser>(body, readSubUser, readNumericId);
}

Request GetSubUser::toRequest() const
{
    return readRequest(TokenKind::Reseller, subUserPath(id));
}

Result<SubUser> GetSubUser::decode(const QByteArray &body)
{
    return decodeSubUser(body);
}

Request CreateSubUser::toRequest() const
{
    JsonWriter json;
    json.text("username", subUser.username);
    json.gigabytes("traffic_allocation_gb", subUser.trafficAllocation);
    if (!subUser.serviceType.isEmpty()) {
        json.text("service_type", subUser.serviceType);
    }
    if (subUser.note) {
        json.text("note", *subUser.note);
    }
    return changeRequest(Verb::Post, TokenKind::Reseller, QStringLiteral("/reseller/sub-users"),
                         json.finish(), Effect::Spends);
}

Result<SubUser> CreateSubUser::decode(const QByteArray &body)
{
    return decodeSubUser(body);
}

Request DeleteSubUser::toRequest() const
{
    return changeRequest(Verb::Delete, TokenKind::Reseller, subUserPath(id), QByteArray(),
                         Effect::Spends);
}

Result<Done> DeleteSubUser::decode(const QByteArray &body)
{
    return decodeDeletion(body);
}

Request UpdateSubUserNote::toRequest() const
{
    return changeSubUser(Verb::Patch, subUserPath(id, u"/note"),
                         JsonWriter().text("note", note).finish());
}

Result<NoteAnswer> UpdateSubUserNote::decode(const QByteArray &body)
{
    JsonReader reader(body);
    if (reader.isEmpty()) {
        return NoteAnswer{};
    }
    const JsonValue data = reader.data();
    NoteAnswer answer;
    if (data.isObject() && !data.member("id").isNull()) {
        answer.subUser = readSubUser(data);
    }
    answer.note = data.member("note").asExactText();
    return reader.finish(std::move(answer));
}

Request AddSubUserTraffic::toRequest() const
{
    return moveRequest(subUserPath(id, u"/traffic/add"),
                       JsonWriter().gigabytes("traffic_gb", amount).finish());
}

Result<TrafficMove> AddSubUserTraffic::decode(const QByteArray &body)
{
    return decodeMove(body, "added_traffic_gb");
}

Request DropSubUserTraffic::toRequest() const
{
    JsonWriter json;
    if (amount) {
        json.gigabytes("traffic_gb", *amount);
    }
    return moveRequest(subUserPath(id, u"/traffic/drop"), json.finish());
}

Result<TrafficMove> DropSubUserTraffic::decode(const QByteArray &body)
{
    return decodeMove(body, "dropped_traffic_gb");
}

Request GetSubUserTraffic::toRequest() const
{
    return readRequest(TokenKind::Reseller, subUserPath(id, u"/traffic"));
}

Result<SubUserTraffic> GetSubUserTraffic::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    if (!data.isObject()) {
        data.complain(QStringLiteral("is not an object"));
    }
    SubUserTraffic traffic;
    traffic.left = trafficLeft(data);
    traffic.used = trafficUsed(data);
    traffic.raw = data.raw();
    return reader.finish(std::move(traffic));
}

Request ListSubUserAllocations::toRequest() const
{
    Request request = readRequest(TokenKind::Reseller, subUserPath(id, u"/history"));
    request.query = pageQuery(page, perPage, link);
    return request;
}

Result<PageOf<Allocation>> ListSubUserAllocations::decode(const QByteArray &body)
{
    return decodePage<Allocation>(body, readAllocation, readNumericId);
}

Request ListBlocked::toRequest() const
{
    return readRequest(TokenKind::Reseller, subUserPath(id, u"/blocklist"));
}

Result<ListOf<AccessRule>> ListBlocked::decode(const QByteArray &body)
{
    return decodeList<AccessRule>(body, readRule);
}

Request AddBlocked::toRequest() const
{
    JsonWriter json;
    json.text("pattern", pattern);
    if (!comment.isEmpty()) {
        json.text("comment", comment);
    }
    return changeSubUser(Verb::Post, subUserPath(id, u"/blocklist"), json.finish());
}

Result<RuleAnswer> AddBlocked::decode(const QByteArray &body)
{
    return decodeRule(body);
}

Request AddBlockedBulk::toRequest() const
{
    return changeSubUser(Verb::Post, subUserPath(id, u"/blocklist/bulk"),
                         JsonWriter().texts("entries", patterns).finish());
}

Result<Done> AddBlockedBulk::decode(const QByteArray &body)
{
    return decodeDone(body);
}

Request RemoveBlocked::toRequest() const
{
    return changeSubUser(Verb::Delete, subUserPath(id, u"/blocklist/") % segment(rule.text()));
}

Result<Done> RemoveBlocked::decode(const QByteArray &body)
{
    return decodeDone(body);
}

Request ListAllowed::toRequest() const
{
    return readRequest(TokenKind::Reseller, subUserPath(id, u"/whitelist"));
}

Result<ListOf<AccessRule>> ListAllowed::decode(const QByteArray &body)
{
    return decodeList<AccessRule>(body, readRule);
}

Request AddAllowed::toRequest() const
{
    JsonWriter json;
    json.text(olderService ? "ip_or_cidr" : "cidr", address);
    if (!comment.isEmpty()) {
        json.text("comment", comment);
    }
    return changeSubUser(Verb::Post, subUserPath(id, u"/whitelist"), json.finish());
}

Result<RuleAnswer> AddAllowed::decode(const QByteArray &body)
{
    return decodeRule(body);
}

Request RemoveAllowed::toRequest() const
{
    return changeSubUser(Verb::Delete, subUserPath(id, u"/whitelist/") % segment(rule.text()));
}

Result<Done> RemoveAllowed::decode(const QByteArray &body)
{
    return decodeDone(body);
}

} // namespace relaybook
