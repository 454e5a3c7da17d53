// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/orderstable.h"

#include "models/serving/operationmade.h"
#include "models/tables/orderstate.h"
#include "models/tables/ordertablemodel.h"

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

QString nameOf(LookSays says, const QString &done)
{
    switch (says) {
    case LookSays::Done:
        return done;
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
                       {QStringLiteral("says"), nameOf(look.says, QStringLiteral("bought"))}};
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

QJsonObject subUserLookJson(const SubUserLook &look)
{
    QJsonObject object{{QStringLiteral("at"), instantText(look.reading.at)},
                       {QStringLiteral("says"), nameOf(look.says, QStringLiteral("done"))}};
    put(object, "left_gb", look.reading.left);
    put(object, "used_gb", look.reading.used);
    put(object, "pool_gb", look.reading.pool);
    if (look.reading.history == SubUserReading::History::Whole) {
        object.insert(QStringLiteral("new_rows"), look.newRows);
    }
    QJsonArray candidates;
    for (const SubUserLook::Candidate &candidate : look.candidates) {
        candidates.append(QString::number(candidate.id));
    }
    object.insert(QStringLiteral("candidates"), candidates);
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

/// An order of one of the kinds; the other pointers are null.
struct OrderSource
{
    const Order &order;
    const TopUpOrder *topUp = nullptr;
    const SubUserOrder *served = nullptr;
    const ProxyOrder *proxy = nullptr;
};

/// What the function makes of the order, if it is of that kind.
template <class Kind, class Make>
Cell of(const Kind *order, Make make)
{
    return order != nullptr ? cell(make(*order)) : Cell{};
}

OrderKind kindOf(const OrderSource &source)
{
    if (source.topUp != nullptr) {
        return OrderKind::TopUp;
    }
    if (source.served == nullptr) {
        return OrderKind::CreateProxy;
    }
    switch (source.served->request.kind) {
    case SubUserRequest::Kind::Give:
        return OrderKind::Give;
    case SubUserRequest::Kind::Take:
        return OrderKind::TakeBack;
    case SubUserRequest::Kind::Create:
        return OrderKind::CreateSubUser;
    case SubUserRequest::Kind::Delete:
        break;
    }
    return OrderKind::DeleteSubUser;
}

QString typeOf(const OrderSource &source)
{
    return source.topUp != nullptr    ? source.topUp->proxyType
           : source.served != nullptr ? poolOf(*source.served)
                                      : source.proxy->wanted.type;
}

Cell customerCell(const SubUserOrder &order)
{
    return cell(order.madeName.isEmpty() ? order.request.username : order.madeName);
}

/// The row of the service that confirmed the order, but for transactions.
QString evidenceText(const OrderSource &source)
{
    if (source.served != nullptr) {
        return source.served->proof ? QString::number(*source.served->proof) : QString();
    }
    return source.proxy != nullptr ? source.proxy->proxy.value() : QString();
}

std::optional<TrafficAmount> orderedOf(const OrderSource &source)
{
    if (source.topUp != nullptr) {
        return source.topUp->amount;
    }
    return source.served != nullptr ? movedBy(source.served->request)
                                    : source.proxy->wanted.options.trafficLimit;
}

Cell looksCell(const OrderSource &source)
{
    if (source.topUp != nullptr) {
        return jsonCell(source.topUp->looks, lookJson);
    }
    return source.served != nullptr ? jsonCell(source.served->looks, subUserLookJson) : Cell{};
}

struct OrderColumn
{
    const char *name;
    Kind kind;
    Cell (*value)(const OrderSource &);
};

constexpr OrderColumn columns[] = {
    {"order_id", Kind::Text, [](const OrderSource &s) { return cell(s.order.id); }},
    {"kind", Kind::Text, [](const OrderSource &s) { return cell(orderKindName(kindOf(s))); }},
    {"prepared_at", Kind::Time, [](const OrderSource &s) { return cell(s.order.preparedAt); }},
    {"sent_at", Kind::Time, [](const OrderSource &s) { return cell(s.order.sentAt); }},
    {"ended_at", Kind::Time, [](const OrderSource &s) { return cell(s.order.endedAt); }},
    {"batch", Kind::Text, [](const OrderSource &s) { return cell(s.order.batch); }},
    {"proxy_type", Kind::Text, [](const OrderSource &s) { return cell(typeOf(s)); }},
    {"customer", Kind::Text,
     [](const OrderSource &s) { return s.served != nullptr ? customerCell(*s.served) : Cell{}; }},
    {"customer_id", Kind::Text,
     [](const OrderSource &s) {
         return of(s.served, [](const auto &o) {
             return o.request.subUser.value() != 0 ? o.request.subUser.text() : QString();
         });
     }},
    {"proxy_name", Kind::Text,
     [](const OrderSource &s) {
         return of(s.proxy,
                   [](const auto &o) { return o.wanted.options.name.value_or(QString()); });
     }},
    {"country", Kind::Text,
     [](const OrderSource &s) {
         return of(s.proxy, [](const auto &o) { return o.wanted.country; });
     }},
    {"amount_gb", Kind::Traffic, [](const OrderSource &s) { return cell(orderedOf(s)); }},
    {"moved_gb", Kind::Traffic,
     [](const OrderSource &s) { return of(s.served, [](const auto &o) { return o.moved; }); }},
    {"price_per_gb", Kind::Money,
     [](const OrderSource &s) { return of(s.topUp, [](const auto &o) { return o.ratePerGb; }); }},
    {"expected_cost", Kind::Money,
     [](const OrderSource &s) {
         return of(s.topUp, [](const auto &o) { return o.expectedCost; });
     }},
    {"state", Kind::Text, [](const OrderSource &s) { return cell(orderStateName(s.order.state)); }},
    {"decided_by", Kind::Text,
     [](const OrderSource &s) { return cell(nameOf(s.order.decidedBy)); }},
    {"charged", Kind::Money,
     [](const OrderSource &s) { return of(s.topUp, [](const auto &o) { return o.charged; }); }},
    {"transaction_id", Kind::Integer,
     [](const OrderSource &s) { return of(s.topUp, [](const auto &o) { return o.proof; }); }},
    {"evidence_id", Kind::Text, [](const OrderSource &s) { return cell(evidenceText(s)); }},
    {"receipt_added_gb", Kind::Traffic,
     [](const OrderSource &s) {
         return of(s.topUp, [](const auto &o) { return ofReceipt(o, &TopUpReceipt::amountAdded); });
     }},
    {"receipt_cost", Kind::Money,
     [](const OrderSource &s) {
         return of(s.topUp, [](const auto &o) { return ofReceipt(o, &TopUpReceipt::cost); });
     }},
    {"receipt_traffic_balance_gb", Kind::Traffic,
     [](const OrderSource &s) {
         return of(s.topUp,
                   [](const auto &o) { return ofReceipt(o, &TopUpReceipt::trafficBalance); });
     }},
    {"customer_balance_gb", Kind::Traffic,
     [](const OrderSource &s) { return of(s.served, [](const auto &o) { return o.newBalance; }); }},
    {"balance_before", Kind::Money,
     [](const OrderSource &s) {
         return of(s.topUp, [](const auto &o) { return o.before.balance; });
     }},
    {"pool_before_gb", Kind::Traffic,
     [](const OrderSource &s) {
         return s.topUp != nullptr ? cell(s.topUp->before.pool)
                                   : of(s.served, [](const auto &o) { return o.before.pool; });
     }},
    {"customer_before_gb", Kind::Traffic,
     [](const OrderSource &s) {
         return of(s.served, [](const auto &o) { return o.before.left; });
     }},
    {"newest_transaction_before", Kind::Integer,
     [](const OrderSource &s) { return of(s.topUp, newestIdBefore); }},
    {"risk_accepted", Kind::Flag,
     [](const OrderSource &s) { return ExportTable::numberCell(s.order.riskAccepted ? 1 : 0); }},
    {"error", Kind::Text,
     [](const OrderSource &s) { return s.order.error ? cell(s.order.error->message) : Cell{}; }},
    {"differences", Kind::Json,
     [](const OrderSource &s) {
         return s.topUp != nullptr ? jsonCell(s.topUp->findings, findingJson) : Cell{};
     }},
    {"looks", Kind::Json, looksCell},
};

OrderSource sourceOf(const AnyOrder &order)
{
    OrderSource source{commonOf(order)};
    if (const auto *topUp = std::get_if<const TopUpOrder *>(&order)) {
        source.topUp = *topUp;
    } else if (const auto *served = std::get_if<const SubUserOrder *>(&order)) {
        source.served = *served;
    } else {
        source.proxy = std::get<const ProxyOrder *>(order);
    }
    return source;
}

} // namespace

ExportTable ordersTable(const std::vector<AnyOrder> &orders)
{
    ExportTable table;
    table.columns.reserve(std::size(columns));
    for (const OrderColumn &column : columns) {
        table.columns.push_back({QString::fromLatin1(column.name), column.kind});
    }
    table.rows.reserve(orders.size());
    for (const AnyOrder &order : orders) {
        const OrderSource source = sourceOf(order);
        std::vector<Cell> row;
        row.reserve(std::size(columns));
        for (const OrderColumn &column : columns) {
            row.push_back(column.value(source));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace relaybook
