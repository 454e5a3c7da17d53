// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a soft band behind a balance chart with many days: from the lowest to the highest balance
// of each step.

#pragma once

#include "ui/charts/balancesteps.h"

#include <QBrush>
#include <QVector>

#include <vector>

class QCPGraph;
class QCustomPlot;

namespace relaybook {

/// The two edges of the band, in days since 1970 and in dollars. NaN leaves a gap.
struct BandCurve
{
    QVector<double> keys;
    QVector<double> lows;
    QVector<double> highs;
    double low = 0; ///< the smallest value, at most 0
    double high = 0;
};

/// Computes the band of these steps, interrupted at each gap. On days without transactions, both
/// edges are the balance. `end`: where the band ends.
[[nodiscard]] BandCurve bandCurve(const std::vector<BalanceStep> &steps,
                                  const std::vector<DayGap> &gaps, qint64 end);

/// Draws the band in a plot. Construct it before the plot's curve, so that it lies below the curve.
class BalanceBand
{
public:
    explicit BalanceBand(QCustomPlot &plot);

    /// Shows this band; an empty curve hides it. Does not replot.
    void show(const BandCurve &curve);
    void setBrush(const QBrush &brush);

private:
    QCPGraph *m_low;
    QCPGraph *m_high;
};

} // namespace relaybook
