// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the texts of a window or dialog: what is on the screen, and what screen readers read.
// Without the texts of fields that are edited.

#pragma once

#include "tests/ui/widgetpath.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTextDocument>

#include <algorithm>
#include <functional>

namespace relaybook::testing {

class ShownTexts
{
public:
    using Look = std::function<void(const QString &text, const QString &where)>;

    /// Passes every text of `root` and of the widgets in it to `look`.
    static void forEach(QWidget *root, const Look &look)
    {
        const ShownTexts texts(look);
        texts.lookAt(root);
        for (QWidget *widget : root->findChildren<QWidget *>()) {
            texts.lookAt(widget);
        }
    }

private:
    explicit ShownTexts(const Look &look)
        : m_look(look)
    {
    }

    void add(const QString &text, const QString &what, const QWidget *widget) const
    {
        if (!text.isEmpty()) {
            m_look(text, what % u" of " % pathOf(widget));
        }
    }

    void lookAt(QWidget *widget) const
    {
        add(widget->windowTitle(), QStringLiteral("title"), widget);
        add(widget->toolTip(), QStringLiteral("tool tip"), widget);
        add(widget->accessibleName(), QStringLiteral("name"), widget);
        add(widget->accessibleDescription(), QStringLiteral("description"), widget);
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            add(label->textFormat() == Qt::PlainText ? label->text() : plain(label->text()),
                QStringLiteral("text"), widget);
        }
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
            add(button->text(), QStringLiteral("text"), widget);
        }
        if (const auto *edit = qobject_cast<const QLineEdit *>(widget)) {
            add(edit->placeholderText(), QStringLiteral("hint"), widget);
        }
        if (const auto *box = qobject_cast<const QComboBox *>(widget)) {
            for (int i = 0; i < box->count(); ++i) {
                add(box->itemText(i), QStringLiteral("choice"), widget);
            }
        }
        lookAtAccessible(widget);
        lookAtActions(widget);
        const auto *view = qobject_cast<const QAbstractItemView *>(widget);
        if (view != nullptr && view->model() != nullptr && view->isVisible()) {
            lookAtItems(*view, {});
        }
    }

    // The accessible name of a field that is edited is the name beside it, or its text.
    void lookAtAccessible(QWidget *widget) const
    {
        const auto *edit = qobject_cast<const QLineEdit *>(widget);
        const auto *area = qobject_cast<const QPlainTextEdit *>(widget);
        const auto *choice = qobject_cast<const QComboBox *>(widget);
        const bool isEdited = (edit != nullptr && !edit->isReadOnly()) ||
                              (area != nullptr && !area->isReadOnly()) ||
                              (choice != nullptr && choice->isEditable());
        if (isEdited) {
            return;
        }
        if (area != nullptr) {
            add(area->toPlainText(), QStringLiteral("text"), widget);
        }
        if (QAccessibleInterface *node = QAccessible::queryAccessibleInterface(widget)) {
            add(node->text(QAccessible::Name), QStringLiteral("accessible name"), widget);
            add(node->text(QAccessible::Description), QStringLiteral("accessible description"),
                widget);
        }
    }

    void lookAtActions(QWidget *widget) const
    {
        if (auto *menu = qobject_cast<QMenu *>(widget)) {
            Q_EMIT menu->aboutToShow();
        }
        for (const QAction *action : widget->actions()) {
            add(action->text(), QStringLiteral("action"), widget);
            add(action->toolTip(), QStringLiteral("action's tool tip"), widget);
        }
    }

    void lookAtItems(const QAbstractItemView &view, const QModelIndex &parent) const
    {
        constexpr int enough = 50;
        const QAbstractItemModel &model = *view.model();
        for (int row = 0; row < std::min(enough, model.rowCount(parent)); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                for (const int role :
                     {int(Qt::DisplayRole), int(Qt::AccessibleTextRole), int(Qt::ToolTipRole)}) {
                    add(index.data(role).toString(),
                        QStringLiteral("cell %1, %2").arg(row).arg(column), &view);
                }
            }
            lookAtItems(view, model.index(row, 0, parent));
        }
    }

    static QString plain(const QString &html)
    {
        QTextDocument document;
        document.setHtml(html);
        return document.toPlainText();
    }

    const Look &m_look;
};

} // namespace relaybook::testing
