// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typednumber.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace relaybook {

namespace {

struct TypedNumberWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::TypedNumber)
};

QString withoutUnit(const QString &text)
{
    QString figure = text.trimmed();
    if (figure.endsWith(QStringLiteral("GB"), Qt::CaseInsensitive)) {
        figure = figure.chopped(2).trimmed();
    }
    return figure;
}

bool matches(const QString &text, const QString &pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

// "1,234": a single separator, which may be for thousands or for decimals.
bool readsTwoWays(const QString &figure)
{
    return matches(figure, QStringLiteral("[1-9][0-9]{0,2}[.,][0-9]{3}"));
}

Typed<TrafficAmount> refused(const QString &problem)
{
    return {std::nullopt, problem};
}

Typed<TrafficAmount> twoReadings(const QString &figure, bool pointGroups)
{
    QString whole = figure;
    QString fraction = figure;
    whole.remove(QLatin1Char(',')).remove(QLatin1Char('.'));
    fraction.replace(QLatin1Char(','), QLatin1Char('.'));
    // If points separate thousands, adding a decimal shows whether this point does.
    const QString plain = pointGroups ? QString(fraction % QLatin1Char('0')) : fraction;
    return refused(TypedNumberWords::tr("“%1” can mean %2 GB or %3 GB. Enter %2 or %4.")
                       .arg(figure, whole, fraction, plain));
}

Typed<TrafficAmount> plainFigure(const QString &figure)
{
    const auto scaled = parseDecimal(figure, TrafficAmount::digits);
    if (!scaled) {
        return refused(TypedNumberWords::tr("“%1” is too large.").arg(figure));
    }
    if (!scaled->exact) {
        return refused(TypedNumberWords::tr("Use at most nine decimals."));
    }
    return {TrafficAmount::fromUnits(scaled->units), {}};
}

// Replaces the decimal separator of the locale by a point if it cannot be anything else.
QString withPoint(const QString &text, const QLocale &locale)
{
    QString typed = withoutUnit(text);
    const bool pointGroups = locale.groupSeparator() == QLatin1String(".");
    const bool inDoubt = readsTwoWays(typed) && (typed.contains(QLatin1Char(',')) || pointGroups);
    if (!inDoubt && locale.decimalPoint() == QLatin1String(",") &&
        matches(typed, QStringLiteral("[0-9]*,[0-9]+"))) {
        typed.replace(QLatin1Char(','), QLatin1Char('.'));
    }
    return typed;
}

} // namespace

Typed<TrafficAmount> readTraffic(const QString &text, const QLocale &locale)
{
    const QString figure = withoutUnit(text);
    if (figure.isEmpty()) {
        return {};
    }
    const bool hasComma = figure.contains(QLatin1Char(','));
    // A point before three digits is ambiguous only in locales that separate thousands with points.
    const bool pointGroups = locale.groupSeparator() == QLatin1String(".");
    if (readsTwoWays(figure) && (hasComma || pointGroups)) {
        return twoReadings(figure, pointGroups);
    }
    if (matches(figure, QStringLiteral("[0-9]+|[0-9]*\\.[0-9]+|[0-9]+\\."))) {
        QString plain = figure;
        if (plain.startsWith(QLatin1Char('.'))) {
            plain.prepend(QLatin1Char('0'));
        }
        return plainFigure(plain.endsWith(QLatin1Char('.')) ? plain.chopped(1) : plain);
    }
    if (matches(figure, QStringLiteral("[0-9]+,[0-9]+"))) {
        QString pointed = figure;
        pointed.replace(QLatin1Char(','), QLatin1Char('.'));
        return refused(TypedNumberWords::tr("Enter decimals with a point: %1.").arg(pointed));
    }
    if (matches(figure, QStringLiteral("[0-9]{1,3}(,[0-9]{3})+(\\.[0-9]+)?"))) {
        QString plain = figure;
        plain.remove(QLatin1Char(','));
        return refused(TypedNumberWords::tr("Enter the number without separators: %1.").arg(plain));
    }
    if (matches(figure, QStringLiteral("-.*"))) {
        return refused(TypedNumberWords::tr("Enter 0 GB or more."));
    }
    return refused(
        TypedNumberWords::tr("“%1” is not a number. Enter gigabytes, for example 50 or 12.5.")
            .arg(figure));
}

Typed<TrafficAmount> readOrderAmount(const QString &text, const QLocale &locale)
{
    constexpr qint64 step = TrafficAmount::unitsPerGb / 100;
    Typed<TrafficAmount> read = readTraffic(withPoint(text, locale), locale);
    if (!read.value) {
        return read;
    }
    if (read.value->units() < step) {
        return refused(TypedNumberWords::tr("The smallest order is 0.01 GB."));
    }
    if (read.value->units() % step != 0) {
        return refused(TypedNumberWords::tr("Traffic is bought in steps of 0.01 GB."));
    }
    return read;
}

Typed<TrafficAmount> readGivenAmount(const QString &text, const QLocale &locale)
{
    constexpr qint64 least = TrafficAmount::unitsPerGb / 100;
    Typed<TrafficAmount> read = readTraffic(withPoint(text, locale), locale);
    if (read.value && read.value->units() < least) {
        return refused(TypedNumberWords::tr("The smallest amount is 0.01 GB."));
    }
    return read;
}

QString orderAmountText(TrafficAmount amount)
{
    return amount.gbText();
}

Typed<qint64> readMinutes(const QString &text, qint64 least, qint64 most)
{
    const QString figure = text.trimmed();
    if (figure.isEmpty()) {
        return {};
    }
    bool whole = false;
    const qint64 minutes = figure.toLongLong(&whole);
    if (!whole || !matches(figure, QStringLiteral("[0-9]+")) || minutes < least || minutes > most) {
        return {std::nullopt,
                TypedNumberWords::tr("Enter whole minutes from %1 to %2.").arg(least).arg(most)};
    }
    return {minutes, {}};
}

} // namespace relaybook
