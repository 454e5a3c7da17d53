// SPDX-License-Identifier: GPL-3.0-or-later
// The activity page: one list of the orders of all kinds, with a search and filters, the selected
// order with its evidence and what the user can do, the work in progress and waiting, and the
// program's messages.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/page.h"

#include <QTimer>

class QPushButton;

namespace relaybook {

class Banner;
class Columns;
class DetailSplitter;
class EmptyState;
class Label;
class ListFilterBar;
class OrderDetails;
class OrderTableModel;
class PageHeader;
class PrepareAgain;
class SearchField;
class SearchProblems;
class SecretClipboard;
class TableView;
class UndoBar;
class WorkCard;

class ActivityPage : public Page
{
    Q_OBJECT

public:
    explicit ActivityPage(const PageContext &context, QWidget *parent = nullptr);
    ~ActivityPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool can(Command command) const override;
    void perform(Command command) override;
    [[nodiscard]] std::optional<ExportView> exportView() const override;

    /// Selects the order. A filter that hides it is removed.
    void showOrder(const QString &orderId);
    /// Selects the order, and opens the dialog that prepares it again.
    void prepareAgain(const QString &orderId);
    /// Selects the newest order with an unknown result, if there is one.
    void showUnknown();

protected:
    bool event(QEvent *event) override;

private:
    void buildHeader();
    void buildFilters();
    void buildTable();
    void connectParts();
    void search(const QString &typed);
    void showFound();
    void refreshView();
    void showCounts();
    void showEmpty();
    void updateProblem();
    void showSelected();
    [[nodiscard]] QStringList selectedIds() const;
    void select(int row);
    void whenEmptyAction();

    PageContext m_context;
    AccountSession &m_account;
    OrderTableModel *m_model;
    PageHeader *m_header;
    SearchField *m_search;
    QString m_selectedBefore; ///< the search that is under way
    QPushButton *m_export;
    QPushButton *m_refresh;
    Banner *m_problem;
    WorkCard *m_work;
    ListFilterBar *m_filters = nullptr;
    SearchProblems *m_searchProblems = nullptr;
    DetailSplitter *m_splitter;
    TableView *m_table;
    Columns *m_columns = nullptr;
    EmptyState *m_empty;
    Label *m_messages;
    UndoBar *m_said;
    SecretClipboard *m_secrets;
    PrepareAgain *m_again;
    OrderDetails *m_details;
    QTimer m_soon; ///< shows what changed of many selected orders
};

} // namespace relaybook
