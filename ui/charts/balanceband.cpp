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

BandCurve bandCurve(const std::vector<BalanceStep> &steps, const std::vector<DayGap> &gaps,
                    qint64 end)
{
    BandCurve curve;
    const auto add = [&curve](qint64 day, double low, double high) {
        curve.keys.append(static_cast<double>(day));
        curve.lows.append(low);
        curve.highs.append(high);
    };
    const auto addAfter = [&](const BalanceStep &step, qint64 next) {
        const double closing = ChartStyle::dollars(step.closing);
        if (isGapBetween(gaps, step.last, next)) {
            add(step.last + 1, closing, closing);
            add(step.last + 1, qQNaN(), qQNaN());
        } else if (step.last + 1 < next) {
            add(step.last + 1, closing, closing);
        }
    };
    for (auto step = steps.begin(); step != steps.end(); ++step) {
        if (step != steps.begin()) {
            addAfter(*std::prev(step), step->day);
        }
        const BalanceRange range = step->range.value_or(BalanceRange{step->closing, step->closing});
        const double low = ChartStyle::dollars(range.low);
        const double high = ChartStyle::dollars(range.high);
        add(step->day, low, high);
        curve.low = std::min(curve.low, low);
        curve.high = std::max(curve.high, high);
    }
    if (!steps.empty()) {
        addAfter(steps.back(), end);
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
