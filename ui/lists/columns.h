// SPDX-License-Identifier: GPL-3.0-or-later
// Column layout of a table as the user arranged it: which columns, in what order, how wide. Stored
// as text by column name, so that a new version with more or other columns still understands it.
// The sort order is deliberately not stored: after a start the newest row is on top.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSet>
#include <QTimer>

class QMenu;

namespace relaybook {

class KeyedTableModel;
class Settings;
class TableHeader;
class TableView;

class Columns : public QObject
{
    Q_OBJECT

public:
    // `name` is the table's in the settings. The table must show the model by now.
    Columns(TableView &table, KeyedTableModel &model, Settings &settings, QString name,
            QObject *parent);

    // One checkable action a column, and the way back to how it was; filled when it opens.
    [[nodiscard]] QMenu *makeMenu(QWidget *parent);
    void reset();
    void saveNow();

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QByteArray state() const;
    void apply(const QByteArray &state);
    void applyDefaults();
    void onResized(int column);
    void onChosen();
    void stretch();
    [[nodiscard]] int stretchingColumn() const;
    [[nodiscard]] int defaultWidth(int column) const;
    [[nodiscard]] int columnNamed(const QString &name) const;

    TableView &m_table;
    TableHeader &m_header;
    KeyedTableModel &m_model;
    Settings &m_settings;
    QString m_name;
    QTimer m_saving;
    QSet<int> m_sized; // by the user: these keep their width
    bool m_arranging = false;
};

} // namespace relaybook
