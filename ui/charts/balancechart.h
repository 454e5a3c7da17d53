// SPDX-License-Identifier: GPL-3.0-or-later
// Chart of the balance over time. Each step is one day. With many days, a step is as many days as
// are wide enough to be seen: the line shows its closing balance, and a soft band the range from
// its lowest to its highest balance. The chart is one Tab stop: the arrow keys move through the
// steps and Enter selects one; the mouse does the same. A line above the curve describes the step
// under the cursor.
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
    /// The time zone of the days, which stands beside the title.
    void setZone(const QString &name);

    using NotLoaded = BalancePeriod::NotLoaded;
    /// `days` in ascending order. `until`: where the curve ends, if that is later than the last day
    /// (the day on which the balance was last known). The days of `notLoaded` stay empty and are
    /// marked, even if `days` contains them.
    void setDays(const std::vector<DailyTotal> &days, std::optional<qint64> until = {},
                 const NotLoaded &notLoaded = {});
    void setCurrency(const QString &currency);
    /// Dims the chart while newer figures are computed.
    void setDimmed(bool dimmed);

    /// Whether setDays() was called.
    [[nodiscard]] bool isKnown() const { return m_known; }
    /// The days that are shown, divided into steps.
    [[nodiscard]] const BalancePeriod &period() const { return m_period; }
    /// The first day of the step under the cursor, in days since 1970.
    [[nodiscard]] std::optional<qint64> currentDay() const;
    /// Where the mouse points at this day, in this widget's coordinates.
    [[nodiscard]] QPoint pointOf(qint64 day) const;
    [[nodiscard]] QString summary() const;
    /// Whether days are marked as not loaded yet.
    [[nodiscard]] bool hasMarkedDays() const;

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The user selected a step: its first and last day, in days since 1970.
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
    bool m_isLegendInTheWay = false; ///< the longest sentence needs the legend's place
    QString m_currency;
    bool m_dimmed = false;
    bool m_known = false;
};

} // namespace relaybook
