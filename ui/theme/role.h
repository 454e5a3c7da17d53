// SPDX-License-Identifier: GPL-3.0-or-later
// The roles of colours and fonts: what each is for. Widgets use these and never colour values.
#pragma once

namespace relaybook {

enum class Role {
    // Backgrounds
    Window,
    SideBar,
    Surface,     ///< cards, tables, dialogs
    AccentTint,  ///< selected row, current entry, badge
    GoodTint,    ///< background of Good
    WarningTint, ///< background of Warning
    BadTint,     ///< background of Bad
    NeutralTint, ///< background of a badge without a meaning
    Hover,       ///< row or button under the mouse
    Pressed,
    BarTrack,
    // Lines
    Line,
    StrongLine, ///< outline of check boxes, scroll bar handles: contrast 3:1 against its background
    // Text
    Text,
    QuietText,
    DisabledText,
    // Meanings, as text and as fill
    Accent,
    AccentHover,
    AccentPressed,
    OnAccent, ///< text on Accent
    Good,
    Warning,
    Bad,
    BarWarning, ///< fill of a bar that runs low: Warning is made for text and too dark beside
                ///< Accent
    // Behind an open dialog
    Scrim,
    Shadow,
};

/// The number of roles, for loops over all.
inline constexpr int roleCount = static_cast<int>(Role::Shadow) + 1;

enum class TextStyle {
    Body,
    BodyBold,
    Small,       ///< hints, key caps, secondary figures: 0.85
    Caption,     ///< labels above fields, subtitles: 0.92
    CaptionBold, ///< table headers
    Title,       ///< title of a card group, an inspector, a dialog: 1.2, bold
    PageTitle,   ///< 1.4, bold
    Figure,      ///< the number of a card: 1.7, bold
    Mono,        ///< secrets, ids, JSON
};

/// The background a widget lies on; decides the palette that its children inherit.
enum class Ground { Window, SideBar, Surface };

} // namespace relaybook
