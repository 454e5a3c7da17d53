// SPDX-License-Identifier: GPL-3.0-or-later
// The activity page: every order with its state, evidence and receipt, the work in progress and
// waiting, and the program's messages.
#pragma once

#include "models/account/accountsession.h"
#include "ui/base/page.h"

class QPushButton;

namespace relaybook {

class Banner;
class Card;
class DetailSplitter;
class EmptyState;
class Label;
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

private:
    void buildHeader();
    void buildOrders();
    void buildDetails();
    void connectParts();
    void refreshView();
    void updateProblem();
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
