// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/ledgerquery.h"

#include "models/tables/ledgerdates.h"
#include "models/tables/querywords.h"

#include <QCoreApplication>
#include <QDateTime>

#include <array>

namespace relaybook {
namespace {

class UnderstoodWords
{
    Q_DECLARE_TR_FUNCTIONS(LedgerQuery)
};

enum class Operator { Type, Amount, After, Before, To, On, In, Out, Product };

struct Keyword
{
    QLatin1String text;
    Operator meaning;
};
constexpr std::array keywords{
    Keyword{QLatin1String("type:"), Operator::Type},
    Keyword{QLatin1String("amount:"), Operator::Amount},
    Keyword{QLatin1String("after:"), Operator::After},
    Keyword{QLatin1String("before:"), Operator::Before},
    Keyword{QLatin1String("from:"), Operator::After},
    Keyword{QLatin1String("to:"), Operator::To},
    Keyword{QLatin1String("on:"), Operator::On},
    Keyword{QLatin1String("date:"), Operator::On},
    Keyword{QLatin1String("in:"), Operator::In},
    Keyword{QLatin1String("out:"), Operator::Out},
    Keyword{QLatin1String("product:"), Operator::Product},
};

/// A day, a month or a year.
std::optional<DayRange> parseDays(const QString &text)
{
    if (const QDate day = dayOf(text); day.isValid()) {
        return DayRange{day, day};
    }
    const QDate month = QDate::fromString(text, QStringLiteral("yyyy-MM"));
    if (month.isValid()) {
        return DayRange{month, month.addMonths(1).addDays(-1)};
    }
    constexpr qsizetype yearLength = 4;
    const QDate year =
        text.size() == yearLength ? QDate::fromString(text, QStringLiteral("yyyy")) : QDate();
    if (year.isValid()) {
        return DayRange{year, year.addYears(1).addDays(-1)};
    }
    return std::nullopt;
}

/// Whether the time can be written in ISO 8601: its year has four digits.
bool isWritable(Instant moment)
{
    using namespace std::chrono_literals;
    constexpr Instant first = std::chrono::sys_days(1y / 1 / 1);
    constexpr Instant beyond = std::chrono::sys_days(10000y / 1 / 1);
    return moment >= first && moment < beyond;
}

enum class Sign { Refused, Dropped };

/// Parses an amount without its sign. "Less than -50" is ambiguous, so a sign is refused there;
/// `out:` gives the direction.
std::optional<Money> parseAmount(const QString &text, Sign sign)
{
    const auto amount = Money::parse(text);
    if (!amount || *amount == Money::fromUnits(std::numeric_limits<qint64>::min()) ||
        (amount->isNegative() && sign == Sign::Refused)) {
        return std::nullopt;
    }
    return amount->magnitude();
}

class Parser
{
public:
    explicit Parser(const QTimeZone &zone)
        : m_zone(zone)
    {
    }

    LedgerQuery parse(const QString &typed)
    {
        QStringList text;
        for (const QString &word : queryWords(typed)) {
            if (!takeOperator(word)) {
                text.append(word);
            }
        }
        m_words.filter.text = text.join(u' ');
        return std::move(m_words);
    }

private:
    bool takeOperator(const QString &word)
    {
        for (const Keyword &keyword : keywords) {
            if (word.startsWith(keyword.text, Qt::CaseInsensitive)) {
                take(keyword.meaning, unquotedValue(word.mid(keyword.text.size())), word);
                return true;
            }
        }
        return false;
    }
    void take(Operator meaning, const QString &value, const QString &word)
    {
        switch (meaning) {
        case Operator::Type:
            takeTypes(value, word);
            return;
        case Operator::Amount:
            takeAmount(value, word);
            return;
        case Operator::After:
        case Operator::Before:
        case Operator::To:
        case Operator::On:
            takeTime(meaning, value, word);
            return;
        case Operator::In:
        case Operator::Out:
            takeDirection(meaning, value, word);
            return;
        case Operator::Product:
            m_words.filter.product = value;
            return;
        }
    }
    void takeTypes(const QString &value, const QString &word)
    {
        // ledgerQueryText() writes this for transactions without a type.
        if (word.contains(QLatin1String("\"\"")) && !m_words.filter.types.contains(QString())) {
            m_words.filter.types.append(QString());
        }
        for (const QString &type : value.split(u',', Qt::SkipEmptyParts)) {
            if (!m_words.filter.types.contains(type.trimmed())) {
                m_words.filter.types.append(type.trimmed());
            }
        }
    }
    void takeDirection(Operator meaning, const QString &value, const QString &word)
    {
        if (!value.isEmpty()) {
            m_words.problems.append(
                UnderstoodWords::tr("“%1” is not understood: use “in:” and “out:” without a value.")
                    .arg(word));
            return;
        }
        m_words.filter.direction =
            meaning == Operator::In ? LedgerDirection::In : LedgerDirection::Out;
    }
    void takeTime(Operator meaning, const QString &value, const QString &word)
    {
        LedgerFilter &filter = m_words.filter;
        if (const auto days = parseDays(value)) {
            if (meaning == Operator::After || meaning == Operator::On) {
                filter.from = startOfDay(days->first, m_zone);
            }
            if (meaning == Operator::Before) {
                filter.until = startOfDay(days->first, m_zone);
            } else if (meaning == Operator::To || meaning == Operator::On) {
                filter.until = startOfDay(days->last.addDays(1), m_zone);
            }
            return;
        }
        const auto moment = value.contains(u'T') ? parseInstant(value) : std::nullopt;
        if (moment && !isWritable(*moment)) {
            m_words.problems.append(
                UnderstoodWords::tr(
                    "“%1” is out of range: write a date from 0001-01-01 to 9999-12-31.")
                    .arg(word));
            return;
        }
        if (!moment || meaning == Operator::On || meaning == Operator::To) {
            m_words.problems.append(
                UnderstoodWords::tr("“%1” is not understood: write a day like 2026-10-01, a month "
                                    "like 2026-10, or a year.")
                    .arg(word));
            return;
        }
        (meaning == Operator::After ? filter.from : filter.until) = *moment;
    }
    void takeAmount(const QString &value, const QString &word)
    {
        LedgerFilter bounds;
        if (!readAmount(value, bounds)) {
            m_words.problems.append(
                (value.contains(u'-')
                     ? UnderstoodWords::tr("“%1” is not understood: amounts are compared without "
                                           "their sign. For more than 50 paid, write “out: "
                                           "amount:>50”.")
                     : UnderstoodWords::tr("“%1” is not understood: write an amount like 10, "
                                           ">100, <=2.50 or 10..20."))
                    .arg(word));
            return;
        }
        LedgerFilter &filter = m_words.filter;
        if (bounds.atLeast) {
            filter.atLeast = bounds.atLeast;
            filter.atLeastExclusive = bounds.atLeastExclusive;
        }
        if (bounds.atMost) {
            filter.atMost = bounds.atMost;
            filter.atMostExclusive = bounds.atMostExclusive;
        }
    }
    static bool readAmount(const QString &value, LedgerFilter &bounds)
    {
        const auto range = parseNumberRange(value);
        if (!range) {
            return false;
        }
        const Sign sign = range->isOneNumber ? Sign::Dropped : Sign::Refused;
        bounds.atLeast = parseAmount(range->atLeast, sign);
        bounds.atMost = parseAmount(range->atMost, sign);
        bounds.atLeastExclusive = range->atLeastExclusive;
        bounds.atMostExclusive = range->atMostExclusive;
        return (bounds.atLeast || range->atLeast.isEmpty()) &&
               (bounds.atMost || range->atMost.isEmpty());
    }

    const QTimeZone &m_zone;
    LedgerQuery m_words;
};

QDate lastWritableDay()
{
    constexpr int lastYear = 9999;
    return {lastYear, 12, 31};
}

QString momentWord(Instant moment, const QTimeZone &zone)
{
    const QDate day = dayIn(zone, moment);
    return startOfDay(day, zone) == moment ? day.toString(Qt::ISODate) : instantText(moment);
}

void appendTimes(QStringList &words, const LedgerFilter &filter, const QTimeZone &zone)
{
    const auto days = daysOf(filter, zone);
    if (days && days->first.isValid() && days->first == days->last) {
        words.append(QStringLiteral("on:%1").arg(days->first.toString(Qt::ISODate)));
        return;
    }
    if (filter.from) {
        words.append(QStringLiteral("after:%1").arg(momentWord(*filter.from, zone)));
    }
    if (filter.until) {
        const QDate beyond = dayIn(zone, *filter.until);
        // The day after 9999-12-31 cannot be written.
        words.append(beyond > lastWritableDay()
                         ? QStringLiteral("to:%1").arg(lastWritableDay().toString(Qt::ISODate))
                         : QStringLiteral("before:%1").arg(momentWord(*filter.until, zone)));
    }
}

void appendAmounts(QStringList &words, const LedgerFilter &filter)
{
    const bool both = filter.atLeast && filter.atMost;
    if (both && !filter.atLeastExclusive && !filter.atMostExclusive) {
        const QString low = filter.atLeast->text(0);
        const QString high = filter.atMost->text(0);
        words.append(low == high ? QStringLiteral("amount:%1").arg(low)
                                 : QStringLiteral("amount:%1..%2").arg(low, high));
        return;
    }
    if (filter.atLeast) {
        words.append(QStringLiteral("amount:%1%2")
                         .arg(filter.atLeastExclusive ? QLatin1String(">") : QLatin1String(">="),
                              filter.atLeast->text(0)));
    }
    if (filter.atMost) {
        words.append(QStringLiteral("amount:%1%2")
                         .arg(filter.atMostExclusive ? QLatin1String("<") : QLatin1String("<="),
                              filter.atMost->text(0)));
    }
}

} // namespace

LedgerQuery parseLedgerQuery(const QString &typed, const QTimeZone &zone)
{
    return Parser(zone).parse(typed);
}

QString ledgerQueryText(const LedgerFilter &filter, const QTimeZone &zone)
{
    QStringList words;
    if (!filter.types.isEmpty()) {
        QStringList types;
        for (const QString &type : filter.types) {
            types.append(type.isEmpty() ? QStringLiteral("\"\"") : quotedValue(type));
        }
        words.append(QStringLiteral("type:%1").arg(types.join(u',')));
    }
    appendAmounts(words, filter);
    appendTimes(words, filter, zone);
    if (filter.direction != LedgerDirection::Any) {
        words.append(filter.direction == LedgerDirection::In ? QStringLiteral("in:")
                                                             : QStringLiteral("out:"));
    }
    if (!filter.product.isEmpty()) {
        words.append(QStringLiteral("product:%1").arg(quotedValue(filter.product)));
    }
    if (!filter.text.isEmpty()) {
        words.append(filter.text);
    }
    return words.join(u' ');
}

} // namespace relaybook
