// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/testline.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

constexpr int testLineHeight = 40;
constexpr int testLineInset = 5;
constexpr qreal crossSize = 2.5;
constexpr qreal dotSize = 2;

} // namespace

TestLine::TestLine(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setAccessibleName(tr("Times of the last tests"));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TestLine::setPoints(std::vector<Point> points, const QString &summary)
{
    m_points = std::move(points);
    setAccessibleDescription(summary);
    update();
}

QSize TestLine::sizeHint() const
{
    constexpr int width = 240;
    return {width, testLineHeight};
}

QSize TestLine::minimumSizeHint() const
{
    constexpr int least = 80;
    return {least, testLineHeight};
}

// Time goes from left to right in every language, as in the other charts.
void TestLine::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        paint::box(painter, rect(), paint::controlRadius, {}, m_theme.colour(Role::Accent), 2);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF room =
        QRectF(rect()).adjusted(testLineInset, testLineInset, -testLineInset, -testLineInset);
    std::chrono::microseconds longest{1};
    for (const Point &each : m_points) {
        longest = std::max(longest, each.hasFailed ? longest : each.time);
    }
    const auto steps = static_cast<qreal>(std::max<std::size_t>(m_points.size(), 2) - 1);
    QPainterPath line;
    QPainterPath dots;
    QPainterPath crosses;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const Point &each = m_points.at(i);
        const qreal share =
            static_cast<qreal>(each.time.count()) / static_cast<qreal>(longest.count());
        const QPointF at(room.left() + room.width() * static_cast<qreal>(i) / steps,
                         each.hasFailed ? room.bottom() : room.bottom() - room.height() * share);
        if (each.hasFailed) {
            const QPointF diagonal(crossSize, crossSize);
            const QPointF other(crossSize, -crossSize);
            crosses.moveTo(at - diagonal);
            crosses.lineTo(at + diagonal);
            crosses.moveTo(at - other);
            crosses.lineTo(at + other);
            continue;
        }
        if (line.elementCount() == 0) {
            line.moveTo(at);
        } else {
            line.lineTo(at);
        }
        dots.addEllipse(at, dotSize, dotSize);
    }
    painter.setPen(QPen(m_theme.colour(Role::Line), paint::hairline(painter)));
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    constexpr qreal width = 1.5;
    painter.strokePath(line, QPen(m_theme.colour(Role::Accent), width));
    painter.fillPath(dots, m_theme.colour(Role::Accent));
    painter.strokePath(crosses, QPen(m_theme.colour(Role::Bad), width));
}

} // namespace relaybook
