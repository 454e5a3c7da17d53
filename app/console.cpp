// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include "app/terminal.h"
#include "models/text/showntext.h"

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

} // namespace

Console::Console()
    : m_terminal(isTerminal())
{
}

// A terminal obeys control characters: a name could clear the screen or write over other lines.
void Console::print(const QString &text)
{
    writeText(stdout, shownSentence(text) + u'\n');
}

void Console::print(const QJsonObject &object)
{
    writeText(stdout,
              QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) + u'\n');
}

void Console::printError(const QString &sentences)
{
    print(QJsonObject{{QStringLiteral("error"), sentences}});
}

void Console::endLine()
{
    if (m_lineOpen) {
        writeText(stderr, QStringLiteral("\n"));
        m_lineOpen = false;
    }
}

void Console::say(const QString &text)
{
    endLine();
    writeText(stderr, shownSentence(text) + u'\n');
}

void Console::progress(const QString &text)
{
    if (text == m_last) {
        return;
    }
    m_last = text;
    if (m_terminal) {
        // Moves to the start of the line and clears the rest of it.
        writeText(stderr, QStringLiteral("\r\x1b[K") + shownSentence(text));
        m_lineOpen = true;
        return;
    }
    constexpr qint64 pause = 5000;
    if (!m_sinceLine.isValid() || m_sinceLine.elapsed() >= pause) {
        m_sinceLine.start();
        writeText(stderr, shownSentence(text) + u'\n');
    }
}

QJsonValue jsonTime(const std::optional<Instant> &instant)
{
    return instant ? QJsonValue(instantText(*instant)) : QJsonValue();
}

} // namespace relaybook
