// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that create sub-users, give traffic to the selected ones, take it back, or delete
// them, for the page that shows the sub-users.
#pragma once

#include "ui/base/page.h"
#include "ui/serving/servingtarget.h"

#include <QHash>
#include <QObject>
#include <QPointer>

class QAbstractButton;
class QAction;
class QMenu;
class QPushButton;
class QToolButton;

namespace relaybook {

class SecretClipboard;
class SelectedRowsWalk;
class SelectionKeeper;
class ServingDialog;
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
    enum class What { Give, TakeBack, Delete };

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
    /// Asks about these.
    void open(What what, ServingTargets targets);
    void openCreate();
    void openCreateMany();

private:
    void update();
    void follow(ServingDialog &dialog);
    void reportEnd(const QString &operationId);
    /// Shows the credentials of what these operations created; false if none are known.
    bool showCreated(const QStringList &operations, QWidget *parent);
    /// The same as soon as these operations ended, after their dialog was closed.
    void awaitCreated(const QStringList &operations);
    void showAwaited();

    PageContext m_context;
    Parts m_parts;
    SelectedRowsWalk *m_walk;
    QAction *m_create;
    QAction *m_createMany;
    QAction *m_give;
    QAction *m_take;
    QAction *m_delete;
    What m_wanted = What::Give;
    ServingTargets m_found;            ///< by the walk
    QHash<QString, SubUser> m_created; ///< by operation, with their credentials
    QStringList m_awaited;             ///< operations whose dialog was closed
    QPointer<ServingDialog> m_dialog;
};

} // namespace relaybook
