// SPDX-License-Identifier: GPL-3.0-or-later
// Card with the newest transactions on the overview, and a note while there are none.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/widgets/card.h"

#include <memory>

class QHBoxLayout;

namespace relaybook {

class EmptyState;
class TableView;

class RecentCard : public Card
{
    Q_OBJECT

public:
    RecentCard(AccountSession &account, const Theme &theme, QWidget *parent);
    ~RecentCard() override;

    [[nodiscard]] TableView &table() const { return *m_table; }
    [[nodiscard]] bool hasRows() const;
    /// While the page is not visible, nothing is queried.
    void setSuspended(bool suspended);
    void updateState();

Q_SIGNALS:
    void allRequested();
    /// Transactions are read with the personal token.
    void signInRequested();
    void selectionChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void fitRows();
    void arrangeColumns();
    void whenAction();
    [[nodiscard]] bool needsSignIn() const;

    AccountSession &m_account;
    TableView *m_table;
    EmptyState *m_empty;
    QHBoxLayout *m_head = nullptr;
    std::unique_ptr<TransactionTableModel> m_model;
};

} // namespace relaybook
