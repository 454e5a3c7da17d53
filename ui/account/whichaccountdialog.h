// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that asks which account a sign-in belongs to if the service does not say: one that is
// stored on this computer, with its orders and drafts, or a new one that the user names.
#pragma once

#include "models/accounts/signin.h"
#include "models/accountvalues.h"
#include "ui/widgets/sheetdialog.h"

class QButtonGroup;
class QLineEdit;

namespace relaybook {

class FieldRow;

class WhichAccountDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// If `possible` is empty, only the name is asked for.
    WhichAccountDialog(const Theme &theme, SignInResult result, std::vector<StoredAccount> possible,
                       QWidget *parent);
    ~WhichAccountDialog() override;

Q_SIGNALS:
    /// `result`: the sign-in with the user's answer.
    void answered(const relaybook::SignInResult &result);

protected:
    void startSubmit() override;
    [[nodiscard]] bool isAboutAccount() const override { return false; }

private:
    void build(const Theme &theme);
    void whenChosen();

    SignInResult m_result;
    std::vector<StoredAccount> m_possible;
    QButtonGroup *m_choices;
    QLineEdit *m_name;
    FieldRow *m_nameRow = nullptr;
};

} // namespace relaybook
