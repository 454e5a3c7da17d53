// SPDX-License-Identifier: GPL-3.0-or-later
// The operations on sub-users of an account: a table, newest first, and beside it the selected one
// with its evidence and what the user can decide.
#pragma once

#include "ui/base/page.h"

#include <QTimer>

class QPushButton;

namespace relaybook {

class Card;
class DetailSplitter;
class Label;
class OperationModel;
class OperationView;
class SubUserDesk;
class TableView;

class OperationsPanel : public QWidget
{
    Q_OBJECT

public:
    OperationsPanel(const PageContext &context, QWidget *parent);

    [[nodiscard]] TableView &table() const { return *m_table; }
    /// Selects this one; if the id is empty, the newest one with an unknown result.
    void showOperation(const QString &id);
    /// Looks for traces of every operation whose outcome is unknown.
    void lookAgain();

Q_SIGNALS:
    /// Operations were added, or the selection changed.
    void changed();

private:
    void buildTable();
    void buildDetails();
    void showCurrent();
    void actOnCurrent();
    void chooseFirst();

    PageContext m_context;
    SubUserDesk &m_desk;
    OperationModel *m_model;
    DetailSplitter *m_splitter;
    TableView *m_table;
    Card *m_details;
    Label *m_title;
    Label *m_subtitle;
    OperationView *m_view;
    QTimer m_soon;      ///< shows what rows were added
    QPushButton *m_act; ///< "Check now", or "Cancel operation"
};

} // namespace relaybook
