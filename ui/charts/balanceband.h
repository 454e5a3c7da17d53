// SPDX-License-Identifier: GPL-3.0-or-later
// The soft band of a balance chart with many days: from the lowest to the highest balance of each
// step.

#pragma once

#include "ui/charts/balancesteps.h"

#include <QBrush>
#include <QVector>

#include <vector>

class QCPGraph;
class QCustomPlot;

namespace relaybook {

/// The two edges of the band: days since 1970 and dollars. Not a number: a hole.
struct BandCurve
{
    QVector<double> keys;
    QVector<double> lows;
    QVector<double> highs;
    double low = 0; ///< the smallest value, at most 0
    double high = 0;
};

/// The band of these steps, with a hole for each gap. Where there are no rows it is as narrow as
/// the balance. `end` is where it ends.
[[nodiscard]] BandCurve bandCurve(const std::vector<BalanceStep> &steps,
                                  const std::vector<DayGap> &gaps, qint64 end);

/// Draws the band in a plot. Made before the plot's curve, it lies below it.
class BalanceBand
{
public:
    explicit BalanceBand(QCustomPlot &plot);

    /// An empty curve hides it. Does not replot.
    void show(const BandCurve &curve);
    void setBrush(const QBrush &brush);

private:
    QCPGraph *m_low;
    QCPGraph *m_high;
};

} // namespace relaybook
