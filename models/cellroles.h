// SPDX-License-Identifier: GPL-3.0-or-later
// The roles through which every table model speaks to views. A model knows no colour: it tells what
// a cell is and what it means, the theme decides how that looks.

#pragma once

#include <Qt>

namespace relaybook {

enum CellRole : int {
    /// CellKind as int: how the cell wants to be drawn.
    CellKindRole = Qt::UserRole + 1,
    /// Tone as int: what the cell means.
    ToneRole,
    /// double, 0 to 1: how full a usage bar is; invalid where there is no bar.
    BarRole,
    /// The typed value behind the text: qint64 for money (Money::units), traffic and times.
    ValueRole,
    /// The row's key (qint64 rowid of the store): what selection and refresh hold on to.
    KeyRole,
};

enum class CellKind { Text, QuietText, Number, Money, Badge, UsageBar, Time, Marked };

enum class Tone { Neutral, Accent, Good, Warning, Bad, Quiet };

} // namespace relaybook
