// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that asks before an account is removed with all its stored data, and names what will be
// lost. If orders will be lost, the user must type the account's name.
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

    /// The number of stored orders, once they are counted; empty if they cannot be counted.
    void setOrders(const std::optional<OrderCounts> &orders);
    /// Call it again if the reason changes while the dialog is open.
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

    bool m_needsName = false; ///< the user must type the account's name to confirm
    QString m_nameToType;
    QString m_whyNot;
    Label *m_orders = nullptr;
    QLineEdit *m_name = nullptr;
    FieldRow *m_nameRow = nullptr;
};

} // namespace relaybook
