// SPDX-License-Identifier: GPL-3.0-or-later
// Chart of the balance over time: one step per day, or, for many days, a soft band from the lowest
// to the highest balance of each step, with the line of the closing balances; a step is then as
// many days as it takes to be seen. It is one Tab stop: the arrow keys move through the steps and
// Enter selects one; the mouse does the same. The step under the cursor is described in a line
// above the curve.
#pragma once

#include "ui/charts/balanceperiod.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QCPGraph;
class QCPItemLine;
class QCPItemTracer;
class QCustomPlot;

namespace relaybook {

class BalanceBand;
class ChartStyle;
class Label;
class NotLoadedBands;
class Theme;

class BalanceChart : public QWidget
{
    Q_OBJECT

public:
    explicit BalanceChart(const Theme &theme, QWidget *parent = nullptr);
    ~BalanceChart() override;

    using NotLoaded = BalancePeriod::NotLoaded;
    /// The days in ascending order. `until` is where the curve ends if that is later than its last
    /// day (the day on which the balance was last known). The days of `notLoaded` stay empty and
    /// are marked, whatever `days` says of them.
    void setDays(const std::vector<DailyTotal> &days, std::optional<qint64> until = {},
                 const NotLoaded &notLoaded = {});
    void setCurrency(const QString &currency);
    /// Dims the chart while newer figures are computed.
    void setDimmed(bool dimmed);

    /// Whether days were set yet; until then, the chart says nothing about them.
    [[nodiscard]] bool isKnown() const { return m_known; }
    /// What is shown, divided into steps.
    [[nodiscard]] const BalancePeriod &period() const { return m_period; }
    /// The first day under the cursor, in days since 1970 as they were passed to setDays().
    [[nodiscard]] std::optional<qint64> currentDay() const;
    /// Position of a day for the mouse, in this widget's coordinates.
    [[nodiscard]] QPoint pointOf(qint64 day) const;
    [[nodiscard]] QString summary() const;
    /// Whether days are marked as not loaded yet.
    [[nodiscard]] bool hasMarkedDays() const;

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The first and the last day of a step, as they were passed to setDays().
    void daysChosen(qint64 first, qint64 last);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void restyle();
    void rescale();
    [[nodiscard]] int curveWidth() const;
    void keepCursor(std::optional<qint64> day);
    void drawCurve(qint64 end);
    void findLongestSentence();
    void fitReadout();
    void setCursor(std::optional<size_t> point);
    void moveCursor(qint64 steps);
    [[nodiscard]] std::optional<size_t> pointAt(const QPoint &position) const;
    void chooseStep(std::size_t point);
    [[nodiscard]] QString sentence(const BalanceStep &step) const;

    const Theme &m_theme;
    QCustomPlot *m_plot;
    ChartStyle *m_style;
    QCPGraph *m_graph = nullptr;
    QCPItemTracer *m_mark = nullptr;
    QCPItemLine *m_line = nullptr;
    Label *m_title;
    Label *m_readout;
    Label *m_empty;
    NotLoadedBands *m_bands;
    std::unique_ptr<BalanceBand> m_ranges;
    QWidget *m_legend;
    BalancePeriod m_period;
    std::optional<size_t> m_cursor;
    QString m_longestSentence;
    bool m_isLegendInTheWay = false; ///< of the longest sentence
    QString m_currency;
    bool m_dimmed = false;
    bool m_known = false;
};

} // namespace relaybook
