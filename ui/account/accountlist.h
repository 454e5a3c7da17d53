// SPDX-License-Identifier: GPL-3.0-or-later
// A list of accounts to choose from: initials, name, place, state, balance and marks of each.
// Typing the first letters of a name selects it.
#pragma once

#include "models/accounts/openaccounts.h"

#include <QAbstractListModel>
#include <QListView>
#include <QStyledItemDelegate>

#include <vector>

namespace relaybook {

class Theme;

class AccountListModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setAccounts(std::vector<AccountEntry> accounts);
    /// If false, no amount is shown, not even in tool tips.
    void setBalancesShown(bool shown);
    [[nodiscard]] bool areBalancesShown() const { return m_withBalances; }
    [[nodiscard]] const AccountEntry &at(int row) const
    {
        return m_accounts.at(static_cast<std::size_t>(row));
    }
    /// -1 if there is no such account.
    [[nodiscard]] int rowOf(const QString &key) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<AccountEntry> m_accounts;
    bool m_withBalances = true;
};

class AccountRowDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    AccountRowDelegate(const Theme &theme, const AccountListModel &model, QWidget *view);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option,
                                 const QModelIndex &index) const override;

private:
    struct Room;
    void paintLines(QPainter &painter, const AccountEntry &account, Room room) const;
    [[nodiscard]] int paintMarks(QPainter &painter, const AccountEntry &account,
                                 const Room &room) const;

    const Theme &m_theme;
    const AccountListModel &m_model;
};

class AccountList final : public QListView
{
    Q_OBJECT

public:
    AccountList(const Theme &theme, QWidget *parent);

    /// The current account stays current, even if its row changes.
    void setAccounts(const std::vector<AccountEntry> &accounts);
    void setBalancesShown(bool shown) { m_model->setBalancesShown(shown); }

    /// Empty if there is none.
    [[nodiscard]] QString currentKey() const;
    void setCurrentKey(const QString &key);
    /// Selects the account that the window shows; the first account if it shows none.
    void selectShown();
    /// Null if there is none.
    [[nodiscard]] const AccountEntry *currentAccount() const;
    /// The height of this many rows.
    [[nodiscard]] int heightOf(int rows) const;

Q_SIGNALS:
    /// The user pressed Enter or double-clicked.
    void chosen(const QString &key);
    /// The user clicked once.
    void clickedOn(const QString &key);
    void currentMoved();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    AccountListModel *m_model;
};

} // namespace relaybook
