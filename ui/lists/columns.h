// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers how the user arranged a table: the visible columns, their order and widths, and the
// sorting. Stored as text by column name, so that later versions with more or other columns can
// read it.

#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

class QMenu;

namespace relaybook {

class ColumnsModel;
class Settings;
class TableHeader;
class TableView;

/// Restores the arrangement of a table from the settings and saves it shortly after each change.
/// Where the column that stretches would be cut, columns of less importance make room for it
/// (ColumnInfo::givesWay), unless the user has chosen or sized them.
class Columns : public QObject
{
    Q_OBJECT

public:
    /// `name` is the table's name in the settings. The table must already show the model.
    Columns(TableView &table, ColumnsModel &model, Settings &settings, QString name,
            QObject *parent);

    /// A menu with one checkable action per column and one that resets them; filled when it opens.
    [[nodiscard]] QMenu *makeMenu(QWidget *parent);
    /// Shows the columns as they are by default; the order of the rows stays.
    void reset();
    /// Sorts by this column, and shows it. `name`: ColumnInfo::name.
    void sortBy(const QString &name, Qt::SortOrder order);
    /// Saves a change that has not been saved yet.
    void saveNow();

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QByteArray state() const;
    void apply(const QByteArray &state);
    void applyDefaults();
    void onResized(int column);
    void onChosen();
    void onColumnChosen(int column, bool shown);
    void foldForRoom();
    void noteNeeds();
    /// Like noteNeeds(), for amounts only, which are never cut. Also measures rows that are
    /// scrolled into view.
    void noteAmounts();
    [[nodiscard]] bool isNeverCut(int column) const;
    void noteAmountsOf(int column);
    void noteNeedOf(int column);
    void stretch();
    void giveSpare(QHash<int, int> &widths, int from, int name) const;
    /// The column with the names of the rows, until the user sizes it; otherwise -1.
    [[nodiscard]] int nameColumn() const;
    /// The last of the visible columns, until the user sizes it; otherwise -1.
    [[nodiscard]] int lastColumn() const;
    [[nodiscard]] int neededWidth(int column) const;
    /// The column that takes the width left over, until the user sizes it; otherwise -1.
    [[nodiscard]] int stretchingColumn() const;
    /// Like stretchingColumn(), also if the user has sized it.
    [[nodiscard]] int textColumn() const;
    /// Whether the column may be hidden to make room for textColumn().
    [[nodiscard]] bool mayFold(int column) const;
    [[nodiscard]] int plannedWidth(int column) const;
    [[nodiscard]] int defaultWidth(int column) const;
    [[nodiscard]] int columnNamed(const QString &name) const;

    TableView &m_table;
    TableHeader &m_header;
    ColumnsModel &m_model;
    Settings &m_settings;
    QString m_name;
    QTimer m_saving;
    QSet<int> m_sized;                 ///< by the user: these keep their width
    QSet<int> m_wanted;                ///< shown by the user: these make no room for others
    QHash<int, int> m_needed;          ///< the widest cell seen in a column so far
    QHash<int, QSet<QString>> m_forms; ///< by column: the forms of amounts that were measured
    bool m_changed = false;            ///< since the last time it was saved
    bool m_arranging = false;
};

} // namespace relaybook
