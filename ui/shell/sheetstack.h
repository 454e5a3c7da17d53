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
    /// Returns false if one stays open because typed text would be lost: it asks the user.
    [[nodiscard]] bool closeAll();
    /// Deletes all that use the account. The sign-in and the list of accounts do not use it, and
    /// may be what opened another.
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
