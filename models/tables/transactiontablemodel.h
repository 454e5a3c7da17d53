// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored transactions, for a ledger of any length, newest first.

#pragma once

#include "models/tables/keyedtablemodel.h"

#include <QHash>

#include <optional>

namespace relaybook {

/// What a check of the ledger found wrong with a row.
enum class LedgerMark {
    Amount = 1,         ///< the amount differs from the change of the balance
    Before = 2,         ///< its balance does not follow from the row before
    After = 4,          ///< the newest row, which does not end at the account's balance
    Vanished = 8,       ///< the row was removed at the service
    UnclearBefore = 16, ///< it is not proven that a row is missing before it
    UnclearAfter = 32,  ///< nor after it
};
Q_DECLARE_FLAGS(LedgerMarks, LedgerMark)
Q_DECLARE_OPERATORS_FOR_FLAGS(LedgerMarks)

class TransactionTableModel final : public KeyedTableModel
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<Transaction> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    TransactionTableModel(AccountStore &store, QThreadPool &pool);

    /// Shows the rows that match the filter and contain the words of setFilterText(). The previous
    /// rows stay until the first new rows are found.
    void setLedgerFilter(const LedgerFilter &filter) { setLedger(filter); }
    [[nodiscard]] const LedgerFilter &ledgerFilter() const { return ledger(); }

    [[nodiscard]] std::optional<Transaction> at(int row) const;
    /// Replaces the marks, by id. Removed rows need no mark here, because the store knows them.
    void setMarks(const QHash<qint64, LedgerMarks> &marks);

protected:
    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const override;
    void forget(const Keys *keys) override;

private:
    struct ListedTransaction
    {
        Transaction row;
        bool hasVanished = false;
    };
    [[nodiscard]] const ListedTransaction *find(int row, qint64 key) const;
    [[nodiscard]] LedgerMarks marksOf(const ListedTransaction &listed) const;
    [[nodiscard]] QString productText(const QString &id) const;

    mutable RowCache<ListedTransaction> m_rows;
    /// The names of products by id, which are few. Read when they are first shown; not set until
    /// then.
    mutable std::optional<QHash<QString, QString>> m_productNames;
    QHash<qint64, LedgerMarks> m_marks;
};

} // namespace relaybook
