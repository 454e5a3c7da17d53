// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored sub-users.

#pragma once

#include "models/tables/keyedtablemodel.h"

namespace relaybook {

class SubUserTableModel final : public KeyedTableModel
{
    Q_OBJECT

public:
    enum Column {
        UserNameColumn,
        ServiceColumn,
        NoteColumn,
        TrafficLeftColumn,
        UsedColumn,
        // hidden at first
        IdColumn,
        CreatedColumn,
        UpdatedColumn,
    };
    static constexpr int columns = UpdatedColumn + 1;

    SubUserTableModel(AccountStore &store, QThreadPool &pool);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool isHiddenByDefault(int column) const override;
    [[nodiscard]] QString columnName(int column) const override;
    /// The sub-user of a row, without credentials.
    [[nodiscard]] std::optional<SubUser> at(int row) const;

protected:
    [[nodiscard]] SortKey sortKey(int column) const override;
    [[nodiscard]] QVariant header(int column) const override;
    [[nodiscard]] bool isRightAligned(int column) const override;
    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const override;
    void forget(const Keys *keys) override { m_rows.forget(keys); }

private:
    [[nodiscard]] const ListedRow<SubUser> *find(int row, qint64 key) const;

    mutable RowCache<ListedRow<SubUser>> m_rows;
};

} // namespace relaybook
