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

QString nameOf(DecidedBy by)
{
    switch (by) {
    case DecidedBy::Nobody:
        return {};
    case DecidedBy::Answer:
        return QStringLiteral("answer");
    case DecidedBy::Evidence:
        return QStringLiteral("evidence");
    case DecidedBy::User:
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
    case Finding::Kind::TotalInstead:
        return QStringLiteral("total-instead-of-pool");
    case Finding::Kind::LateCharge:
        break;
    }
    return QStringLiteral("late-charge");
}

QString nameOf(LookSays says)
{
    switch (says) {
    case LookSays::Done:
        return QStringLiteral("bought");
    case LookSays::NoTrace:
        return QStringLiteral("no-trace");
    case LookSays::Incomplete:
        return QStringLiteral("incomplete");
    case LookSays::Conflict:
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

/// A list as compact JSON; absent if it is empty.
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

std::optional<TransactionId> newestIdBefore(const TopUpOrder &order)
{
    const auto &mark = order.before.mark;
    return mark && !mark->ids.empty() ? std::optional(mark->ids.front()) : std::nullopt;
}

template <class T>
std::optional<T> ofReceipt(const TopUpOrder &order, T TopUpReceipt::*member)
{
    return order.receipt ? std::optional((*order.receipt).*member) : std::nullopt;
}

struct OrderColumn
{
    const char *name;
    Kind kind;
    Cell (*value)(const TopUpOrder &);
};

constexpr OrderColumn columns[] = {
    {"order_id", Kind::Text, [](const TopUpOrder &o) { return cell(o.id); }},
    {"prepared_at", Kind::Time, [](const TopUpOrder &o) { return cell(o.preparedAt); }},
    {"sent_at", Kind::Time, [](const TopUpOrder &o) { return cell(o.sentAt); }},
    {"ended_at", Kind::Time, [](const TopUpOrder &o) { return cell(o.endedAt); }},
    {"proxy_type", Kind::Text, [](const TopUpOrder &o) { return cell(o.proxyType); }},
    {"amount_gb", Kind::Traffic, [](const TopUpOrder &o) { return cell(o.amount); }},
    {"price_per_gb", Kind::Money, [](const TopUpOrder &o) { return cell(o.ratePerGb); }},
    {"expected_cost", Kind::Money, [](const TopUpOrder &o) { return cell(o.expectedCost); }},
    {"state", Kind::Text, [](const TopUpOrder &o) { return cell(orderStateName(o.state)); }},
    {"decided_by", Kind::Text, [](const TopUpOrder &o) { return cell(nameOf(o.decidedBy)); }},
    {"charged", Kind::Money, [](const TopUpOrder &o) { return cell(o.charged); }},
    {"transaction_id", Kind::Integer, [](const TopUpOrder &o) { return cell(o.proof); }},
    {"receipt_added_gb", Kind::Traffic,
     [](const TopUpOrder &o) { return cell(ofReceipt(o, &TopUpReceipt::amountAdded)); }},
    {"receipt_cost", Kind::Money,
     [](const TopUpOrder &o) { return cell(ofReceipt(o, &TopUpReceipt::cost)); }},
    {"receipt_traffic_balance_gb", Kind::Traffic,
     [](const TopUpOrder &o) { return cell(ofReceipt(o, &TopUpReceipt::trafficBalance)); }},
    {"balance_before", Kind::Money, [](const TopUpOrder &o) { return cell(o.before.balance); }},
    {"pool_before_gb", Kind::Traffic, [](const TopUpOrder &o) { return cell(o.before.pool); }},
    {"newest_transaction_before", Kind::Integer,
     [](const TopUpOrder &o) { return cell(newestIdBefore(o)); }},
    {"risk_accepted", Kind::Flag,
     [](const TopUpOrder &o) { return ExportTable::numberCell(o.riskAccepted ? 1 : 0); }},
    {"error", Kind::Text,
     [](const TopUpOrder &o) { return o.error ? cell(o.error->message) : Cell{}; }},
    {"differences", Kind::Json,
     [](const TopUpOrder &o) { return jsonCell(o.findings, findingJson); }},
    {"looks", Kind::Json, [](const TopUpOrder &o) { return jsonCell(o.looks, lookJson); }},
};

} // namespace

QString orderStateName(OrderState state)
{
    switch (state) {
    case OrderState::Waiting:
        return QStringLiteral("waiting");
    case OrderState::Sending:
        return QStringLiteral("sending");
    case OrderState::Completed:
        return QStringLiteral("completed");
    case OrderState::Refused:
        return QStringLiteral("refused");
    case OrderState::Unknown:
        return QStringLiteral("unknown");
    case OrderState::NotDone:
        return QStringLiteral("not-done");
    case OrderState::NotSent:
        break;
    }
    return QStringLiteral("not-sent");
}

ExportTable ordersTable(const std::vector<TopUpOrder> &orders)
{
    ExportTable table;
    table.columns.reserve(std::size(columns));
    for (const OrderColumn &column : columns) {
        table.columns.push_back({QString::fromLatin1(column.name), column.kind});
    }
    table.rows.reserve(orders.size());
    for (const TopUpOrder &order : orders) {
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
