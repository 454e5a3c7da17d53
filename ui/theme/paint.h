// SPDX-License-Identifier: GPL-3.0-or-later
// The few shapes everything is painted from, kept on whole device pixels at any scale factor.
#pragma once

#include "ui/theme/role.h"

#include <QColor>
#include <QRectF>

class QPainter;
class QPainterPath;

namespace relaybook::paint {

inline constexpr qreal controlRadius = 6;
inline constexpr qreal cardRadius = 8;

// Width of the thinnest whole line on this device, in logical pixels.
[[nodiscard]] qreal hairline(const QPainter &painter);

// The rectangle with its edges on device pixels.
[[nodiscard]] QRectF onGrid(const QPainter &painter, const QRectF &rect);

// Rounded rectangle with an outline inside its edge. Either colour may be invalid: not drawn.
void box(QPainter &painter, const QRectF &rect, qreal radius, const QColor &fill,
         const QColor &outline, qreal outlineWidth = 0);

// One device pixel of the colour along an edge of the rectangle.
void lineAt(QPainter &painter, const QRectF &rect, Qt::Edge edge, const QColor &colour);

// The outer corners of a rounded rectangle, to be filled with what lies around it.
[[nodiscard]] QPainterPath outsideCorners(const QRectF &rect, qreal radius);

enum class Direction { Up, Down, Left, Right };
void chevron(QPainter &painter, const QRectF &rect, Direction direction, const QColor &colour,
             qreal size = 8);
void tick(QPainter &painter, const QRectF &rect, const QColor &colour);

// Rounded bar, filled from the leading edge; share is cut to 0..1.
void bar(QPainter &painter, const QRectF &rect, double share, const QColor &fill,
         const QColor &track, bool rightToLeft);

} // namespace relaybook::paint
