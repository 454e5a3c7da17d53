// SPDX-License-Identifier: GPL-3.0-or-later
// Shows text of the service as it was written: Qt guesses whether a tool tip is HTML, and text that
// looks like it would load images or change what the window says.
#pragma once

#include <QString>

class QAction;
class QTreeWidgetItem;
class QWidget;

namespace relaybook {

/// What setToolTip() and QToolTip::showText() show as `text`, character by character: escaped where
/// Qt would take it for HTML, broken into lines that fit a screen, cut off with an ellipsis beyond
/// two thousand characters.
[[nodiscard]] QString plainToolTip(const QString &text);

void setPlainToolTip(QWidget *widget, const QString &text);
void setPlainToolTip(QTreeWidgetItem *item, int column, const QString &text);

/// For a menu, a button or a list of choices, none of which may grow with what the service wrote:
/// one line, cut off with an ellipsis.
[[nodiscard]] QString plainLine(const QString &text);
/// The same where an ampersand marks a key: in the text of an action.
[[nodiscard]] QString plainActionText(const QString &text);
/// The text and the tool tip of an action, which Qt makes of the text unless it is told otherwise.
void setPlainText(QAction *action, const QString &text);

} // namespace relaybook
