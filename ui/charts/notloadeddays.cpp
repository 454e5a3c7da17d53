// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/notloadeddays.h"

#include "ui/charts/chartstyle.h"
#include "ui/charts/plot.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>

#include <QtNumeric>

#include <algorithm>
#include <limits>
#include <utility>

namespace relaybook {

namespace {

QBrush hatching(const Theme &theme)
{
    return {theme.colour(Role::StrongLine), Qt::BDiagPattern};
}

class NotLoadedSwatch : public QWidget
{
public:
    NotLoadedSwatch(const Theme &theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        constexpr int side = 12;
        setFixedSize(side, side);
        connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), hatching(m_theme));
        painter.setPen(m_theme.colour(Role::StrongLine));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    const Theme &m_theme;
};

} // namespace

BalanceCurve balanceCurve(const std::vector<DailyTotal> &days, const std::vector<DayGap> &gaps,
                          qint64 end)
{
    BalanceCurve curve;
    const auto add = [&curve](qint64 day, double value) {
        curve.keys.append(static_cast<double>(day));
        curve.values.append(value);
    };
    auto gap = gaps.begin();
    const auto passGap = [&] {
        if (!curve.keys.isEmpty() && gap->first) {
            add(*gap->first, curve.values.back());
            add(*gap->first, qQNaN());
        }
        for (const DailyTotal &day : days) {
            if (gap->last && day.day == *gap->last && day.day + 1 < end) {
                add(day.day + 1, ChartStyle::dollars(day.closing));
            }
        }
        ++gap;
    };
    for (const DailyTotal &day : days) {
        while (gap != gaps.end() && gap->last && *gap->last < day.day) {
            passGap();
        }
        if (gap == gaps.end() || !gap->contains(day.day)) {
            add(day.day, ChartStyle::dollars(day.closing));
        }
    }
    while (gap != gaps.end()) {
        passGap();
    }
    if (!curve.keys.isEmpty() && !qIsNaN(curve.values.back())) {
        add(end, curve.values.back());
    }
    curve.high = std::numeric_limits<double>::lowest();
    for (const double value : std::as_const(curve.values)) {
        curve.low = qIsNaN(value) ? curve.low : std::min(curve.low, value);
        curve.high = qIsNaN(value) ? curve.high : std::max(curve.high, value);
    }
    curve.high = std::max(curve.high, curve.low + 1.0);
    return curve;
}

NotLoadedBands::NotLoadedBands(const Theme &theme, QCustomPlot &plot)
    : QObject(&plot)
    , m_theme(theme)
    , m_plot(plot)
{
    connect(&theme, &Theme::changed, this, &NotLoadedBands::restyle);
}

void NotLoadedBands::show(const std::vector<DayGap> &gaps, qint64 first, qint64 end)
{
    for (QCPItemRect *band : m_bands) {
        m_plot.removeItem(band);
    }
    m_bands.clear();
    for (const DayGap &gap : gaps) {
        const qint64 from = std::max(first, gap.first.value_or(first));
        const qint64 until = std::min(end, gap.last ? *gap.last + 1 : end);
        if (from >= until) {
            continue;
        }
        auto *band = new QCPItemRect(&m_plot);
        band->setLayer(QStringLiteral("grid"));
        band->setPen(Qt::NoPen);
        for (QCPItemPosition *corner : {band->topLeft, band->bottomRight}) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        band->topLeft->setCoords(static_cast<double>(from), 0);
        band->bottomRight->setCoords(static_cast<double>(until), 1);
        m_bands.push_back(band);
    }
    restyle();
}

void NotLoadedBands::restyle()
{
    for (QCPItemRect *band : m_bands) {
        band->setBrush(hatching(m_theme));
    }
}

NotLoadedLegend::NotLoadedLegend(const Theme &theme, QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("balanceLegend"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(new NotLoadedSwatch(theme, this));
    row->addWidget(
        new Label(theme, Role::QuietText, TextStyle::Caption, tr("Not loaded yet"), this));
    hide();
}

} // namespace relaybook
