// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/querywords.h"

#include <QRegularExpression>

#include <algorithm>

namespace relaybook {

namespace {

// Some languages write large numbers with a no-break space, which is part of the word: "1 500 GB".
bool partsWords(QChar c)
{
    constexpr QChar noBreak(0x00a0);
    constexpr QChar narrowNoBreak(0x202f);
    return c.isSpace() && c != noBreak && c != narrowNoBreak;
}

/// With a point for the decimals, also if a comma was typed, unless it may separate thousands.
QString pointed(QString number)
{
    static const QRegularExpression decimalComma(
        QStringLiteral("^-?(0*,[0-9]+|[0-9]+,([0-9]{1,2}|[0-9]{4,}))$"));
    return decimalComma.match(number).hasMatch() ? number.replace(u',', u'.') : number;
}

} // namespace

QStringList queryWords(const QString &typed)
{
    QStringList words;
    QString word;
    bool quoted = false;
    for (const QChar c : typed) {
        quoted = c == u'"' ? !quoted : quoted;
        if (partsWords(c) && !quoted) {
            words.append(word);
            word.clear();
        } else {
            word.append(c);
        }
    }
    words.append(word);
    words.removeAll(QString());
    return words;
}

QString unquotedValue(QString value)
{
    return value.remove(u'"').simplified();
}

QString quotedValue(const QString &value)
{
    const bool plain =
        std::none_of(value.begin(), value.end(), [](QChar c) { return c.isSpace() || c == u'"'; });
    return plain ? value : QStringLiteral("\"%1\"").arg(value);
}

std::optional<NumberRange> parseNumberRange(const QString &value)
{
    NumberRange range;
    if (const qsizetype dots = value.indexOf(QLatin1String("..")); dots >= 0) {
        range.atLeast = pointed(value.left(dots));
        range.atMost = pointed(value.mid(dots + 2));
        return range.atLeast.isEmpty() && range.atMost.isEmpty() ? std::nullopt
                                                                 : std::optional(range);
    }
    const bool above = value.startsWith(u'>');
    const bool below = value.startsWith(u'<');
    const qsizetype sign = above || below ? 1 : 0;
    const bool equal = value.mid(sign).startsWith(u'=');
    const QString number = pointed(value.mid(sign + (equal ? 1 : 0)));
    range.isOneNumber = sign == 0;
    range.atLeast = below ? QString() : number;
    range.atMost = above ? QString() : number;
    range.atLeastExclusive = above && !equal;
    range.atMostExclusive = below && !equal;
    return number.isEmpty() ? std::nullopt : std::optional(range);
}

} // namespace relaybook
