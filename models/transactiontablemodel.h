// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger as rows, the newest on top, of any length.

#pragma once

#include "models/keyedtablemodel.h"

namespace relaybook {

class TransactionTableModel final : public KeyedTableModel
{
    Q_OBJECT

public:
    enum Column {
        DateColumn,
        TypeColumn,
        DescriptionColumn,
        AmountColumn,
        BeforeColumn,
        AfterColumn,
        IdColumn,
        // hidden at first
        ProductColumn,
        UpdatedColumn,
    };
    static constexpr int columns = UpdatedColumn + 1;

    TransactionTableModel(AccountStore &store, QThreadPool &pool);

    /// Rows that the filter means and in which the words of setFilterText() stand. What stood there
    /// stays until the first rows of the answer are there.
    void setLedgerFilter(const LedgerFilter &filter) { setLedger(filter); }
    [[nodiscard]] const LedgerFilter &ledgerFilter() const { return ledger(); }

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool isHiddenByDefault(int column) const override;
    [[nodiscard]] QString columnName(int column) const override;
    [[nodiscard]] std::optional<Transaction> at(int row) const;

protected:
    [[nodiscard]] SortKey sortKey(int column) const override;
    [[nodiscard]] QVariant header(int column) const override;
    [[nodiscard]] bool isRightAligned(int column) const override;
    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const override;
    void forget(const Keys *keys) override { m_rows.forget(keys); }

private:
    [[nodiscard]] const Transaction *find(int row, qint64 key) const;

    mutable RowCache<Transaction> m_rows;
};

} // namespace relaybook
