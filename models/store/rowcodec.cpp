// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/rowcodec.h"

#include "models/store/textfold.h"

#include <QStringEncoder>

namespace relaybook {

const char *const transactionColumns =
    "id, created_ms, updated_ms, type, amount, balance_before, balance_after, description,"
    " product_id, user_id, rounded, raw";
const char *const proxyColumns =
    "key, id, numeric_id, name, type, country, region, city, behavior, rotate_type,"
    " rotate_interval, traffic_limit, traffic_used, host, port_http, port_socks5, created_ms,"
    " updated_ms, raw";
const char *const subUserColumns =
    "id, username, note, service_type, traffic_left, traffic_used, host, port_http, port_socks5,"
    " created_ms, updated_ms, raw, local_name, note_ms";

namespace {

std::optional<qint64> millis(const std::optional<Instant> &instant)
{
    return instant ? std::optional(toMillis(*instant)) : std::nullopt;
}

std::optional<qint64> units(const std::optional<TrafficAmount> &amount)
{
    return amount ? std::optional<qint64>(amount->units()) : std::nullopt;
}

std::optional<qint64> wide(const std::optional<int> &number)
{
    return number ? std::optional<qint64>(*number) : std::nullopt;
}

std::optional<Instant> instantAt(const Query &query, int column)
{
    const auto number = query.optionalNumber(column);
    return number ? std::optional(fromMillis(*number)) : std::nullopt;
}

std::optional<TrafficAmount> trafficAt(const Query &query, int column)
{
    const auto number = query.optionalNumber(column);
    return number ? std::optional(TrafficAmount::fromUnits(*number)) : std::nullopt;
}

std::optional<int> portAt(const Query &query, int column)
{
    const auto number = query.optionalNumber(column);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

/// One folded text of all that a search looks through; the separator is nothing one can type.
QString searchText(const QStringList &texts)
{
    return foldedText(texts.join(u'\n'));
}

QString spaced(QString type)
{
    return type.replace(u'_', u' ');
}

} // namespace

Transaction readTransaction(const Query &query)
{
    Transaction row;
    int column = 0;
    row.id = TransactionId(query.number(column++));
    row.createdAt = fromMillis(query.number(column++));
    row.updatedAt = instantAt(query, column++);
    row.type = query.text(column++);
    row.amount = Money::fromUnits(query.number(column++));
    row.balanceBefore = Money::fromUnits(query.number(column++));
    row.balanceAfter = Money::fromUnits(query.number(column++));
    row.description = query.text(column++);
    row.productId = query.text(column++);
    row.userId = query.text(column++);
    row.rounded = query.flag(column++);
    row.raw = query.bytes(column);
    return row;
}

Proxy readProxy(const Query &query)
{
    Proxy row;
    int column = 1;
    row.id = ProxyId(query.text(column++));
    row.numericId = query.text(column++);
    row.name = query.text(column++);
    row.type = query.text(column++);
    row.country = query.text(column++);
    row.region = query.text(column++);
    row.city = query.text(column++);
    row.behavior = query.text(column++);
    row.rotateType = query.text(column++);
    row.rotateIntervalMinutes = query.optionalNumber(column++);
    row.trafficLimit = trafficAt(query, column++);
    row.trafficUsed = trafficAt(query, column++);
    row.host = query.text(column++);
    row.portHttp = portAt(query, column++);
    row.portSocks5 = portAt(query, column++);
    row.createdAt = instantAt(query, column++);
    row.updatedAt = instantAt(query, column++);
    row.raw = query.bytes(column);
    return row;
}

const char *listName(StoreTable table)
{
    return table == StoreTable::Proxies ? "proxies" : "sub_users";
}

UnreadableRow readUnreadable(const Query &query)
{
    UnreadableRow row;
    if (const auto id = query.optionalNumber(0)) {
        row.id = TransactionId(*id);
    }
    row.problem = query.text(1);
    row.raw = query.bytes(2);
    return row;
}

QString unreadablePrint(TransactionId id)
{
    return QStringLiteral("id:%1").arg(id.value());
}

SubUser readSubUser(const Query &query)
{
    SubUser row;
    int column = 0;
    row.id = SubUserId(query.number(column++));
    row.username = query.text(column++);
    row.note = query.optionalText(column++);
    row.serviceType = query.text(column++);
    row.trafficLeft = trafficAt(query, column++);
    row.trafficUsed = trafficAt(query, column++);
    row.access.host = query.text(column++);
    row.access.portHttp = portAt(query, column++);
    row.access.portSocks5 = portAt(query, column++);
    row.createdAt = instantAt(query, column++);
    row.updatedAt = instantAt(query, column++);
    row.raw = query.bytes(column++);
    row.localName = query.text(column++);
    row.noteAsOf = instantAt(query, column);
    return row;
}

const std::string &TransactionBinder::utf8(size_t slot, const QString &text)
{
    std::string &bytes = m_texts.at(slot);
    QStringEncoder encoder(QStringEncoder::Utf8);
    bytes.resize(static_cast<size_t>(encoder.requiredSpace(text.size())));
    const char *end = encoder.appendToBuffer(bytes.data(), text);
    bytes.resize(static_cast<size_t>(end - bytes.data()));
    return bytes;
}

void TransactionBinder::bind(Query &query, const Transaction &row, Instant seen)
{
    int index = 1;
    size_t slot = 0;
    query.bind(index++, row.id.value());
    query.bind(index++, toMillis(row.createdAt));
    query.bind(index++, millis(row.updatedAt));
    query.bindUtf8(index++, utf8(slot++, row.type));
    query.bind(index++, qint64{row.amount.units()});
    query.bind(index++, qint64{row.balanceBefore.units()});
    query.bind(index++, qint64{row.balanceAfter.units()});
    query.bindUtf8(index++, utf8(slot++, row.description));
    query.bindUtf8(index++, utf8(slot++, row.productId));
    query.bindUtf8(index++, utf8(slot, row.userId));
    query.bindFlag(index++, row.rounded);
    query.bind(index++, toMillis(seen));
    query.bindBytes(index, row.raw);
}

void bindProxy(Query &query, const Proxy &row)
{
    int index = 1;
    query.bind(index++, row.id.value());
    query.bind(index++, row.numericId);
    query.bind(index++, row.name);
    query.bind(index++, QString::fromUtf8(naturalSortKey(isTold(row) ? row.name : row.id.value())));
    query.bind(index++, row.type);
    query.bind(index++, row.country);
    query.bind(index++, row.region);
    query.bind(index++, row.city);
    query.bind(index++, row.behavior);
    query.bind(index++, row.rotateType);
    query.bind(index++, row.rotateIntervalMinutes);
    query.bind(index++, units(row.trafficLimit));
    query.bind(index++, units(row.trafficUsed));
    query.bind(index++, row.host);
    query.bind(index++, wide(row.portHttp));
    query.bind(index++, wide(row.portSocks5));
    query.bind(index++, millis(row.createdAt));
    query.bind(index++, millis(row.updatedAt));
    query.bind(index++, searchText({row.name, row.type, spaced(row.type), row.country, row.region,
                                    row.city, row.host, row.numericId, row.id.value()}));
    query.bindBytes(index, row.raw);
}

void bindSubUser(Query &query, const SubUser &row)
{
    int index = 1;
    query.bind(index++, row.id.value());
    query.bind(index++, row.username);
    query.bind(index++, QString::fromUtf8(
                            naturalSortKey(row.username.isEmpty() ? row.localName : row.username)));
    query.bind(index++, row.note);
    query.bind(index++, row.serviceType);
    query.bind(index++, units(row.trafficLeft));
    query.bind(index++, units(row.trafficUsed));
    query.bind(index++, row.access.host);
    query.bind(index++, wide(row.access.portHttp));
    query.bind(index++, wide(row.access.portSocks5));
    query.bind(index++, millis(row.createdAt));
    query.bind(index++, millis(row.updatedAt));
    query.bind(index++, searchText({row.username, row.localName, row.note.value_or(QString()),
                                    row.serviceType, spaced(row.serviceType), row.id.text()}));
    query.bindBytes(index++, row.raw);
    query.bind(index++, row.localName);
    query.bind(index, millis(row.noteAsOf));
}

Proxy withoutSecrets(Proxy row)
{
    row.credentials = {};
    return row;
}

SubUser withoutSecrets(SubUser row)
{
    row.access.userName.clear();
    row.access.password = {};
    return row;
}

} // namespace relaybook
