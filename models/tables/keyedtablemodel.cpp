// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/keyedtablemodel.h"

#include "models/store/ledgertext.h"
#include "models/tables/listquery.h"

#include <algorithm>
#include <limits>

namespace relaybook {
namespace {

constexpr qint64 firstRows = 256;

} // namespace

KeyedTableModel::KeyedTableModel(AccountStore &store, QThreadPool &pool, StoreTable table,
                                 std::vector<ColumnInfo> columns)
    : ColumnsModel(std::move(columns))
    , m_store(&store)
    , m_table(table)
    , m_lane(store, pool)
{
    m_refreshTimer.setSingleShot(true);
    m_stepTimer.setSingleShot(true);
    connect(&m_refreshTimer, &QTimer::timeout, this, &KeyedTableModel::refreshNow);
    connect(&m_stepTimer, &QTimer::timeout, this, &KeyedTableModel::applySteps);
    connect(&store, &AccountStore::changed, this, &KeyedTableModel::onStoreChanged);
    connect(&store, &AccountStore::replaced, this, &KeyedTableModel::onStoreReplaced);
}

KeyedTableModel::~KeyedTableModel() = default;

void KeyedTableModel::begin(int sortColumn, Qt::SortOrder order)
{
    m_sortColumn = sortColumn;
    m_sortOrder = order;
    updateStored();
    readFirstRows();
    // The other rows are queried after the first paint, for which these rows are enough.
    m_dirty = true;
    m_refreshTimer.start(0);
}

int KeyedTableModel::rowCount(const QModelIndex &parent) const
{
    constexpr qint64 most = std::numeric_limits<int>::max();
    return parent.isValid() ? 0 : static_cast<int>(std::min(shownCount(), most));
}

qint64 KeyedTableModel::shownCount() const
{
    return m_split + (m_old ? m_old->size() - m_oldFrom : 0);
}

qint64 KeyedTableModel::keyAt(int row) const
{
    if (row < 0 || row >= shownCount()) {
        return -1;
    }
    return row < m_split ? m_keys->at(row) : m_old->at(m_oldFrom + row - m_split);
}

int KeyedTableModel::rowOf(qint64 key) const
{
    if (const qint64 row = m_keys->find(key, 0, m_split); row >= 0) {
        return static_cast<int>(row);
    }
    const qint64 row = m_old ? m_old->find(key, m_oldFrom, m_old->size()) : -1;
    return row < 0 ? -1 : static_cast<int>(m_split + row - m_oldFrom);
}

bool KeyedTableModel::isSettled() const
{
    return !m_dirty && !m_lane.isBusy() && m_nextStep == m_steps.size() && !m_waiting;
}

QVariant KeyedTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const qint64 key = keyAt(index.row());
    if (role == KeyRole) {
        return key;
    }
    if (role == Qt::TextAlignmentRole) {
        return alignmentOf(index.column());
    }
    return cell(index.row(), key, index.column(), role);
}

Keys KeyedTableModel::keysAround(int row) const
{
    constexpr int before = 16;
    constexpr int after = 48;
    Keys keys;
    const int end = std::min(rowCount(), row + after);
    for (int each = std::max(0, row - before); each < end; ++each) {
        keys.push_back(keyAt(each));
    }
    return keys;
}

KeyQuery KeyedTableModel::query() const
{
    KeyQuery query;
    query.table = m_table;
    query.orderBy = columnInfo(m_sortColumn).sort.expression;
    query.descending = m_sortOrder == Qt::DescendingOrder;
    query.limit = m_limit;
    if (m_table != StoreTable::Transactions) {
        query.terms = parseListQuery(columnInfos(), m_filterText).terms();
        return query;
    }
    query.ledger = m_ledger;
    const bool quoteIsOpen = m_ledger.text.count(u'"') % 2 == 1;
    query.ledger.text += (quoteIsOpen ? QStringLiteral("\" ") : QStringLiteral(" ")) + m_filterText;
    if (!hasText(query.ledger.text)) {
        query.ledger.text.clear();
    }
    return query;
}

void KeyedTableModel::setFilterText(const QString &text)
{
    const bool another = text.simplified() != m_filterText.simplified();
    m_filterText = text;
    if (another) {
        requestAll(true);
    }
}

void KeyedTableModel::setLedger(const LedgerFilter &filter)
{
    if (filter != m_ledger) {
        m_ledger = filter;
        requestAll(true);
    }
}

Keys KeyedTableModel::keysAt(const std::vector<RowRun> &rows) const
{
    Keys keys;
    for (const RowRun &run : rows) {
        appendShown(keys, std::max<qint64>(run.first, 0), std::min(run.last + 1, shownCount()));
    }
    return keys;
}

void KeyedTableModel::appendShown(Keys &keys, qint64 first, qint64 end) const
{
    m_keys->appendTo(keys, first, std::min(end, m_split));
    if (m_old) {
        const qint64 before = m_split - m_oldFrom; // rows before those of m_old
        m_old->appendTo(keys, std::max(first, m_split) - before, end - before);
    }
}

void KeyedTableModel::setSort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount() || !columnInfo(column).sort.expression ||
        (column == m_sortColumn && order == m_sortOrder)) {
        return;
    }
    m_sortColumn = column;
    m_sortOrder = order;
    if (columnInfo(column).sort.indexed && !isFiltered()) {
        m_dirty = true; // so that isSettled() is false when the first rows are reported
        readFirstRows();
    }
    requestAll(false);
}

void KeyedTableModel::setLimit(qint64 rows)
{
    if (rows != m_limit) {
        m_limit = rows;
        requestAll(true);
    }
}

void KeyedTableModel::setSuspended(bool suspended)
{
    m_suspended = suspended;
    if (!suspended && m_dirty) {
        refreshSoon();
    }
}

bool KeyedTableModel::isFiltered() const
{
    const KeyQuery asked = query();
    return !asked.terms.empty() || !asked.ledger.isEmpty();
}

/// Reads the rows of the first screen on this thread, with an index.
void KeyedTableModel::readFirstRows()
{
    if (!m_store || !columnInfo(m_sortColumn).sort.indexed) {
        return;
    }
    KeyQuery first = query();
    first.limit = m_limit > 0 ? std::min(m_limit, firstRows) : firstRows;
    auto keys = guarded([&] { return readKeys(m_store->reader(), first); });
    if (keys) {
        resetTo(std::make_shared<const KeyList>(*keys));
    } else {
        m_store->noteError(keys.error());
    }
}

/// Starts a new query and drops the running one.
void KeyedTableModel::requestAll(bool keepRows)
{
    if (!m_store) {
        return;
    }
    m_refreshTimer.stop();
    m_waiting.reset();
    if (m_nextStep < m_steps.size() || m_old) {
        // The steps are only partly applied: the next answer starts from the rows shown now.
        Keys shown;
        appendShown(shown, 0, shownCount());
        m_keys = std::make_shared<const KeyList>(shown);
        m_split = m_keys->size();
        m_old.reset();
        m_oldFrom = 0;
        m_steps.clear();
        m_nextStep = 0;
        m_stepTimer.stop();
    }
    m_dirty = false;
    m_following = false;
    m_storeChanged = false;
    // With more rows, calculating the steps costs more than a model reset.
    constexpr qint64 worthFollowing = 20'000;
    const bool follow = keepRows && m_keys->size() <= worthFollowing;
    Q_EMIT queryChanged();
    ask({query(), follow ? m_keys : nullptr, std::exchange(m_pendingChanged, {}), true});
}

} // namespace relaybook
