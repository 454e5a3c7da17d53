// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the output of a command: results on standard output, progress on standard error.

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

    /// Prints the result: the text or, if there is a value, the value as JSON on one line.
    static void print(const QString &text);
    static void print(const QJsonObject &object);
    /// Prints {"error": sentences}, for a program that reads the result.
    static void printError(const QString &sentences);
    /// Prints a sentence on standard error; ends a line of progress first.
    void say(const QString &text);
    /// Shows the progress: on a terminal one line that is overwritten, elsewhere a line now and
    /// then.
    void progress(const QString &text);

private:
    void endLine();

    bool m_terminal;
    bool m_lineOpen = false;
    QString m_last;
    QElapsedTimer m_sinceLine;
};

/// Null if the time is not known.
[[nodiscard]] QJsonValue jsonTime(const std::optional<Instant> &instant);

} // namespace relaybook
