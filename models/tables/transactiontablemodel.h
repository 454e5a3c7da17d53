// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored transactions, for a ledger of any length, newest first.

#pragma once

#include "models/tables/keyedtablemodel.h"

#include <QHash>

#include <optional>

namespace relaybook {

/// What a check of the ledger found wrong with a row.
enum class LedgerMark {
    Amount = 1,   ///< it is not the size of the movement
    Before = 2,   ///< it does not follow from the row before
    After = 4,    ///< the newest, and not the account's balance
    Vanished = 8, ///< the service lists the row no more
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

    /// Rows that the filter means and in which the words of setFilterText() stand. What stood there
    /// stays until the first rows of the answer are there.
    void setLedgerFilter(const LedgerFilter &filter) { setLedger(filter); }
    [[nodiscard]] const LedgerFilter &ledgerFilter() const { return ledger(); }

    [[nodiscard]] std::optional<Transaction> at(int row) const;
    /// By id; instead of those before. Vanished rows need none: the store knows them.
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
    /// By id: few, and only read where they are shown. Empty until then.
    mutable std::optional<QHash<QString, QString>> m_productNames;
    QHash<qint64, LedgerMarks> m_marks;
};

} // namespace relaybook
