// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

#ifdef Q_OS_WIN
#include <io.h>
#else
#include <unistd.h>
#endif

namespace relaybook {
namespace {

bool isTerminal()
{
#ifdef Q_OS_WIN
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

void put(std::FILE *stream, const QString &text)
{
    std::fputs(text.toLocal8Bit().constData(), stream);
    std::fflush(stream);
}

} // namespace

Console::Console()
    : m_terminal(isTerminal())
{
}

void Console::print(const QString &text)
{
    put(stdout, text + u'\n');
}

void Console::print(const QJsonObject &object)
{
    print(QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)));
}

void Console::endLine()
{
    if (m_lineOpen) {
        put(stderr, QStringLiteral("\n"));
        m_lineOpen = false;
    }
}

void Console::say(const QString &text)
{
    endLine();
    put(stderr, text + u'\n');
}

void Console::progress(const QString &text)
{
    if (text == m_last) {
        return;
    }
    m_last = text;
    if (m_terminal) {
        // Moves to the start of the line and clears the rest of it.
        put(stderr, QStringLiteral("\r\x1b[K") + text);
        m_lineOpen = true;
        return;
    }
    constexpr qint64 pause = 5000;
    if (!m_sinceLine.isValid() || m_sinceLine.elapsed() >= pause) {
        m_sinceLine.start();
        put(stderr, text + u'\n');
    }
}

QJsonValue jsonTime(const std::optional<Instant> &instant)
{
    return instant ? QJsonValue(instantText(*instant)) : QJsonValue();
}

} // namespace relaybook
