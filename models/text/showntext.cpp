// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/showntext.h"

#include <QChar>
#include <QList>

#include <algorithm>
#include <array>

namespace relaybook {
namespace {

constexpr char16_t firstStrongIsolate = 0x2068;
constexpr char16_t popIsolate = 0x2069;
constexpr char32_t zeroWidthNonJoiner = 0x200c;
constexpr char32_t zeroWidthJoiner = 0x200d;

struct CodePoint
{
    char32_t code = 0;
    qsizetype at = 0; ///< of its first unit
};

QList<CodePoint> codePoints(const QString &text)
{
    QList<CodePoint> points;
    points.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar unit = text.at(i);
        const bool isPair =
            unit.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        points.append({isPair ? QChar::surrogateToUcs4(unit, text.at(i + 1)) : unit.unicode(), i});
        i += isPair ? 1 : 0;
    }
    return points;
}

/// Of the category of invisible characters, but drawn: they stand before or over a number.
bool isNumberSign(char32_t code)
{
    static constexpr std::array<char32_t, 13> signs{0x600, 0x601,   0x602,  0x603, 0x604,
                                                    0x605, 0x6dd,   0x70f,  0x890, 0x891,
                                                    0x8e2, 0x110bd, 0x110cd};
    return std::find(signs.begin(), signs.end(), code) != signs.end();
}

/// Letters and marks that no font draws.
bool isBlankLetter(char32_t code)
{
    static constexpr std::array<char32_t, 11> blanks{0x34f,  0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b,
                                                     0x180c, 0x180d, 0x180f, 0x3164, 0xffa0};
    return std::find(blanks.begin(), blanks.end(), code) != blanks.end();
}

bool isInvisible(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Other_Format:
        return !isNumberSign(code);
    default:
        return isBlankLetter(code);
    }
}

bool isMarkOfLetter(char32_t code)
{
    const QChar::Category category = QChar::category(code);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
}

/// No script puts more marks on a letter. Qt takes seconds to lay out thousands of them.
constexpr int mostMarks = 10;

/// Letters of scripts whose shape a joiner changes.
bool isJoinable(char32_t code)
{
    switch (QChar::category(code)) {
    case QChar::Letter_Other:
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
        break;
    default:
        return false;
    }
    switch (QChar::script(code)) {
    case QChar::Script_Common:
    case QChar::Script_Inherited:
    case QChar::Script_Latin:
    case QChar::Script_Greek:
    case QChar::Script_Cyrillic:
    case QChar::Script_Hebrew:
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
        return false;
    default:
        return !isBlankLetter(code);
    }
}

bool isOfEmoji(char32_t code)
{
    constexpr char32_t emojiStyle = 0xfe0f;
    constexpr char32_t firstSkinTone = 0x1f3fb;
    constexpr char32_t lastSkinTone = 0x1f3ff;
    return QChar::category(code) == QChar::Symbol_Other || code == emojiStyle ||
           (code >= firstSkinTone && code <= lastSkinTone);
}

/// Whether the character at this place is shown as a code.
bool isMarked(const QList<CodePoint> &points, qsizetype place)
{
    const char32_t code = points.at(place).code;
    const char32_t before = place > 0 ? points.at(place - 1).code : 0;
    const char32_t after = place + 1 < points.size() ? points.at(place + 1).code : 0;
    switch (code) {
    case U'\n':
    case U'\t':
        return false;
    case U'\r':
        return after != U'\n';
    case zeroWidthNonJoiner:
        return !(isJoinable(before) && isJoinable(after));
    case zeroWidthJoiner:
        return !(isJoinable(before) && isJoinable(after)) &&
               !(isOfEmoji(before) && isOfEmoji(after));
    default:
        return isInvisible(code);
    }
}

QString codeText(char32_t code)
{
    constexpr int digits = 4;
    constexpr int hexadecimal = 16;
    return QStringLiteral("⟨U+%1⟩").arg(
        QString::number(static_cast<uint>(code), hexadecimal).toUpper(), digits, u'0');
}

/// The places of isolates that are closed, and of their ends.
QList<qsizetype> closedIsolates(const QList<CodePoint> &points)
{
    QList<qsizetype> open;
    QList<qsizetype> closed;
    for (qsizetype place = 0; place < points.size(); ++place) {
        const char32_t code = points.at(place).code;
        if (code == firstStrongIsolate) {
            open.append(place);
        } else if (code == popIsolate && !open.isEmpty()) {
            closed.append({open.takeLast(), place});
        }
    }
    std::sort(closed.begin(), closed.end());
    return closed;
}

/// Replaces each marked character by what `replacement` makes of it.
template <class Replacement>
QString replaced(const QString &text, bool keepIsolates, Replacement replacement)
{
    // Nearly all texts have no such character.
    int marks = 0; // in a row
    const bool isPlain = std::none_of(text.begin(), text.end(), [&marks](QChar unit) {
        marks = isMarkOfLetter(unit.unicode()) ? marks + 1 : 0;
        return unit.isSurrogate() || marks > mostMarks ||
               (unit != u'\n' && unit != u'\t' && isInvisible(unit.unicode()));
    });
    if (isPlain) {
        return text;
    }
    const QList<CodePoint> points = codePoints(text);
    const QList<qsizetype> kept = keepIsolates ? closedIsolates(points) : QList<qsizetype>();
    QString shown;
    shown.reserve(text.size());
    marks = 0;
    for (qsizetype place = 0; place < points.size(); ++place) {
        const auto [code, at] = points.at(place);
        marks = isMarkOfLetter(code) ? marks + 1 : 0;
        if (marks > mostMarks) {
            shown += marks == mostMarks + 1 ? replacement(code) : QString(); // for all that follow
        } else if (isMarked(points, place) &&
                   !std::binary_search(kept.begin(), kept.end(), place)) {
            shown += replacement(code);
        } else {
            const qsizetype end = place + 1 < points.size() ? points.at(place + 1).at : text.size();
            shown += QStringView(text).mid(at, end - at);
        }
    }
    return shown;
}

/// Whether the text has a character that reorders others in a left-to-right sentence.
bool isReordering(const QString &text)
{
    const QList<CodePoint> points = codePoints(text);
    return std::any_of(points.begin(), points.end(), [](const CodePoint &point) {
        const QChar::Direction direction = QChar::direction(point.code);
        return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
    });
}

} // namespace

QString shownText(const QString &text)
{
    return replaced(text, false, codeText);
}

QString isolated(const QString &part)
{
    const QString shown = shownText(part);
    return isReordering(shown) ? QString(QChar(firstStrongIsolate) + shown + QChar(popIsolate))
                               : shown;
}

QString shownSentence(const QString &sentence)
{
    return replaced(sentence, true, codeText);
}

QString typeableText(const QString &text)
{
    const QString typeable = replaced(text, false, [](char32_t /*code*/) { return QString(); });
    return typeable.trimmed().isEmpty() ? shownText(text) : typeable;
}

bool isNameTyped(const QString &typed, const QString &name)
{
    const auto isSame = [](const QString &one, const QString &other) {
        return one.simplified().compare(other.simplified(), Qt::CaseInsensitive) == 0;
    };
    return isSame(typed, shownText(name)) || isSame(typeableText(typed), typeableText(name));
}

} // namespace relaybook
