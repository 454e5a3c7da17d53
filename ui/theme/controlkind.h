// SPDX-License-Identifier: GPL-3.0-or-later
// What a plain Qt control is for, told to the style: which button is the one that acts, which field
// holds something the service refused.
#pragma once

#include <QtGlobal>

class QAbstractButton;
class QWidget;

namespace relaybook {

enum class ButtonKind {
    Normal,
    Primary, // the one thing to do here: accent fill, bold
    Danger,  // takes something away: text in Bad
    Quiet,   // no outline until the pointer is over it (icon buttons, menus in bars)
    Link,    // reads as a link in a sentence or banner; stays a button for keyboard and reader
};

void setButtonKind(QAbstractButton &button, ButtonKind kind);
[[nodiscard]] ButtonKind buttonKind(const QWidget *button);

// A field whose value was refused: outlined in Bad.
void setInvalid(QWidget &field, bool invalid);
[[nodiscard]] bool isInvalid(const QWidget *field);

} // namespace relaybook
