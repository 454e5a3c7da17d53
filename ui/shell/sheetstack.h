// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs that are open over a window, each over the one before.

#pragma once

#include <QWidget>

namespace relaybook {

class SheetDialog;

class SheetStack
{
public:
    explicit SheetStack(QWidget &window);

    /// Shows it; it is deleted when it closes.
    static void open(SheetDialog *sheet);
    /// What a further sheet opens over: the one that is open, else the window.
    [[nodiscard]] QWidget *top() const;
    /// False where one stays open because something typed would be lost: it asks for itself.
    [[nodiscard]] bool closeAll();
    /// Deletes those that speak to the account. The sign-in does not, and may be what led here.
    void dropAccount();

    /// The one of this class that is shown, or null.
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
