// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/balanceband.h"

#include "ui/charts/chartstyle.h"
#include "ui/charts/plot.h"

#include <QtNumeric>

#include <algorithm>
#include <iterator>

namespace relaybook {

namespace {

bool isGapBetween(const std::vector<DayGap> &gaps, qint64 before, qint64 after)
{
    return std::any_of(gaps.begin(), gaps.end(), [before, after](const DayGap &gap) {
        return (!gap.last || *gap.last > before) && (!gap.first || *gap.first < after);
    });
}

} // namespace

BandCurve bandCurve(const std::vector<DailyTotal> &days, const std::vector<DayGap> &gaps,
                    qint64 end)
{
    BandCurve curve;
    const auto add = [&curve](qint64 day, double low, double high) {
        curve.keys.append(static_cast<double>(day));
        curve.lows.append(low);
        curve.highs.append(high);
    };
    const auto addAfter = [&](const DailyTotal &day, qint64 next) {
        const double closing = ChartStyle::dollars(day.closing);
        if (isGapBetween(gaps, day.day, next)) {
            add(day.day + 1, closing, closing);
            add(day.day + 1, qQNaN(), qQNaN());
        } else if (day.day + 1 < next) {
            add(day.day + 1, closing, closing);
        }
    };
    for (auto day = days.begin(); day != days.end(); ++day) {
        if (day != days.begin()) {
            addAfter(*std::prev(day), day->day);
        }
        const BalanceRange range = day->range.value_or(BalanceRange{day->closing, day->closing});
        const double low = ChartStyle::dollars(range.low);
        const double high = ChartStyle::dollars(range.high);
        add(day->day, low, high);
        curve.low = std::min(curve.low, low);
        curve.high = std::max(curve.high, high);
    }
    if (!days.empty()) {
        addAfter(days.back(), end);
        add(end, curve.lows.back(), curve.highs.back());
    }
    return curve;
}

BalanceBand::BalanceBand(QCustomPlot &plot)
    : m_low(plot.addGraph())
    , m_high(plot.addGraph())
{
    for (QCPGraph *edge : {m_low, m_high}) {
        edge->setLineStyle(QCPGraph::lsStepLeft);
        edge->setPen(Qt::NoPen);
    }
    m_high->setChannelFillGraph(m_low);
}

void BalanceBand::show(const BandCurve &curve)
{
    m_low->setData(curve.keys, curve.lows, true);
    m_high->setData(curve.keys, curve.highs, true);
}

void BalanceBand::setBrush(const QBrush &brush)
{
    m_high->setBrush(brush);
}

} // namespace relaybook
