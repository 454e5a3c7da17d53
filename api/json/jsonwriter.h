// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the body of a call: an object whose members stand in the order they were said.

#pragma once

#include "api/types/trafficamount.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace relaybook {

/// Figures go out digit by digit from their fixed-point form, never through a double.
class JsonWriter
{
public:
    JsonWriter &text(const char *key, const QString &value);
    /// An empty text is said as null: the value is taken away.
    JsonWriter &textOrNull(const char *key, const QString &value);
    JsonWriter &integer(const char *key, qint64 value);
    JsonWriter &gigabytes(const char *key, TrafficAmount value);
    JsonWriter &texts(const char *key, const QStringList &values);

    /// "{}" where nothing was said.
    [[nodiscard]] QByteArray finish() const { return '{' + m_members + '}'; }

private:
    void member(const char *key, const QByteArray &value);

    QByteArray m_members;
};

} // namespace relaybook
