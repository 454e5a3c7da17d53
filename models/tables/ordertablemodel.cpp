// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/ordertablemodel.h"

#include "models/store/textfold.h"
#include "models/tables/listquery.h"
#include "models/tables/orderstate.h"
#include "models/tables/querywords.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace relaybook {
namespace {

struct OrderRowText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::OrderTableModel)
};

Instant timeOf(const Order &order)
{
    return order.sentAt.value_or(order.preparedAt);
}

QString moneyText(const std::optional<Money> &amount, const QString &currency)
{
    return amount ? format::money(*amount, format::Sign::WhereNegative, currency)
                  : format::nothing();
}

QString customerText(const OrderSummary &summary)
{
    if (!summary.customer.isEmpty()) {
        return privateText(summary.customer.simplified());
    }
    return summary.customerId.isEmpty()
               ? QString()
               : OrderRowText::tr("sub-user %1", "an id").arg(summary.customerId);
}

QString typeText(const OrderRow &row)
{
    return row.summary.type.isEmpty() ? format::nothing() : format::proxyType(row.summary.type);
}

/// The sub-user, the new proxy, or the type of traffic.
QString whatText(const OrderRow &row)
{
    switch (row.summary.kind) {
    case OrderKind::TopUp:
        return typeText(row);
    case OrderKind::CreateProxy:
        return row.summary.name.isEmpty() ? OrderRowText::tr("%1, %2", "type of a proxy, country")
                                                .arg(typeText(row), row.summary.country)
                                          : privateText(row.summary.name.simplified());
    case OrderKind::Give:
    case OrderKind::TakeBack:
    case OrderKind::CreateSubUser:
    case OrderKind::DeleteSubUser:
        break;
    }
    return customerText(row.summary);
}

QString decidedByText(const OrderRow &row)
{
    switch (row.order.decidedBy) {
    case DecidedBy::Nobody:
        return format::nothing();
    case DecidedBy::Answer:
        return OrderRowText::tr("Answer");
    case DecidedBy::Evidence:
        return OrderRowText::tr("Evidence");
    case DecidedBy::User:
        break;
    }
    return OrderRowText::tr("You");
}

Tone stateTone(const OrderRow &row)
{
    return row.summary.differences > 0 && row.order.state == OrderState::Completed
               ? Tone::Warning
               : orderStateTone(row.order.state);
}

QString differencesText(const OrderRow &row)
{
    return row.summary.differences > 0
               ? OrderRowText::tr("%1 differences", nullptr, row.summary.differences)
                     .arg(format::count(row.summary.differences))
               : QString();
}

/// The values that chips filter by, and the text that is shown for each.
struct FilterValue
{
    QString name;
    QString shown;
};

FilterValue filterValueOf(const QString &keyword, const OrderRow &row)
{
    if (keyword == QLatin1String("kind")) {
        return {orderKindName(row.summary.kind), orderKindText(row.summary.kind)};
    }
    if (keyword == QLatin1String("state")) {
        return {orderStateName(row.order.state), orderStateText(row.order.state)};
    }
    if (keyword == QLatin1String("type")) {
        return {row.summary.type, format::proxyType(row.summary.type)};
    }
    const QString customer =
        row.summary.customer.isEmpty() ? row.summary.customerId : row.summary.customer;
    return {customer.simplified(), customerText(row.summary)};
}

/// A keyword's values are its names, or what is shown for them.
bool isMeantBy(const QString &typed, const FilterValue &value)
{
    return typed.compare(value.name, Qt::CaseInsensitive) == 0 ||
           (!typed.isEmpty() && foldedText(typed) == foldedText(value.shown));
}

/// A word of digits is found at the beginning of numbers only.
bool hasWord(const QString &text, const QString &word)
{
    const bool isNumber = !word.isEmpty() && word.front().isDigit();
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (!isNumber || at == 0 || !text.at(at - 1).isDigit()) {
            return true;
        }
    }
    return false;
}

/// An id is made of random digits, which are not shown: a short number must not find it by chance.
bool isBeginningOfId(const QString &id, const QString &word)
{
    constexpr qsizetype least = 8;
    return word.size() >= least && id.startsWith(word, Qt::CaseInsensitive);
}

} // namespace

QString orderKindText(OrderKind kind)
{
    switch (kind) {
    case OrderKind::TopUp:
        return OrderRowText::tr("Top up");
    case OrderKind::Give:
        return OrderRowText::tr("Give traffic");
    case OrderKind::TakeBack:
        return OrderRowText::tr("Take back");
    case OrderKind::CreateSubUser:
        return OrderRowText::tr("New sub-user");
    case OrderKind::DeleteSubUser:
        return OrderRowText::tr("Delete sub-user");
    case OrderKind::CreateProxy:
        break;
    }
    return OrderRowText::tr("New proxy");
}

QString orderKindName(OrderKind kind)
{
    switch (kind) {
    case OrderKind::TopUp:
        return QStringLiteral("top-up");
    case OrderKind::Give:
        return QStringLiteral("give");
    case OrderKind::TakeBack:
        return QStringLiteral("take-back");
    case OrderKind::CreateSubUser:
        return QStringLiteral("new-sub-user");
    case OrderKind::DeleteSubUser:
        return QStringLiteral("delete-sub-user");
    case OrderKind::CreateProxy:
        break;
    }
    return QStringLiteral("new-proxy");
}

ColumnTable<OrderRow> OrderTableModel::columnTable()
{
    static constexpr ColumnSearch byKind{.keyword = "kind", .value = "kind"};
    static constexpr ColumnSearch byType{.keyword = "type", .value = "type"};
    static constexpr ColumnSearch byCustomer{.keyword = "customer", .value = "customer"};
    static constexpr ColumnSearch byState{.keyword = "state", .value = "state"};
    static constexpr TableColumn<OrderRow> columns[] = {
        {{.name = "time",
          .title = QT_TR_NOOP("Date"),
          .kind = CellKind::QuietText,
          .width = 124,
          .neverCut = true},
         {.text = [](const OrderRow &row) { return format::dateTime(timeOf(row.order)); },
          .value = [](const OrderRow &row) { return toVariant(timeOf(row.order)); }}},
        {{.name = "kind",
          .title = QT_TR_NOOP("Order"),
          .width = 104,
          .neverCut = true,
          .search = byKind},
         {.text = [](const OrderRow &row) { return orderKindText(row.summary.kind); }}},
        {{.name = "what",
          .title = QT_TR_NOOP("For"),
          .width = 110,
          .stretches = true,
          .search = byCustomer},
         {.text = whatText}},
        {{.name = "type",
          .title = QT_TR_NOOP("Type"),
          .kind = CellKind::QuietText,
          .width = 96,
          .givesWay = 2,
          .search = byType},
         {.text = typeText}},
        {{.name = "amount", .title = QT_TR_NOOP("Amount"), .kind = CellKind::Number, .width = 68},
         {.text =
              [](const OrderRow &row) {
                  return row.summary.amount ? format::trafficExact(*row.summary.amount)
                                            : format::nothing();
              },
          .value = [](const OrderRow &row) { return toVariant(row.summary.amount); }}},
        {{.name = "expected",
          .title = QT_TR_NOOP("Expected"),
          .kind = CellKind::Number,
          .width = 78,
          .hidden = true},
         {.text =
              [](const OrderRow &row) { return moneyText(row.summary.expectedCost, row.currency); },
          .value = [](const OrderRow &row) { return toVariant(row.summary.expectedCost); }}},
        {{.name = "charged", .title = QT_TR_NOOP("Charged"), .kind = CellKind::Number, .width = 74},
         {.text = [](const OrderRow &row) { return moneyText(row.summary.charged, row.currency); },
          .value = [](const OrderRow &row) { return toVariant(row.summary.charged); }}},
        {{.name = "state",
          .title = QT_TR_NOOP("State"),
          .kind = CellKind::Badge,
          .width = 92,
          .search = byState},
         {.text = [](const OrderRow &row) { return orderStateText(row.order.state); },
          .tone = stateTone}},
        {{.name = "decided-by",
          .title = QT_TR_NOOP("Decided by"),
          .kind = CellKind::QuietText,
          .width = 84,
          .givesWay = 1},
         {.text = decidedByText}},
        {{.name = "found",
          .title = QT_TR_NOOP("Issues"),
          .kind = CellKind::Marked,
          .width = 74,
          .givesWay = 3, // unless an order has one
          .neverCut = true},
         {.text = differencesText,
          .tone =
              [](const OrderRow &row) {
                  return row.summary.differences > 0 ? Tone::Bad : Tone::Neutral;
              }}},
    };
    return columns;
}

OrderTableModel::OrderTableModel(std::vector<OrderEngine *> engines, QObject *parent)
    : ColumnsModel(infosOf(columnTable()), parent)
    , m_engines(std::move(engines))
{
    for (const OrderEngine *engine : m_engines) {
        connect(engine, &OrderEngine::ordersChanged, this,
                [this, engine](const QStringList &ids) { takeOrders(engine, ids); });
        connect(engine, &OrderEngine::stateChanged, this, &OrderTableModel::takeAll);
    }
    connect(&m_slice, &QTimer::timeout, this, &OrderTableModel::makeTexts);
    takeAll();
}

template <class Visit>
auto OrderTableModel::withRow(const Entry &entry, Visit visit) const
{
    using Result = decltype(visit(std::declval<const OrderRow &>()));
    const Order *order = entry.engine->order(entry.id);
    if (order == nullptr) {
        return Result();
    }
    const OrderSummary summary = entry.engine->summaryOf(*order);
    return visit(OrderRow{*order, summary, m_currency});
}

void OrderTableModel::setCurrency(const QString &currency)
{
    if (currency == m_currency) {
        return;
    }
    m_currency = currency;
    for (Entry &entry : m_entries) {
        entry.search.clear();
    }
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

// ---------------------------------------------------------------------------------- the orders

void OrderTableModel::takeOrders(const OrderEngine *engine, const QStringList &ids)
{
    std::vector<Entry> added;
    for (const QString &id : ids) {
        const auto place = m_places.constFind(id);
        if (place != m_places.constEnd()) {
            takeChanged(*place);
        } else if (engine->order(id) != nullptr) {
            added.push_back({id, engine, {}});
        }
    }
    if (!added.empty()) {
        addEntries(std::move(added));
    }
    reportChange();
}

/// A change may add the row to those that match the filter, or remove it.
void OrderTableModel::takeChanged(size_t place)
{
    const Entry &entry = m_entries[place];
    entry.search.clear();
    const auto at = std::lower_bound(m_shown.begin(), m_shown.end(), place);
    const bool wasShown = at != m_shown.end() && *at == place;
    const bool isShown = matches(entry, m_query);
    const int row = static_cast<int>(m_shown.end() - at) - (wasShown ? 1 : 0);
    if (wasShown && isShown) {
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    } else if (wasShown) {
        beginRemoveRows({}, row, row);
        m_shown.erase(at);
        endRemoveRows();
    } else if (isShown) {
        beginInsertRows({}, row, row);
        m_shown.insert(at, place);
        endInsertRows();
    }
}

void OrderTableModel::addEntries(std::vector<Entry> added)
{
    std::vector<size_t> shown;
    for (Entry &entry : added) {
        if (matches(entry, m_query)) {
            shown.push_back(m_entries.size());
        }
        m_places.insert(entry.id, m_entries.size());
        m_entries.push_back(std::move(entry));
    }
    if (!shown.empty()) {
        beginInsertRows({}, 0, static_cast<int>(shown.size()) - 1);
        m_shown.insert(m_shown.end(), shown.begin(), shown.end());
        endInsertRows();
    }
}

/// Engines also report a state in which no order was added: that resets nothing.
void OrderTableModel::takeAll()
{
    size_t count = 0;
    bool isNew = false;
    for (const OrderEngine *engine : m_engines) {
        engine->forEach([&](const Order &order) {
            ++count;
            isNew = isNew || !m_places.contains(order.id);
        });
    }
    if (!isNew && count == m_entries.size()) {
        return;
    }
    struct Found
    {
        Instant at;
        Entry entry;
    };
    std::vector<Found> found;
    found.reserve(count);
    for (const OrderEngine *engine : m_engines) {
        engine->forEach([&found, engine](const Order &order) {
            found.push_back({order.preparedAt, {order.id, engine, {}}});
        });
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found &a, const Found &b) { return a.at < b.at; });
    beginResetModel();
    m_entries.clear();
    m_places.clear();
    m_entries.reserve(found.size());
    for (Found &each : found) {
        m_places.insert(each.entry.id, m_entries.size());
        m_entries.push_back(std::move(each.entry));
    }
    m_withText = 0;
    showMatching();
    endResetModel();
    reportChange();
}

// ---------------------------------------------------------------------------------- the filter

void OrderTableModel::setFilterText(const QString &typed)
{
    if (typed == m_filterText) {
        return;
    }
    m_filterText = typed;
    m_wanted.reset();
    m_slice.stop();
    Query query = queryOf(typed);
    constexpr auto mostAtOnce = 500;
    const auto missing = std::count_if(m_entries.begin(), m_entries.end(),
                                       [](const Entry &entry) { return entry.search.isEmpty(); });
    if (query.words.isEmpty() || missing <= mostAtOnce) {
        show(std::move(query));
        return;
    }
    m_wanted = std::move(query);
    m_withText = 0;
    m_slice.start(0);
}

/// A slice takes about a quarter of a frame.
void OrderTableModel::makeTexts()
{
    constexpr size_t inSlice = 100;
    size_t made = 0;
    for (; m_withText < m_entries.size() && made < inSlice; ++m_withText) {
        const Entry &entry = m_entries[m_withText];
        made += entry.search.isEmpty() && !searchText(entry).isEmpty() ? 1 : 0;
    }
    if (m_withText >= m_entries.size()) {
        m_slice.stop();
        show(*std::exchange(m_wanted, std::nullopt));
    }
}

void OrderTableModel::show(Query query)
{
    beginResetModel();
    m_query = std::move(query);
    showMatching();
    endResetModel();
    reportChange();
}

void OrderTableModel::reportChange()
{
    if (isSettled()) {
        Q_EMIT settled();
    }
    Q_EMIT countChanged();
}

void OrderTableModel::showMatching()
{
    m_shown.clear();
    for (size_t place = 0; place < m_entries.size(); ++place) {
        if (matches(m_entries[place], m_query)) {
            m_shown.push_back(place);
        }
    }
}

OrderTableModel::Query OrderTableModel::queryOf(const QString &typed) const
{
    Query query;
    for (const ListFilter &filter : parseListQuery(columnInfos(), typed).filters) {
        query.filters[filter.keyword] += filter.values;
    }
    for (const QString &word : queryWords(typed)) {
        const qsizetype colon = word.indexOf(u':');
        if (colon <= 0 || !query.filters.contains(word.left(colon).toLower())) {
            query.words.append(foldedText(unquotedValue(word)));
        }
    }
    return query;
}

const QString &OrderTableModel::searchText(const Entry &entry) const
{
    if (entry.search.isEmpty()) {
        const RealTexts searched; // a hidden name is found, too
        entry.search = withRow(entry, [](const OrderRow &row) {
            QStringList texts{row.summary.customerId};
            for (const TableColumn<OrderRow> &column : columnTable()) {
                texts.append(column.cells.text(row));
            }
            return foldedText(texts.join(u'\n'));
        });
    }
    return entry.search;
}

bool OrderTableModel::matches(const Entry &entry, const Query &query) const
{
    for (auto filter = query.filters.cbegin(); filter != query.filters.cend(); ++filter) {
        const bool isMeant = withRow(entry, [&filter](const OrderRow &row) {
            const FilterValue value = filterValueOf(filter.key(), row);
            return std::any_of(filter->begin(), filter->end(),
                               [&value](const QString &typed) { return isMeantBy(typed, value); });
        });
        if (!isMeant) {
            return false;
        }
    }
    return query.words.isEmpty() ||
           std::all_of(query.words.begin(), query.words.end(),
                       [&entry, &text = searchText(entry)](const QString &word) {
                           return hasWord(text, word) || isBeginningOfId(entry.id, word);
                       });
}

std::vector<std::vector<ValueCount>>
OrderTableModel::counts(const std::vector<ListFilterChoices> &filters) const
{
    std::vector<std::vector<ValueCount>> all;
    for (const ListFilterChoices &filter : filters) {
        Query others = m_query;
        others.filters.remove(filter.keyword);
        QHash<QString, qint64> counted;
        for (const Entry &entry : m_entries) {
            if (matches(entry, others)) {
                const QString value = withRow(entry, [&filter](const OrderRow &row) {
                    return filterValueOf(filter.keyword, row).name;
                });
                counted[value] += value.isEmpty() ? 0 : 1;
            }
        }
        counted.remove(QString());
        std::vector<ValueCount> values;
        for (auto each = counted.cbegin(); each != counted.cend(); ++each) {
            values.push_back({each.key(), each.value()});
        }
        std::sort(values.begin(), values.end(), [](const ValueCount &a, const ValueCount &b) {
            return a.rows != b.rows ? a.rows > b.rows : a.value < b.value;
        });
        all.push_back(std::move(values));
    }
    return all;
}

// ------------------------------------------------------------------------------------ the rows

QString OrderTableModel::orderIdAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_entries[entryAt(row)].id : QString();
}

QStringList OrderTableModel::orderIds(Which which) const
{
    QStringList ids;
    if (which == Which::All) {
        for (auto entry = m_entries.crbegin(); entry != m_entries.crend(); ++entry) {
            ids.append(entry->id);
        }
        return ids;
    }
    for (auto place = m_shown.crbegin(); place != m_shown.crend(); ++place) {
        ids.append(m_entries[*place].id);
    }
    return ids;
}

int OrderTableModel::rowOf(const QString &orderId) const
{
    const auto place = m_places.constFind(orderId);
    if (place == m_places.constEnd()) {
        return -1;
    }
    const auto at = std::lower_bound(m_shown.begin(), m_shown.end(), *place);
    const bool isShown = at != m_shown.end() && *at == *place;
    return isShown ? static_cast<int>(m_shown.end() - at) - 1 : -1;
}

int OrderTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant OrderTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(index.column());
    }
    return withRow(m_entries[entryAt(index.row())], [&](const OrderRow &row) {
        if (role == Qt::AccessibleTextRole && index.column() == 0) {
            QStringList texts; // the whole row
            for (const TableColumn<OrderRow> &each : columnTable()) {
                const QString text = each.cells.text(row);
                if (!text.isEmpty() && text != format::nothing()) {
                    texts.append(isolated(text));
                }
            }
            return QVariant(texts.join(QStringLiteral(", ")));
        }
        return cellData(columnTable()[static_cast<size_t>(index.column())], row, role);
    });
}

} // namespace relaybook
