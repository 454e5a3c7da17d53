// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the table models over the store, for tables of any size. A worker thread queries
// the sorted and filtered keys; the rows are loaded by key, a screenful at a time.

#pragma once

#include "models/cellroles.h"
#include "models/store/readlane.h"
#include "models/tables/columnsmodel.h"
#include "models/tables/keyanswer.h"

#include <QCache>
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace relaybook {

/// A refresh inserts, removes and changes rows, so that selection, scroll and editors survive. A
/// new order, or a filter that changes too much, is a model reset: a view that wants to keep its
/// selection then remembers keys (KeyRole) in modelAboutToBeReset and looks them up with rowOf().
/// layoutChanged is never emitted.
class KeyedTableModel : public ColumnsModel
{
    Q_OBJECT

public:
    KeyedTableModel(AccountStore &store, QThreadPool &pool, StoreTable table,
                    std::vector<ColumnInfo> columns);
    ~KeyedTableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const final;
    void sort(int column, Qt::SortOrder order) final { setSort(column, order); }

    /// A row must contain every word, in any case and with or without accents. Until the new rows
    /// are found, the previous rows stay and isSettled() is false.
    void setFilterText(const QString &text);
    [[nodiscard]] const QString &filterText() const { return m_filterText; }
    void setSort(int column, Qt::SortOrder order);
    [[nodiscard]] int sortColumn() const { return m_sortColumn; }
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_sortOrder; }
    /// Only the first `rows`; 0 for all.
    void setLimit(qint64 rows);
    /// While suspended, the rows do not follow changes of the store. For a page that is hidden.
    void setSuspended(bool suspended);

    /// The store's key of a row, which identifies it in selections; -1 if there is no such row.
    [[nodiscard]] qint64 keyAt(int row) const;
    /// The row with this key; -1 if it is not shown.
    [[nodiscard]] int rowOf(qint64 key) const;
    /// The keys of runs of rows, for LedgerFigures::askKeys(): a million take a millisecond or two.
    [[nodiscard]] Keys keysAt(const std::vector<RowRun> &rows) const;
    /// False while a query runs or its rows are being inserted.
    [[nodiscard]] bool isSettled() const final;
    /// Rows in the store, whatever the filter.
    [[nodiscard]] qint64 storedCount() const { return m_stored; }

Q_SIGNALS:
    /// The filter or the sort order was changed: the next rows are those of another query.
    void queryChanged();
    void countChanged(qint64 shown, qint64 stored);
    /// These rows were added or changed in the store, and are shown. Only emitted for a few rows.
    void rowsFollowed(const QList<qint64> &keys);

protected:
    /// To be called at the end of the derived constructor. Loads the first rows before it returns.
    void begin(int sortColumn, Qt::SortOrder order);

    [[nodiscard]] virtual QVariant cell(int row, qint64 key, int column, int role) const = 0;
    /// Drops the cached data of these rows; of all rows if null.
    virtual void forget(const Keys *keys) = 0;

    void setLedger(const LedgerFilter &filter);
    [[nodiscard]] const LedgerFilter &ledger() const { return m_ledger; }

    [[nodiscard]] AccountStore *store() const { return m_store; }
    /// The keys of the rows around a row that will be shown.
    [[nodiscard]] Keys keysAround(int row) const;

private:
    void onStoreChanged(const StoreChanges &changes);
    void onStoreReplaced();
    void ask(KeyRequest request);
    void onAnswer(const KeyAnswer &answer);
    void readFirstRows();
    void requestAll(bool keepRows);
    void refreshSoon();
    void refreshNow();
    void applySteps();
    void applyStep(const KeyStep &step);
    void resetTo(SharedKeys keys);
    void appendShown(Keys &keys, qint64 first, qint64 end) const;
    void finishAnswer();
    void reportFollowed();
    void updateStored();
    [[nodiscard]] KeyQuery query() const;
    [[nodiscard]] bool isFiltered() const;
    [[nodiscard]] qint64 shownCount() const;

    QPointer<AccountStore> m_store;
    StoreTable m_table;
    ReadLane m_lane;
    QString m_filterText;
    LedgerFilter m_ledger;
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    qint64 m_limit = 0;

    // Rows below m_split are those of m_keys; the rest are those of m_old from m_oldFrom on. So a
    // run is inserted or removed without moving the others in memory.
    SharedKeys m_keys = std::make_shared<const KeyList>();
    SharedKeys m_old;
    qint64 m_split = 0;
    qint64 m_oldFrom = 0;
    std::vector<KeyStep> m_steps;
    size_t m_nextStep = 0;
    std::vector<RowRun> m_changedRuns;
    bool m_lastPart = true;
    std::optional<KeyAnswer> m_waiting; ///< an answer that arrived while steps were being applied

    Keys m_pendingChanged;
    bool m_pendingAll = false;
    bool m_dirty = false;
    bool m_storeChanged = false; ///< since the last query
    bool m_following = false;    ///< the current query was caused by a change of the store
    QList<qint64> m_followed;    ///< keys of rows that rowsFollowed() will name
    bool m_suspended = false;
    std::chrono::milliseconds m_lastTook{0};
    QElapsedTimer m_sinceAnswer;
    QTimer m_refreshTimer;
    QTimer m_stepTimer;
    qint64 m_stored = 0;
};

/// A cache of the rows that views read last, by key.
template <class Row>
class RowCache
{
public:
    /// `around` gives the keys to read together with `key`, `load` reads one from a CacheReader.
    template <class Around, class Load>
    const Row *find(AccountStore *store, qint64 key, Around around, Load load)
    {
        if (const Row *row = m_rows.object(key)) {
            return row;
        }
        if (!store) {
            return nullptr;
        }
        [[maybe_unused]] const auto read = store->read([&](CacheReader &reader) {
            for (const qint64 each : around()) {
                if (!m_rows.contains(each)) {
                    if (std::optional<Row> row = load(reader, each)) {
                        m_rows.insert(each, new Row(std::move(*row)));
                    }
                }
            }
            return Stored{};
        });
        return m_rows.object(key);
    }
    void forget(const Keys *keys)
    {
        if (!keys) {
            m_rows.clear();
            return;
        }
        for (const qint64 key : *keys) {
            m_rows.remove(key);
        }
    }

private:
    static constexpr qsizetype capacity = 1000;
    QCache<qint64, Row> m_rows{capacity};
};

} // namespace relaybook
