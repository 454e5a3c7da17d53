// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog with the settings of one account: view only, proxy, own certificate file.
#pragma once

#include "models/accounts/openaccounts.h"
#include "ui/widgets/sheetdialog.h"

class QCheckBox;

namespace relaybook {

class NetworkForm;

class AccountSettingsDialog final : public SheetDialog
{
    Q_OBJECT

public:
    AccountSettingsDialog(const Theme &theme, const AccountEntry &account,
                          const AccountOptions &options, QWidget *parent);

    /// Shows the button that checks the connection with the typed settings.
    void setCanCheck(bool can);

Q_SIGNALS:
    /// `confirms`: the user saw the connection settings to save them, not only beside a change.
    void saved(const relaybook::AccountOptions &options, bool confirms);
    /// `network` is complete, but not saved.
    void checkRequested(const relaybook::NetworkSettings &network);

protected:
    [[nodiscard]] bool isDirty() const override;
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;

private:
    void buildViewOnly();
    void buildNetwork(const QString &warning);
    void check();
    [[nodiscard]] AccountOptions options() const;

    AccountOptions m_before;
    bool m_hasNetwork;            // the sandbox has none
    bool m_isUnconfirmed = false; // AccountAccess::OtherNetwork
    QCheckBox *m_viewOnly = nullptr;
    NetworkForm *m_network = nullptr;
    QPushButton *m_check = nullptr;
};

} // namespace relaybook
