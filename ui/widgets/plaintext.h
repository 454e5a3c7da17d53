// SPDX-License-Identifier: GPL-3.0-or-later
// Shows text of the service exactly as it was sent: Qt guesses whether a tool tip is HTML, and text
// that looks like HTML would load images or change what the window says.
#pragma once

#include <QString>

class QAction;
class QTreeWidgetItem;
class QWidget;

namespace relaybook {

/// The text to pass to setToolTip() and QToolTip::showText() so that `text` appears character by
/// character: escaped if Qt would take it for HTML, broken into lines that fit a screen, cut off
/// with an ellipsis after two thousand characters.
[[nodiscard]] QString plainToolTip(const QString &text);

/// The lengths at which cutText() cuts texts, because laying out megabytes would block the window.
inline constexpr qsizetype longestLine = 2000;         ///< for one line, and for a tool tip
inline constexpr qsizetype longestParagraphs = 10'000; ///< for a note in a label

void setPlainToolTip(QWidget *widget, const QString &text);
void setPlainToolTip(QTreeWidgetItem *item, int column, const QString &text);

/// For the text of a button, an action or a label with a buddy, where an ampersand marks a key.
[[nodiscard]] QString withoutKey(QString text);

/// For a menu, a button or a list of choices, which must not grow with the length of the service's
/// text: one line, cut off with an ellipsis, and isolated() because it may be part of a sentence.
[[nodiscard]] QString plainLine(const QString &text);
/// The same for the text of an action, withoutKey().
[[nodiscard]] QString plainActionText(const QString &text);
/// Sets the text and the tool tip of an action: Qt makes the tool tip from the text if none is set.
void setPlainText(QAction *action, const QString &text);

} // namespace relaybook
