// SPDX-License-Identifier: GPL-3.0-or-later
// The data on this computer: its folder, what the files of each account take, what of it can be
// deleted, and what is kept.
#pragma once

#include "models/accounts/accountentry.h"
#include "models/accounts/storedsizes.h"
#include "ui/settings/settingssection.h"

#include <optional>

class QHBoxLayout;
class QPushButton;

namespace relaybook {

class DataSettings final : public SettingsSection
{
    Q_OBJECT

public:
    DataSettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();

    /// The accounts whose sizes are shown. Call it again when they change: the sizes are counted
    /// again if there are other accounts.
    void setAccounts(const std::vector<AccountEntry> &accounts);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildFolder();
    void showSizes(const StoredSizes &sizes);
    void showAccounts();
    void addAccount(const AccountEntry &account);
    QPushButton *addButton(QHBoxLayout &row, const QString &text, const QString &name,
                           SettingsAction action, const QString &account = {});

    SizeCount m_count;
    std::optional<StoredSizes> m_sizes; ///< nothing until they are counted
    std::vector<AccountEntry> m_accounts;
    Label *m_all;
    QWidget *m_list = nullptr; ///< one block for each account
    QVBoxLayout *m_place;
};

} // namespace relaybook
