// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/trafficbars.h"

#include "models/text/format.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int trafficBarHeight = 6;
constexpr int gapToBar = 6;
constexpr int gapBetweenBars = 10;
constexpr int focusInset = 3;

} // namespace

TrafficBars::TrafficBars(const Theme &theme, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setAccessibleName(name);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void TrafficBars::setBars(std::vector<Bar> bars)
{
    if (bars == m_bars) {
        return;
    }
    m_bars = std::move(bars);
    setAccessibleDescription(summary());
    setToolTip(summary().replace(QLatin1String("; "), QLatin1String("\n")));
    updateGeometry();
    update();
}

QString TrafficBars::summary() const
{
    QStringList parts;
    for (const Bar &bar : m_bars) {
        parts.append(
            tr("%1: %2", "name of a bar, its figure")
                .arg(bar.label, bar.amount ? format::trafficExact(*bar.amount) : tr("unknown")));
    }
    return parts.join(QStringLiteral("; "));
}

int TrafficBars::barHeight() const
{
    return QFontMetrics(m_theme.font(TextStyle::Body)).height() + gapToBar + trafficBarHeight;
}

QSize TrafficBars::sizeHint() const
{
    constexpr int width = 200;
    const auto count = static_cast<int>(m_bars.size());
    return {width, count * barHeight() + std::max(0, count - 1) * gapBetweenBars + 2 * focusInset};
}

QSize TrafficBars::minimumSizeHint() const
{
    constexpr int least = 120;
    return {least, sizeHint().height()};
}

double TrafficBars::shareOf(const Bar &bar) const
{
    std::int64_t largest = 0;
    for (const Bar &each : m_bars) {
        largest = std::max(largest, each.amount ? each.amount->units() : 0);
    }
    return bar.amount && largest > 0
               ? static_cast<double>(bar.amount->units()) / static_cast<double>(largest)
               : 0;
}

void TrafficBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
        paint::box(painter, rect(), paint::controlRadius, {}, m_theme.colour(Role::Accent), 2);
    }
    painter.setFont(m_theme.font(TextStyle::Body));
    QRect room = rect().adjusted(focusInset, focusInset, -focusInset, -focusInset);
    room.setHeight(barHeight());
    for (const Bar &bar : m_bars) {
        paintBar(painter, room, bar);
        room.translate(0, barHeight() + gapBetweenBars);
    }
}

void TrafficBars::paintBar(QPainter &painter, const QRect &room, const Bar &bar) const
{
    const QFontMetrics metrics(painter.font());
    const QRect line(room.left(), room.top(), room.width(), metrics.height());
    const QString figure = bar.amount ? format::traffic(*bar.amount) : format::nothing();
    const QRect labelRoom = line.adjusted(0, 0, -metrics.horizontalAdvance(figure) - 12, 0);
    const auto at = [this](Qt::Alignment wanted) {
        return static_cast<int>(
                   QStyle::visualAlignment(layoutDirection(), wanted | Qt::AlignVCenter)) |
               Qt::TextSingleLine;
    };
    painter.setPen(m_theme.colour(Role::Text));
    painter.drawText(QStyle::visualRect(layoutDirection(), room, labelRoom), at(Qt::AlignLeft),
                     metrics.elidedText(bar.label, Qt::ElideRight, labelRoom.width()));
    painter.drawText(line, at(Qt::AlignRight) | Qt::TextForceLeftToRight, figure);
    const QRect track(room.left(), line.bottom() + gapToBar, room.width(), trafficBarHeight);
    paint::bar(painter, track, shareOf(bar), m_theme.colour(Role::Accent),
               m_theme.colour(Role::BarTrack), layoutDirection() == Qt::RightToLeft);
}

} // namespace relaybook
