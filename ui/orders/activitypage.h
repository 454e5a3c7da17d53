// SPDX-License-Identifier: GPL-3.0-or-later
// The activity page: every order with its state, evidence and receipt, every operation on
// sub-users, the creation of a proxy whose result is unknown, the work in progress and waiting, and
// the program's messages.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/page.h"

class QPushButton;
class QStackedWidget;

namespace relaybook {

class Banner;
class Card;
class CreationPanel;
class DetailSplitter;
class EmptyState;
class Label;
class OperationsPanel;
class OrderTableModel;
class OrderView;
class PageHeader;
class TableView;
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

    void showOrder(const QString &orderId);
    /// Shows the operations on sub-users, with this one selected, or the newest one
    /// with an unknown result.
    void showOperation(const QString &operationId);
    /// Shows the creation of a proxy, if there is one without a known result.
    void showCreation();

protected:
    bool event(QEvent *event) override;

private:
    void buildHeader();
    void buildOrders();
    void buildSwitch();
    void showList(QWidget *list);
    [[nodiscard]] bool areOperationsShown() const;
    [[nodiscard]] TableView *shownTable() const;
    void buildDetails();
    void connectParts();
    void refreshView();
    void updateProblem();
    void updateSwitch();
    void showCurrent();
    void lookAgain();
    void whenEmptyAction();

    PageContext m_context;
    AccountSession &m_account;
    PurchaseDesk &m_desk;
    OrderTableModel *m_model;
    PageHeader *m_header;
    QPushButton *m_export;
    QPushButton *m_refresh;
    Banner *m_problem;
    WorkCard *m_work;
    QPushButton *m_ordersButton;     ///< shows the orders
    QPushButton *m_operationsButton; ///< shows the operations on sub-users
    QPushButton *m_creationButton;   ///< shows the creation of a proxy
    QStackedWidget *m_lists;
    OperationsPanel *m_operations;
    CreationPanel *m_creation;
    DetailSplitter *m_splitter;
    TableView *m_table;
    EmptyState *m_empty;
    Card *m_details;
    Label *m_title;
    Label *m_subtitle;
    OrderView *m_order;
    QPushButton *m_look;
    Label *m_messages;
};

} // namespace relaybook
