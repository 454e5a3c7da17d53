// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that create sub-users, give traffic to the selected ones, take it back, or delete
// them, for the page that shows the sub-users.
#pragma once

#include "ui/base/page.h"
#include "ui/serving/servingdialogs.h"

#include <QObject>

class QAbstractButton;
class QAction;
class QMenu;
class QPushButton;
class QToolButton;

namespace relaybook {

class SecretClipboard;
class SelectedRowsWalk;
class SelectionKeeper;
class SubUserTableModel;
class TableView;
class UndoBar;

class ServingCommands : public QObject
{
    Q_OBJECT

public:
    /// What the commands work on; all of it outlives them.
    struct Parts
    {
        Page &page;
        TableView &table;
        SubUserTableModel &model;
        SelectionKeeper &selection;
        UndoBar &said;
        SecretClipboard &secrets;
    };
    using What = ServingDialogs::What;

    ServingCommands(const PageContext &context, const Parts &parts);

    /// Adds the commands to a menu.
    void addTo(QMenu &menu);
    /// A button with the menu of the commands.
    [[nodiscard]] QToolButton *makeButton(QWidget *parent);
    /// The button that creates a sub-user.
    [[nodiscard]] QPushButton *makeCreateButton(QWidget *parent);
    /// The button does this with the selected sub-users.
    void makeButtonOf(QAbstractButton &button, What what);
    /// Asks about the selected sub-users.
    void start(What what);
    [[nodiscard]] ServingDialogs &dialogs() const { return *m_dialogs; }

private:
    void update();
    void addCopy(QMenu &menu, QAction &command);

    PageContext m_context;
    Parts m_parts;
    ServingDialogs *m_dialogs;
    SelectedRowsWalk *m_walk;
    QAction *m_create;
    QAction *m_createMany;
    QAction *m_give;
    QAction *m_take;
    QAction *m_delete;
    What m_wanted = What::Give;
    ServingTargets m_found; ///< by the walk
};

} // namespace relaybook
