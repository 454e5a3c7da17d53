// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the program's theme to charts (QCustomPlot): fonts, grid and colours by role, updated
// when the theme changes; axes in whole dollars and in days. Money is converted to double here, for
// pixels only.
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
    /// Styles the plot now and at every change of the theme; becomes a child of the plot. Over the
    /// plot, the mouse wheel scrolls the page around it.
    ChartStyle(const Theme &theme, QCustomPlot &plot);

    [[nodiscard]] QPen pen(Role role, qreal width = 2) const;
    /// A translucent brush of the colour, for the area under a line.
    [[nodiscard]] QBrush wash(Role role) const;
    /// A stronger translucent brush, for an area without a line.
    [[nodiscard]] QBrush softWash(Role role) const;

    /// Labels the axis in dollars: "$2,000" or "$0.25". If amounts are hidden (privacy), the owner
    /// must hide the labels.
    static void showDollars(QCPAxis &axis);
    /// As many labels as are legible in a plot of this height.
    static void fitDollars(QCPAxis &axis, int height);
    /// Labels the axis in days since 1970-01-01: "Nov 20", for three months or more "Oct 2026".
    static void showDays(QCPAxis &axis);

    [[nodiscard]] static double dollars(Money amount);
    /// The day as the axis labels it, with its year.
    [[nodiscard]] static QString dayText(qint64 day);

Q_SIGNALS:
    /// The plot has the new theme's colours and will be replotted. The owner must set the pens of
    /// its graphs again.
    void restyled();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow();

    const Theme &m_theme;
    QCustomPlot &m_plot;
};

} // namespace relaybook
