// SPDX-License-Identifier: GPL-3.0-or-later
// The direction check of a window or dialog: no text on it has an invisible character of the
// service's texts, and right-to-left names do not reorder the sentences that contain them. Fields
// that can be edited have the exact text.

#pragma once

#include "tests/ui/widgetpath.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTextDocument>

#include <functional>

namespace relaybook::testing {

/// A Hebrew name with an override, an isolate without its end, and an escape character.
inline QByteArray directionText()
{
    return "\u05e0\u05d5\u05e2\u05d4\u202e90\u2066\u200b\\u001b";
}

/// Why a text on the screen could be misread; empty: it cannot.
[[nodiscard]] inline QString misreading(const QString &text)
{
    static const QRegularExpression invisible(
        QStringLiteral("[\\x{202a}-\\x{202e}\\x{2066}\\x{2067}\\x{200b}-\\x{200f}\\x{061c}\\x{2060}"
                       "\\x{feff}\\x{0001}-\\x{0008}\\x{000b}-\\x{001f}]"));
    if (invisible.match(text).hasMatch()) {
        return QStringLiteral("an invisible character");
    }
    static const QRegularExpression isolate(
        QStringLiteral("\\x{2068}[^\\x{2068}\\x{2069}]*\\x{2069}"));
    QString outside = text;
    outside.remove(isolate);
    // An ellipsis may have cut off the end of an isolate.
    if (outside.contains(QChar(0x2069)) ||
        (outside.contains(QChar(0x2068)) && !outside.contains(u'…'))) {
        return QStringLiteral("an isolate without its end");
    }
    static const QRegularExpression rightToLeft(QStringLiteral("[\\x{0590}-\\x{05ff}]"));
    static const QRegularExpression ownWords(QStringLiteral("[a-z]{3,}"));
    const QStringList lines = outside.split(u'\n');
    for (const QString &line : lines) {
        if (rightToLeft.match(line).hasMatch() && ownWords.match(line).hasMatch()) {
            return QStringLiteral("a right-to-left name that is not isolated");
        }
    }
    return {};
}

class DirectionCheck
{
public:
    /// What in `root` could be misread.
    [[nodiscard]] static QStringList misread(QWidget *root)
    {
        DirectionCheck check;
        check.look(root);
        for (QWidget *widget : root->findChildren<QWidget *>()) {
            check.look(widget);
        }
        check.m_complaints.removeDuplicates();
        return check.m_complaints;
    }

private:
    void add(const QString &text, const QString &what, const QWidget *widget)
    {
        const QString why = misreading(text);
        if (!why.isEmpty()) {
            m_complaints.append(why % u" in " % what % u" of " % pathOf(widget) % u": " %
                                text.left(100).toHtmlEscaped());
        }
    }

    void look(QWidget *widget)
    {
        const auto *edit = qobject_cast<const QLineEdit *>(widget);
        const auto *area = qobject_cast<const QPlainTextEdit *>(widget);
        const bool isEdited =
            (edit != nullptr && !edit->isReadOnly()) || (area != nullptr && !area->isReadOnly());
        for (const auto &[what, text] :
             {std::pair<const char *, QString>{"title", widget->windowTitle()},
              {"tool tip", widget->toolTip()},
              {"name", widget->accessibleName()},
              {"description", widget->accessibleDescription()}}) {
            add(text, QLatin1String(what), widget);
        }
        if (const auto *label = qobject_cast<const QLabel *>(widget)) {
            add(Qt::mightBeRichText(label->text()) && label->textFormat() != Qt::PlainText
                    ? plain(label->text())
                    : label->text(),
                QStringLiteral("text"), widget);
        }
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget)) {
            add(button->text(), QStringLiteral("text"), widget);
        }
        if (area != nullptr && !isEdited) {
            add(area->toPlainText(), QStringLiteral("text"), widget);
        }
        if (edit != nullptr) {
            add(edit->placeholderText(), QStringLiteral("hint"), widget);
        }
        QAccessibleInterface *node = QAccessible::queryAccessibleInterface(widget);
        // That of a field is the name beside it, or what was typed.
        const auto *choice = qobject_cast<const QComboBox *>(widget);
        if (node != nullptr && !isEdited && (choice == nullptr || !choice->isEditable())) {
            add(node->text(QAccessible::Name), QStringLiteral("accessible name"), widget);
            add(node->text(QAccessible::Description), QStringLiteral("accessible description"),
                widget);
        }
        if (const auto *box = qobject_cast<const QComboBox *>(widget)) {
            for (int i = 0; i < box->count(); ++i) {
                add(box->itemText(i), QStringLiteral("choice"), widget);
            }
        }
        if (auto *menu = qobject_cast<QMenu *>(widget)) {
            Q_EMIT menu->aboutToShow();
        }
        for (const QAction *action : widget->actions()) {
            add(action->text(), QStringLiteral("action"), widget);
            add(action->toolTip(), QStringLiteral("action's tool tip"), widget);
        }
        const auto *view = qobject_cast<const QAbstractItemView *>(widget);
        if (view != nullptr && view->model() != nullptr && view->isVisible()) {
            lookAtItems(*view, {});
        }
    }

    void lookAtItems(const QAbstractItemView &view, const QModelIndex &parent)
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

    QStringList m_complaints;
};

} // namespace relaybook::testing
