// SPDX-License-Identifier: GPL-3.0-or-later
// The question before an account is removed with all its stored data: names what is lost. Where
// orders are lost, the account's name has to be typed.
#pragma once

#include "models/accounts/openaccounts.h"
#include "ui/widgets/sheetdialog.h"

#include <optional>

class QLineEdit;

namespace relaybook {

class FieldRow;
class Label;

class RemoveAccountDialog final : public SheetDialog
{
    Q_OBJECT

public:
    struct Question
    {
        AccountEntry account;
        QString whyNot; ///< why it is not possible now, as a sentence; empty if it is
    };
    RemoveAccountDialog(const Theme &theme, const Question &question, QWidget *parent);

    /// How many orders are stored, once they were counted; nothing if that cannot be found out.
    void setOrders(const std::optional<OrderCounts> &orders);
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

    bool m_needsName = false; ///< to confirm
    QString m_nameToType;
    QString m_whyNot;
    Label *m_orders = nullptr;
    QLineEdit *m_name = nullptr;
    FieldRow *m_nameRow = nullptr;
};

} // namespace relaybook
