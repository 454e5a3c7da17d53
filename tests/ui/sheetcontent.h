// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the content of a dialog scroll, and says what of it is in sight.

#pragma once

#include <QBoxLayout>
#include <QScreen>
#include <QScrollArea>

namespace relaybook::testing {

/// The scroll area that every SheetDialog has its content in.
inline constexpr auto sheetContent = "sheetContent";

/// Puts as much space above the content as the screen is high: then it scrolls on every screen.
inline void makeHigherThanScreen(const QScrollArea &area)
{
    auto *column = qobject_cast<QBoxLayout *>(area.widget()->layout());
    Q_ASSERT(column != nullptr);
    column->insertSpacing(0, area.screen()->size().height());
}

/// Whether all of this part of the content is in sight.
inline bool isInSight(const QScrollArea &area, const QWidget &part)
{
    const QPoint corner = part.mapTo(area.viewport(), QPoint());
    return part.isVisible() && area.viewport()->rect().contains(QRect(corner, part.size()));
}

} // namespace relaybook::testing
