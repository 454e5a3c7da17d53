// SPDX-License-Identifier: GPL-3.0-or-later
// The question before an account is signed out: what happens to its sign-in, and whether its stored
// data is to be deleted too.
#pragma once

#include "models/accounts/openaccounts.h"
#include "ui/widgets/sheetdialog.h"

class QCheckBox;

namespace relaybook {

class SignOutDialog final : public SheetDialog
{
    Q_OBJECT

public:
    /// `whyNot`: why it is not possible now, as a sentence; empty if it is.
    SignOutDialog(const Theme &theme, const AccountEntry &account, const QString &whyNot,
                  QWidget *parent);

    /// The reason may pass while the question is shown.
    void setWhyNot(const QString &whyNot);

Q_SIGNALS:
    void signOutConfirmed();
    /// The stored data is to be deleted too: that needs a question of its own, and nothing was
    /// signed out yet.
    void removeRequested();

protected:
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;

private:
    void updateSubmit();

    QCheckBox *m_remove;
};

} // namespace relaybook
