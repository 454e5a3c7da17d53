// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingcommands.h"

#include "models/accounts/accountsession.h"
#include "models/tables/subusertablemodel.h"
#include "models/text/format.h"
#include "ui/base/viewonlytext.h"
#include "ui/lists/selectedrowswalk.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace relaybook {

ServingCommands::ServingCommands(const PageContext &context, const Parts &parts)
    : QObject(&parts.page)
    , m_context(context)
    , m_parts(parts)
    , m_dialogs(new ServingDialogs(context, {parts.page, parts.said, parts.secrets}))
    , m_walk(new SelectedRowsWalk(parts.table, parts.model, this))
    , m_create(new QAction(context.theme.icon(Icon::NewSubUser), tr("New sub-user…"), this))
    , m_createMany(new QAction(tr("New sub-users from a list…"), this))
    , m_give(new QAction(context.theme.icon(Icon::ArrowUp), tr("Give traffic…"), this))
    , m_take(new QAction(context.theme.icon(Icon::ArrowDown), tr("Take back traffic…"), this))
    , m_delete(new QAction(context.theme.icon(Icon::Delete), tr("Delete…"), this))
{
    m_create->setObjectName(QStringLiteral("createSubUserAction"));
    m_createMany->setObjectName(QStringLiteral("createSubUsersAction"));
    connect(m_create, &QAction::triggered, m_dialogs, &ServingDialogs::openCreate);
    connect(m_createMany, &QAction::triggered, m_dialogs, &ServingDialogs::openCreateMany);
    m_give->setObjectName(QStringLiteral("giveTrafficAction"));
    m_take->setObjectName(QStringLiteral("takeTrafficAction"));
    m_delete->setObjectName(QStringLiteral("deleteSubUsersAction"));
    connect(m_give, &QAction::triggered, this, [this] { start(What::Give); });
    connect(m_take, &QAction::triggered, this, [this] { start(What::TakeBack); });
    connect(m_delete, &QAction::triggered, this, [this] { start(What::Delete); });
    connect(m_walk, &SelectedRowsWalk::finished, this,
            [this] { m_dialogs->open(m_wanted, std::exchange(m_found, {})); });
    connect(&parts.page, &Page::commandsChanged, this, &ServingCommands::update);
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
    for (QAction *command : {m_give, m_take, m_delete}) {
        addCopy(menu, *command);
    }
    menu.setToolTipsVisible(true); // they say why a command is not possible
}

// Of an action that was in a menu which is gone, Qt tells screen readers nothing in the next one.
void ServingCommands::addCopy(QMenu &menu, QAction &command)
{
    QAction *copy = menu.addAction(command.icon(), command.text(), &command, &QAction::trigger);
    copy->setObjectName(command.objectName());
    const auto follow = [copy, &command] {
        copy->setEnabled(command.isEnabled());
        copy->setToolTip(command.toolTip());
    };
    connect(&command, &QAction::changed, copy, follow);
    follow();
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
    addCopy(*menu, *m_create);
    addCopy(*menu, *m_createMany);
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
    connect(button, &QPushButton::clicked, m_dialogs, &ServingDialogs::openCreate);
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
    if (m_dialogs->isOpen() || m_walk->isRunning()) {
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

} // namespace relaybook
