// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored sub-users.

#pragma once

#include "models/tables/lasttest.h"
#include "models/tables/listtablemodel.h"

#include <functional>

namespace relaybook {

class KeepFile;

class SubUserTableModel final : public ListTableModel<ListedSubUser>
{
    Q_OBJECT

public:
    /// The columns in the order of the model. Adding a row here adds a column.
    [[nodiscard]] static ColumnTable<ListedSubUser> columnTable();
    /// -1 if there is no column of this name.
    [[nodiscard]] static int column(QAnyStringView name)
    {
        return columnNamed(columnTable(), name);
    }

    SubUserTableModel(AccountStore &store, QThreadPool &pool);

    /// Marks the notes of which there are drafts; `kept` outlives this model.
    void setDrafts(const KeepFile &kept);
    /// Marks the sub-users for which `attention` returns a remark. It is asked while cells are
    /// drawn, so it must be quick.
    void setAttention(std::function<CellRemark(SubUserId)> attention);
    /// The remarks have changed.
    void noteAttentionChanged();

protected:
    [[nodiscard]] CellRemark remarkOn(int column, const ListedSubUser &row) const override;

private:
    const KeepFile *m_kept = nullptr;
    std::function<CellRemark(SubUserId)> m_attention;
};

} // namespace relaybook
