// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingcommands.h"

#include "models/accounts/accountsession.h"
#include "models/tables/subusertablemodel.h"
#include "models/text/format.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/selectedrowswalk.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/serving/createddialog.h"
#include "ui/serving/createdialog.h"
#include "ui/serving/createmanydialog.h"
#include "ui/serving/givedialog.h"
#include "ui/serving/operationdialog.h"
#include "ui/serving/returndialog.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace relaybook {

ServingCommands::ServingCommands(const PageContext &context, const Parts &parts)
    : QObject(&parts.page)
    , m_context(context)
    , m_parts(parts)
    , m_walk(new SelectedRowsWalk(parts.table, parts.model, this))
    , m_create(new QAction(context.theme.icon(Icon::NewSubUser), tr("New sub-user…"), this))
    , m_createMany(new QAction(tr("New sub-users from a list…"), this))
    , m_give(new QAction(context.theme.icon(Icon::ArrowUp), tr("Give traffic…"), this))
    , m_take(new QAction(context.theme.icon(Icon::ArrowDown), tr("Take back traffic…"), this))
    , m_delete(new QAction(context.theme.icon(Icon::Delete), tr("Delete…"), this))
{
    m_create->setObjectName(QStringLiteral("createSubUserAction"));
    m_createMany->setObjectName(QStringLiteral("createSubUsersAction"));
    connect(m_create, &QAction::triggered, this, &ServingCommands::openCreate);
    connect(m_createMany, &QAction::triggered, this, &ServingCommands::openCreateMany);
    m_give->setObjectName(QStringLiteral("giveTrafficAction"));
    m_take->setObjectName(QStringLiteral("takeTrafficAction"));
    m_delete->setObjectName(QStringLiteral("deleteSubUsersAction"));
    connect(m_give, &QAction::triggered, this, [this] { start(What::Give); });
    connect(m_take, &QAction::triggered, this, [this] { start(What::TakeBack); });
    connect(m_delete, &QAction::triggered, this, [this] { start(What::Delete); });
    connect(m_walk, &SelectedRowsWalk::finished, this,
            [this] { open(m_wanted, std::exchange(m_found, {})); });
    connect(&parts.page, &Page::commandsChanged, this, &ServingCommands::update);
    connect(&context.account.serving(), &OrderEngine::ordersChanged, this,
            [this](const QStringList &ids) {
                const auto isAwaited = [this](const QString &id) { return m_awaited.contains(id); };
                if (std::any_of(ids.begin(), ids.end(), isAwaited)) {
                    showAwaited();
                }
            });
    update();
}

void ServingCommands::update()
{
    const QString why = whyNoChange(m_context.account, Area::SubUsers);
    for (QAction *action : {m_create, m_createMany}) {
        action->setEnabled(why.isEmpty());
        action->setToolTip(why);
    }
    for (QAction *action : {m_give, m_take, m_delete}) {
        action->setEnabled(why.isEmpty() && m_parts.selection.hasSelection());
        action->setToolTip(why); // if empty, Qt shows the text
    }
}

void ServingCommands::addTo(QMenu &menu)
{
    menu.addActions({m_give, m_take, m_delete});
    menu.setToolTipsVisible(true); // they say why a command is not possible
}

QToolButton *ServingCommands::makeButton(QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("subUserActionsButton"));
    button->setIcon(m_context.theme.icon(Icon::More));
    button->setAccessibleName(tr("Actions for the selected sub-users"));
    button->setToolTip(button->accessibleName());
    button->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(button);
    menu->setObjectName(QStringLiteral("subUserActionsMenu"));
    menu->setAccessibleName(button->accessibleName());
    addTo(*menu);
    menu->addSeparator();
    menu->addActions({m_create, m_createMany});
    connect(button, &QToolButton::clicked, menu,
            [button, menu] { menu->popup(button->mapToGlobal(button->rect().bottomLeft())); });
    return button;
}

QPushButton *ServingCommands::makeCreateButton(QWidget *parent)
{
    auto *button = new QPushButton(m_create->text(), parent);
    button->setObjectName(QStringLiteral("createButton"));
    button->setAccessibleName(tr("Create a sub-user"));
    button->setAutoDefault(false);
    setButtonKind(*button, ButtonKind::Primary);
    const auto follow = [this, button] {
        button->setEnabled(m_create->isEnabled());
        button->setToolTip(whyNoChange(m_context.account, Area::SubUsers));
        button->setAccessibleDescription(button->toolTip());
    };
    connect(m_create, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, this, &ServingCommands::openCreate);
    follow();
    return button;
}

void ServingCommands::makeButtonOf(QAbstractButton &button, What what)
{
    connect(&button, &QAbstractButton::clicked, this, [this, what] { start(what); });
    connect(&m_parts.page, &Page::commandsChanged, &button, [this, &button] {
        const QString why = whyNoChange(m_context.account, Area::SubUsers);
        button.setEnabled(why.isEmpty() && m_parts.selection.hasSelection());
        button.setToolTip(why);
        button.setAccessibleDescription(why);
    });
}

// By key, in slices: many rows may be selected, and those may move meanwhile.
void ServingCommands::start(What what)
{
    if (m_dialog != nullptr || m_walk->isRunning()) {
        return;
    }
    m_parts.selection.keepFirst();
    if (m_parts.selection.selectedRows() > mostTargets) {
        m_parts.said.say(Tone::Warning, tr("Too many sub-users are selected."),
                         tr("Select at most %1.").arg(format::count(mostTargets)));
        return;
    }
    m_wanted = what;
    m_found.clear();
    m_walk->start([this](int row) {
        if (const auto found = m_parts.model.at(row)) {
            m_found.push_back(targetOf(*found));
        }
    });
}

void ServingCommands::open(What what, ServingTargets targets)
{
    if (targets.empty() || m_dialog != nullptr) {
        return;
    }
    ServingDialog *dialog = nullptr;
    switch (what) {
    case What::Give:
        dialog = new GiveDialog(m_context, std::move(targets), &m_parts.page);
        break;
    case What::TakeBack:
        dialog = new ReturnDialog(m_context, ReturnDialog::What::TakeBack, std::move(targets),
                                  &m_parts.page);
        break;
    case What::Delete:
        dialog = new ReturnDialog(m_context, ReturnDialog::What::Delete, std::move(targets),
                                  &m_parts.page);
        break;
    }
    follow(*dialog);
}

void ServingCommands::openCreate()
{
    if (m_dialog == nullptr) {
        follow(*new CreateDialog(m_context, &m_parts.page));
    }
}

void ServingCommands::openCreateMany()
{
    if (m_dialog != nullptr) {
        return;
    }
    auto *dialog = new CreateManyDialog(m_context, &m_parts.page);
    connect(dialog, &CreateManyDialog::credentialsWanted, this,
            [this, dialog](const QStringList &operations) { showCreated(operations, dialog); });
    follow(*dialog);
}

void ServingCommands::follow(ServingDialog &dialog)
{
    m_dialog = &dialog;
    dialog.setAttribute(Qt::WA_DeleteOnClose);
    m_created.clear();
    connect(&dialog, &ServingDialog::operationEnded, this, &ServingCommands::reportEnd);
    connect(&dialog, &QDialog::finished, this, [this, &dialog] {
        // After operationEnded, which may show them.
        QMetaObject::invokeMethod(
            this, [this, sent = dialog.allOperations()] { awaitCreated(sent); },
            Qt::QueuedConnection);
    });
    dialog.open();
}

void ServingCommands::reportEnd(const QString &operationId)
{
    SubUserDesk &desk = m_context.account.serving();
    const SubUserOrder *operation = desk.operation(operationId);
    if (operation == nullptr) {
        return;
    }
    if (operation->state == OrderState::Completed) {
        if (showCreated({operationId}, &m_parts.page)) {
            return;
        }
        m_parts.said.say(Tone::Good, operationHeading(*operation).title,
                         operation->newBalance
                             ? tr("%1 left.").arg(format::trafficExact(*operation->newBalance))
                             : QString());
        return;
    }
    auto *dialog = new OperationDialog(m_context.theme, desk, operationId, &m_parts.page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

// Credentials are told once: closing the dialog while a list is created must not lose them.
void ServingCommands::awaitCreated(const QStringList &operations)
{
    for (const QString &id : operations) {
        if (!m_created.contains(id)) {
            m_awaited.append(id);
        }
    }
    showAwaited();
}

void ServingCommands::showAwaited()
{
    const SubUserDesk &desk = m_context.account.serving();
    const bool isOver =
        std::none_of(m_awaited.begin(), m_awaited.end(), [&desk](const QString &id) {
            const SubUserOrder *operation = desk.operation(id);
            return operation != nullptr && operation->isUnderWay();
        });
    if (isOver && !m_awaited.isEmpty()) {
        showCreated(std::exchange(m_awaited, {}), &m_parts.page);
    }
}

// The desk gives each only once: the results can be shown again as long as their dialog is open.
bool ServingCommands::showCreated(const QStringList &operations, QWidget *parent)
{
    std::vector<SubUser> created;
    QStringList otherwise;
    for (const QString &id : operations) {
        if (const auto taken = m_context.account.serving().takeCreated(id)) {
            m_created.insert(id, *taken);
        }
        if (const auto found = m_created.constFind(id); found != m_created.constEnd()) {
            created.push_back(*found);
            const SubUserOrder *operation = m_context.account.serving().operation(id);
            const QString text = operation != nullptr ? otherwiseText(*operation) : QString();
            if (!text.isEmpty()) {
                otherwise.append(text);
            }
        }
    }
    if (created.empty()) {
        return false;
    }
    auto *dialog =
        new CreatedDialog(m_context, std::move(created), otherwise, m_parts.secrets, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return true;
}

} // namespace relaybook
