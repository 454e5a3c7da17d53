// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/listsearch.h"

#include "models/format.h"
#include "models/store/searchterms.h"
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

SearchCondition timeCondition(const char *column,
                              const std::vector<std::pair<Instant, Instant>> &times)
{
    SearchCondition made;
    for (const auto &[from, until] : times) {
        made.sql += made.sql.empty() ? "" : " OR ";
        made.sql += "(" + std::string(column) + " >= ? AND " + column + " < ?)";
        made.values.emplace_back(toMillis(from));
        made.values.emplace_back(toMillis(until));
    }
    return made;
}

void addMeanings(ListTerm &term, const std::vector<SearchMeaning> &meanings)
{
    for (const SearchMeaning &meaning : meanings) {
        if (foldedText(meaning.shown).contains(term.words.front())) {
            term.conditions.push_back({meaning.condition, {}});
            if (!meaning.value.isEmpty()) {
                term.conditions.back().values.emplace_back(meaning.value);
            }
        }
    }
}

/// A unit that stands behind every amount of a column.
void addUnit(ListTerm &term, const char *column)
{
    addMeanings(term, {{std::string(column) + " IS NOT NULL", {}, QStringLiteral("GB")}});
}

/// What brackets and commas a cell puts around a name is no part of it.
QString bare(QString word)
{
    const auto isAround = [](QChar c) { return QStringView(u"(),;·").contains(c); };
    while (word.size() > 1 && isAround(word.back())) {
        word.chop(1);
    }
    while (word.size() > 1 && isAround(word.front())) {
        word.remove(0, 1);
    }
    return word;
}

std::vector<SearchMeaning> valuesOf(const char *column, const QStringList &values,
                                    QString (*shown)(const QString &))
{
    std::vector<SearchMeaning> meanings;
    for (const QString &value : values) {
        meanings.push_back({std::string(column) + " = ?", value, shown(value)});
    }
    return meanings;
}

} // namespace

std::vector<ListTerm> listTerms(const std::vector<ColumnInfo> &columns, const QString &typed)
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
                } else if (traffic != nullptr && term.words.size() == 1) {
                    addUnit(term, traffic);
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

std::vector<SearchMeaning> countryMeanings()
{
    static const std::vector<SearchMeaning> meanings = [] {
        std::vector<SearchMeaning> made;
        for (int i = QLocale::AnyTerritory + 1; i <= QLocale::LastTerritory; ++i) {
            const auto territory = static_cast<QLocale::Territory>(i);
            const QString code = QLocale::territoryToCode(territory);
            if (code.size() == 2) { // regions of the world have numbers
                made.push_back(
                    {"country = ? COLLATE NOCASE", code, QLocale::territoryToString(territory)});
            }
        }
        return made;
    }();
    return meanings;
}

std::vector<SearchMeaning> proxyTypeMeanings()
{
    return valuesOf("type", format::knownProxyTypes(), format::proxyType);
}

std::vector<SearchMeaning> serviceTypeMeanings()
{
    return valuesOf("service_type", format::knownProxyTypes(), format::proxyType);
}

std::vector<SearchMeaning> behaviorMeanings()
{
    return valuesOf("behavior", format::knownBehaviors(), format::behavior);
}

std::vector<SearchMeaning> rotationMeanings()
{
    Proxy eachRequest;
    eachRequest.rotateType = rotateEachRequest;
    Proxy interval;
    interval.rotateType = rotateAtInterval;
    interval.rotateIntervalMinutes = 0;
    std::vector<SearchMeaning> meanings{
        {"rotate_type = ?", rotateEachRequest, format::rotation(eachRequest)},
        {"rotate_interval IS NOT NULL AND rotate_type = ?", rotateAtInterval,
         format::rotation(interval)},
    };
    for (SearchMeaning behavior : behaviorMeanings()) {
        behavior.condition += " AND rotate_type = ''";
        meanings.push_back(std::move(behavior));
    }
    return meanings;
}

} // namespace relaybook
