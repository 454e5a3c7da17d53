// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/listsearch.h"

#include "models/format.h"
#include "models/store/textfold.h"

#include "api/types/decimal.h"

#include <QLocale>

#include <algorithm>

namespace relaybook {
namespace {

/// The amounts that are shown as the typed number: those that are rounded to it, and itself.
std::vector<std::pair<qint64, qint64>> shownAs(const TypedNumber &number)
{
    const auto value = parseDecimal(number.text, TrafficAmount::digits);
    if (!value) {
        return {};
    }
    constexpr qint64 gigabyte = TrafficAmount::unitsPerGb;
    constexpr qint64 halfOfTenth = gigabyte / 20;
    constexpr qint64 halfOfThousandth = gigabyte / 2000;
    const qsizetype point = number.text.indexOf(u'.');
    const qsizetype decimals = point < 0 ? 0 : number.text.size() - point - 1;
    const qint64 units = value->units;
    std::vector<std::pair<qint64, qint64>> ranges{{units, units}};
    if (units > std::numeric_limits<qint64>::max() - gigabyte) {
        return ranges;
    }
    if (decimals <= 1) {
        ranges.emplace_back(units - halfOfTenth, units + halfOfTenth);
    } else if (decimals <= 3) {
        ranges.emplace_back(units - halfOfThousandth, units + halfOfThousandth);
    }
    if (number.sign == u'-') {
        for (auto &[low, high] : ranges) {
            std::swap(low, high);
            low = -low;
            high = -high;
        }
    }
    return ranges;
}

/// A percentage that is shown as the number. Nothing if it has decimals: none is shown with them.
std::optional<SearchCondition> percentCondition(const char *column, const TypedNumber &number)
{
    bool isWhole = false;
    const qint64 percent = number.text.toLongLong(&isWhole);
    return isWhole
               ? std::optional(SearchCondition{"CAST(" + std::string(column) + " AS INTEGER) = ?",
                                               {RowParameter(percent)}})
               : std::nullopt;
}

void addMeanings(ListTerm &term, const std::vector<SearchMeaning> &meanings)
{
    for (const SearchMeaning &meaning : meanings) {
        if (isMeant(meaning, term.words.front())) {
            term.conditions.push_back({meaning.condition, {}});
            if (!meaning.value.isEmpty()) {
                term.conditions.back().values.emplace_back(meaning.value);
            }
        }
    }
}

/// The words that stand beside every amount of a column find nothing by their beginning: "l" is not
/// every row with gigabytes left.
bool isAround(const ColumnSearch &search, const QString &word)
{
    const QString around = search.around != nullptr ? foldedText(search.around()) : QString();
    return word == QLatin1String("gb") || around.split(u' ', Qt::SkipEmptyParts).contains(word);
}

/// What brackets and commas a cell puts around a name is no part of it.
QString bare(QString word)
{
    const auto isMark = [](QChar c) { return QStringView(u"(),;·").contains(c); };
    while (word.size() > 1 && isMark(word.back())) {
        word.chop(1);
    }
    while (word.size() > 1 && isMark(word.front())) {
        word.remove(0, 1);
    }
    return word;
}

std::vector<SearchMeaning> valuesOf(const char *column, const QStringList &values,
                                    QString (*shown)(const QString &))
{
    std::vector<SearchMeaning> meanings;
    for (const QString &value : values) {
        meanings.push_back({std::string(column) + " = ?", value, foldedText(shown(value))});
    }
    return meanings;
}

} // namespace

SearchCondition trafficCondition(const char *column, const TypedNumber &number)
{
    SearchCondition made;
    for (const auto &[low, high] : shownAs(number)) {
        made.sql += made.sql.empty() ? "" : " OR ";
        made.sql += std::string(column) + " BETWEEN ? AND ?";
        made.values.emplace_back(low);
        made.values.emplace_back(high);
    }
    return made;
}

std::vector<ListTerm> wordTerms(const std::vector<ColumnInfo> &columns, const QString &typed)
{
    std::vector<ListTerm> terms;
    for (const TypedTerm &typedTerm : typedTerms(typed)) {
        ListTerm term;
        for (const QString &word : typedTerm.words) {
            term.words.append(foldedText(bare(word)));
        }
        for (const ColumnInfo &column : columns) {
            const ColumnSearch &search = column.search;
            for (const char *traffic : search.traffic) {
                if (traffic != nullptr && typedTerm.number) {
                    term.conditions.push_back(trafficCondition(traffic, *typedTerm.number));
                } else if (traffic != nullptr && isAround(search, term.words.front())) {
                    term.conditions.push_back({std::string(traffic) + " IS NOT NULL", {}});
                }
            }
            if (search.percent != nullptr && typedTerm.number) {
                if (auto percent = percentCondition(search.percent, *typedTerm.number)) {
                    term.conditions.push_back(std::move(*percent));
                }
            }
            if (search.time != nullptr && !typedTerm.times.empty()) {
                term.conditions.push_back(timeCondition(search.time, typedTerm.times));
            }
            if (search.meanings != nullptr && term.words.size() == 1 && !typedTerm.number) {
                addMeanings(term, search.meanings());
            }
        }
        terms.push_back(std::move(term));
    }
    return terms;
}

bool isMeant(const SearchMeaning &meaning, const QString &folded)
{
    return meaning.shown.startsWith(folded) || meaning.shown.contains(QString(u' ' + folded));
}

const std::vector<SearchMeaning> &countryMeanings()
{
    static const std::vector<SearchMeaning> meanings = [] {
        std::vector<SearchMeaning> made;
        for (int i = QLocale::AnyTerritory + 1; i <= QLocale::LastTerritory; ++i) {
            const auto territory = static_cast<QLocale::Territory>(i);
            const QString code = QLocale::territoryToCode(territory);
            if (code.size() == 2) { // regions of the world have numbers
                made.push_back({"country = ? COLLATE NOCASE", code,
                                foldedText(QLocale::territoryToString(territory))});
            }
        }
        return made;
    }();
    return meanings;
}

const std::vector<SearchMeaning> &proxyTypeMeanings()
{
    static const auto meanings = valuesOf("type", format::knownProxyTypes(), format::proxyType);
    return meanings;
}

const std::vector<SearchMeaning> &serviceTypeMeanings()
{
    static const auto meanings =
        valuesOf("service_type", format::knownProxyTypes(), format::proxyType);
    return meanings;
}

const std::vector<SearchMeaning> &behaviorMeanings()
{
    static const auto meanings = valuesOf("behavior", format::knownBehaviors(), format::behavior);
    return meanings;
}

const std::vector<SearchMeaning> &rotationMeanings()
{
    static const std::vector<SearchMeaning> meanings = [] {
        Proxy eachRequest;
        eachRequest.rotateType = rotateEachRequest;
        Proxy interval;
        interval.rotateType = rotateAtInterval;
        interval.rotateIntervalMinutes = 0;
        std::vector<SearchMeaning> made{
            {"rotate_type = ?", rotateEachRequest, foldedText(format::rotation(eachRequest))},
            {"rotate_interval IS NOT NULL AND rotate_type = ?", rotateAtInterval,
             foldedText(format::rotation(interval))},
        };
        for (SearchMeaning behavior : behaviorMeanings()) {
            behavior.condition += " AND rotate_type = ''";
            made.push_back(std::move(behavior));
        }
        return made;
    }();
    return meanings;
}

} // namespace relaybook
