// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the days of a chart that are not loaded yet: gaps in the curve, hatched bands, and a legend
// that explains the bands.

#pragma once

#include "models/accounts/accountsession.h"

#include <QObject>
#include <QVector>
#include <QWidget>

#include <vector>

class QCPItemRect;
class QCustomPlot;

namespace relaybook {

class Theme;

/// A curve of balances, in days since 1970 and in dollars. NaN leaves a gap.
struct BalanceCurve
{
    QVector<double> keys;
    QVector<double> values;
    double low = 0; ///< the smallest value, at most 0
    double high = 1;
};

/// Computes the curve of these days, interrupted at each gap. After a gap it continues with the
/// balance at the end of the gap's last day: that balance is known, only older rows are missing.
/// `end`: where the curve ends. `gaps` and `days`: oldest first.
[[nodiscard]] BalanceCurve balanceCurve(const std::vector<DailyTotal> &days,
                                        const std::vector<DayGap> &gaps, qint64 end);

/// Hatches the days of gaps in a plot whose horizontal axis shows days.
class NotLoadedBands : public QObject
{
    Q_OBJECT

public:
    /// The plot is the parent.
    NotLoadedBands(const Theme &theme, QCustomPlot &plot);

    /// Shows the part of the gaps from `first` to before `end`. Does not replot.
    void show(const std::vector<DayGap> &gaps, qint64 first, qint64 end);
    [[nodiscard]] bool isEmpty() const { return m_bands.empty(); }

private:
    void restyle();

    const Theme &m_theme;
    QCustomPlot &m_plot;
    std::vector<QCPItemRect *> m_bands;
};

/// A sample of the bands with the text "Not loaded yet".
class NotLoadedLegend : public QWidget
{
    Q_OBJECT

public:
    NotLoadedLegend(const Theme &theme, QWidget *parent);
};

} // namespace relaybook
