// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before the account or the program is left while an order is on its way.

#pragma once

#include "ui/base/confirmdialog.h"

#include <QObject>

#include <functional>

namespace relaybook {

class AccountSession;
class SheetStack;

class OrderGuard : public QObject
{
    Q_OBJECT

public:
    OrderGuard(const Theme &theme, SheetStack &sheets, QObject *parent);

    /// Null: there is none.
    void setAccount(AccountSession *account);

    /// Calls `leave`, which opens another account or none: at once, or when the user agreed.
    void leaveAccount(const std::function<void()> &leave);
    /// False where the user is asked first; the window is closed again when he agrees.
    [[nodiscard]] bool mayQuit();

private:
    [[nodiscard]] bool isOrderUnderWay() const;
    void askDespiteOrder(const ConfirmDialog::Question &question,
                         const std::function<void()> &then);

    const Theme &m_theme;
    SheetStack &m_sheets;
    AccountSession *m_account = nullptr;
    bool m_quitAnyway = false;
};

} // namespace relaybook
