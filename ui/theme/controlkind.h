// SPDX-License-Identifier: GPL-3.0-or-later
// Marks what a standard Qt control is for, so that the style can draw it: for example the primary
// button, or a field with a value that the service refused.
#pragma once

#include <QtGlobal>

class QAbstractButton;
class QWidget;

namespace relaybook {

enum class ButtonKind {
    Normal,
    Primary, ///< the main action: accent fill, bold
    Danger,  ///< removes something: text in Bad
    Quiet,   ///< no outline until the mouse is over it (icon buttons, menus in bars)
    Link,    ///< looks like a link in a sentence or banner, but is a button for keyboard and screen
             ///< reader
};

void setButtonKind(QAbstractButton &button, ButtonKind kind);
[[nodiscard]] ButtonKind buttonKind(const QWidget *button);

/// Marks a field whose value was refused: outlined in Bad.
void setInvalid(QWidget &field, bool invalid);
[[nodiscard]] bool isInvalid(const QWidget *field);

/// Marks a combo box without a value: its text gets the colour of a placeholder.
void setPlaceholderShown(QWidget &field, bool shown);
[[nodiscard]] bool isPlaceholderShown(const QWidget *field);

} // namespace relaybook
