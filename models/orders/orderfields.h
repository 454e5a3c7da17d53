// SPDX-License-Identifier: GPL-3.0-or-later
// Stores orders as JSON. A type lists its fields once, in a function `fields(io, value)`. The same
// list writes and reads them, so that no field is written but not read. Amounts are whole units in
// strings, so that no JSON library converts them to a double.

#pragma once

#include "api/types/ids.h"
#include "api/types/money.h"
#include "api/types/trafficamount.h"
#include "models/orders/listmark.h"
#include "models/orders/order.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>
#include <type_traits>
#include <vector>

namespace relaybook::stored {

class Writer;
class Reader;

/// Writes each field that a list of fields names into a JSON object.
class Writer
{
public:
    template <class T>
    void operator()(const char *name, const T &value)
    {
        if (const QJsonValue json = toJson(value); !json.isUndefined()) {
            m_object.insert(QLatin1String(name), json);
        }
    }
    /// An enumeration, as its number. `last` is its last value.
    template <class Enum>
    void choice(const char *name, const Enum &value, Enum /*last*/)
    {
        m_object.insert(QLatin1String(name), static_cast<int>(value));
    }
    [[nodiscard]] const QJsonObject &object() const { return m_object; }

private:
    static QJsonValue toJson(bool value) { return value; }
    static QJsonValue toJson(int value) { return value; }
    static QJsonValue toJson(qint64 value) { return QString::number(value); }
    static QJsonValue toJson(const QString &value) { return value; }
    static QJsonValue toJson(const QByteArray &value) { return QString::fromUtf8(value); }
    static QJsonValue toJson(Money value) { return toJson(qint64{value.units()}); }
    static QJsonValue toJson(TrafficAmount value) { return toJson(qint64{value.units()}); }
    static QJsonValue toJson(Instant value) { return toJson(qint64{toMillis(value)}); }
    template <class Tag, class Rep>
    static QJsonValue toJson(const StrongId<Tag, Rep> &value)
    {
        return toJson(value.value());
    }
    template <class T>
    static QJsonValue toJson(const std::optional<T> &value)
    {
        return value ? toJson(*value) : QJsonValue(QJsonValue::Undefined);
    }
    template <class T>
    static QJsonValue toJson(const std::vector<T> &values)
    {
        QJsonArray array;
        for (const T &each : values) {
            array.append(toJson(each));
        }
        return array;
    }
    template <class T>
    requires std::is_class_v<T>
    static QJsonValue toJson(const T &value)
    {
        Writer inside;
        fields(inside, const_cast<T &>(value)); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        return inside.m_object;
    }

    QJsonObject m_object;
};

/// Reads each field that a list of fields names from a JSON object. isFine() is false if a field
/// was missing or had another type. An optional field may be missing.
class Reader
{
public:
    explicit Reader(QJsonObject object)
        : m_object(std::move(object))
    {
    }
    template <class T>
    void operator()(const char *name, T &value)
    {
        take(m_object.value(QLatin1String(name)), value);
    }
    template <class Enum>
    void choice(const char *name, Enum &value, Enum last)
    {
        const int number = m_object.value(QLatin1String(name)).toInt(-1);
        require(number >= 0 && number <= static_cast<int>(last));
        value = static_cast<Enum>(number);
    }
    [[nodiscard]] bool isFine() const { return m_isFine; }

private:
    void require(bool condition) { m_isFine = m_isFine && condition; }
    void take(const QJsonValue &json, bool &value)
    {
        require(json.isBool());
        value = json.toBool();
    }
    void take(const QJsonValue &json, int &value)
    {
        require(json.isDouble());
        value = json.toInt();
    }
    void take(const QJsonValue &json, qint64 &value)
    {
        bool isNumber = false;
        value = json.toString().toLongLong(&isNumber);
        require(isNumber);
    }
    void take(const QJsonValue &json, QString &value)
    {
        require(json.isString());
        value = json.toString();
    }
    void take(const QJsonValue &json, QByteArray &value)
    {
        require(json.isString());
        value = json.toString().toUtf8();
    }
    void take(const QJsonValue &json, Money &value) { value = Money::fromUnits(units(json)); }
    void take(const QJsonValue &json, TrafficAmount &value)
    {
        value = TrafficAmount::fromUnits(units(json));
    }
    void take(const QJsonValue &json, Instant &value) { value = fromMillis(units(json)); }
    template <class Tag, class Rep>
    void take(const QJsonValue &json, StrongId<Tag, Rep> &value)
    {
        Rep read{};
        take(json, read);
        value = StrongId<Tag, Rep>(std::move(read));
    }
    template <class T>
    void take(const QJsonValue &json, std::optional<T> &value)
    {
        value.reset();
        if (!json.isUndefined()) {
            take(json, value.emplace());
        }
    }
    template <class T>
    void take(const QJsonValue &json, std::vector<T> &values)
    {
        require(json.isArray());
        const QJsonArray array = json.toArray();
        values.clear();
        values.reserve(static_cast<size_t>(array.size()));
        for (const auto &each : array) {
            take(each, values.emplace_back());
        }
    }
    template <class T>
    requires std::is_class_v<T>
    void take(const QJsonValue &json, T &value)
    {
        require(json.isObject());
        Reader inside(json.toObject());
        fields(inside, value);
        require(inside.m_isFine);
    }
    [[nodiscard]] qint64 units(const QJsonValue &json)
    {
        qint64 number = 0;
        take(json, number);
        return number;
    }

    QJsonObject m_object;
    bool m_isFine = true;
};

template <class T>
[[nodiscard]] QByteArray toDocument(const T &order)
{
    Writer io;
    fields(io, const_cast<T &>(order)); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    return QJsonDocument(io.object()).toJson(QJsonDocument::Compact);
}

/// Returns nothing if the JSON is not such an order: the journal is then damaged.
template <class T>
[[nodiscard]] std::optional<T> fromDocument(const QByteArray &document)
{
    const QJsonDocument parsed = QJsonDocument::fromJson(document);
    Reader io(parsed.object());
    T order;
    fields(io, order);
    const bool isOrder = parsed.isObject() && io.isFine() && !order.id.isEmpty();
    return isOrder ? std::optional(std::move(order)) : std::nullopt;
}

} // namespace relaybook::stored

namespace relaybook {

template <class Io>
void fields(Io &io, FieldError &error)
{
    io("field", error.field);
    io("message", error.message);
}

template <class Io>
void fields(Io &io, ApiError &error)
{
    io.choice("kind", error.kind, lastErrorKind);
    io("http_status", error.httpStatus);
    io("service_code", error.serviceCode);
    io("message", error.message);
    io("description", error.description);
    io("fields", error.fields);
    io("json_path", error.jsonPath);
    io("operation", error.operation);
    io("curl", error.curl);
    io("may_have_happened", error.mayHaveHappened);
    io.choice("proxy", error.proxy, ProxyProblem::Unreachable);
}

template <class Io>
void fields(Io &io, StoredMark &mark)
{
    io("copy", mark.copy);
    io("arrival", mark.arrival);
}

template <class Io, class Id>
void fields(Io &io, ListMark<Id> &mark)
{
    io("ids", mark.ids);
    io("is_whole", mark.isWhole);
    io("total", mark.total);
    io("stored", mark.stored);
}

/// What orders of all kinds have in common. Each kind's list begins with it.
template <class Io>
void commonFields(Io &io, Order &order)
{
    io("id", order.id);
    io("batch", order.batch);
    io.choice("state", order.state, lastOrderState);
    io("prepared_at", order.preparedAt);
    io("sent_at", order.sentAt);
    io("ended_at", order.endedAt);
    io("sent_number", order.sentNumber);
    io("ended_number", order.endedNumber);
    io.choice("decided_by", order.decidedBy, DecidedBy::User);
    io.choice("not_sent_for", order.notSentFor, lastNotSentFor);
    io("risk_accepted", order.riskAccepted);
    io("error", order.error);
    io("is_late", order.isLate);
    io("late_for", order.lateFor);
    io("late_mark", order.lateMark);
}

/// What looks of all kinds have in common. Each kind's list begins with it.
template <class Io>
void commonFields(Io &io, OrderLook &look)
{
    io("number", look.number);
    io.choice("says", look.says, LookSays::Conflict);
    io("is_trace", look.isTrace);
    io("error", look.error);
}

} // namespace relaybook
