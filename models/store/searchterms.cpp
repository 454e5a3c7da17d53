// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/searchterms.h"

#include "models/store/textfold.h"

#include <QDate>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QTime>

#include <algorithm>

namespace relaybook {
namespace {

/// Removes the blanks with which some languages group digits, so that they do not separate words.
QString withoutGroupBlanks(QString typed)
{
    const QString separator = showableLocale().groupSeparator();
    if (separator.size() != 1 || separator == QLatin1String(" ") || !separator.front().isSpace()) {
        return typed;
    }
    for (qsizetype i = typed.size() - 2; i > 0; --i) {
        if (typed.at(i) == separator.front() && typed.at(i - 1).isDigit() &&
            typed.at(i + 1).isDigit()) {
            typed.remove(i, 1);
        }
    }
    return typed;
}

/// Splits at blanks, except within quotes.
QStringList splitWords(const QString &original)
{
    const QString typed = withoutGroupBlanks(original);
    QStringList words;
    const QStringList parts = typed.split(u'"');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        if (i % 2 == 1) {
            words.append(parts.at(i).simplified());
        } else {
            words.append(parts.at(i).simplified().split(u' ', Qt::SkipEmptyParts));
        }
    }
    words.removeAll(QString());
    return words;
}

/// A number with a point for its decimals and without separators of thousands. A single point or
/// comma is for decimals ("5,02", and "5.02" from a CSV file), unless three digits follow: then it
/// is what it is in the tables.
QString withPoint(QString word)
{
    constexpr qsizetype groupSize = 3;
    const QLocale locale = showableLocale();
    const QString group = locale.groupSeparator();
    const QString point = locale.decimalPoint();
    const qsizetype separator = std::max(word.lastIndexOf(u'.'), word.lastIndexOf(u','));
    const bool isSingle = separator >= 0 && word.count(u'.') + word.count(u',') == 1;
    const bool isGroup = word.size() - separator - 1 == groupSize && separator <= groupSize &&
                         !word.startsWith(u'0');
    if (isSingle && !(isGroup && group == word.at(separator))) {
        return word.replace(u',', u'.');
    }
    word.remove(group);
    word.replace(point, QLatin1String("."));
    return point == QLatin1String(",") ? word : word.remove(u',');
}

std::optional<TypedNumber> numberOf(QString word)
{
    TypedNumber number;
    constexpr QChar minus(0x2212);
    const auto takeSign = [&] {
        if (number.sign.isNull() && !word.isEmpty() &&
            (word.front() == u'+' || word.front() == u'-' || word.front() == minus)) {
            number.sign = word.front() == u'+' ? u'+' : u'-';
            word.remove(0, 1);
        }
    };
    takeSign();
    if (word.startsWith(u'$')) {
        word.remove(0, 1);
        takeSign();
    }
    if (word.isEmpty() || !word.front().isDigit()) {
        return std::nullopt;
    }
    word = withPoint(word);
    const bool onlyDigits = std::all_of(
        word.begin(), word.end(), [](QChar c) { return c == u'.' || (c >= u'0' && c <= u'9'); });
    if (!onlyDigits || word.count(u'.') > 1) {
        return std::nullopt;
    }
    number.text = word.endsWith(u'.') ? word.chopped(1) : word;
    return number;
}

/// Whether the word is a unit of traffic or a currency, as shown after a number.
bool isUnit(const QString &word)
{
    return word.compare(QLatin1String("gb"), Qt::CaseInsensitive) == 0 ||
           word == QLatin1String("USD");
}

/// 1 to 12; 0 if it is not the name of a month.
int monthOf(const QString &folded)
{
    constexpr int months = 12;
    const auto isNamed = [&folded](const QLocale &locale, int month) {
        for (const auto format : {QLocale::LongFormat, QLocale::ShortFormat}) {
            for (QString name :
                 {locale.monthName(month, format), locale.standaloneMonthName(month, format)}) {
                name = foldedText(name);
                name.remove(u'.');
                if (!name.isEmpty() && name == folded) {
                    return true;
                }
            }
        }
        return false;
    };
    for (int month = 1; month <= months; ++month) {
        if (isNamed(QLocale(), month) || isNamed(QLocale::c(), month)) {
            return month;
        }
    }
    return 0;
}

/// The parts of a date that were typed.
class DateWords
{
public:
    /// Returns false if the word is not a further part of a date.
    bool take(QString word)
    {
        word = foldedText(word);
        while (word.endsWith(u',') || word.endsWith(u'.')) {
            word.chop(1);
        }
        if (word.isEmpty() || m_isWhole) {
            return false;
        }
        if (m_time.isValid()) {
            return takeHalfDay(word);
        }
        return takeIsoDate(word) || takeLocaleDate(word) || takeTime(word) || takeNumber(word) ||
               takeMonth(word);
    }
    [[nodiscard]] bool isDate() const { return m_month > 0 && (m_day > 0 || m_year > 0); }

    [[nodiscard]] std::vector<std::pair<Instant, Instant>> times() const
    {
        if (m_second.isValid()) {
            return {span(m_second, m_second.addSecs(1))};
        }
        constexpr int firstYear = 2000;
        std::vector<std::pair<Instant, Instant>> times;
        const int from = m_year > 0 ? m_year : firstYear;
        const int last = m_year > 0 ? m_year : QDate::currentDate().year();
        for (int year = from; year <= last; ++year) {
            const QDate first(year, m_month, m_day > 0 ? m_day : 1);
            if (!first.isValid()) {
                continue; // February 29
            }
            if (m_day > 0 && m_time.isValid()) {
                const QDateTime minute(first, m_time);
                constexpr int minuteSeconds = 60;
                times.push_back(span(minute, minute.addSecs(minuteSeconds)));
            } else {
                const QDate end = m_day > 0 ? first.addDays(1) : first.addMonths(1);
                times.push_back(span(first.startOfDay(), end.startOfDay()));
            }
        }
        return times;
    }

private:
    static std::pair<Instant, Instant> span(const QDateTime &from, const QDateTime &until)
    {
        return {fromMillis(from.toMSecsSinceEpoch()), fromMillis(until.toMSecsSinceEpoch())};
    }
    bool takeIsoDate(const QString &word)
    {
        const QDate day = QDate::fromString(word, Qt::ISODate);
        if (!day.isValid() || m_month + m_day + m_year > 0) {
            return false;
        }
        m_year = day.year();
        m_month = day.month();
        m_day = day.day();
        constexpr qsizetype dateSize = 10;
        if (word.size() > dateSize) { // "2026-11-20T18:00:03Z", as services write times
            m_second = QDateTime::fromString(word.toUpper(), Qt::ISODateWithMs);
            m_isWhole = m_second.isValid();
        }
        return true;
    }
    bool takeTime(const QString &word)
    {
        if (m_time.isValid() || !isDate()) {
            return false;
        }
        m_time = QTime::fromString(word, QStringLiteral("H:mm"));
        const bool hasPoint = showableLocale().timeFormat(QLocale::ShortFormat).contains(u'.');
        if (!m_time.isValid() && hasPoint) {
            m_time = QTime::fromString(word, QStringLiteral("H.mm"));
        }
        return m_time.isValid();
    }
    /// "pm" after "6:00": the last part of a date.
    bool takeHalfDay(const QString &word)
    {
        constexpr int halfDay = 12;
        const QLocale locale = showableLocale();
        const auto isText = [&word](QString text) {
            text = foldedText(text);
            return word == text || word == text.remove(u'.');
        };
        const bool isAfternoon = isText(locale.pmText());
        if (m_time.hour() > halfDay || (!isAfternoon && !isText(locale.amText()))) {
            return false;
        }
        m_time.setHMS(m_time.hour() % halfDay + (isAfternoon ? halfDay : 0), m_time.minute(), 0);
        m_isWhole = true;
        return true;
    }
    /// "18.10.2026", in the order of the locale.
    bool takeLocaleDate(const QString &word)
    {
        static const QRegularExpression numbers(
            QStringLiteral("^([0-9]{1,4})([./-])([0-9]{1,2})\\2([0-9]{1,4})$"));
        const auto match = numbers.match(word);
        if (!match.hasMatch() || m_month + m_day + m_year > 0) {
            return false;
        }
        QString order;
        for (const QChar part : showableLocale().dateFormat(QLocale::ShortFormat)) {
            if (QStringLiteral("dMy").contains(part) && !order.contains(part)) {
                order += part;
            }
        }
        const auto numberOf = [&](QChar part) {
            const int captured[] = {1, 3, 4};
            const qsizetype place = order.indexOf(part);
            return place < 0 || place > 2 ? 0 : match.captured(captured[place]).toInt();
        };
        const QDate day(numberOf(u'y'), numberOf(u'M'), numberOf(u'd'));
        constexpr int firstYear = 1000;
        if (!day.isValid() || day.year() < firstYear) {
            return false;
        }
        m_year = day.year();
        m_month = day.month();
        m_day = day.day();
        return true;
    }
    bool takeNumber(const QString &word)
    {
        bool isNumber = false;
        const int number = word.toInt(&isNumber);
        constexpr int yearSize = 4;
        constexpr int longestMonth = 31;
        if (!isNumber || !word.front().isDigit()) {
            return false;
        }
        if (word.size() == yearSize && m_year == 0 && m_month > 0) {
            m_year = number;
            return true;
        }
        if (word.size() <= 2 && number >= 1 && number <= longestMonth && m_day == 0 &&
            m_year == 0) {
            m_day = number;
            return true;
        }
        return false;
    }
    bool takeMonth(const QString &word)
    {
        const int month = m_month == 0 ? monthOf(word) : 0;
        m_month = month > 0 ? month : m_month;
        return month > 0;
    }

    int m_year = 0;
    int m_month = 0;
    int m_day = 0;
    QTime m_time;
    QDateTime m_second;
    bool m_isWhole = false;
};

/// The longest date that begins at this word, and its number of words; 0 if there is none.
std::pair<DateWords, qsizetype> dateAt(const QStringList &words, qsizetype first)
{
    std::pair<DateWords, qsizetype> best{{}, 0};
    DateWords date;
    for (qsizetype i = first; i < words.size() && date.take(words.at(i)); ++i) {
        if (date.isDate()) {
            best = {date, i + 1 - first};
        }
    }
    return best;
}

/// "10 GB" in quotes is treated as 10 GB without quotes.
void takeQuotedAmount(TypedTerm &term)
{
    const QStringList parts = term.words.front().split(u' ');
    if (parts.size() == 2 && isUnit(parts.back())) {
        term.number = numberOf(parts.front());
        term.words = term.number ? parts : term.words;
    }
}

bool hasSign(const QString &word)
{
    return std::any_of(word.begin(), word.end(), [](QChar c) { return c.isLetterOrNumber(); });
}

} // namespace

QLocale showableLocale(const QLocale &locale)
{
    const bool isShowable =
        locale.language() != QLocale::C && locale.zeroDigit() == QLatin1String("0");
    return isShowable ? locale : QLocale(QLocale::English, QLocale::UnitedStates);
}

std::vector<TypedTerm> typedTerms(const QString &typed)
{
    QStringList words = splitWords(typed);
    // "8.8 / 10 GB": a separator between other words is ignored.
    if (std::any_of(words.cbegin(), words.cend(), hasSign)) {
        words.erase(std::remove_if(words.begin(), words.end(),
                                   [](const QString &word) { return !hasSign(word); }),
                    words.end());
    }
    std::vector<TypedTerm> terms;
    for (qsizetype i = 0; i < words.size();) {
        TypedTerm term;
        const QString &word = words.at(i);
        const bool isPhrase = word.contains(u' ');
        const auto [date, size] = isPhrase ? dateAt(word.split(u' '), 0) : dateAt(words, i);
        qsizetype taken = isPhrase ? 1 : std::max<qsizetype>(size, 1);
        if (size > 0 && (!isPhrase || size == word.count(u' ') + 1)) {
            term.times = date.times();
        } else if (!isPhrase) {
            term.number = numberOf(word);
            taken = term.number && i + 1 < words.size() && isUnit(words.at(i + 1)) ? 2 : 1;
        }
        term.words = words.mid(i, taken);
        if (isPhrase && term.times.empty()) {
            takeQuotedAmount(term);
        }
        terms.push_back(std::move(term));
        i += taken;
    }
    return terms;
}

} // namespace relaybook
