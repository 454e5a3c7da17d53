// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/orderjson.h"

#include "models/journal/journaljson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace relaybook {
namespace {

using journaljson::json;
using journaljson::put;
using journaljson::putEnum;
using journaljson::Reader;
using journaljson::readError;
using journaljson::toJson;
using journaljson::whole;

QJsonObject toJson(const AccountReading &reading)
{
    QJsonObject object;
    object.insert(QLatin1String("at"), json(reading.at));
    put(object, "balance", reading.balance);
    put(object, "pool", reading.pool);
    put(object, "total", reading.total);
    object.insert(QLatin1String("ledger_read"), reading.ledgerRead);
    object.insert(QLatin1String("balance_offered"), reading.balanceOffered);
    object.insert(QLatin1String("pool_offered"), reading.poolOffered);
    if (reading.newest) {
        object.insert(QLatin1String("newest_at"), json(reading.newest->createdAt));
        object.insert(QLatin1String("newest_id"), json(reading.newest->id));
    }
    return object;
}

AccountReading readReading(Reader &in)
{
    AccountReading reading;
    in.read("at", reading.at);
    in.read("balance", reading.balance);
    in.read("pool", reading.pool);
    in.read("total", reading.total);
    reading.ledgerRead = in.flag("ledger_read");
    reading.balanceOffered = in.at("balance_offered").toBool(true);
    reading.poolOffered = in.at("pool_offered").toBool(true);
    if (in.has("newest_id")) {
        LedgerPlace mark;
        in.read("newest_at", mark.createdAt);
        in.read("newest_id", mark.id);
        reading.newest = mark;
    }
    return reading;
}

QJsonObject toJson(const Look &look)
{
    QJsonObject object;
    object.insert(QLatin1String("reading"), toJson(look.reading));
    putEnum(object, "ledger", look.ledger);
    object.insert(QLatin1String("new_rows"), whole(look.newRows));
    object.insert(QLatin1String("new_debits"), whole(look.newDebits));
    object.insert(QLatin1String("of_others"), whole(look.ofOthers));
    object.insert(QLatin1String("moved"), json(look.moved));
    QJsonArray candidates;
    for (const Look::Candidate &candidate : look.candidates) {
        QJsonObject each{{QStringLiteral("id"), json(candidate.id)}};
        put(each, "charged", candidate.charged);
        each.insert(QLatin1String("has_price"), candidate.hasPrice);
        each.insert(QLatin1String("is_shared"), candidate.isShared);
        candidates.append(each);
    }
    object.insert(QLatin1String("candidates"), candidates);
    QJsonArray rivals;
    for (const QString &rival : look.rivals) {
        rivals.append(rival);
    }
    object.insert(QLatin1String("rivals"), rivals);
    putEnum(object, "says", look.says);
    object.insert(QLatin1String("balance_fits"), look.balanceFits);
    if (look.error) {
        object.insert(QLatin1String("error"), toJson(*look.error));
    }
    return object;
}

Look readLook(Reader &in)
{
    Look look;
    Reader reading = in.inside("reading");
    look.reading = readReading(reading);
    in.also(reading);
    in.readEnum("ledger", look.ledger, Look::Ledger::Whole);
    look.newRows = in.whole("new_rows");
    look.newDebits = in.whole("new_debits");
    if (in.has("of_others")) {
        look.ofOthers = in.whole("of_others");
    }
    in.read("moved", look.moved);
    for (const auto &value : in.at("candidates").toArray()) {
        Look::Candidate &candidate = look.candidates.emplace_back();
        if (value.isString()) { // as the first journals had it
            candidate.id = TransactionId(value.toString().toLongLong());
            continue;
        }
        Reader each(value.toObject());
        candidate.id = TransactionId(each.whole("id"));
        each.read("charged", candidate.charged);
        candidate.hasPrice = each.flag("has_price");
        candidate.isShared = each.flag("is_shared");
        in.also(each);
    }
    for (const auto &rival : in.at("rivals").toArray()) {
        look.rivals.push_back(rival.toString());
    }
    in.readEnum("says", look.says, Look::Says::Conflict);
    look.balanceFits = in.flag("balance_fits");
    if (in.has("error")) {
        Reader error = in.inside("error");
        look.error = readError(error);
        in.also(error);
    }
    return look;
}

QJsonObject toJson(const Finding &finding)
{
    QJsonObject object;
    putEnum(object, "kind", finding.kind);
    putEnum(object, "level", finding.level);
    put(object, "expected_money", finding.expectedMoney);
    put(object, "found_money", finding.foundMoney);
    put(object, "expected_traffic", finding.expectedTraffic);
    put(object, "found_traffic", finding.foundTraffic);
    object.insert(QLatin1String("found_text"), finding.foundText);
    return object;
}

Finding readFinding(Reader &in)
{
    Finding finding;
    in.readEnum("kind", finding.kind, Finding::Kind::LateCharge);
    in.readEnum("level", finding.level, Finding::Level::Alarm);
    in.read("expected_money", finding.expectedMoney);
    in.read("found_money", finding.foundMoney);
    in.read("expected_traffic", finding.expectedTraffic);
    in.read("found_traffic", finding.foundTraffic);
    finding.foundText = in.text("found_text");
    return finding;
}

QJsonObject toJson(const TopUpReceipt &receipt)
{
    QJsonObject object;
    object.insert(QLatin1String("proxy_type"), receipt.proxyType);
    object.insert(QLatin1String("traffic_balance"), json(receipt.trafficBalance));
    object.insert(QLatin1String("added"), json(receipt.amountAdded));
    object.insert(QLatin1String("cost"), json(receipt.cost));
    object.insert(QLatin1String("raw"), QString::fromUtf8(receipt.raw));
    return object;
}

TopUpReceipt readReceipt(Reader &in)
{
    TopUpReceipt receipt;
    receipt.proxyType = in.text("proxy_type");
    in.read("traffic_balance", receipt.trafficBalance);
    in.read("added", receipt.amountAdded);
    in.read("cost", receipt.cost);
    receipt.raw = in.text("raw").toUtf8();
    return receipt;
}

void putEnding(QJsonObject &object, const Order &order)
{
    if (order.receipt) {
        object.insert(QLatin1String("receipt"), toJson(*order.receipt));
    }
    if (order.error) {
        object.insert(QLatin1String("error"), toJson(*order.error));
    }
    QJsonArray looks;
    for (const Look &look : order.looks) {
        looks.append(toJson(look));
    }
    object.insert(QLatin1String("looks"), looks);
    QJsonArray findings;
    for (const Finding &finding : order.findings) {
        findings.append(toJson(finding));
    }
    object.insert(QLatin1String("findings"), findings);
    QJsonArray dismissed;
    for (const TransactionId row : order.dismissed) {
        dismissed.append(json(row));
    }
    object.insert(QLatin1String("dismissed"), dismissed);
}

void readEnding(Reader &in, Order &order)
{
    if (in.has("receipt")) {
        Reader receipt = in.inside("receipt");
        order.receipt = readReceipt(receipt);
        in.also(receipt);
    }
    if (in.has("error")) {
        Reader error = in.inside("error");
        order.error = readError(error);
        in.also(error);
    }
    for (const auto &each : in.at("looks").toArray()) {
        Reader look(each.toObject());
        order.looks.push_back(readLook(look));
        in.also(look);
    }
    for (const auto &each : in.at("findings").toArray()) {
        Reader finding(each.toObject());
        order.findings.push_back(readFinding(finding));
        in.also(finding);
    }
    for (const auto &row : in.at("dismissed").toArray()) {
        order.dismissed.emplace_back(row.toString().toLongLong());
    }
}

} // namespace

QByteArray orderToJson(const Order &order)
{
    QJsonObject object;
    object.insert(QLatin1String("id"), order.id);
    object.insert(QLatin1String("proxy_type"), order.proxyType);
    object.insert(QLatin1String("amount"), json(order.amount));
    put(object, "expected_cost", order.expectedCost);
    put(object, "rate_per_gb", order.ratePerGb);
    putEnum(object, "price_source", order.priceSource);
    object.insert(QLatin1String("before"), toJson(order.before));
    object.insert(QLatin1String("risk_accepted"), order.riskAccepted);
    putEnum(object, "state", order.state);
    object.insert(QLatin1String("prepared_at"), json(order.preparedAt));
    put(object, "sent_at", order.sentAt);
    put(object, "ended_at", order.endedAt);
    putEnum(object, "settled_by", order.settledBy);
    putEnum(object, "not_sent_for", order.notSentFor);
    put(object, "proof", order.proof);
    put(object, "charged", order.charged);
    putEnding(object, order);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<Order> orderFromJson(const QByteArray &json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject()) {
        return std::nullopt;
    }
    Reader in(document.object());
    Order order;
    order.id = in.text("id");
    order.proxyType = in.text("proxy_type");
    in.read("amount", order.amount);
    in.read("expected_cost", order.expectedCost);
    in.read("rate_per_gb", order.ratePerGb);
    in.readEnum("price_source", order.priceSource, PriceList::Source::FlatPrice);
    Reader before = in.inside("before");
    order.before = readReading(before);
    in.also(before);
    order.riskAccepted = in.flag("risk_accepted");
    in.readEnum("state", order.state, Order::State::NotSent);
    in.read("prepared_at", order.preparedAt);
    in.read("sent_at", order.sentAt);
    in.read("ended_at", order.endedAt);
    in.readEnum("settled_by", order.settledBy, Order::SettledBy::User);
    if (in.has("not_sent_for")) {
        in.readEnum("not_sent_for", order.notSentFor, Order::NotSentFor::NoTurn);
    }
    in.read("proof", order.proof);
    in.read("charged", order.charged);
    readEnding(in, order);
    return in.ok() && !order.id.isEmpty() ? std::optional(order) : std::nullopt;
}

} // namespace relaybook
