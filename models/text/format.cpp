// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"

#include "api/types/cuttext.h"
#include "models/text/localeformat.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace relaybook::format {
namespace {

constexpr QChar minus(0x2212);
/// A time further ahead than this means that the clock was set back later.
constexpr std::chrono::minutes clocksDiffer(1);

struct FormatWords
{
    Q_DECLARE_TR_FUNCTIONS(format)
};

QString unsignedText(QString plain)
{
    if (plain.startsWith(u'-')) {
        plain.remove(0, 1);
    }
    return number(plain);
}

bool isDollars(const QString &currency)
{
    return currency.isEmpty() || currency.compare(QLatin1String("USD"), Qt::CaseInsensitive) == 0;
}

struct Word
{
    const char *wire;
    const char *shown;
};

constexpr std::array<Word, 6> proxyTypes{{
    {"residential", QT_TRANSLATE_NOOP("format", "Residential")},
    {"mobile", QT_TRANSLATE_NOOP("format", "Mobile")},
    {"datacenter", QT_TRANSLATE_NOOP("format", "Datacenter")},
    {"residential_premium", QT_TRANSLATE_NOOP("format", "Residential premium")},
    {"mobile_premium", QT_TRANSLATE_NOOP("format", "Mobile premium")},
    {"isp", QT_TRANSLATE_NOOP("format", "ISP")},
}};

constexpr std::array<Word, 2> behaviors{{
    {"keep", QT_TRANSLATE_NOOP("format", "Keeps its address")},
    {"rotate", QT_TRANSLATE_NOOP("format", "Rotates")},
}};

template <size_t N>
QStringList wireNames(const std::array<Word, N> &words)
{
    QStringList names;
    for (const Word &word : words) {
        names.append(QLatin1String(word.wire));
    }
    return names;
}

template <size_t N>
QString known(const std::array<Word, N> &words, const QString &wire)
{
    for (const Word &word : words) {
        if (wire == QLatin1String(word.wire)) {
            return FormatWords::tr(word.shown);
        }
    }
    return wire;
}

} // namespace

QString unreadableEntries(qint64 number)
{
    return number == 0
               ? QString()
               : FormatWords::tr("%1 entries could not be read", nullptr, static_cast<int>(number))
                     .arg(format::count(number));
}

QString nothing()
{
    return QStringLiteral("—");
}

QString orNothing(const QString &text)
{
    return text.isEmpty() ? nothing() : text;
}

QString port(const std::optional<int> &port)
{
    return port ? QString::number(*port) : nothing();
}

QString money(Money amount, Sign sign, const QString &currency)
{
    if (isPrivacyOn()) {
        return hiddenAmount();
    }
    QString text = unsignedText(amount.text(2));
    text = isDollars(currency) ? QString(u'$' + text) : QString(text + u' ' + currency);
    if (amount.isNegative()) {
        return minus + text;
    }
    return sign == Sign::Always && !amount.isZero() ? QString(u'+' + text) : text;
}

Money downToCents(Money amount)
{
    constexpr std::int64_t cent = 1'000'000;                           // 10^-8 dollars
    const std::int64_t rest = ((amount.units() % cent) + cent) % cent; // never negative
    return amount.minus(Money::fromUnits(rest)).value_or(amount);
}

Money nearestCents(Money amount)
{
    constexpr std::int64_t halfACent = 500'000; // 10^-8 dollars
    const Money down = downToCents(amount);
    const std::int64_t rest = amount.units() - down.units();
    const bool isDown = amount.isNegative() ? rest <= halfACent : rest < halfACent;
    return isDown ? down : down.plus(Money::fromCents(1)).value_or(amount);
}

QString trafficNumber(TrafficAmount amount, bool trimWhole)
{
    if (isPrivacyOn()) {
        return hiddenAmount();
    }
    constexpr std::int64_t tenth = TrafficAmount::unitsPerGb / 10;
    constexpr std::int64_t thousandth = TrafficAmount::unitsPerGb / 1000;
    const std::int64_t magnitude = std::abs(amount.units());
    const QString sign = amount.isNegative() ? QString(minus) : QString();
    if (trimWhole && magnitude % TrafficAmount::unitsPerGb == 0) {
        return sign + unsignedText(decimalText(magnitude / TrafficAmount::unitsPerGb, 0));
    }
    if (magnitude == 0 || magnitude >= tenth) {
        constexpr int dropped = TrafficAmount::digits - 1;
        return sign + unsignedText(decimalText(roundedDivision(magnitude, dropped), 1, 1));
    }
    if (magnitude >= thousandth) {
        constexpr int dropped = TrafficAmount::digits - 3;
        return sign + unsignedText(decimalText(roundedDivision(magnitude, dropped), 3, 1));
    }
    return sign + unsignedText(amount.gbText());
}

QString traffic(TrafficAmount amount)
{
    return FormatWords::tr("%1 GB").arg(trafficNumber(amount));
}

QString trafficPace(TrafficAmount amount)
{
    constexpr std::int64_t twoDigits = 100;
    const std::int64_t units = amount.units();
    if (units <= 0 || units >= TrafficAmount::unitsPerGb) {
        return traffic(amount);
    }
    std::int64_t step = 1;
    while (units / step >= twoDigits) {
        step *= 10;
    }
    return trafficExact(TrafficAmount::fromUnits((units + step / 2) / step * step));
}

QString trafficExact(TrafficAmount amount)
{
    if (isPrivacyOn()) {
        return traffic(amount);
    }
    const QString number = unsignedText(amount.gbText());
    return FormatWords::tr("%1 GB").arg(amount.isNegative() ? QString(minus + number) : number);
}

QString trafficOfLimit(const std::optional<TrafficAmount> &used,
                       const std::optional<TrafficAmount> &limit)
{
    if (used && limit) {
        return FormatWords::tr("%1 / %2 GB").arg(trafficNumber(*used), trafficNumber(*limit, true));
    }
    if (limit) {
        return FormatWords::tr("— / %1 GB").arg(trafficNumber(*limit, true));
    }
    return used ? traffic(*used) : nothing();
}

QString percent(const std::optional<int> &value)
{
    return value ? FormatWords::tr("%1 %").arg(count(*value)) : nothing();
}

QString fileSize(qint64 bytes)
{
    constexpr qint64 kilobyte = 1024;
    constexpr qint64 megabyte = kilobyte * kilobyte;
    constexpr qint64 gigabyte = megabyte * kilobyte;
    if (bytes < megabyte) {
        return FormatWords::tr("%1 KB").arg(count((bytes + kilobyte - 1) / kilobyte));
    }
    const bool isLarge = bytes >= gigabyte;
    const qint64 tenths = bytes / (isLarge ? megabyte : kilobyte) * 10 / kilobyte;
    const QString text =
        tenths % 10 == 0
            ? count(tenths / 10)
            : format::number(QStringLiteral("%1.%2").arg(tenths / 10).arg(tenths % 10));
    return isLarge ? FormatWords::tr("%1 GB").arg(text) : FormatWords::tr("%1 MB").arg(text);
}

QString count(qint64 number)
{
    const QString text = unsignedText(QString::number(number));
    return number < 0 ? QString(minus + text) : text;
}

QString dateTime(Instant instant)
{
    const auto local = QDateTime::fromMSecsSinceEpoch(toMillis(instant));
    return FormatWords::tr("%1 %2", "date, time").arg(date(local.date()), time(local.time()));
}

QString dateTime(const std::optional<Instant> &instant)
{
    return instant ? dateTime(*instant) : nothing();
}

QString zoneName(const QTimeZone &zone)
{
    return zone.id() == "Etc/UTC" ? QStringLiteral("UTC") : QString::fromLatin1(zone.id());
}

QString shortDateTime(Instant instant)
{
    const auto local = QDateTime::fromMSecsSinceEpoch(toMillis(instant));
    return FormatWords::tr("%1, %2", "date without its year, time")
        .arg(shortDate(local.date()), time(local.time()));
}

QString milliseconds(std::chrono::microseconds span)
{
    return FormatWords::tr("%1 ms", "milliseconds")
        .arg(count(std::chrono::round<std::chrono::milliseconds>(span).count()));
}

QString ago(Instant instant, Instant now)
{
    using namespace std::chrono;
    const auto passed = duration_cast<seconds>(now - instant);
    if (passed < -clocksDiffer) {
        return FormatWords::tr("at an unknown time (the clock was changed)");
    }
    if (passed < seconds(3)) {
        return FormatWords::tr("just now");
    }
    if (passed < minutes(1)) {
        return FormatWords::tr("%1 s ago").arg(passed.count());
    }
    if (passed < hours(1)) {
        return FormatWords::tr("%1 min ago").arg(duration_cast<minutes>(passed).count());
    }
    if (passed < hours(24)) {
        return FormatWords::tr("%1 h ago").arg(duration_cast<hours>(passed).count());
    }
    return dateTime(instant);
}

QString updated(Instant instant, Instant now)
{
    return FormatWords::tr("Updated %1").arg(ago(instant, now));
}

bool isFresh(Instant instant, Instant now, std::chrono::milliseconds span)
{
    return instant - now <= clocksDiffer && now - instant <= span;
}

QString duration(std::chrono::seconds span)
{
    using namespace std::chrono;
    if (span < minutes(1)) {
        return FormatWords::tr("less than a minute");
    }
    constexpr double secondsPerMinute = 60;
    const auto rounded =
        static_cast<int>(std::lround(static_cast<double>(span.count()) / secondsPerMinute));
    constexpr int minutesPerHour = 60;
    constexpr int whenHours = 90;
    if (rounded < whenHours) {
        return FormatWords::tr("about %1 min").arg(rounded);
    }
    return FormatWords::tr("about %1 h").arg((rounded + minutesPerHour / 2) / minutesPerHour);
}

QString timeLeft(std::chrono::milliseconds left)
{
    using namespace std::chrono;
    constexpr seconds whenMinutes{90};
    constexpr minutes whenHours{90};
    if (left <= whenMinutes) {
        return FormatWords::tr("%1 s").arg(count(std::max<qint64>(0, ceil<seconds>(left).count())));
    }
    if (left <= whenHours) {
        return FormatWords::tr("%1 min").arg(ceil<minutes>(left).count());
    }
    return FormatWords::tr("%1 h").arg(count(ceil<hours>(left).count()));
}

QString proxyType(const QString &type)
{
    return known(proxyTypes, type);
}

QStringList knownProxyTypes()
{
    return wireNames(proxyTypes);
}

QString transactionType(const QString &type)
{
    static constexpr std::array<Word, 3> words{{
        {"deposit", QT_TRANSLATE_NOOP("format", "Deposit")},
        {"purchase", QT_TRANSLATE_NOOP("format", "Purchase")},
        {"refund", QT_TRANSLATE_NOOP("format", "Refund")},
    }};
    return known(words, type);
}

QString product(const QString &id, const QString &name)
{
    if (id.isEmpty()) {
        return nothing();
    }
    return name.isEmpty() ? FormatWords::tr("Product %1").arg(isolated(id)) : proxyType(name);
}

QString typeName(const QString &type)
{
    return type.isEmpty() ? FormatWords::tr("Without a type") : transactionType(type);
}

QString location(const Proxy &proxy)
{
    const QString place = proxy.city.isEmpty() ? proxy.region : proxy.city;
    if (proxy.country.isEmpty() || place.isEmpty()) {
        const QString only = proxy.country + place;
        return only.isEmpty() ? nothing() : only;
    }
    return proxy.country + QStringLiteral(" · ") + place;
}

QString rotation(const Proxy &proxy)
{
    if (proxy.rotateType == rotateEachRequest) {
        return FormatWords::tr("Every request");
    }
    if (proxy.rotateType == rotateAtInterval && proxy.rotateIntervalMinutes) {
        return FormatWords::tr("Every %1 min").arg(*proxy.rotateIntervalMinutes);
    }
    if (!proxy.rotateType.isEmpty()) {
        return proxy.rotateType;
    }
    return proxy.behavior.isEmpty() ? nothing() : behavior(proxy.behavior);
}

QString behavior(const QString &behavior)
{
    return known(behaviors, behavior);
}

QStringList knownBehaviors()
{
    return wireNames(behaviors);
}

QString subUserName(const SubUser &subUser)
{
    const bool isNameless = subUser.username.isEmpty() && subUser.localName.isEmpty();
    if (isNameless || isPrivacyOn()) {
        return FormatWords::tr("Sub-user %1").arg(subUser.id.text());
    }
    if (subUser.username.isEmpty()) {
        return subUser.localName;
    }
    return subUser.localName.isEmpty()
               ? subUser.username
               : FormatWords::tr("%1 (%2)", "user name (the user's own name)")
                     .arg(subUser.username, subUser.localName);
}

QString shortened(const QString &text, qsizetype longest)
{
    QString line = text.simplified();
    if (line.size() <= longest) {
        return line;
    }
    return textStart(line, longest - 1).trimmed() + u'…';
}

} // namespace relaybook::format
