// SPDX-License-Identifier: GPL-3.0-or-later
// The item data roles that all table models share with their views. A model does not set colours:
// it gives the kind and the meaning of a cell, and the theme decides how it looks.

#pragma once

#include <Qt>

namespace relaybook {

enum CellRole : int {
    /// CellKind as int: how the cell is drawn.
    CellKindRole = Qt::UserRole + 1,
    /// Tone as int: the meaning of the cell, such as good or bad.
    ToneRole,
    /// double, 0 to 1: how full a usage bar is; invalid if there is no bar.
    BarRole,
    /// The value behind the text: qint64 for money (Money::units), traffic and times.
    ValueRole,
    /// The exact text, for copying: what is shown has invisible characters as codes (shownText()).
    /// Invalid if they are the same.
    CopyTextRole,
    /// The row's key (qint64 rowid in the store), by which selection and refresh identify it.
    KeyRole,
};

enum class CellKind { Text, QuietText, Number, Money, Badge, UsageBar, Time, Marked, Heading };

enum class Tone { Neutral, Accent, Good, Warning, Bad, Quiet };

} // namespace relaybook
