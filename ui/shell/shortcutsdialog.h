// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that lists all keyboard shortcuts, generated from the menus themselves so that the list
// cannot be wrong, and what the keyboard does in tables and dialogs.
#pragma once

#include "ui/widgets/sheetdialog.h"

#include <vector>

class QGridLayout;
class QKeySequence;
class QMenu;

namespace relaybook {

class ShortcutsDialog : public SheetDialog
{
    Q_OBJECT

public:
    ShortcutsDialog(const Theme &theme, const std::vector<QMenu *> &menus, QWidget *parent);

private:
    void addGroup(const QString &title);
    void addShortcut(const QString &text, const QKeySequence &keys);

    QGridLayout *m_columns[2] = {nullptr, nullptr};
    int m_column = 0;
};

} // namespace relaybook
