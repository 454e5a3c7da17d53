// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/localeformat.h"

#include "models/store/searchterms.h"

#include <QRegularExpression>

namespace relaybook::format {
namespace {

constexpr qsizetype groupSize = 3;

struct Forms
{
    QString group;
    QString point;
    qsizetype nextGroup; ///< digits of each group but the last, which has three
    QString date;
    QString shortDate;
    QString month;
    QString time;
    QString exactTime;
};

/// A pattern of a locale without its words ("'г'.") and direction marks.
QString withoutWords(QString pattern)
{
    static const QRegularExpression words(
        QStringLiteral("\\s*'[^']*'\\.?|[\\x{200e}\\x{200f}\\x{061c}]"));
    return pattern.remove(words).trimmed();
}

/// The short date of a locale with numbers only, and all digits of the year.
QString plainDatePattern(const QLocale &locale)
{
    static const QRegularExpression year(QStringLiteral("y+"));
    static const QRegularExpression monthName(QStringLiteral("MMM+"));
    return withoutWords(locale.dateFormat(QLocale::ShortFormat))
        .replace(year, QStringLiteral("yyyy"))
        .replace(monthName, QStringLiteral("MM"));
}

/// A date pattern without one of its parts. A point after a part stays: "dd.MM.".
QString without(QString pattern, QChar part)
{
    const QString letters = QString(part) % u'+';
    static const auto leading = QStringLiteral("%1[^A-Za-z]+");
    static const auto trailing = QStringLiteral("[^A-Za-z.]*%1\\.?$");
    const QRegularExpression last(trailing.arg(letters));
    return last.match(pattern).hasMatch()
               ? pattern.remove(last).trimmed()
               : pattern.remove(QRegularExpression(leading.arg(letters))).trimmed();
}

/// "HH:mm" as "HH:mm:ss", with the locale's own sign between the parts.
QString withSeconds(QString pattern)
{
    const qsizetype minutes = pattern.indexOf(QLatin1String("mm"));
    return minutes > 0 ? pattern.insert(minutes + 2, QString(pattern.at(minutes - 1) % u"ss"))
                       : pattern;
}

/// Two in India ("12,34,567"), three elsewhere.
qsizetype nextGroupOf(const QLocale &locale)
{
    constexpr qlonglong sample = 1'234'567;
    const QString group = locale.groupSeparator();
    const bool isIndian =
        locale.toString(sample) == QString(u"12" % group % u"34" % group % u"567");
    return isIndian ? 2 : groupSize;
}

Forms formsOf(const QLocale &locale)
{
    Forms forms{locale.groupSeparator(),
                locale.decimalPoint(),
                nextGroupOf(locale),
                {},
                {},
                {},
                QStringLiteral("HH:mm"),
                {}};
    const bool isEnglish = locale.language() == QLocale::English;
    if (isEnglish && locale.territory() == QLocale::UnitedStates) {
        forms.date = QStringLiteral("MMM d, yyyy");
        forms.shortDate = QStringLiteral("MMM d");
        forms.month = QStringLiteral("MMM yyyy");
    } else if (isEnglish && locale.territory() == QLocale::UnitedKingdom) {
        forms.date = QStringLiteral("d MMM yyyy");
        forms.shortDate = QStringLiteral("d MMM");
        forms.month = QStringLiteral("MMM yyyy");
    } else {
        forms.date = plainDatePattern(locale);
        forms.shortDate = without(forms.date, u'y');
        forms.month = without(forms.date, u'd');
        forms.time = withoutWords(locale.timeFormat(QLocale::ShortFormat));
    }
    forms.exactTime = withSeconds(forms.time);
    return forms;
}

QString numberIn(const Forms &shown, const QString &plain)
{
    const bool isNegative = plain.startsWith(u'-');
    const qsizetype point = plain.indexOf(u'.');
    QString whole = plain.left(point).mid(isNegative ? 1 : 0);
    for (qsizetype place = whole.size() - groupSize; place > 0; place -= shown.nextGroup) {
        whole.insert(place, shown.group);
    }
    const QString sign = isNegative ? QStringLiteral("-") : QString();
    return point < 0 ? QString(sign % whole)
                     : QString(sign % whole % shown.point % plain.mid(point + 1));
}

/// Those of the present locale. Kept, because tables format thousands of cells.
const Forms &forms()
{
    thread_local QLocale known = shownLocale();
    thread_local Forms kept = formsOf(known);
    const QLocale locale = shownLocale();
    if (locale != known) {
        known = locale;
        kept = formsOf(locale);
    }
    return kept;
}

} // namespace

QLocale shownLocale()
{
    return showableLocale();
}

bool canShow(const QLocale &locale)
{
    return showableLocale(locale) == locale;
}

QString number(const QString &plain)
{
    return numberIn(forms(), plain);
}

QString sample(const QLocale &locale)
{
    const QDate day(2026, 10, 18);
    const Forms shown = formsOf(locale);
    return numberIn(shown, QStringLiteral("1234.50")) % QStringLiteral(" · ") %
           locale.toString(day, shown.date);
}

QString date(QDate day)
{
    return shownLocale().toString(day, forms().date);
}

QString shortDate(QDate day)
{
    return shownLocale().toString(day, forms().shortDate);
}

QString month(QDate day)
{
    return shownLocale().toString(day, forms().month);
}

QString time(QTime time)
{
    return shownLocale().toString(time, forms().time);
}

QString exactTime(QTime time)
{
    return shownLocale().toString(time, forms().exactTime);
}

} // namespace relaybook::format
