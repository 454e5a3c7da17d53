// SPDX-License-Identifier: GPL-3.0-or-later
// Chart of what an order costs by its amount: marks the typed amount, and shades the ranges in
// which a larger order costs less.
#pragma once

#include "models/buying/adviser.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCPItemTracer;
class QCustomPlot;

namespace relaybook {

class ChartStyle;
class Label;
class Theme;

class PriceCurve : public QWidget
{
    Q_OBJECT

public:
    PriceCurve(const Theme &theme, QWidget *parent);

    void setPrices(const PriceList &prices);
    /// Empty: no amount is typed.
    void setAmount(const std::optional<TrafficAmount> &amount);

private:
    void draw();
    void drawDeadRanges();
    void drawStretches();
    void drawAmount();
    void describe();
    [[nodiscard]] double upperFor(const std::optional<TrafficAmount> &amount) const;

    Label *m_legend;
    QCustomPlot *m_plot;
    ChartStyle *m_style;
    PriceList m_prices;
    std::vector<PriceStretch> m_stretches;
    std::vector<DeadRange> m_deadRanges;
    std::optional<TrafficAmount> m_amount;
    bool m_wasHidden = false; ///< the amounts, when it was drawn last
    double m_upper = 0;
    double m_dearest = 0; ///< highest price in view, in dollars
};

} // namespace relaybook
