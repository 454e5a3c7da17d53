// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog with all accounts and what can be done with each: show, rename, settings, connection
// check, sign out, remove.
#pragma once

#include "models/accounts/openaccounts.h"
#include "ui/widgets/sheetdialog.h"

#include <vector>

namespace relaybook {

class AccountList;

class ManageAccountsDialog final : public SheetDialog
{
    Q_OBJECT

public:
    ManageAccountsDialog(const Theme &theme, const std::vector<AccountEntry> &accounts,
                         QWidget *parent);

    void setAccounts(const std::vector<AccountEntry> &accounts);
    void select(const QString &key);
    /// If false, the command to check a connection is disabled.
    void setCanCheck(bool can);

Q_SIGNALS:
    void addRequested();
    // `key` identifies the account.
    void showRequested(const QString &key);
    void renameRequested(const QString &key);
    void settingsRequested(const QString &key);
    void checkRequested(const QString &key);
    void signOutRequested(const QString &key);
    void removeRequested(const QString &key);

protected:
    [[nodiscard]] bool isAboutAccount() const override { return false; }

private:
    using Request = void (ManageAccountsDialog::*)(const QString &key);
    QPushButton *addCommand(QVBoxLayout &column, const QString &text, const char *name,
                            Request request);
    void build();
    void updateCommands();

    AccountList *m_list;
    QPushButton *m_show = nullptr;
    QPushButton *m_rename = nullptr;
    QPushButton *m_settings = nullptr;
    QPushButton *m_check = nullptr;
    QPushButton *m_signOut = nullptr;
    QPushButton *m_remove = nullptr;
    Label *m_problem = nullptr;
    bool m_canCheck = true;
};

} // namespace relaybook
