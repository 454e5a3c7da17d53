// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/orderstable.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace relaybook {
namespace {

using Cell = ExportTable::Cell;
using Kind = ExportColumn::Kind;

Cell cell(Money money)
{
    return ExportTable::numberCell(money.units());
}
Cell cell(TrafficAmount amount)
{
    return ExportTable::numberCell(amount.units());
}
Cell cell(Instant time)
{
    return ExportTable::numberCell(toMillis(time));
}
Cell cell(TransactionId id)
{
    return ExportTable::numberCell(id.value());
}
Cell cell(const QString &text)
{
    return text.isEmpty() ? Cell{} : ExportTable::textCell(text);
}
template <class T>
Cell cell(const std::optional<T> &value)
{
    return value ? cell(*value) : Cell{};
}

QString text(Money money)
{
    return money.text();
}
QString text(TrafficAmount amount)
{
    return amount.gbText();
}
template <class T>
void put(QJsonObject &object, const char *key, const std::optional<T> &value)
{
    if (value) {
        object.insert(QLatin1String(key), text(*value));
    }
}

QString nameOf(Order::SettledBy by)
{
    switch (by) {
    case Order::SettledBy::Nobody:
        return {};
    case Order::SettledBy::Receipt:
        return QStringLiteral("receipt");
    case Order::SettledBy::Evidence:
        return QStringLiteral("evidence");
    case Order::SettledBy::User:
        break;
    }
    return QStringLiteral("user");
}

QString nameOf(Finding::Kind kind)
{
    switch (kind) {
    case Finding::Kind::Cost:
        return QStringLiteral("cost");
    case Finding::Kind::Added:
        return QStringLiteral("added");
    case Finding::Kind::Pool:
        return QStringLiteral("pool");
    case Finding::Kind::Type:
        return QStringLiteral("type");
    case Finding::Kind::TotalInstead:
        return QStringLiteral("total-instead-of-pool");
    case Finding::Kind::LateCharge:
        break;
    }
    return QStringLiteral("late-charge");
}

QString nameOf(Look::Says says)
{
    switch (says) {
    case Look::Says::Bought:
        return QStringLiteral("bought");
    case Look::Says::NoTrace:
        return QStringLiteral("no-trace");
    case Look::Says::Incomplete:
        return QStringLiteral("incomplete");
    case Look::Says::Conflict:
        break;
    }
    return QStringLiteral("conflict");
}

QJsonObject findingJson(const Finding &finding)
{
    QJsonObject object{{QStringLiteral("kind"), nameOf(finding.kind)},
                       {QStringLiteral("level"), finding.level == Finding::Level::Alarm
                                                     ? QStringLiteral("alarm")
                                                     : QStringLiteral("note")}};
    put(object, "expected", finding.expectedMoney);
    put(object, "found", finding.foundMoney);
    put(object, "expected_gb", finding.expectedTraffic);
    put(object, "found_gb", finding.foundTraffic);
    if (!finding.foundText.isEmpty()) {
        object.insert(QStringLiteral("found_type"), finding.foundText);
    }
    return object;
}

QJsonObject lookJson(const Look &look)
{
    QJsonObject object{{QStringLiteral("at"), instantText(look.reading.at)},
                       {QStringLiteral("says"), nameOf(look.says)}};
    put(object, "balance", look.reading.balance);
    put(object, "pool_gb", look.reading.pool);
    if (look.ledger != Look::Ledger::NotRead) {
        QJsonArray candidates;
        for (const Look::Candidate &candidate : look.candidates) {
            candidates.append(candidate.id.text());
        }
        object.insert(QStringLiteral("new_rows"), look.newRows);
        object.insert(QStringLiteral("new_debits"), look.newDebits);
        object.insert(QStringLiteral("moved"), text(look.moved));
        object.insert(QStringLiteral("candidates"), candidates);
    }
    return object;
}

/// A list as compact JSON; nothing where it is empty.
template <class T>
Cell jsonCell(const std::vector<T> &list, QJsonObject (*toJson)(const T &))
{
    if (list.empty()) {
        return {};
    }
    QJsonArray array;
    for (const T &each : list) {
        array.append(toJson(each));
    }
    return {false, 0, QJsonDocument(array).toJson(QJsonDocument::Compact)};
}

std::optional<TransactionId> newestIdBefore(const Order &order)
{
    return order.before.newest ? std::optional(order.before.newest->id) : std::nullopt;
}

template <class T>
std::optional<T> ofReceipt(const Order &order, T TopUpReceipt::*member)
{
    return order.receipt ? std::optional((*order.receipt).*member) : std::nullopt;
}

struct OrderColumn
{
    const char *name;
    Kind kind;
    Cell (*value)(const Order &);
};

constexpr OrderColumn columns[] = {
    {"order_id", Kind::Text, [](const Order &o) { return cell(o.id); }},
    {"prepared_at", Kind::Time, [](const Order &o) { return cell(o.preparedAt); }},
    {"sent_at", Kind::Time, [](const Order &o) { return cell(o.sentAt); }},
    {"ended_at", Kind::Time, [](const Order &o) { return cell(o.endedAt); }},
    {"proxy_type", Kind::Text, [](const Order &o) { return cell(o.proxyType); }},
    {"amount_gb", Kind::Traffic, [](const Order &o) { return cell(o.amount); }},
    {"price_per_gb", Kind::Money, [](const Order &o) { return cell(o.ratePerGb); }},
    {"expected_cost", Kind::Money, [](const Order &o) { return cell(o.expectedCost); }},
    {"state", Kind::Text, [](const Order &o) { return cell(orderStateName(o.state)); }},
    {"settled_by", Kind::Text, [](const Order &o) { return cell(nameOf(o.settledBy)); }},
    {"charged", Kind::Money, [](const Order &o) { return cell(o.charged); }},
    {"transaction_id", Kind::Integer, [](const Order &o) { return cell(o.proof); }},
    {"receipt_added_gb", Kind::Traffic,
     [](const Order &o) { return cell(ofReceipt(o, &TopUpReceipt::amountAdded)); }},
    {"receipt_cost", Kind::Money,
     [](const Order &o) { return cell(ofReceipt(o, &TopUpReceipt::cost)); }},
    {"receipt_traffic_balance_gb", Kind::Traffic,
     [](const Order &o) { return cell(ofReceipt(o, &TopUpReceipt::trafficBalance)); }},
    {"balance_before", Kind::Money, [](const Order &o) { return cell(o.before.balance); }},
    {"pool_before_gb", Kind::Traffic, [](const Order &o) { return cell(o.before.pool); }},
    {"newest_transaction_before", Kind::Integer,
     [](const Order &o) { return cell(newestIdBefore(o)); }},
    {"risk_accepted", Kind::Flag,
     [](const Order &o) { return ExportTable::numberCell(o.riskAccepted ? 1 : 0); }},
    {"error", Kind::Text, [](const Order &o) { return o.error ? cell(o.error->message) : Cell{}; }},
    {"differences", Kind::Json, [](const Order &o) { return jsonCell(o.findings, findingJson); }},
    {"looks", Kind::Json, [](const Order &o) { return jsonCell(o.looks, lookJson); }},
};

} // namespace

QString orderStateName(Order::State state)
{
    switch (state) {
    case Order::State::Prepared:
        return QStringLiteral("prepared");
    case Order::State::Sent:
        return QStringLiteral("sent");
    case Order::State::Settled:
        return QStringLiteral("settled");
    case Order::State::Refused:
        return QStringLiteral("refused");
    case Order::State::Unknown:
        return QStringLiteral("unknown");
    case Order::State::NotCharged:
        return QStringLiteral("not-charged");
    case Order::State::NotSent:
        break;
    }
    return QStringLiteral("not-sent");
}

ExportTable ordersTable(const std::vector<Order> &orders)
{
    ExportTable table;
    table.columns.reserve(std::size(columns));
    for (const OrderColumn &column : columns) {
        table.columns.push_back({QString::fromLatin1(column.name), column.kind});
    }
    table.rows.reserve(orders.size());
    for (const Order &order : orders) {
        std::vector<Cell> row;
        row.reserve(std::size(columns));
        for (const OrderColumn &column : columns) {
            row.push_back(column.value(order));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace relaybook
