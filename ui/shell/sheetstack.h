// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs that are open on top of a window, each on top of the previous one.

#pragma once

#include <QWidget>

namespace relaybook {

class SheetDialog;

class SheetStack
{
public:
    explicit SheetStack(QWidget &window);

    /// Opens the dialog; it is deleted when it closes.
    static void open(SheetDialog *sheet);
    /// The parent for the next dialog: the topmost open one, else the window.
    [[nodiscard]] QWidget *top() const;
    /// What has the keyboard: top(), or a dialog of another kind over it, such as one that asks for
    /// a file.
    [[nodiscard]] QWidget *front() const;
    /// Returns false if a dialog stays open to ask about typed text that would be lost.
    [[nodiscard]] bool closeAll();
    /// Deletes all dialogs that use the account. Keeps the sign-in and the list of accounts, which
    /// do not use it: one of them may have opened another account.
    void dropAccount();

    /// The visible dialog of this class, or null.
    template <class Dialog>
    [[nodiscard]] Dialog *shown(const QString &name = {}) const
    {
        for (auto *dialog : m_window.findChildren<Dialog *>(name)) {
            if (dialog->isVisible()) {
                return dialog;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QWidget &window() const { return m_window; }

private:
    QWidget &m_window;
};

} // namespace relaybook
