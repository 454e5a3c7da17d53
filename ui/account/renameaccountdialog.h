// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for the user's own name of an account.
#pragma once

#include "ui/widgets/sheetdialog.h"

#include <functional>

class QLineEdit;

namespace relaybook {

class FieldRow;

class RenameAccountDialog final : public SheetDialog
{
    Q_OBJECT

public:
    /// Returns why the account cannot have this name, as a sentence; empty if it can.
    using WhyNot = std::function<QString(const QString &name)>;
    /// `name`: the name that is shown now, without what tells it from the same name of another
    /// account.
    RenameAccountDialog(const Theme &theme, const QString &name, WhyNot whyNot, QWidget *parent);

Q_SIGNALS:
    /// If `name` is empty, the name at the service is shown again.
    void renamed(const QString &name);

protected:
    [[nodiscard]] bool isDirty() const override;
    [[nodiscard]] bool isAboutAccount() const override { return false; }
    void startSubmit() override;

private:
    QString m_before;
    WhyNot m_whyNot;
    QLineEdit *m_name;
    FieldRow *m_row;
};

} // namespace relaybook
