// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/listsearch.h"

#include "models/store/textfold.h"
#include "models/tables/searchmeanings.h"

#include "api/types/decimal.h"

#include <QRegularExpression>

#include <algorithm>

namespace relaybook {
namespace {

/// The ranges of amounts that are shown as the typed number: the number itself, and amounts that
/// are rounded to it.
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

/// Finds percentages that are shown as this number. Nothing if it has decimals, because percentages
/// are shown without decimals.
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

/// Whether the word is shown beside every amount of a column ("left"). Its beginning must not
/// match: "l" should not find every row with gigabytes left.
bool isAround(const ColumnSearch &search, const QString &word)
{
    const QString around = search.around != nullptr ? foldedText(search.around()) : QString();
    return around.split(u' ', Qt::SkipEmptyParts).contains(word);
}

/// Removes the punctuation that cells and addresses put around a name.
QString bare(QString word)
{
    const auto isMark = [](QChar c) { return QStringView(u"(),;·:/").contains(c); };
    while (word.size() > 1 && isMark(word.back())) {
        word.chop(1);
    }
    while (word.size() > 1 && isMark(word.front())) {
        word.remove(0, 1);
    }
    return word;
}

/// Removes the dots that an address shows instead of a password, and splits the address around
/// them: "http://user:••••••@host:8080", "host:8080:user:••••••".
QString withoutMasks(QString typed)
{
    const QChar mask(u'•');
    if (!typed.contains(mask)) {
        return typed;
    }
    static const QRegularExpression afterPort(QStringLiteral("(:\\d{1,5}):"));
    typed.replace(afterPort, QStringLiteral("\\1 "));
    typed.replace(QLatin1String("://"), QLatin1String(" "));
    typed.replace(u'@', u' ');
    return typed.replace(mask, u' ');
}

/// Removes the quotation marks around an amount of traffic, because it is searched by its value:
/// "8.8 / 10 GB".
QString withoutAmountQuotes(const QString &typed)
{
    static const QRegularExpression amount(QStringLiteral("\"([^\"]*\\d\\s*GB\\b[^\"]*)\""),
                                           QRegularExpression::CaseInsensitiveOption |
                                               QRegularExpression::UseUnicodePropertiesOption);
    return QString(typed).replace(amount, QStringLiteral("\\1"));
}

const std::vector<SearchPhrase> &protocolPhrases()
{
    static const std::vector<SearchPhrase> phrases{
        {QStringLiteral("http"), "port_http IS NOT NULL"},
        {QStringLiteral("socks5"), "port_socks5 IS NOT NULL"},
    };
    return phrases;
}

/// Finds the rows that show these terms, from `first` on, as one text.
std::optional<ListTerm> phraseOf(const std::vector<ColumnInfo> &columns,
                                 const std::vector<TypedTerm> &typed, std::size_t first,
                                 std::size_t count)
{
    ListTerm term;
    QStringList parts; // the words; words in quotes are split
    for (std::size_t i = first; i < first + count; ++i) {
        for (const QString &word : typed.at(i).words) {
            term.words.append(foldedText(bare(word)));
            parts += term.words.constLast().split(u' ', Qt::SkipEmptyParts);
        }
    }
    const auto addMatching = [&term, &parts](const std::vector<SearchPhrase> &phrases) {
        for (const SearchPhrase &phrase : phrases) {
            if (const auto match = matchPhrase(phrase, parts)) {
                SearchCondition &made = term.conditions.emplace_back();
                made.sql = phrase.condition;
                if (match->number) {
                    made.values.emplace_back(*match->number);
                }
            }
        }
    };
    for (const ColumnInfo &column : columns) {
        if (column.search.phrases != nullptr) {
            addMatching(column.search.phrases());
        }
    }
    addMatching(protocolPhrases());
    return term.conditions.empty() ? std::nullopt : std::optional(std::move(term));
}

/// phraseOf() for the longest phrase at `first`. `taken` is the number of its terms.
std::optional<ListTerm> phraseAt(const std::vector<ColumnInfo> &columns,
                                 const std::vector<TypedTerm> &typed, std::size_t first,
                                 std::size_t &taken)
{
    constexpr std::size_t longest = 4;
    for (std::size_t count = std::min(longest, typed.size() - first); count > 0; --count) {
        if (auto found = phraseOf(columns, typed, first, count)) {
            taken = count;
            return found;
        }
    }
    return std::nullopt;
}

/// Finds "host:8080" by this text, also if only the first digits of the port are typed.
void addAddress(ListTerm &term)
{
    const QString &word = term.words.front();
    const qsizetype colon = word.lastIndexOf(u':');
    const QString port = word.mid(colon + 1);
    const bool isPort = !port.isEmpty() && std::all_of(port.begin(), port.end(), [](QChar c) {
        return c >= u'0' && c <= u'9';
    });
    if (colon <= 0 || !isPort || term.words.size() > 1) {
        return;
    }
    const QString ports = port + u'%';
    term.conditions.push_back(
        {"instr(lower(host), ?) > 0 AND (port_http LIKE ? OR port_socks5 LIKE ?)",
         {RowParameter(word.left(colon)), RowParameter(ports), RowParameter(ports)}});
}

bool isUnitTyped(const TypedTerm &typed)
{
    return typed.number && typed.words.size() > 1;
}

void addColumn(ListTerm &term, const ColumnSearch &search, const TypedTerm &typed)
{
    const QString &word = term.words.front();
    for (const char *traffic : search.traffic) {
        if (traffic != nullptr && typed.number) {
            if (auto amounts = trafficCondition(traffic, *typed.number)) {
                term.conditions.push_back(std::move(*amounts));
            }
        } else if (traffic != nullptr && (word == QLatin1String("gb") || isAround(search, word))) {
            term.conditions.push_back({std::string(traffic) + " IS NOT NULL", {}});
        }
    }
    if (search.percent != nullptr && typed.number && !isUnitTyped(typed)) {
        if (auto percent = percentCondition(search.percent, *typed.number)) {
            term.conditions.push_back(std::move(*percent));
        }
    }
    if (search.time != nullptr && !typed.times.empty()) {
        term.conditions.push_back(timeCondition(search.time, typed.times));
    }
    if (search.meanings != nullptr && term.words.size() == 1 && !typed.number) {
        addMeanings(term, search.meanings());
    }
}

ListTerm termOf(const std::vector<ColumnInfo> &columns, const TypedTerm &typed)
{
    ListTerm term;
    for (const QString &word : typed.words) {
        term.words.append(foldedText(bare(word)));
    }
    for (const ColumnInfo &column : columns) {
        addColumn(term, column.search, typed);
    }
    addAddress(term);
    return term;
}

} // namespace

std::optional<SearchCondition> trafficCondition(const char *column, const TypedNumber &number)
{
    SearchCondition made;
    for (const auto &[low, high] : shownAs(number)) {
        made.sql += made.sql.empty() ? "" : " OR ";
        made.sql += std::string(column) + " BETWEEN ? AND ?";
        made.values.emplace_back(low);
        made.values.emplace_back(high);
    }
    return made.sql.empty() ? std::nullopt : std::optional(std::move(made));
}

std::vector<ListTerm> wordTerms(const std::vector<ColumnInfo> &columns, const QString &typed)
{
    const std::vector<TypedTerm> typedOnes = typedTerms(withoutAmountQuotes(withoutMasks(typed)));
    std::vector<ListTerm> terms;
    for (std::size_t i = 0; i < typedOnes.size();) {
        std::size_t taken = 0;
        auto phrase = phraseAt(columns, typedOnes, i, taken);
        ListTerm term = taken > 1 ? ListTerm() : termOf(columns, typedOnes.at(i));
        if (phrase) {
            term.words = std::move(phrase->words);
            term.wholeNumbers = true;
            term.conditions.insert(term.conditions.end(), phrase->conditions.begin(),
                                   phrase->conditions.end());
        }
        terms.push_back(std::move(term));
        i += std::max<std::size_t>(taken, 1);
    }
    return terms;
}

} // namespace relaybook
