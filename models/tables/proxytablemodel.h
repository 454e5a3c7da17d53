// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored proxies.

#pragma once

#include "models/tables/keyedtablemodel.h"

namespace relaybook {

class ProxyTableModel final : public KeyedTableModel
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<Proxy> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    ProxyTableModel(AccountStore &store, QThreadPool &pool);

    /// The proxy of a row, without its credentials.
    [[nodiscard]] std::optional<Proxy> at(int row) const;

protected:
    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const override;
    void forget(const Keys *keys) override { m_rows.forget(keys); }

private:
    [[nodiscard]] const ListedRow<Proxy> *find(int row, qint64 key) const;

    mutable RowCache<ListedRow<Proxy>> m_rows;
};

} // namespace relaybook
