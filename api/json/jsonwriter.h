// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the JSON object of a request body, with its members in the order they were added.

#pragma once

#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

/// Writes one JSON object. Numbers are written exactly from their fixed-point form, never through a
/// double.
class JsonWriter
{
public:
    JsonWriter &text(const char *key, const QString &value);
    /// Adds the text, or null if it is empty: the service then clears the value.
    JsonWriter &textOrNull(const char *key, const QString &value);
    JsonWriter &integer(const char *key, qint64 value);
    JsonWriter &gigabytes(const char *key, TrafficAmount value);
    JsonWriter &texts(const char *key, const QStringList &values);

    /// The finished object; "{}" if nothing was added.
    [[nodiscard]] QByteArray finish() const { return '{' + m_members + '}'; }

private:
    void member(const char *key, const QByteArray &value);

    QByteArray m_members;
};

} // namespace relaybook
