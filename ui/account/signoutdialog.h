// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that asks before an account is signed out. Says what happens to its sign-in, and asks
// whether its stored data will be deleted too.
#pragma once

#include "models/accounts/openaccounts.h"
#include "ui/widgets/sheetdialog.h"

class QCheckBox;

namespace relaybook {

class Label;

class SignOutDialog final : public SheetDialog
{
    Q_OBJECT

public:
    /// `whyNot`: why it is not possible now, as a sentence; empty if it is.
    SignOutDialog(const Theme &theme, const AccountEntry &account, const QString &whyNot,
                  QWidget *parent);

    /// Call it again if the reason changes while the dialog is open.
    void setWhyNot(const QString &whyNot);

Q_SIGNALS:
    void signOutConfirmed();
    /// The user wants to delete the stored data too, which needs a question of its own. Nothing was
    /// signed out yet.
    void removeRequested();

protected:
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;

private:
    /// The text and the button say what happens with and without the check box.
    void updateForChoice();

    const AccountEntry m_account;
    Label *m_words;
    QCheckBox *m_remove;
};

} // namespace relaybook
