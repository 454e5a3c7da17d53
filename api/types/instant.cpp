// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/instant.h"

#include "api/types/decimal.h"

#include <QTimeZone>

namespace relaybook {
namespace {

/// Reads a text from the left; every step returns whether it found what it expects. Twenty times
/// faster than QDateTime::fromString(): a page of the ledger has two hundred times in it.
class TimeText
{
public:
    explicit TimeText(QStringView text)
        : m_text(text)
    {
    }
    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] bool take(char16_t c)
    {
        const bool found = !atEnd() && m_text[m_at] == c;
        m_at += found ? 1 : 0;
        return found;
    }
    [[nodiscard]] bool take(QLatin1String word)
    {
        const bool found = m_text.mid(m_at).startsWith(word, Qt::CaseInsensitive);
        m_at += found ? word.size() : 0;
        return found;
    }
    [[nodiscard]] std::optional<int> number(int width)
    {
        int value = 0;
        for (int i = 0; i < width; ++i) {
            const auto digit = takeDigit();
            if (!digit) {
                return std::nullopt;
            }
            value = value * 10 + *digit;
        }
        return value;
    }
    /// Thousandths; digits beyond the third are cut off.
    [[nodiscard]] std::optional<int> fraction()
    {
        auto digit = takeDigit();
        if (!digit) {
            return std::nullopt;
        }
        int value = 0;
        for (int weight = 100; digit; weight /= 10) {
            value += *digit * weight;
            digit = takeDigit();
        }
        return value;
    }

private:
    [[nodiscard]] std::optional<int> takeDigit()
    {
        if (atEnd() || m_text[m_at] < u'0' || m_text[m_at] > u'9') {
            return std::nullopt;
        }
        return m_text[m_at++].unicode() - u'0';
    }

    QStringView m_text;
    qsizetype m_at = 0;
};

using std::chrono::milliseconds;
using std::chrono::minutes;

std::optional<std::chrono::sys_days> readDate(TimeText &text)
{
    const auto year = text.number(4);
    const auto month = year && text.take(u'-') ? text.number(2) : std::nullopt;
    const auto day = month && text.take(u'-') ? text.number(2) : std::nullopt;
    if (!day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date(std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

std::optional<milliseconds> readTimeOfDay(TimeText &text)
{
    const auto hour = text.number(2);
    const auto minute = hour && text.take(u':') ? text.number(2) : std::nullopt;
    if (!minute || *hour > 23 || *minute > 59) {
        return std::nullopt;
    }
    milliseconds time = std::chrono::hours(*hour) + minutes(*minute);
    if (!text.take(u':')) {
        return time;
    }
    const auto second = text.number(2);
    if (!second || *second > 59) {
        return std::nullopt;
    }
    time += std::chrono::seconds(*second);
    if (text.take(u'.') || text.take(u',')) {
        const auto thousandths = text.fraction();
        if (!thousandths) {
            return std::nullopt;
        }
        time += milliseconds(*thousandths);
    }
    return time;
}

/// The offset from UTC: "Z", " UTC", "+02", "+0200", "-03:30", or nothing.
std::optional<minutes> readOffset(TimeText &text)
{
    [[maybe_unused]] const bool spaced = text.take(u' ');
    if (text.atEnd() || text.take(QLatin1String("UTC")) || text.take(QLatin1String("GMT")) ||
        text.take(QLatin1String("Z"))) {
        return minutes(0);
    }
    const bool behind = text.take(u'-');
    if (!behind && !text.take(u'+')) {
        return std::nullopt;
    }
    const auto hour = text.number(2);
    if (!hour || *hour > 18) {
        return std::nullopt;
    }
    minutes offset = std::chrono::hours(*hour);
    if (text.take(u':') || !text.atEnd()) {
        const auto minute = text.number(2);
        if (!minute || *minute > 59) {
            return std::nullopt;
        }
        offset += minutes(*minute);
    }
    return behind ? -offset : offset;
}

/// A date with or without a time of day, and what follows it. The offset is missing if nothing
/// follows.
struct LocalTime
{
    Instant time;
    std::optional<minutes> offset;
};

std::optional<LocalTime> readLocalTime(QStringView text)
{
    TimeText reader(text.trimmed());
    const auto date = readDate(reader);
    if (!date) {
        return std::nullopt;
    }
    if (reader.atEnd()) {
        return LocalTime{Instant(*date), std::nullopt};
    }
    if (!reader.take(u'T') && !reader.take(u't') && !reader.take(u' ')) {
        return std::nullopt;
    }
    const auto time = readTimeOfDay(reader);
    const bool hasOffset = !reader.atEnd();
    const auto offset = time ? readOffset(reader) : std::nullopt;
    if (!offset || !reader.atEnd()) {
        return std::nullopt;
    }
    return LocalTime{Instant(*date) + *time, hasOffset ? offset : std::nullopt};
}

/// The moments at which the clocks of the zone show `local`, if there is exactly one.
std::optional<Instant> onlyMoment(const QTimeZone &zone, Instant local)
{
    std::optional<Instant> found;
    for (const auto day : {-std::chrono::hours(24), std::chrono::hours(24)}) {
        const std::chrono::seconds offset(zone.offsetFromUtc(utcDateTime(local + day)));
        const Instant moment = local - offset;
        if (std::chrono::seconds(zone.offsetFromUtc(utcDateTime(moment))) != offset) {
            continue;
        }
        if (found && *found != moment) {
            return std::nullopt;
        }
        found = moment;
    }
    return found;
}

} // namespace

std::optional<Instant> parseInstant(QStringView text)
{
    const auto local = readLocalTime(text);
    return local ? std::optional(local->time - local->offset.value_or(minutes(0))) : std::nullopt;
}

std::optional<Instant> parseInstantIn(QStringView zone, QStringView text)
{
    const auto local = readLocalTime(text);
    if (!local || local->offset || zone.isEmpty()) {
        return std::nullopt;
    }
    TimeText reader(zone);
    const auto offset = readOffset(reader);
    if (offset && reader.atEnd()) {
        return local->time - *offset;
    }
    if (!zone.contains(u'/')) { // abbreviations such as "CST" are the names of several zones
        return std::nullopt;
    }
    const QTimeZone named(zone.toLatin1());
    return named.isValid() ? onlyMoment(named, local->time) : std::nullopt;
}

std::optional<Instant> instantOfNumber(QStringView text)
{
    using namespace std::chrono_literals;
    constexpr Instant first = std::chrono::sys_days(1990y / 1 / 1);
    constexpr Instant beyond = std::chrono::sys_days(2200y / 1 / 1);
    constexpr int decimals = 3;
    const auto number = parseDecimal(text, decimals);
    if (!number) {
        return std::nullopt;
    }
    // The ranges of the three units do not overlap.
    for (const qint64 perSecond : {1, 1'000, 1'000'000}) {
        const Instant time = fromMillis(number->units / perSecond);
        if (time >= first && time < beyond) {
            return time;
        }
    }
    return std::nullopt;
}

QString instantText(Instant instant)
{
    return utcDateTime(instant).toString(Qt::ISODateWithMs);
}

QDateTime utcDateTime(Instant instant)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    return QDateTime::fromMSecsSinceEpoch(toMillis(instant), QTimeZone(QTimeZone::UTC));
#else
    return QDateTime::fromMSecsSinceEpoch(toMillis(instant), Qt::UTC);
#endif
}

} // namespace relaybook
