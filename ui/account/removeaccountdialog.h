// SPDX-License-Identifier: GPL-3.0-or-later
// The question before an account is removed with all its stored data: names what is lost. Where
// orders are lost, the account's name has to be typed.
#pragma once

#include "models/account/openaccounts.h"
#include "ui/widgets/sheetdialog.h"

#include <optional>

class QLineEdit;

namespace relaybook {

class FieldRow;

class RemoveAccountDialog final : public SheetDialog
{
    Q_OBJECT

public:
    struct Question
    {
        AccountEntry account;
        std::optional<int> orders; ///< how many are stored, if that is known
        QString whyNot;            ///< why it is not possible now, as a sentence; empty if it is
    };
    RemoveAccountDialog(const Theme &theme, const Question &question, QWidget *parent);

    /// The reason may pass while the question is shown.
    void setWhyNot(const QString &whyNot);

Q_SIGNALS:
    void removeConfirmed();

protected:
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;

private:
    void build(const Question &question);
    void updateSubmit();
    [[nodiscard]] bool isNameTyped() const;

    QString m_nameToType; ///< empty: nothing has to be typed
    QString m_whyNot;
    QLineEdit *m_name = nullptr;
};

} // namespace relaybook
