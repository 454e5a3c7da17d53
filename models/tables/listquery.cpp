// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/listquery.h"

#include "api/types/decimal.h"
#include "models/store/searchterms.h"
#include "models/store/textfold.h"
#include "models/tables/listsearch.h"
#include "models/tables/querywords.h"
#include "models/tables/searchmeanings.h"

#include <QCoreApplication>

#include <algorithm>

namespace relaybook {
namespace {

class ListQueryWords
{
    Q_DECLARE_TR_FUNCTIONS(ListQuery)
};

/// An SQL expression compared with a range; nothing if the range's numbers cannot be read. `scale`
/// is the number of decimal digits that the expression's unit has.
std::optional<SearchCondition> rangeCondition(const std::string &expression,
                                              const NumberRange &range, int scale)
{
    SearchCondition made;
    const auto add = [&](const QString &number, const char *comparison) {
        const auto value = parseDecimal(number, scale);
        made.sql += (made.sql.empty() ? "" : " AND ") + expression + comparison;
        made.values.emplace_back(value ? value->units : 0);
        return value.has_value();
    };
    const bool isRead =
        (range.atLeast.isEmpty() ||
         add(range.atLeast, range.atLeastExclusive ? " > ?" : " >= ?")) &&
        (range.atMost.isEmpty() || add(range.atMost, range.atMostExclusive ? " < ?" : " <= ?"));
    return isRead ? std::optional(made) : std::nullopt;
}

std::optional<SearchCondition> percentRange(const std::string &percent, const QString &value)
{
    constexpr int digits = 2;
    QString numbers = value;
    const auto range = parseNumberRange(numbers.remove(u'%'));
    if (!range) {
        return std::nullopt;
    }
    // A single number matches the percentages that are shown as this number.
    const std::string shown = "CAST(" + percent + " AS INTEGER)";
    return rangeCondition("100 * " + (range->isOneNumber ? shown : percent), *range, digits);
}

std::optional<SearchCondition> trafficRange(const char *column, const QString &value)
{
    const auto range = parseNumberRange(value);
    if (range && range->isOneNumber) {
        return trafficCondition(column, TypedNumber{range->atLeast, {}});
    }
    return range ? rangeCondition(column, *range, TrafficAmount::digits) : std::nullopt;
}

SearchCondition textCondition(const std::string &column, const QString &value)
{
    const std::string trimmed = "trim(" + column + ", char(32, 9, 10, 13))";
    if (value.isEmpty()) {
        return {trimmed + " <> ''", {}};
    }
    if (value == QLatin1String("\"\"")) {
        return {"coalesce(" + trimmed + ", '') = ''", {}};
    }
    return {column + " IS NOT NULL AND instr(folded(" + column + "), ?) > 0",
            {foldedText(unquotedValue(value))}};
}

/// Adds conditions for rows with this value, and for rows whose value is shown as a text that
/// contains it.
void addValue(ListTerm &term, const ColumnSearch &search, const QString &value)
{
    term.conditions.push_back(
        {std::string(search.value) + " = ? COLLATE NOCASE", {RowParameter(value)}});
    if (search.meanings == nullptr || value.isEmpty()) {
        return;
    }
    const std::vector<SearchMeaning> &meanings = search.meanings();
    const bool isCode = std::any_of(meanings.begin(), meanings.end(), [&](const auto &meaning) {
        return meaning.value.compare(value, Qt::CaseInsensitive) == 0;
    });
    for (const SearchMeaning &meaning : meanings) {
        if (!isCode && isMeant(meaning, foldedText(value))) {
            term.conditions.push_back({meaning.condition, {RowParameter(meaning.value)}});
        }
    }
}

class ListParser
{
public:
    explicit ListParser(const std::vector<ColumnInfo> &columns)
        : m_columns(columns)
    {
    }

    ListQuery parse(const QString &typed)
    {
        QStringList rest;
        for (const QString &word : queryWords(typed)) {
            if (!takeFilter(word)) {
                rest.append(word);
            }
        }
        m_query.words = wordTerms(m_columns, rest.join(u' '));
        return std::move(m_query);
    }

private:
    bool takeFilter(const QString &word)
    {
        const qsizetype colon = word.indexOf(u':');
        if (colon <= 0) {
            return false;
        }
        const QString keyword = word.left(colon).toLower();
        std::vector<const ColumnSearch *> searches;
        for (const ColumnInfo &column : m_columns) {
            if (column.search.keyword != nullptr &&
                keyword == QLatin1String(column.search.keyword)) {
                searches.push_back(&column.search);
            }
        }
        if (searches.empty()) {
            return false;
        }
        const QString value = word.mid(colon + 1);
        if (searches.front()->value != nullptr) {
            takeValues(keyword, *searches.front(), value);
        } else if (searches.front()->text != nullptr) {
            const SearchCondition condition = textCondition(searches.front()->text, value);
            m_query.filters.push_back({keyword, {value}, {{}, {condition}}});
        } else if (!value.isEmpty()) {
            takeRange(keyword, searches, value, word);
        }
        return true;
    }

    /// `type:a,b type:c` means any of the three.
    void takeValues(const QString &keyword, const ColumnSearch &search, const QString &typed)
    {
        QStringList values = unquotedValue(typed).split(u',', Qt::SkipEmptyParts);
        if (typed.contains(QLatin1String("\"\""))) {
            values.append(QString()); // the rows without a value
        }
        if (values.isEmpty()) {
            return;
        }
        auto found = std::find_if(m_query.filters.begin(), m_query.filters.end(),
                                  [&](const ListFilter &each) { return each.keyword == keyword; });
        if (found == m_query.filters.end()) {
            found = m_query.filters.insert(found, {keyword, {}, {}});
        }
        for (const QString &each : std::as_const(values)) {
            found->values.append(each.trimmed());
            addValue(found->term, search, found->values.constLast());
        }
    }

    void takeRange(const QString &keyword, const std::vector<const ColumnSearch *> &searches,
                   const QString &value, const QString &word)
    {
        std::optional<SearchCondition> condition;
        bool hasPercent = false;
        for (const ColumnSearch *search : searches) {
            const bool isPercent = search->percent != nullptr;
            hasPercent = hasPercent || isPercent;
            if (isPercent == value.contains(u'%')) {
                condition = isPercent ? percentRange(search->percent, value)
                                      : trafficRange(search->traffic[0], value);
            }
        }
        if (condition) {
            m_query.filters.push_back({keyword, {value}, {{}, {*condition}}});
        } else if (hasPercent) {
            m_query.problems.append(
                ListQueryWords::tr("“%1” is not understood: write gigabytes like >5 or 5..10, or "
                                   "a share like >80%.")
                    .arg(word));
        } else {
            m_query.problems.append(
                ListQueryWords::tr("“%1” is not understood: write gigabytes like >5 or 5..10.")
                    .arg(word));
        }
    }

    const std::vector<ColumnInfo> &m_columns;
    ListQuery m_query;
};

} // namespace

std::vector<ListTerm> ListQuery::terms() const
{
    std::vector<ListTerm> all = words;
    for (const ListFilter &filter : filters) {
        all.push_back(filter.term);
    }
    return all;
}

QStringList ListQuery::values(QStringView keyword) const
{
    QStringList all;
    for (const ListFilter &filter : filters) {
        if (filter.keyword == keyword) {
            all += filter.values;
        }
    }
    return all;
}

ListQuery parseListQuery(const std::vector<ColumnInfo> &columns, const QString &typed)
{
    return ListParser(columns).parse(typed);
}

QString withFilter(const QString &typed, const QString &keyword, const QStringList &values)
{
    const QString start = keyword + u':';
    QStringList words;
    if (!values.isEmpty()) {
        words.append(start + values.join(u','));
    }
    for (const QString &word : queryWords(typed)) {
        if (!word.startsWith(start, Qt::CaseInsensitive)) {
            words.append(word);
        }
    }
    return words.join(u' ');
}

QString filterValue(const QString &value)
{
    return value.isEmpty() ? QStringLiteral("\"\"") : quotedValue(value);
}

} // namespace relaybook
