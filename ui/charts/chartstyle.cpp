// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartstyle.h"

#include "models/text/localeformat.h"
#include "ui/charts/chartscales.h"
#include "ui/theme/theme.h"

#include <QDate>

#include <algorithm>

namespace relaybook {

namespace {

// Styles an axis: grid lines only for the values, and no line along the value axis, because its
// labels are enough.
void dress(QCPAxis &axis, const Theme &theme)
{
    const bool values = axis.orientation() == Qt::Vertical;
    axis.setTickLabelFont(theme.font(TextStyle::Small));
    axis.setTickLabelColor(theme.colour(Role::QuietText));
    axis.setLabelFont(theme.font(TextStyle::Small));
    axis.setLabelColor(theme.colour(Role::QuietText));
    axis.setBasePen(values ? QPen(Qt::NoPen) : QPen(theme.colour(Role::Line), 0));
    axis.setTickPen(Qt::NoPen);
    axis.setSubTickPen(Qt::NoPen);
    axis.setTickLength(0, 0);
    constexpr int gap = 8;
    axis.setTickLabelPadding(gap);
    axis.grid()->setVisible(values);
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setPen(QPen(theme.colour(Role::Line), 0));
    axis.grid()->setZeroLinePen(QPen(theme.colour(Role::StrongLine), 0));
}

} // namespace

ChartStyle::ChartStyle(const Theme &theme, QCustomPlot &plot)
    : QObject(&plot)
    , m_theme(theme)
    , m_plot(plot)
{
    plot.setAutoFillBackground(false);
    plot.setAttribute(Qt::WA_OpaquePaintEvent, false);
    // A curve has only a few hundred points, so smooth edges cost nothing.
    plot.setAntialiasedElements(QCP::aePlottables | QCP::aeItems);
    // By default this layer has a buffer of its own, for a selection rectangle. Our charts have
    // none.
    plot.layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    connect(&theme, &Theme::changed, this, [this] {
        follow();
        Q_EMIT restyled();
        m_plot.replot(QCustomPlot::rpQueuedReplot);
    });
    follow();
    plot.installEventFilter(this);
}

// QCustomPlot accepts every wheel event, although our charts don't zoom.
bool ChartStyle::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_plot && event->type() == QEvent::Wheel) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void ChartStyle::follow()
{
    m_plot.setBackground(Qt::NoBrush);
    const QList<QCPAxisRect *> rects = m_plot.axisRects();
    for (QCPAxisRect *rect : rects) {
        const QList<QCPAxis *> axes = rect->axes();
        for (QCPAxis *axis : axes) {
            dress(*axis, m_theme);
        }
    }
}

QPen ChartStyle::pen(Role role, qreal width) const
{
    QPen pen(m_theme.colour(role), width);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::RoundCap);
    return pen;
}

QBrush ChartStyle::wash(Role role) const
{
    QColor colour = m_theme.colour(role);
    constexpr float strength = 0.10F;
    colour.setAlphaF(strength);
    return colour;
}

QBrush ChartStyle::softWash(Role role) const
{
    QColor colour = m_theme.colour(role);
    constexpr float strength = 0.35F;
    colour.setAlphaF(strength);
    return colour;
}

void ChartStyle::showDollars(QCPAxis &axis)
{
    axis.setTicker(QSharedPointer<DollarTicker>::create(*axis.parentPlot()));
}

void ChartStyle::fitDollars(QCPAxis &axis, int height)
{
    constexpr int pixelsPerLabel = 36;
    constexpr int most = 4;
    axis.ticker()->setTickCount(std::clamp(height / pixelsPerLabel, 1, most));
}

void ChartStyle::showDays(QCPAxis &axis)
{
    axis.setTicker(QSharedPointer<DayTicker>::create());
}

double ChartStyle::dollars(Money amount)
{
    constexpr double unitsPerDollar = 1e8;
    return static_cast<double>(amount.units()) / unitsPerDollar;
}

QString ChartStyle::dayText(qint64 day)
{
    return format::date(QDate(1970, 1, 1).addDays(day));
}

} // namespace relaybook
