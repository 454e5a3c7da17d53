// SPDX-License-Identifier: GPL-3.0-or-later
// The balance over time, a step a day. One stop for Tab: the arrows walk the days, Enter chooses
// one, the pointer does the same; the day under the cursor stands in words over the curve.
#pragma once

#include "models/account/accountsession.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCPGraph;
class QCPItemLine;
class QCPItemTracer;
class QCustomPlot;

namespace relaybook {

class ChartStyle;
class ElidedLabel;
class Label;
class Theme;

class BalanceChart : public QWidget
{
    Q_OBJECT

public:
    explicit BalanceChart(const Theme &theme, QWidget *parent = nullptr);

    // In the order of the days; `until` is where the curve ends if that is later than its last day
    // (the day the balance was last known).
    void setDays(const std::vector<DailyTotal> &days, std::optional<qint64> until = {});
    void setCurrency(const QString &currency);
    // While newer figures are computed.
    void setDimmed(bool dimmed);

    // The days with rows there are, and the one under the cursor (days since 1970, as they came).
    // Whether days have come yet; before that, nothing is said about them.
    [[nodiscard]] bool isKnown() const { return m_known; }
    [[nodiscard]] qsizetype dayCount() const { return static_cast<qsizetype>(m_points.size()); }
    [[nodiscard]] std::optional<qint64> currentDay() const;
    // Where a day is drawn, for the pointer; in this widget's coordinates.
    [[nodiscard]] QPoint pointOf(qint64 day) const;
    [[nodiscard]] QString summary() const;

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    // As the days came to setDays().
    void dayChosen(qint64 day);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void restyle();
    void rescale();
    void setCursor(std::optional<size_t> point);
    void moveCursor(qint64 steps);
    [[nodiscard]] std::optional<size_t> pointAt(const QPoint &position) const;
    [[nodiscard]] QString sentence(const DailyTotal &day) const;

    const Theme &m_theme;
    QCustomPlot *m_plot;
    ChartStyle *m_style;
    QCPGraph *m_graph = nullptr;
    QCPItemTracer *m_mark = nullptr;
    QCPItemLine *m_line = nullptr;
    Label *m_title;
    ElidedLabel *m_readout;
    Label *m_empty;
    std::vector<DailyTotal> m_points;
    std::optional<qint64> m_until;
    std::optional<size_t> m_cursor;
    QString m_currency;
    bool m_dimmed = false;
    bool m_known = false;
};

} // namespace relaybook
