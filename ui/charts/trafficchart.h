// SPDX-License-Identifier: GPL-3.0-or-later
// Chart of a sub-user's traffic over the last days: the traffic left at each reading, or the
// traffic used if the service does not report the traffic left.
#pragma once

#include "models/subusers/subuserprofile.h"

#include <QWidget>

#include <vector>

class QCustomPlot;

namespace relaybook {

class ChartStyle;
class Label;
class Theme;

class TrafficChart : public QWidget
{
    Q_OBJECT

public:
    explicit TrafficChart(const Theme &theme, QWidget *parent = nullptr);

    /// `readings`: oldest first. With fewer than two, a sentence says when there will be a chart.
    void setReadings(const std::vector<SubUserUse> &readings);
    /// What the chart shows, as a sentence.
    [[nodiscard]] QString summary() const { return m_summary; }

private:
    struct Point
    {
        Instant at{};
        TrafficAmount amount;
    };
    void draw();
    void describe();

    Label *m_caption;
    Label *m_tooFew;
    QCustomPlot *m_plot;
    ChartStyle *m_style;
    std::vector<Point> m_points;
    bool m_isLeft = true;
    QString m_summary;
};

} // namespace relaybook
