// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/trafficchart.h"

#include "models/text/format.h"
#include "ui/charts/chartstyle.h"
#include "ui/charts/plot.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace relaybook {

namespace {

constexpr int trafficPlotHeight = 130;
constexpr double roomOverHighest = 1.12;
constexpr double leastDaysShown = 2;
constexpr double millisOfDay = 24.0 * 60 * 60 * 1000;
constexpr qreal readingSize = 5;

double gigabytesOf(TrafficAmount amount)
{
    return double(amount.units()) / double(TrafficAmount::unitsPerGb);
}

/// Days since 1970-01-01, UTC, with their fraction.
double daysOf(Instant at)
{
    return double(at.time_since_epoch().count()) / millisOfDay;
}

/// "2.5 GB" on the scale.
class GigabyteTicker final : public QCPAxisTicker
{
public:
    GigabyteTicker() { setTickCount(3); }

protected:
    QString getTickLabel(double tick, const QLocale &, QChar, int) override
    {
        const auto hundredths = static_cast<qint64>(std::llround(tick * 100));
        return format::trafficExact(
            TrafficAmount::fromUnits(hundredths * (TrafficAmount::unitsPerGb / 100)));
    }
    int getSubTickCount(double) override { return 0; }
};

} // namespace

TrafficChart::TrafficChart(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_caption(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_tooFew(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_plot(new QCustomPlot(this))
    , m_style(new ChartStyle(theme, *m_plot))
{
    setObjectName(QStringLiteral("trafficChart"));
    setAccessibleName(tr("Traffic over time"));
    m_caption->setObjectName(QStringLiteral("trafficChartCaption"));
    m_caption->setWordWrap(true);
    m_tooFew->setObjectName(QStringLiteral("trafficChartTooFew"));
    m_tooFew->setWordWrap(true);
    m_tooFew->setText(tr("The chart appears after two days of data. Relaybook stores the traffic "
                         "whenever the sub-users are loaded."));
    m_plot->setObjectName(QStringLiteral("trafficChartPlot"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFixedHeight(trafficPlotHeight);
    ChartStyle::showDays(*m_plot->xAxis);
    m_plot->yAxis->setTicker(QSharedPointer<GigabyteTicker>::create());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_caption);
    column->addWidget(m_tooFew);
    column->addWidget(m_plot);
    connect(m_style, &ChartStyle::restyled, this, &TrafficChart::draw);
    setReadings({});
}

void TrafficChart::setReadings(const std::vector<SubUserUse> &readings)
{
    const auto known = [&readings](std::optional<TrafficAmount> SubUserUse::*figure) {
        return std::count_if(readings.begin(), readings.end(), [figure](const SubUserUse &each) {
            return (each.*figure).has_value();
        });
    };
    m_isLeft = known(&SubUserUse::left) >= known(&SubUserUse::used);
    m_points.clear();
    for (const SubUserUse &each : readings) {
        if (const auto &amount = m_isLeft ? each.left : each.used) {
            m_points.push_back({each.at, *amount});
        }
    }
    const bool isChart = m_points.size() > 1;
    m_plot->setVisible(isChart);
    m_caption->setVisible(isChart);
    m_tooFew->setVisible(!isChart);
    describe();
    draw();
}

void TrafficChart::describe()
{
    if (m_points.size() < 2) {
        m_summary = m_tooFew->text();
    } else {
        const auto count = static_cast<int>(m_points.size());
        m_caption->setText(
            m_isLeft
                ? tr("Traffic left, as loaded on %1 days", nullptr, count).arg(format::count(count))
                : tr("Traffic used, as loaded on %1 days", nullptr, count)
                      .arg(format::count(count)));
        m_summary =
            tr("%1: from %2 on %3 to %4 on %5.", "caption, amount, date, amount, date")
                .arg(m_caption->text(), format::traffic(m_points.front().amount),
                     format::dateTime(m_points.front().at), format::traffic(m_points.back().amount),
                     format::dateTime(m_points.back().at));
    }
    setAccessibleDescription(m_summary);
}

void TrafficChart::draw()
{
    m_plot->clearPlottables();
    if (m_points.size() < 2) {
        return;
    }
    QCPGraph *line = m_plot->addGraph();
    line->setPen(m_style->pen(Role::Accent));
    line->setBrush(m_style->wash(Role::Accent));
    line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, m_style->pen(Role::Accent, 1),
                                          m_style->pen(Role::Accent).color(), readingSize));
    double highest = 0;
    for (const Point &point : m_points) {
        line->addData(daysOf(point.at), gigabytesOf(point.amount));
        highest = std::max(highest, gigabytesOf(point.amount));
    }
    const double last = daysOf(m_points.back().at);
    const double first = std::min(daysOf(m_points.front().at), last - leastDaysShown);
    const double edge = (last - first) / 50; // so that the last point is not cut off
    m_plot->xAxis->setRange(first - edge, last + edge);
    m_plot->yAxis->setRange(0, highest > 0 ? highest * roomOverHighest : 1);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace relaybook
