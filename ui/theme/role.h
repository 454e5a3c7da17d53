// SPDX-License-Identifier: GPL-3.0-or-later
// What a colour and a font are for. Widgets speak in these and never in values.
#pragma once

namespace relaybook {

enum class Role {
    // Grounds
    Window,
    SideBar,
    Surface,     // cards, tables, dialogs
    AccentTint,  // selected row, current entry, badge
    GoodTint,    // ground of Good
    WarningTint, // ground of Warning
    BadTint,     // ground of Bad
    NeutralTint, // ground of a badge without a meaning
    Hover,       // row or button under the pointer
    Pressed,
    BarTrack,
    // Lines
    Line,
    StrongLine, // outline of check boxes, scroll bar handles: 3:1 against its ground
    // Text
    Text,
    QuietText,
    DisabledText,
    // Meanings, as text and as fill
    Accent,
    AccentHover,
    AccentPressed,
    OnAccent, // text on Accent
    Good,
    Warning,
    Bad,
    BarWarning, // fill of a bar that runs low: Warning is made for text and too dark beside Accent
    // Behind an open dialog
    Scrim,
    Shadow,
};

// The last one plus one, for loops over all.
inline constexpr int roleCount = static_cast<int>(Role::Shadow) + 1;

enum class TextStyle {
    Body,
    BodyBold,
    Small,       // hints, key caps, side figures: 0.85
    Caption,     // labels over fields, sub lines: 0.92
    CaptionBold, // table headers
    Title,       // title of a card group, an inspector, a dialog: 1.2, bold
    PageTitle,   // 1.4, bold
    Figure,      // the number of a card: 1.7, bold
    Mono,        // secrets, ids, JSON
};

// What lies under a widget; decides the palette its children inherit.
enum class Ground { Window, SideBar, Surface };

} // namespace relaybook
