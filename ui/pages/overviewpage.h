// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: what is in the account, one card a traffic type, and what happened last.
#pragma once

#include "models/accountsession.h"
#include "ui/pages/page.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QGridLayout;
class QPushButton;

namespace relaybook {

class Banner;
class Card;
class EmptyState;
class FigureCard;
class Label;
class NoticeCard;
class PageHeader;
class TableView;

class OverviewPage : public Page
{
    Q_OBJECT

public:
    explicit OverviewPage(const PageContext &context, QWidget *parent = nullptr);
    ~OverviewPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool can(Command command) const override;
    void perform(Command command) override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildHeader();
    void buildRecent();
    void arrangeColumns();

    void refreshView();
    void updateCards();
    void updateBalance();
    void updatePools();
    void placeCards(const std::vector<QWidget *> &cards);
    void updateTrouble();
    void updateRecent();
    void whenRecentAction();
    [[nodiscard]] FigureCard *poolCard(std::size_t index);

    AccountSession &m_account;
    const Theme &m_theme;
    PageHeader *m_header;
    QPushButton *m_refresh;
    Banner *m_trouble;
    QGridLayout *m_grid;
    FigureCard *m_balance;
    NoticeCard *m_noBalance;
    NoticeCard *m_noPools;
    std::vector<FigureCard *> m_pools;
    std::vector<QWidget *> m_placed;
    Card *m_recent;
    TableView *m_table;
    EmptyState *m_empty;
    std::unique_ptr<TransactionTableModel> m_model;
    std::optional<ApiError> m_shownError;
    QTimer m_clock; // "12 s ago" grows older by itself
};

} // namespace relaybook
