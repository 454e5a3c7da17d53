// SPDX-License-Identifier: GPL-3.0-or-later
// Collects all texts that a screen reader could read from a widget and its children.

#pragma once

#include <QAccessible>
#include <QStringList>
#include <QWidget>

namespace relaybook::testing {

inline void collectAccessibleText(QAccessibleInterface *node, QStringList &texts)
{
    if (!node || !node->isValid()) {
        return;
    }
    for (const QAccessible::Text kind :
         {QAccessible::Name, QAccessible::Value, QAccessible::Description, QAccessible::Help}) {
        texts.append(node->text(kind));
    }
    if (QAccessibleTextInterface *text = node->textInterface()) {
        texts.append(text->text(0, text->characterCount()));
    }
    for (int i = 0; i < node->childCount(); ++i) {
        collectAccessibleText(node->child(i), texts);
    }
}

[[nodiscard]] inline QString accessibleText(QWidget &widget)
{
    QStringList texts;
    collectAccessibleText(QAccessible::queryAccessibleInterface(&widget), texts);
    texts.removeAll(QString());
    return texts.join(QLatin1Char('\n'));
}

} // namespace relaybook::testing
