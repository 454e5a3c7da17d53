// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcutsdialog.h"

#include "ui/widgets/keyhint.h"
#include "ui/widgets/label.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int shortcutsSheetWidth = 680;

QString withoutMnemonic(QString text)
{
    return text.remove(QLatin1Char('&'));
}

bool hasShortcuts(const QMenu &menu)
{
    const auto actions = menu.actions();
    return std::any_of(actions.begin(), actions.end(),
                       [](const QAction *action) { return !action->shortcut().isEmpty(); });
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const Theme &theme, const std::vector<QMenu *> &menus,
                                 QWidget *parent)
    : SheetDialog(theme, tr("Keyboard shortcuts"), parent)
{
    setObjectName(QStringLiteral("shortcutsDialog"));
    setSheetWidth(shortcutsSheetWidth);
    setSubtitle(tr("Everything can be reached without a mouse: Tab moves to the next item, Enter "
                   "presses the button that Tab reached, Alt opens the menus."));
    auto *row = new QHBoxLayout;
    row->setSpacing(40);
    for (QGridLayout *&column : m_columns) {
        column = new QGridLayout;
        column->setHorizontalSpacing(16);
        column->setVerticalSpacing(6);
        column->setColumnStretch(0, 1);
        auto *top = new QVBoxLayout;
        top->addLayout(column);
        top->addStretch(1);
        row->addLayout(top, 1);
    }
    contentLayout()->addLayout(row);

    for (const QMenu *menu : menus) {
        if (!hasShortcuts(*menu)) {
            continue;
        }
        addGroup(withoutMnemonic(menu->title()));
        for (const QAction *action : menu->actions()) {
            if (!action->shortcut().isEmpty()) {
                addShortcut(withoutMnemonic(action->text()), action->shortcut());
            }
        }
        // Left: file, edit, account …; right: the pages and shortcuts that are not in a menu.
        m_column = 1 - m_column;
    }
    m_column = 1;
    addGroup(tr("In tables"));
    addShortcut(tr("First and last row"),
                QKeySequence(Qt::CTRL | Qt::Key_Home, Qt::CTRL | Qt::Key_End));
    addShortcut(tr("Menu of the selected row"), QKeySequence(Qt::SHIFT | Qt::Key_F10));
    addShortcut(tr("Undo the change just saved"), QKeySequence(QKeySequence::Undo));
    addGroup(tr("In dialogs"));
    addShortcut(tr("Save or continue"), QKeySequence(Qt::CTRL | Qt::Key_Enter));
    addShortcut(tr("Cancel or close"), QKeySequence(Qt::Key_Escape));
    addShortcut(tr("Scroll"), QKeySequence(Qt::Key_PageUp, Qt::Key_PageDown));
    setCloseOnly();
    cancelButton()->setFocus();
}

void ShortcutsDialog::addGroup(const QString &title)
{
    QGridLayout *grid = m_columns[m_column];
    const int row = grid->count() == 0 ? 0 : grid->rowCount();
    auto *label = new Label(theme(), Role::Text, TextStyle::BodyBold, title, this);
    label->setContentsMargins(0, row == 0 ? 0 : 10, 0, 2);
    grid->addWidget(label, row, 0, 1, 2);
}

void ShortcutsDialog::addShortcut(const QString &text, const QKeySequence &keys)
{
    QGridLayout *grid = m_columns[m_column];
    const int row = grid->rowCount();
    auto *label = new Label(theme(), Role::QuietText, TextStyle::Body, text, this);
    label->setWordWrap(true); // with a large font
    auto *cap = new KeyHint(theme(), keys, this);
    cap->setAccessibleName(tr("%1: %2").arg(text, keys.toString(QKeySequence::NativeText)));
    grid->addWidget(label, row, 0);
    grid->addWidget(cap, row, 1, Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace relaybook
