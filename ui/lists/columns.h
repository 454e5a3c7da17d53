// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers how the user arranged a table: the visible columns, their order and widths, and the
// sorting. Stored as text by column name, so that later versions with more or other columns can
// read it.

#pragma once

#include "ui/widgets/columnfit.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <vector>

class QMenu;

namespace relaybook {

class ColumnsModel;
struct ColumnInfo;
class Settings;
class TableHeader;
class TableView;

[[nodiscard]] std::vector<ColumnWidth> columnWidths(const std::vector<ColumnInfo> &columns);

/// Restores the arrangement of a table from the settings and saves it shortly after each change.
class Columns : public QObject
{
    Q_OBJECT

public:
    /// `name` is the table's name in the settings. The table must already show the model.
    Columns(TableView &table, ColumnsModel &model, Settings &settings, QString name,
            QObject *parent);

    /// A menu with one checkable action per column and one that resets them; filled when it opens.
    [[nodiscard]] QMenu *makeMenu(QWidget *parent);
    /// Sorts by this column, and shows it. `name`: ColumnInfo::name.
    void sortBy(const QString &name, Qt::SortOrder order);
    /// Saves a change that has not been saved yet.
    void saveNow();

private:
    [[nodiscard]] ColumnFit &fitTable();
    [[nodiscard]] QByteArray state() const;
    void apply(const QByteArray &state);
    void saveSoon();
    [[nodiscard]] int columnNamed(const QString &name) const;

    TableView &m_table;
    TableHeader &m_header;
    ColumnsModel &m_model;
    Settings &m_settings;
    QString m_name;
    ColumnFit &m_fit;
    QTimer m_saving;
    bool m_changed = false; ///< since the last time it was saved
};

} // namespace relaybook
