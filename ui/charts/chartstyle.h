// SPDX-License-Identifier: GPL-3.0-or-later
// Charts (QCustomPlot) under our theme: fonts, grid and colours by role, anew whenever the theme
// changes; scales that read in whole dollars and in days. Money becomes a double here, for pixels.
#pragma once

#include "api/types/money.h"
#include "ui/theme/role.h"

#include <QBrush>
#include <QObject>
#include <QPen>

class QCPAxis;
class QCustomPlot;

namespace relaybook {

class Theme;

class ChartStyle : public QObject
{
    Q_OBJECT

public:
    // Dresses the plot now and at every change of the theme; becomes its child.
    ChartStyle(const Theme &theme, QCustomPlot &plot);

    [[nodiscard]] QPen pen(Role role, qreal width = 2) const;
    // A wash of the colour, for what lies under a line.
    [[nodiscard]] QBrush wash(Role role) const;

    // The axis is in dollars, labelled "$2,000" or "$0.25"; hidden amounts (privacy) are the
    // owner's business: it hides the labels.
    static void showDollars(QCPAxis &axis);
    // The axis is in days since 1970-01-01, labelled "Nov 20", from a quarter on "Oct 2026".
    static void showDays(QCPAxis &axis);

    [[nodiscard]] static double dollars(Money amount);
    // The day as the scale says it, with its year.
    [[nodiscard]] static QString dayText(qint64 day);

Q_SIGNALS:
    // The plot wears the new theme; pens of graphs are to be set again. The replot follows.
    void restyled();

private:
    void follow();

    const Theme &m_theme;
    QCustomPlot &m_plot;
};

} // namespace relaybook
