// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers to write the entries of a journal as JSON and to read them again. Amounts are written as
// whole units in strings, so that no JSON library converts them to a double.

#pragma once

#include "api/types/apierror.h"
#include "api/types/ids.h"
#include "api/types/instant.h"
#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>
#include <utility>
#include <vector>

namespace relaybook::journaljson {

[[nodiscard]] inline QJsonValue whole(qint64 number)
{
    return QString::number(number);
}
[[nodiscard]] inline QJsonValue json(Money money)
{
    return whole(money.units());
}
[[nodiscard]] inline QJsonValue json(TrafficAmount amount)
{
    return whole(amount.units());
}
[[nodiscard]] inline QJsonValue json(Instant time)
{
    return whole(toMillis(time));
}
[[nodiscard]] inline QJsonValue json(TransactionId id)
{
    return whole(id.value());
}
[[nodiscard]] inline QJsonValue json(SubUserId id)
{
    return whole(id.value());
}
template <class T>
void put(QJsonObject &object, const char *key, const std::optional<T> &value)
{
    if (value) {
        object.insert(QLatin1String(key), json(*value));
    }
}
template <class Enum>
void putEnum(QJsonObject &object, const char *key, Enum value)
{
    object.insert(QLatin1String(key), static_cast<int>(value));
}

/// Reads one object; ok() is false once something that has to be there was not.
class Reader
{
public:
    explicit Reader(QJsonObject object)
        : m_object(std::move(object))
    {
    }
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] QJsonValue at(const char *key) const
    {
        return m_object.value(QLatin1String(key));
    }
    [[nodiscard]] bool has(const char *key) const { return !at(key).isUndefined(); }
    [[nodiscard]] QString text(const char *key) const { return at(key).toString(); }
    [[nodiscard]] bool flag(const char *key) const { return at(key).toBool(); }
    [[nodiscard]] qint64 whole(const char *key)
    {
        bool ok = false;
        const qint64 number = at(key).toString().toLongLong(&ok);
        m_ok = m_ok && ok;
        return number;
    }
    [[nodiscard]] std::vector<qint64> wholes(const char *key)
    {
        const QJsonArray list = at(key).toArray();
        std::vector<qint64> numbers;
        numbers.reserve(static_cast<size_t>(list.size()));
        for (const auto &each : list) {
            bool ok = false;
            numbers.push_back(each.toString().toLongLong(&ok));
            m_ok = m_ok && ok;
        }
        return numbers;
    }
    void read(const char *key, Money &value) { value = Money::fromUnits(whole(key)); }
    void read(const char *key, TrafficAmount &value)
    {
        value = TrafficAmount::fromUnits(whole(key));
    }
    void read(const char *key, Instant &value) { value = fromMillis(whole(key)); }
    void read(const char *key, TransactionId &value) { value = TransactionId(whole(key)); }
    void read(const char *key, SubUserId &value) { value = SubUserId(whole(key)); }
    template <class T>
    void read(const char *key, std::optional<T> &value)
    {
        if (has(key)) {
            T read{};
            this->read(key, read);
            value = read;
        }
    }
    template <class Enum>
    void readEnum(const char *key, Enum &value, Enum last)
    {
        const int number = at(key).toInt(-1);
        m_ok = m_ok && number >= 0 && number <= static_cast<int>(last);
        value = static_cast<Enum>(number);
    }
    [[nodiscard]] Reader inside(const char *key) const { return Reader(at(key).toObject()); }
    void also(const Reader &other) { m_ok = m_ok && other.ok(); }

private:
    QJsonObject m_object;
    bool m_ok = true;
};

[[nodiscard]] QJsonObject toJson(const ApiError &error);
[[nodiscard]] ApiError readError(Reader &in);

} // namespace relaybook::journaljson
