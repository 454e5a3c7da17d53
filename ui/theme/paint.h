// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that paint the basic shapes of the user interface, aligned to whole device pixels at
// any scale factor.
#pragma once

#include "ui/theme/role.h"

#include <QColor>
#include <QRectF>

class QPainter;
class QPainterPath;

namespace relaybook::paint {

inline constexpr qreal controlRadius = 6;
inline constexpr qreal cardRadius = 8;

/// Width of the thinnest full line on this device, in logical pixels.
[[nodiscard]] qreal hairline(const QPainter &painter);

/// The rectangle with its edges moved to device pixels.
[[nodiscard]] QRectF onGrid(const QPainter &painter, const QRectF &rect);

/// Paints a rounded rectangle with an outline inside its edge. A colour that is invalid is not
/// drawn.
void box(QPainter &painter, const QRectF &rect, qreal radius, const QColor &fill,
         const QColor &outline, qreal outlineWidth = 0);

/// Paints a line of one device pixel along an edge of the rectangle.
void lineAt(QPainter &painter, const QRectF &rect, Qt::Edge edge, const QColor &colour);

/// The area outside the round corners of a rectangle, to be filled with the surrounding colour.
[[nodiscard]] QPainterPath outsideCorners(const QRectF &rect, qreal radius);

enum class Direction { Up, Down, Left, Right };
void chevron(QPainter &painter, const QRectF &rect, Direction direction, const QColor &colour,
             qreal size = 8);
void tick(QPainter &painter, const QRectF &rect, const QColor &colour);

/// Paints a rounded bar, filled from the leading edge; `share` is clamped to 0..1.
void bar(QPainter &painter, const QRectF &rect, double share, const QColor &fill,
         const QColor &track, bool rightToLeft);

} // namespace relaybook::paint
