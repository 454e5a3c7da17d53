// SPDX-License-Identifier: GPL-3.0-or-later
// The name check of a window or dialog: every input, button and table has an object name and a name
// for screen readers, no two siblings share an object name, and Tab reaches everything in order.

#pragma once

#include "tests/ui/widgetpath.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTextEdit>

namespace relaybook::testing {

inline QString nameOf(QWidget *widget)
{
    QAccessibleInterface *node = QAccessible::queryAccessibleInterface(widget);
    return node != nullptr ? node->text(QAccessible::Name) : QString();
}

/// Qt's own helper widgets inside a widget that has its names: nobody uses or reads them directly.
inline bool isInternal(const QWidget *widget)
{
    static const char *const classes[] = {"QLineEditIconButton", "QTableCornerButton",
                                          "QComboBoxListView", "QComboBoxPrivateScroller",
                                          "QMenuBarExtension"};
    for (const char *name : classes) {
        if (widget->inherits(name)) {
            return true;
        }
    }
    // Some of them have no meta object of their own.
    if (widget->objectName() == QLatin1String("qt_menubar_ext_button")) {
        return true;
    }
    const auto *popup = qobject_cast<const QAbstractItemView *>(widget);
    const bool completion = popup != nullptr && popup->windowType() == Qt::Popup;
    return completion || qobject_cast<const QHeaderView *>(widget) != nullptr ||
           qobject_cast<const QScrollBar *>(widget) != nullptr;
}

inline bool needsNames(const QWidget *widget)
{
    if (isInternal(widget)) {
        return false;
    }
    return qobject_cast<const QAbstractButton *>(widget) != nullptr ||
           qobject_cast<const QLineEdit *>(widget) != nullptr ||
           qobject_cast<const QComboBox *>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit *>(widget) != nullptr ||
           qobject_cast<const QTextEdit *>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox *>(widget) != nullptr ||
           qobject_cast<const QAbstractSlider *>(widget) != nullptr ||
           qobject_cast<const QProgressBar *>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView *>(widget) != nullptr;
}

inline void lookForNames(QWidget *widget, QStringList &complaints)
{
    if (needsNames(widget)) {
        const QString name = widget->objectName();
        if (name.isEmpty() || name.startsWith(QLatin1String("qt_"))) {
            complaints.append(QStringLiteral("no object name: ") + pathOf(widget));
        }
        // A hidden button may have no text yet; what is on the screen must be readable.
        if (widget->isVisible() && nameOf(widget).isEmpty()) {
            complaints.append(QStringLiteral("no accessible name: ") + pathOf(widget));
        }
    }
    QSet<QString> seen;
    for (QObject *child : widget->children()) {
        auto *part = qobject_cast<QWidget *>(child);
        if (part == nullptr || part->isWindow()) {
            continue;
        }
        const QString name = part->objectName();
        if (!name.isEmpty() && !name.startsWith(QLatin1String("qt_"))) {
            if (seen.contains(name)) {
                complaints.append(QStringLiteral("two siblings of one name: ") + pathOf(part));
            }
            seen.insert(name);
        }
        lookForNames(part, complaints);
    }
}

/// What in `root` has no object name or no name for screen readers, or the object name of a
/// sibling.
[[nodiscard]] inline QStringList namesMissing(QWidget *root)
{
    // What was replaced and waits for its deletion has no name any more.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QStringList complaints;
    if (root->isWindow() && (root->objectName().isEmpty() || nameOf(root).isEmpty())) {
        complaints.append(QStringLiteral("a window without names: ") + pathOf(root));
    }
    lookForNames(root, complaints);
    return complaints;
}

/// Fails unless all of the dialog is reached with the Tab key alone, as somebody without a mouse
/// does.
inline void checkTabs(QWidget *dialog)
{
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QCoreApplication::processEvents(); // fields that were shown just now are placed
    QSet<QWidget *> reached;
    constexpr int enough = 60;
    for (int i = 0; i < enough; ++i) {
        QWidget *at = QApplication::focusWidget();
        QVERIFY(at != nullptr);
        reached.insert(at);
        QTest::keyClick(at, Qt::Key_Tab);
    }
    for (QWidget *part : dialog->findChildren<QWidget *>()) {
        const bool takesTab = (part->focusPolicy() & Qt::TabFocus) != 0 &&
                              part->focusProxy() == nullptr && part->isVisible() &&
                              part->isEnabled() && part->window() == dialog;
        // In a group of exclusive buttons, the arrow keys select.
        const auto *button = qobject_cast<QAbstractButton *>(part);
        const bool byArrows = button != nullptr && button->isCheckable() &&
                              (button->autoExclusive() || button->group() != nullptr);
        QVERIFY2(!takesTab || byArrows || reached.contains(part), qPrintable(pathOf(part)));
    }
}

/// From the first to the last, as Tab leads from one to the next.
[[nodiscard]] inline QList<QWidget *> tabStops(QWidget &root)
{
    QList<QWidget *> stops;
    for (QWidget *each = root.nextInFocusChain(); each != &root; each = each->nextInFocusChain()) {
        if ((each->focusPolicy() & Qt::TabFocus) != 0 && each->focusProxy() == nullptr &&
            each->isVisible() && root.isAncestorOf(each) && each->window() == root.window()) {
            stops.append(each);
        }
    }
    return stops;
}

[[nodiscard]] inline const QWidget *scrollAround(const QWidget *widget)
{
    const QWidget *up = widget->parentWidget();
    while (up != nullptr && qobject_cast<const QScrollArea *>(up) == nullptr) {
        up = up->parentWidget();
    }
    return up;
}

/// Fails unless Tab goes line by line, and from the start of a line to its end.
inline void checkTabOrder(const QList<QWidget *> &stops)
{
    for (qsizetype i = 1; i < stops.size(); ++i) {
        const QWidget *root = stops.at(i)->window();
        // What scrolls may go on behind what follows it.
        if (scrollAround(stops.at(i - 1)) != scrollAround(stops.at(i))) {
            continue;
        }
        const auto rectOf = [root](const QWidget *stop) {
            return QRect(stop->mapTo(root, QPoint()), stop->size());
        };
        const QRect before = rectOf(stops.at(i - 1));
        const QRect after = rectOf(stops.at(i));
        const bool isAbove = after.bottom() < before.top();
        const bool sharesRoom = !isAbove && before.bottom() >= after.top();
        const bool isBack = isAbove || (sharesRoom && after.right() < before.left());
        QVERIFY2(!isBack,
                 qPrintable(pathOf(stops.at(i - 1)) % u" leads back to " % pathOf(stops.at(i))));
    }
}

} // namespace relaybook::testing
