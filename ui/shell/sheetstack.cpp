// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/sheetstack.h"

#include "ui/account/manageaccountsdialog.h"
#include "ui/account/signindialog.h"
#include "ui/widgets/sheetdialog.h"

#include <QApplication>
#include <QPointer>

namespace relaybook {

SheetStack::SheetStack(QWidget &window)
    : m_window(window)
{
}

void SheetStack::open(SheetDialog *sheet)
{
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

QWidget *SheetStack::top() const
{
    QWidget *top = &m_window;
    bool deeper = true;
    while (deeper) {
        deeper = false;
        for (auto *sheet : top->findChildren<SheetDialog *>()) {
            if (sheet->isVisible()) {
                top = sheet;
                deeper = true;
                break;
            }
        }
    }
    return top;
}

QWidget *SheetStack::front() const
{
    QWidget *const modal = QApplication::activeModalWidget();
    for (const QWidget *each = modal; each != nullptr; each = each->parentWidget()) {
        if (each == &m_window) {
            return modal;
        }
    }
    return top();
}

bool SheetStack::closeAll()
{
    while (auto *sheet = qobject_cast<SheetDialog *>(top())) {
        if (sheet->state() == SheetDialog::State::Submitting) {
            sheet->reject(); // only cancels the submission
        }
        sheet->reject();
        if (sheet->isVisible()) {
            sheet->activateWindow();
            return false;
        }
    }
    return true;
}

void SheetStack::dropAccount()
{
    QList<QPointer<SheetDialog>> sheets;
    for (auto *sheet : m_window.findChildren<SheetDialog *>()) {
        sheets.append(sheet);
    }
    for (const QPointer<SheetDialog> &sheet : std::as_const(sheets)) {
        if (sheet != nullptr && qobject_cast<SignInDialog *>(sheet) == nullptr &&
            qobject_cast<ManageAccountsDialog *>(sheet) == nullptr) {
            delete sheet; // together with those opened over it
        }
    }
}

} // namespace relaybook
