// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all accounts that opens below the account's block in the side bar, with the commands
// to add and to manage accounts.
#pragma once

#include "models/accounts/openaccounts.h"

#include <QFrame>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace relaybook {

class AccountList;
class Theme;
enum class Icon;

/// A popup: a click outside closes it, and so does Escape. It deletes itself when it closes.
class AccountPopup final : public QFrame
{
    Q_OBJECT

public:
    AccountPopup(const Theme &theme, const std::vector<AccountEntry> &accounts, QWidget *parent);

    void setAccounts(const std::vector<AccountEntry> &accounts);
    [[nodiscard]] AccountList &list() { return *m_list; }
    /// Opens beside or below `block`, inside its screen, with the shown account as current row.
    void openAt(const QWidget &block);

Q_SIGNALS:
    void chosen(const QString &key);
    void addRequested();
    void manageRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QPushButton *addCommand(QVBoxLayout &column, Icon icon, const QString &text, const char *name);
    void fitHeight();

    const Theme &m_theme;
    AccountList *m_list;
    int m_accounts = 0;
};

} // namespace relaybook
