// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typednumber.h"

#include "models/text/format.h"
#include "models/text/localeformat.h"

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

// "1.234" and "1,234": a single separator, which may be for thousands or for decimals.
bool readsTwoWays(const QString &figure)
{
    return matches(figure, QStringLiteral("0*[1-9][0-9]{0,2}[.,][0-9]{3}"));
}

/// The figure as plain decimal text, "1234.5", if it can be read in one way only.
std::optional<QString> plainText(QString figure)
{
    // The locale's own separator of thousands may be a blank or an apostrophe. Where it does not
    // group all digits before the decimals, there may be two figures.
    static const QRegularExpression blank(QStringLiteral("[ \\x{a0}\\x{202f}\\x{2019}']"));
    if (matches(figure, QStringLiteral("[1-9][0-9]{0,2}([ \\x{a0}\\x{202f}\\x{2019}'])[0-9]{3}"
                                       "(\\1[0-9]{3})*([.,][0-9]*)?"))) {
        figure.remove(blank);
    }
    // A single separator: "12.5", "12,5", ".5", "7,".
    if (!readsTwoWays(figure) &&
        matches(figure, QStringLiteral("[0-9]+|[0-9]*[.,][0-9]+|[0-9]+[.,]"))) {
        figure.replace(u',', u'.');
        figure = figure.startsWith(u'.') ? QString(u'0' % figure) : figure;
        return figure.endsWith(u'.') ? figure.chopped(1) : figure;
    }
    // Several: "1.234.567", "12,34,567", "1.234,5". The last one is for decimals if it is another.
    if (readsTwoWays(figure)) {
        return std::nullopt;
    }
    if (matches(figure,
                QStringLiteral("([1-9][0-9]{0,2}(,[0-9]{3})+|[1-9][0-9]?(,[0-9]{2})+,[0-9]{3})"
                               "(\\.[0-9]+)?"))) {
        return figure.remove(u',');
    }
    if (matches(figure, QStringLiteral("[1-9][0-9]{0,2}(\\.[0-9]{3})+(,[0-9]+)?"))) {
        return figure.remove(u'.').replace(u',', u'.');
    }
    return std::nullopt;
}

/// Plain decimal text as it is typed in the locale of what is shown.
QString inLocale(QString plain)
{
    const qsizetype point = plain.indexOf(u'.');
    if (point >= 0 && readsTwoWays(plain)) {
        plain += u'0';
    }
    return plain.replace(u'.', format::shownLocale().decimalPoint());
}

template <class T>
Typed<T> refused(const QString &problem)
{
    return {std::nullopt, problem};
}

QString twoReadings(const QString &figure)
{
    QString whole = figure;
    QString fraction = figure;
    whole.remove(u',').remove(u'.');
    fraction.replace(u',', u'.');
    return TypedNumberWords::tr("“%1” can mean %2 or %3. Enter %2 or %4.", "numbers")
        .arg(figure, whole, format::number(fraction), inLocale(fraction));
}

QString notANumber(const QString &figure, const QString &plainSample)
{
    return TypedNumberWords::tr("“%1” is not a number. Enter for example %2 or %3.")
        .arg(figure, QStringLiteral("50"), inLocale(plainSample));
}

/// What is wrong with a figure that plainText() does not read.
QString problemOf(const QString &figure, const QString &plainSample)
{
    return readsTwoWays(figure) ? twoReadings(figure) : notANumber(figure, plainSample);
}

QString leastText()
{
    return format::trafficExact(TrafficAmount::fromUnits(TrafficAmount::unitsPerGb / 100));
}

} // namespace

Typed<TrafficAmount> readTraffic(const QString &text)
{
    const QString figure = withoutUnit(text);
    if (figure.isEmpty()) {
        return {};
    }
    if (figure.startsWith(u'-')) {
        return refused<TrafficAmount>(TypedNumberWords::tr("Enter 0 GB or more."));
    }
    const auto plain = plainText(figure);
    if (!plain) {
        return refused<TrafficAmount>(problemOf(figure, QStringLiteral("12.5")));
    }
    const auto scaled = parseDecimal(*plain, TrafficAmount::digits);
    if (!scaled) {
        return refused<TrafficAmount>(TypedNumberWords::tr("“%1” is too large.").arg(figure));
    }
    if (!scaled->exact) {
        return refused<TrafficAmount>(TypedNumberWords::tr("Use at most nine decimals."));
    }
    return {TrafficAmount::fromUnits(scaled->units), {}};
}

Typed<TrafficAmount> readOrderAmount(const QString &text)
{
    constexpr qint64 step = TrafficAmount::unitsPerGb / 100;
    Typed<TrafficAmount> read = readTraffic(text);
    if (!read.value) {
        return read;
    }
    if (read.value->units() < step) {
        return refused<TrafficAmount>(
            TypedNumberWords::tr("The smallest order is %1.", "0.01 GB").arg(leastText()));
    }
    if (read.value->units() % step != 0) {
        return refused<TrafficAmount>(
            TypedNumberWords::tr("Traffic is bought in steps of %1.", "0.01 GB").arg(leastText()));
    }
    return read;
}

Typed<TrafficAmount> readGivenAmount(const QString &text)
{
    constexpr qint64 least = TrafficAmount::unitsPerGb / 100;
    Typed<TrafficAmount> read = readTraffic(text);
    if (read.value && read.value->units() < least) {
        return refused<TrafficAmount>(
            TypedNumberWords::tr("The smallest amount is %1.", "0.01 GB").arg(leastText()));
    }
    return read;
}

Typed<Money> readDollars(const QString &text)
{
    QString figure = text.trimmed();
    if (figure.startsWith(u'$')) {
        figure = figure.mid(1).trimmed();
    }
    if (figure.isEmpty()) {
        return {};
    }
    const auto plain = plainText(figure);
    if (!plain) {
        return refused<Money>(problemOf(figure, QStringLiteral("12.50")));
    }
    const auto scaled = parseDecimal(*plain, Money::digits);
    if (!scaled) {
        return refused<Money>(TypedNumberWords::tr("“%1” is too large.").arg(figure));
    }
    if (!scaled->exact) {
        return refused<Money>(TypedNumberWords::tr("Use at most eight decimals."));
    }
    return {Money::fromUnits(scaled->units), {}};
}

QString typedText(TrafficAmount amount)
{
    return inLocale(amount.gbText());
}

QString typedText(Money amount)
{
    return inLocale(amount.text());
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
