// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonwriter.h"

#include "api/json/jsonscanner.h"

namespace relaybook {
namespace {

QByteArray quoted(const QString &value)
{
    const QByteArray utf8 = value.toUtf8();
    return '"' +
           escapedJson(std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size()))) +
           '"';
}

} // namespace

JsonWriter &JsonWriter::text(const char *key, const QString &value)
{
    member(key, quoted(value));
    return *this;
}

JsonWriter &JsonWriter::textOrNull(const char *key, const QString &value)
{
    member(key, value.isEmpty() ? QByteArrayLiteral("null") : quoted(value));
    return *this;
}

JsonWriter &JsonWriter::integer(const char *key, qint64 value)
{
    member(key, QByteArray::number(value));
    return *this;
}

JsonWriter &JsonWriter::gigabytes(const char *key, TrafficAmount value)
{
    member(key, value.gbText().toLatin1());
    return *this;
}

JsonWriter &JsonWriter::texts(const char *key, const QStringList &values)
{
    QByteArray list;
    for (const QString &value : values) {
        list += (list.isEmpty() ? QByteArray() : QByteArrayLiteral(",")) + quoted(value);
    }
    member(key, '[' + list + ']');
    return *this;
}

void JsonWriter::member(const char *key, const QByteArray &value)
{
    if (!m_members.isEmpty()) {
        m_members += ',';
    }
    m_members += '"' + QByteArray(key) + "\":" + value;
}

} // namespace relaybook
