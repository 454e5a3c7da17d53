// SPDX-License-Identifier: GPL-3.0-or-later
// The table model of the stored proxies.

#pragma once

#include "models/tables/keyedtablemodel.h"

namespace relaybook {

class ProxyTableModel final : public KeyedTableModel
{
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        TypeColumn,
        LocationColumn,
        RotationColumn,
        TrafficColumn,
        // hidden at first
        RegionColumn,
        BehaviorColumn,
        HostColumn,
        HttpPortColumn,
        SocksPortColumn,
        NumericIdColumn,
        IdColumn,
        CreatedColumn,
        UpdatedColumn,
    };
    static constexpr int columns = UpdatedColumn + 1;

    ProxyTableModel(AccountStore &store, QThreadPool &pool);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool isHiddenByDefault(int column) const override;
    [[nodiscard]] QString columnName(int column) const override;
    /// The proxy of a row, without its credentials.
    [[nodiscard]] std::optional<Proxy> at(int row) const;

protected:
    [[nodiscard]] SortKey sortKey(int column) const override;
    [[nodiscard]] QVariant header(int column) const override;
    [[nodiscard]] bool isRightAligned(int column) const override;
    [[nodiscard]] QVariant cell(int row, qint64 key, int column, int role) const override;
    void forget(const Keys *keys) override { m_rows.forget(keys); }

private:
    [[nodiscard]] const ListedRow<Proxy> *find(int row, qint64 key) const;

    mutable RowCache<ListedRow<Proxy>> m_rows;
};

} // namespace relaybook
