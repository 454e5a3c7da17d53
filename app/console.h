// SPDX-License-Identifier: GPL-3.0-or-later
// What a command says: results on standard output, and how far it is on standard error.

#pragma once

#include "api/types/instant.h"

#include <QElapsedTimer>
#include <QJsonValue>
#include <QString>

#include <optional>

class QJsonObject;

namespace relaybook {

class Console
{
public:
    Console();

    /// The result. Text, or with a value as JSON on one line.
    static void print(const QString &text);
    static void print(const QJsonObject &object);
    /// A sentence on standard error; ends a line of progress.
    void say(const QString &text);
    /// How far it is: one line that is written over on a terminal, else now and then a line.
    void progress(const QString &text);

private:
    void endLine();

    bool m_terminal;
    bool m_lineOpen = false;
    QString m_last;
    QElapsedTimer m_sinceLine;
};

/// Null where it is not known.
[[nodiscard]] QJsonValue jsonTime(const std::optional<Instant> &instant);

} // namespace relaybook
