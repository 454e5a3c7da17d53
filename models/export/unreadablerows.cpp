// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/unreadablerows.h"

#include "api/json/jsonreader.h"
#include "models/export/exportcolumns.h"
#include "models/store/products.h"
#include "models/store/searchterms.h"
#include "models/store/textfold.h"

#include <algorithm>

namespace relaybook {
namespace {

using Cell = ExportTable::Cell;
using Kind = ExportColumn::Kind;

/// The readable members of a row. Members that cannot be read count as absent.
class RowMembers
{
public:
    explicit RowMembers(const QByteArray &raw)
        : m_reader(raw)
        , m_root(m_reader.root())
    {
    }

    [[nodiscard]] std::optional<qint64> integer(std::string_view name) const
    {
        return m_root.integer(name);
    }
    [[nodiscard]] std::optional<Instant> instant(std::string_view name) const
    {
        return m_root.instant(name);
    }
    [[nodiscard]] std::optional<TrafficAmount> traffic(std::string_view name)
    {
        const auto amount = m_root.gigabytes(name);
        return isFine() ? amount : std::nullopt;
    }
    [[nodiscard]] std::optional<ReadMoney> money(std::string_view name)
    {
        const ReadMoney amount = m_root.requiredMoney(name);
        return isFine() ? std::optional(amount) : std::nullopt;
    }
    /// Empty if the member is missing, a list or an object.
    [[nodiscard]] QString text(std::string_view name) const
    {
        const JsonValue value = m_root.member(name);
        return value.isObject() || value.isArray() ? QString() : value.asText();
    }
    [[nodiscard]] std::optional<Money> change()
    {
        const auto before = money("balance_before");
        const auto after = money("balance_after");
        return before && after ? after->value.minus(before->value) : std::nullopt;
    }
    [[nodiscard]] bool isRounded()
    {
        const auto rounded = [this](std::string_view name) {
            const auto amount = money(name);
            return amount && amount->rounded;
        };
        return rounded("amount") || rounded("balance_before") || rounded("balance_after");
    }

private:
    [[nodiscard]] bool isFine() { return !m_reader.takeProblem(); }

    JsonReader m_reader;
    JsonValue m_root;
};

template <class T>
Cell cellOf(const std::optional<T> &value)
{
    return value ? ExportTable::numberCell(value->units()) : Cell();
}

Cell cellOf(RowMembers &row, const ExportColumn &column, const QByteArray &raw)
{
    if (column.name == QLatin1String(readableColumn)) {
        return ExportTable::numberCell(0);
    }
    if (column.name == QLatin1String(rawJsonColumn) || column.kind == Kind::Json) {
        return {false, 0, raw};
    }
    if (column.name == QLatin1String("change")) {
        return cellOf(row.change());
    }
    if (column.name == QLatin1String("rounded")) {
        return ExportTable::numberCell(row.isRounded() ? 1 : 0);
    }
    const QByteArray name = column.name.toLatin1();
    switch (column.kind) {
    case Kind::Integer: {
        const auto number = row.integer(name.constData());
        return number ? ExportTable::numberCell(*number) : Cell();
    }
    case Kind::Time: {
        const auto time = row.instant(name.constData());
        return time ? ExportTable::numberCell(toMillis(*time)) : Cell();
    }
    case Kind::Money: {
        const auto amount = row.money(name.constData());
        return amount ? cellOf(std::optional(amount->value)) : Cell();
    }
    case Kind::Traffic:
        return cellOf(row.traffic(name.constData()));
    case Kind::Text: {
        const QString text = row.text(name.constData());
        return text.isEmpty() ? Cell() : ExportTable::textCell(text);
    }
    case Kind::Flag:
    case Kind::Json:
        break;
    }
    return {};
}

/// A term of the query, in the form that is compared with unreadable rows.
struct RawTerm
{
    QStringList words;    ///< folded
    QStringList products; ///< ids of the products with this name, because rows contain only the id
    bool hasOtherForm = false; ///< the row may have it in another form: "$240.00", "Nov 20, 2026"
};

/// A keyword such as "type:isp" matches every unreadable row, because the value is unknown.
bool isKeyword(const QString &word)
{
    return word.contains(u':');
}

std::vector<RawTerm> rawTermsOf(Connection &connection, const QString &typed)
{
    std::vector<RawTerm> terms;
    for (const TypedTerm &typedTerm : typedTerms(typed)) {
        RawTerm term;
        for (const QString &word : typedTerm.words) {
            term.words.append(foldedText(word));
        }
        term.hasOtherForm = typedTerm.number || !typedTerm.times.empty();
        if (!term.hasOtherForm) {
            term.products = productsMeant(connection, typedTerm.words.join(u' '));
        }
        terms.push_back(std::move(term));
    }
    return terms;
}

std::vector<RawTerm> rawTermsOf(const std::vector<ListTerm> &typed)
{
    std::vector<RawTerm> terms;
    terms.reserve(typed.size());
    for (const ListTerm &term : typed) {
        terms.push_back({term.words, {}, !term.conditions.empty()});
    }
    return terms;
}

bool hasTerms(const QByteArray &raw, const QString &product, const std::vector<RawTerm> &terms)
{
    const QString folded = terms.empty() ? QString() : foldedText(QString::fromUtf8(raw));
    const auto isThere = [&folded](const QString &word) {
        return isKeyword(word) || folded.contains(word);
    };
    return std::all_of(terms.begin(), terms.end(), [&](const RawTerm &term) {
        return term.hasOtherForm || (!product.isEmpty() && term.products.contains(product)) ||
               std::all_of(term.words.begin(), term.words.end(), isThere);
    });
}

bool isWithin(std::optional<Money> change, const LedgerFilter &filter)
{
    if (!change) {
        return true;
    }
    if ((filter.direction == LedgerDirection::In && change->units() <= 0) ||
        (filter.direction == LedgerDirection::Out && change->units() >= 0)) {
        return false;
    }
    const Money size = change->magnitude();
    const bool tooSmall =
        filter.atLeast && (filter.atLeastExclusive ? size <= filter.atLeast->magnitude()
                                                   : size < filter.atLeast->magnitude());
    const bool tooLarge =
        filter.atMost && (filter.atMostExclusive ? size >= filter.atMost->magnitude()
                                                 : size > filter.atMost->magnitude());
    return !tooSmall && !tooLarge;
}

/// A filter, with the values that were looked up in the store.
struct RawFilter
{
    const LedgerFilter &filter;
    QStringList products; ///< the ids that filter.product means
    std::vector<RawTerm> terms;
};

/// Whether an unreadable row may match. Values that cannot be read are assumed to match.
bool mayBeMeant(RowMembers &row, const QByteArray &raw, std::optional<Instant> time,
                const RawFilter &wanted)
{
    const LedgerFilter &filter = wanted.filter;
    if (time &&
        ((filter.from && *time < *filter.from) || (filter.until && *time >= *filter.until))) {
        return false;
    }
    const QString type = row.text("type");
    if (!filter.types.isEmpty() && !type.isEmpty() &&
        !filter.types.contains(type, Qt::CaseInsensitive)) {
        return false;
    }
    const QString product = row.text("product_id");
    if (!filter.product.isEmpty() && !product.isEmpty() && !wanted.products.contains(product)) {
        return false;
    }
    return isWithin(row.change(), filter) && hasTerms(raw, product, wanted.terms);
}

} // namespace

std::vector<UnreadableExportRow> unreadableTransactions(Connection &connection,
                                                        const LedgerFilter &filter)
{
    const RawFilter wanted{filter, productsMeant(connection, filter.product),
                           rawTermsOf(connection, filter.text)};
    std::vector<UnreadableExportRow> rows;
    Query query(connection, "SELECT id, raw FROM unreadable_rows u WHERE NOT EXISTS"
                            " (SELECT 1 FROM transactions t WHERE t.id = u.id)");
    while (query.next()) {
        UnreadableExportRow row{{}, query.optionalNumber(0).value_or(0), query.bytes(1)};
        RowMembers members(row.raw);
        auto time = members.instant("created_at");
        if (time && !isTimeOfLedger(*time)) {
            time.reset(); // an implausible time is ignored
        }
        if (mayBeMeant(members, row.raw, time, wanted)) {
            row.createdMs = time ? std::optional(toMillis(*time)) : std::nullopt;
            rows.push_back(std::move(row));
        }
    }
    // Rows without a time come last, because std::nullopt is less than any time.
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
        return std::pair(a.createdMs, a.id) > std::pair(b.createdMs, b.id);
    });
    return rows;
}

std::vector<UnreadableExportRow> unreadableListRows(Connection &connection, ExportWhat what,
                                                    const std::vector<ListTerm> &typed)
{
    const std::vector<RawTerm> terms = rawTermsOf(typed);
    std::vector<UnreadableExportRow> rows;
    const bool proxies = what == ExportWhat::Proxies;
    Query query(connection, proxies
                                ? "SELECT raw FROM unreadable_list_rows u WHERE list = 'proxies'"
                                  " AND NOT EXISTS (SELECT 1 FROM proxies p WHERE p.id = u.id)"
                                  " ORDER BY position"
                                : "SELECT raw FROM unreadable_list_rows u WHERE list = 'sub_users'"
                                  " AND NOT EXISTS (SELECT 1 FROM sub_users s WHERE s.id = u.id)"
                                  " ORDER BY position");
    while (query.next()) {
        UnreadableExportRow row;
        row.raw = query.bytes(0);
        if (hasTerms(row.raw, {}, terms)) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

std::vector<ExportTable::Cell> unreadableCells(const UnreadableExportRow &row,
                                               const std::vector<ExportColumn> &columns)
{
    RowMembers members(row.raw);
    std::vector<Cell> cells;
    cells.reserve(columns.size());
    for (const ExportColumn &column : columns) {
        cells.push_back(cellOf(members, column, row.raw));
    }
    return cells;
}

} // namespace relaybook
