// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored proxies.

#pragma once

#include "models/tables/lasttest.h"
#include "models/tables/listtablemodel.h"

namespace relaybook {

class ProxyTableModel final : public ListTableModel<ListedProxy>
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<ListedProxy> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    ProxyTableModel(AccountStore &store, QThreadPool &pool);
};

} // namespace relaybook
