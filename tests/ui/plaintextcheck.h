// SPDX-License-Identifier: GPL-3.0-or-later
// The plain-text check of a window or dialog: the service's texts are shown as they are written,
// and however long they are, nothing grows with them.

#pragma once

#include "tests/ui/widgetpath.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>
#include <functional>

namespace relaybook::testing {

inline constexpr int widest = 1400; ///< of what a small screen shows

/// Whether Qt would interpret the service's text as a tag.
inline bool isInterpreted(const QString &text)
{
    if (!Qt::mightBeRichText(text)) {
        return false;
    }
    QTextDocument document;
    document.setHtml(text);
    const QString shown = document.toPlainText();
    return text.contains(QLatin1String("bold")) && !shown.contains(QLatin1String("<b>bold</b>"));
}

/// Whether a tool tip is as wide as the service's text is long. The program's own long sentences
/// are no matter of this check.
inline bool isTooWide(const QString &toolTip)
{
    return toolTip.contains(QLatin1String("WWWW")) && QLabel(toolTip).sizeHint().width() > widest;
}

inline void lookForTags(const QWidget &widget, QStringList &complaints)
{
    const auto *label = qobject_cast<const QLabel *>(&widget);
    if (label != nullptr && label->textFormat() != Qt::PlainText && isInterpreted(label->text())) {
        complaints += u"label: " % pathOf(label);
    }
    for (const QString &tip : {widget.toolTip(), widget.statusTip(), widget.whatsThis()}) {
        if (isInterpreted(tip) || isTooWide(tip)) {
            complaints += u"tool tip: " % pathOf(&widget);
        }
    }
    if (widget.isVisible() && widget.minimumSizeHint().width() > widest) {
        complaints += u"too wide: " % pathOf(&widget);
    }
    for (const QAction *action : widget.actions()) {
        if (isInterpreted(action->toolTip()) || isInterpreted(action->statusTip())) {
            complaints += u"action: " % pathOf(&widget);
        }
    }
}

inline void lookForTagsOfItems(QAbstractItemView *view, QStringList &complaints)
{
    const QAbstractItemModel *model = view->model();
    if (model == nullptr || !view->isVisible()) {
        return;
    }
    std::function<void(const QModelIndex &)> walkItems = [&](const QModelIndex &parent) {
        for (int row = 0; row < std::min(5, model->rowCount(parent)); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                const QRect rect = view->visualRect(index);
                if (!rect.isEmpty()) {
                    QHelpEvent event(QEvent::ToolTip, rect.center(),
                                     view->viewport()->mapToGlobal(rect.center()));
                    QApplication::sendEvent(view->viewport(), &event);
                    const QString tip = QToolTip::text();
                    if (isInterpreted(tip) || isTooWide(tip)) {
                        complaints +=
                            QStringLiteral("cell %1, %2: ").arg(row).arg(column) % pathOf(view);
                    }
                }
                if (column == 0) {
                    walkItems(index);
                }
            }
        }
    };
    walkItems({});
}

inline void lookForTagsOfMenus(QWidget *root, QStringList &complaints)
{
    for (QMenu *menu : root->findChildren<QMenu *>()) {
        Q_EMIT menu->aboutToShow();
        lookForTags(*menu, complaints);
        if (menu->sizeHint().width() > widest) {
            complaints += u"menu: " % pathOf(menu);
        }
    }
}

/// What in `root` shows a text of the service as HTML, or grows with its length.
[[nodiscard]] inline QStringList tagsShown(QWidget *root)
{
    QStringList complaints;
    lookForTags(*root, complaints);
    for (QWidget *widget : root->findChildren<QWidget *>()) {
        lookForTags(*widget, complaints);
    }
    for (auto *view : root->findChildren<QAbstractItemView *>()) {
        if (qobject_cast<QHeaderView *>(view) == nullptr) {
            lookForTagsOfItems(view, complaints);
        }
    }
    lookForTagsOfMenus(root, complaints);
    complaints.removeDuplicates();
    return complaints;
}

} // namespace relaybook::testing
