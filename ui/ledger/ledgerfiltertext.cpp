// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerfiltertext.h"

#include "models/tables/ledgerquery.h"
#include "models/tables/querywords.h"
#include "models/text/format.h"
#include "models/text/localeformat.h"

#include <QCoreApplication>

#include <algorithm>

namespace relaybook {

namespace {

struct FilterBarWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LedgerFilterBar)
};

QString dayText(QDate day, bool withYear)
{
    return withYear ? format::date(day) : format::shortDate(day);
}

// "over $100", "$10 to $20"; with all digits of the amounts.
QString sizeText(const LedgerFilter &filter)
{
    const auto money = [](Money amount) { return format::money(amount); };
    if (filter.atLeast && filter.atMost) {
        return *filter.atLeast == *filter.atMost
                   ? money(*filter.atLeast)
                   : FilterBarWords::tr("%1 to %2", "amounts")
                         .arg(money(*filter.atLeast), money(*filter.atMost));
    }
    if (filter.atLeast) {
        return filter.atLeastExclusive
                   ? FilterBarWords::tr("over %1").arg(money(*filter.atLeast))
                   : FilterBarWords::tr("%1 or more").arg(money(*filter.atLeast));
    }
    if (filter.atMost) {
        return filter.atMostExclusive ? FilterBarWords::tr("under %1").arg(money(*filter.atMost))
                                      : FilterBarWords::tr("%1 or less").arg(money(*filter.atMost));
    }
    return {};
}

} // namespace

QString datesName(LedgerDates dates)
{
    switch (dates) {
    case LedgerDates::Today:
        return FilterBarWords::tr("Today");
    case LedgerDates::Yesterday:
        return FilterBarWords::tr("Yesterday");
    case LedgerDates::Last7Days:
        return FilterBarWords::tr("Last 7 days");
    case LedgerDates::Last30Days:
        return FilterBarWords::tr("Last 30 days");
    case LedgerDates::ThisMonth:
        return FilterBarWords::tr("This month");
    case LedgerDates::LastMonth:
        return FilterBarWords::tr("Last month");
    case LedgerDates::ThisYear:
        return FilterBarWords::tr("This year");
    }
    return {};
}

QString daysText(const DayRange &days)
{
    if (!days.first.isValid() && !days.last.isValid()) {
        return {};
    }
    if (!days.first.isValid()) {
        return FilterBarWords::tr("until %1", "a day, included").arg(dayText(days.last, true));
    }
    if (!days.last.isValid()) {
        return FilterBarWords::tr("from %1", "a day").arg(dayText(days.first, true));
    }
    if (days.first == days.last) {
        return dayText(days.first, true);
    }
    return FilterBarWords::tr("%1 – %2", "two days")
        .arg(dayText(days.first, days.first.year() != days.last.year()), dayText(days.last, true));
}

QString datesChip(const LedgerFilter &filter, QDate today, const QTimeZone &zone)
{
    if (!filter.from && !filter.until) {
        return {};
    }
    const auto days = daysOf(filter, zone);
    if (!days) {
        // The filter has no whole days, so the exact times are shown.
        if (filter.from && filter.until) {
            return FilterBarWords::tr("%1 – %2", "two days")
                .arg(format::dateTime(*filter.from), format::dateTime(*filter.until));
        }
        return filter.from
                   ? FilterBarWords::tr("from %1", "a day").arg(format::dateTime(*filter.from))
                   : FilterBarWords::tr("before %1").arg(format::dateTime(filter.until));
    }
    for (const LedgerDates dates : allLedgerDates) {
        if (daysOf(dates, today) == *days) {
            return datesName(dates);
        }
    }
    return daysText(*days);
}

QString typesChip(const LedgerFilter &filter)
{
    constexpr qsizetype named = 2;
    if (filter.types.size() > named) {
        return FilterBarWords::tr("%1 types", nullptr, static_cast<int>(filter.types.size()))
            .arg(format::count(filter.types.size()));
    }
    QStringList names;
    for (const QString &type : filter.types) {
        names.append(format::typeName(type));
    }
    return names.join(FilterBarWords::tr(", ", "between names"));
}

QString amountChip(const LedgerFilter &filter)
{
    const QString size = sizeText(filter);
    switch (filter.direction) {
    case LedgerDirection::Any:
        return size.isEmpty() ? size : FilterBarWords::tr("Amount %1", "over $50").arg(size);
    case LedgerDirection::In:
        return size.isEmpty() ? FilterBarWords::tr("Money in")
                              : FilterBarWords::tr("Money in, %1").arg(size);
    case LedgerDirection::Out:
        return size.isEmpty() ? FilterBarWords::tr("Money out")
                              : FilterBarWords::tr("Money out, %1").arg(size);
    }
    return {};
}

QString productChip(const LedgerFilter &filter, const QHash<QString, QString> &names)
{
    return filter.product.isEmpty() ? QString() : productText(filter.product, names);
}

QString productText(const QString &product, const QHash<QString, QString> &names)
{
    const bool isId =
        std::all_of(product.begin(), product.end(), [](QChar c) { return c.isDigit(); });
    return format::product(product, names.value(product, isId ? QString() : product));
}

QString wordsNotUnderstood(const QString &typed, const QTimeZone &zone)
{
    QStringList kept;
    for (const QString &word : queryWords(typed)) {
        if (!parseLedgerQuery(word, zone).problems.isEmpty()) {
            kept.append(word);
        }
    }
    return kept.join(u' ');
}

} // namespace relaybook
