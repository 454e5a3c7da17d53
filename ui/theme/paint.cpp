// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/paint.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace relaybook::paint {

qreal hairline(const QPainter &painter)
{
    const qreal ratio = painter.device()->devicePixelRatioF();
    return std::max(1.0, std::floor(ratio)) / ratio;
}

QRectF onGrid(const QPainter &painter, const QRectF &rect)
{
    const QTransform toDevice = painter.deviceTransform();
    if (toDevice.type() > QTransform::TxScale) {
        return rect;
    }
    const QRectF device = toDevice.mapRect(rect);
    const QRectF whole(QPointF(std::round(device.left()), std::round(device.top())),
                       QPointF(std::round(device.right()), std::round(device.bottom())));
    return toDevice.inverted().mapRect(whole);
}

void box(QPainter &painter, const QRectF &rect, qreal radius, const QColor &fill,
         const QColor &outline, qreal outlineWidth)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF r = onGrid(painter, rect);
    if (outline.isValid()) {
        const qreal width = outlineWidth > 0 ? outlineWidth : hairline(painter);
        painter.setPen(QPen(outline, width));
        r.adjust(width / 2, width / 2, -width / 2, -width / 2);
    } else {
        painter.setPen(Qt::NoPen);
    }
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const qreal fitting = std::min({radius, r.width() / 2, r.height() / 2});
    painter.drawRoundedRect(r, fitting, fitting);
    painter.restore();
}

void lineAt(QPainter &painter, const QRectF &rect, Qt::Edge edge, const QColor &colour)
{
    const qreal width = hairline(painter);
    QRectF r = onGrid(painter, rect);
    switch (edge) {
    case Qt::TopEdge:
        r.setHeight(width);
        break;
    case Qt::BottomEdge:
        r.setTop(r.bottom() - width);
        break;
    case Qt::LeftEdge:
        r.setWidth(width);
        break;
    case Qt::RightEdge:
        r.setLeft(r.right() - width);
        break;
    }
    painter.fillRect(r, colour);
}

QPainterPath outsideCorners(const QRectF &rect, qreal radius)
{
    QPainterPath outside;
    outside.addRect(rect);
    QPainterPath inside;
    inside.addRoundedRect(rect, radius, radius);
    return outside.subtracted(inside);
}

void chevron(QPainter &painter, const QRectF &rect, Direction direction, const QColor &colour,
             qreal size)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.translate(rect.center());
    switch (direction) {
    case Direction::Down:
        break;
    case Direction::Up:
        painter.rotate(180);
        break;
    case Direction::Left:
        painter.rotate(90);
        break;
    case Direction::Right:
        painter.rotate(-90);
        break;
    }
    const qreal half = size / 2;
    const QPointF points[] = {{-half, -half / 2}, {0, half / 2}, {half, -half / 2}};
    painter.drawPolyline(points, 3);
    painter.restore();
}

void tick(QPainter &painter, const QRectF &rect, const QColor &colour)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const qreal w = rect.width();
    const QPointF o = rect.topLeft();
    const QPointF points[] = {o + QPointF(w * 0.26, w * 0.53), o + QPointF(w * 0.43, w * 0.69),
                              o + QPointF(w * 0.75, w * 0.34)};
    painter.drawPolyline(points, 3);
    painter.restore();
}

void bar(QPainter &painter, const QRectF &rect, double share, const QColor &fill,
         const QColor &track, bool rightToLeft)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF r = onGrid(painter, rect);
    const qreal radius = r.height() / 2;
    QPainterPath shape;
    shape.addRoundedRect(r, radius, radius);
    painter.fillPath(shape, track);
    const double cut = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
    if (cut > 0) {
        // Never narrower than a dot: a small share must not look like nothing.
        const qreal width = std::max(r.width() * cut, r.height());
        QPainterPath part;
        part.addRoundedRect(
            QRectF(rightToLeft ? r.right() - width : r.left(), r.top(), width, r.height()), radius,
            radius);
        painter.fillPath(part.intersected(shape), fill);
    }
    painter.restore();
}

} // namespace relaybook::paint
