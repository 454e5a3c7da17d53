// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/chattext.h"

#include "models/text/showntext.h"

namespace relaybook {

namespace {

constexpr char16_t firstStrongIsolate = 0x2068;
constexpr char16_t popIsolate = 0x2069;

/// A look-alike without a meaning of its own; the character itself if it has none.
QChar harmlessChatCharacter(QChar character)
{
    switch (character.unicode()) {
    case u'<':
        return QChar(0x2039);
    case u'>':
        return QChar(0x203a);
    case u'&':
        return QChar(0xff06);
    case u'@':
        return QChar(0xff20);
    case u'/':
        return QChar(0x2215);
    case u'`':
    case u'*':
    case u'_':
    case u'[':
    case u']':
        return u' ';
    default:
        return character.isSpace() ? QChar(u' ') : character;
    }
}

} // namespace

QString chatText(const QString &text)
{
    constexpr QChar dotLeader(0x2024);
    const QString shown = shownSentence(text);
    QString line;
    line.reserve(shown.size());
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const QChar each = shown.at(i);
        if (each == firstStrongIsolate || each == popIsolate) {
            continue;
        }
        const bool isInName = each == u'.' && i > 0 && i + 1 < shown.size() &&
                              !shown.at(i - 1).isSpace() && shown.at(i + 1).isLetter();
        line.append(isInName ? dotLeader : harmlessChatCharacter(each));
    }
    return line.simplified();
}

} // namespace relaybook
