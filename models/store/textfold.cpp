// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/textfold.h"

#include <algorithm>

namespace relaybook {
namespace {

/// Letters that Unicode does not decompose into a letter and an accent.
QLatin1String plainLetter(QChar c)
{
    switch (c.unicode()) {
    case u'ł':
        return QLatin1String("l");
    case u'ø':
        return QLatin1String("o");
    case u'đ':
    case u'ð':
        return QLatin1String("d");
    case u'ħ':
        return QLatin1String("h");
    case u'ı':
        return QLatin1String("i");
    case u'æ':
        return QLatin1String("ae");
    case u'œ':
        return QLatin1String("oe");
    case u'ß':
        return QLatin1String("ss");
    case u'þ':
        return QLatin1String("th");
    default:
        return {};
    }
}

void appendFolded(QString &folded, const QString &part)
{
    const QString decomposed = part.normalized(QString::NormalizationForm_KD).toCaseFolded();
    for (const QChar c : decomposed) {
        if (c.category() == QChar::Mark_NonSpacing) {
            continue;
        }
        const QLatin1String plain = c.unicode() < 0x80 ? QLatin1String() : plainLetter(c);
        if (plain.isEmpty()) {
            folded.append(c);
        } else {
            folded.append(plain);
        }
    }
}

} // namespace

QString foldedText(const QString &text)
{
    // Decomposition takes quadratic time in the number of accents of one letter, so a long text is
    // folded in parts. Accents are removed anyway.
    constexpr qsizetype partSize = 256;
    QString folded;
    folded.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = std::min(at + partSize, text.size());
        end -= end < text.size() && text.at(end).isLowSurrogate() ? 1 : 0;
        appendFolded(folded, text.mid(at, end - at));
        at = end;
    }
    return folded;
}

QByteArray naturalSortKey(const QString &text)
{
    const QString folded = foldedText(text);
    QByteArray key;
    for (qsizetype i = 0; i < folded.size();) {
        if (!folded[i].isDigit()) {
            const qsizetype start = i;
            while (i < folded.size() && !folded[i].isDigit()) {
                ++i;
            }
            key.append(folded.mid(start, i - start).toUtf8());
            continue;
        }
        qsizetype end = i;
        while (end < folded.size() && folded[end].isDigit()) {
            ++end;
        }
        while (i + 1 < end && folded[i] == u'0') {
            ++i;
        }
        // The length first, because a longer number is larger. '0' sorts digits before letters.
        constexpr qsizetype longest = 99;
        const QString digits = folded.mid(i, end - i);
        key.append(QByteArray::number(std::min(digits.size(), longest)).rightJustified(2, '0'));
        key.append(digits.toUtf8());
        i = end;
    }
    return key;
}

} // namespace relaybook
