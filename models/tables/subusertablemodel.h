// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored sub-users.

#pragma once

#include "models/tables/keyedtablemodel.h"

namespace relaybook {

class SubUserTableModel final : public KeyedTableModel
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<SubUser> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    SubUserTableModel(AccountStore &store, QThreadPool &pool);

    /// The sub-user of a row, without credentials.
    [[nodiscard]] std::optional<SubUser> at(int row) const;

protected:
    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const override;
    void forget(const Keys *keys) override { m_rows.forget(keys); }

private:
    [[nodiscard]] const ListedRow<SubUser> *find(int row, qint64 key) const;

    mutable RowCache<ListedRow<SubUser>> m_rows;
};

} // namespace relaybook
