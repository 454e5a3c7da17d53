// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of an account's orders of all kinds, newest first, with a filter. It holds ids:
// the values of a row are those of its order.

#pragma once

#include "models/orders/orderengine.h"
#include "models/store/listcounts.h"
#include "models/tables/columnsmodel.h"
#include "models/tables/listfilters.h"

#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace relaybook {

/// The data of a row.
struct OrderRow
{
    const Order &order;
    const OrderSummary &summary;
    const QString &currency; ///< of its amounts
};

/// "Top up", "Give traffic".
[[nodiscard]] QString orderKindText(OrderKind kind);
/// A stable name, as it is written in search queries and exported files: "top-up".
[[nodiscard]] QString orderKindName(OrderKind kind);

class OrderTableModel final : public ColumnsModel
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<OrderRow> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    /// The engines outlive the model.
    explicit OrderTableModel(std::vector<OrderEngine *> engines, QObject *parent = nullptr);

    void setCurrency(const QString &currency);
    /// A search query with the keywords kind:, state:, type: and customer:. Other words are
    /// searched in the texts of all cells. In a long list these are made in slices first: until
    /// settled() is emitted, the rows are those of the query before.
    void setFilterText(const QString &typed);
    [[nodiscard]] const QString &filterText() const { return m_filterText; }
    /// How many orders match each choice together with the other filters of the query, in the order
    /// of `filters`; the most frequent first.
    [[nodiscard]] std::vector<std::vector<ValueCount>>
    counts(const std::vector<ListFilterChoices> &filters) const;

    [[nodiscard]] QString orderIdAt(int row) const;
    /// The ids of all orders, or of those that match the filter; newest first.
    enum class Which { All, Shown };
    [[nodiscard]] QStringList orderIds(Which which) const;
    /// -1 if the order is not shown.
    [[nodiscard]] int rowOf(const QString &orderId) const;
    /// Whatever the filter.
    [[nodiscard]] qint64 storedCount() const { return static_cast<qint64>(m_entries.size()); }
    [[nodiscard]] bool isSettled() const override { return !m_wanted; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    /// Orders were added or changed, or the filter: in rows, or outside of them.
    void countChanged();

private:
    struct Entry
    {
        QString id;
        const OrderEngine *engine = nullptr;
        mutable QString search; ///< the folded texts of its cells; empty: not made yet
    };
    struct Query
    {
        QHash<QString, QStringList> filters; ///< values by keyword
        QStringList words;                   ///< folded
    };

    void takeOrders(const OrderEngine *engine, const QStringList &ids);
    void takeAll();
    void takeChanged(size_t place);
    void addEntries(std::vector<Entry> added);
    [[nodiscard]] Query queryOf(const QString &typed) const;
    [[nodiscard]] bool matches(const Entry &entry, const Query &query) const;
    [[nodiscard]] const QString &searchText(const Entry &entry) const;
    [[nodiscard]] size_t entryAt(int row) const
    {
        return m_shown[m_shown.size() - 1 - size_t(row)];
    }
    void makeTexts();
    void show(Query query);
    void showMatching();
    void reportChange();
    template <class Visit>
    auto withRow(const Entry &entry, Visit visit) const;

    std::vector<OrderEngine *> m_engines;
    std::vector<Entry> m_entries;    ///< oldest first, so that a new one moves no other
    QHash<QString, size_t> m_places; ///< in m_entries, by id
    std::vector<size_t> m_shown;     ///< places of the rows, ascending
    QString m_currency;
    QString m_filterText;
    Query m_query;                 ///< of the rows
    std::optional<Query> m_wanted; ///< waits until the texts that it searches are made
    size_t m_withText = 0;         ///< entries before this one were given their text for it
    QTimer m_slice;
};

} // namespace relaybook
