// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the dialogs of orders for sub-users on a page, one at a time, and shows what became of
// their orders after they were closed.
#pragma once

#include "models/serving/subuserdesk.h"
#include "ui/base/page.h"
#include "ui/serving/servingtarget.h"

#include <QHash>
#include <QObject>
#include <QPointer>

namespace relaybook {

class SecretClipboard;
class ServingDialog;
class UndoBar;

class ServingDialogs : public QObject
{
    Q_OBJECT

public:
    /// All of it outlives this object.
    struct Parts
    {
        Page &page;
        UndoBar &said;
        SecretClipboard &secrets;
    };
    enum class What { Give, TakeBack, Delete };

    ServingDialogs(const PageContext &context, const Parts &parts);

    [[nodiscard]] bool isOpen() const;
    /// Asks about these. `parent`: the dialog over which it opens; null: the page.
    void open(What what, ServingTargets targets, QWidget *parent = nullptr);
    void openCreate();
    void openCreateMany();
    /// Opens the dialog for requests of one kind, filled in as they were asked for before.
    void openAgain(const std::vector<SubUserRequest> &requests);

Q_SIGNALS:
    /// This sub-user, and no other one, was created by a dialog.
    void created(relaybook::SubUserId id);
    /// The user wants to see the page of a sub-user that was created.
    void pageWanted(relaybook::SubUserId id);

private:
    void follow(ServingDialog &dialog);
    void reportEnd(const QString &operationId);
    /// Shows the credentials of what these operations created; false if none are known.
    bool showCreated(const QStringList &operations, QWidget *parent);
    /// The same as soon as these operations ended, after their dialog was closed.
    void awaitCreated(const QStringList &operations);
    void showAwaited();

    PageContext m_context;
    Parts m_parts;
    QHash<QString, SubUser> m_created; ///< by operation, with their credentials
    QStringList m_awaited;             ///< operations whose dialog was closed
    QPointer<ServingDialog> m_dialog;
};

} // namespace relaybook
