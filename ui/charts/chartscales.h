// SPDX-License-Identifier: GPL-3.0-or-later
// Axis scales of the charts: dollars and calendar days.
#pragma once

#include "ui/charts/plot.h"

namespace relaybook {

/// Ticks in dollars: "$2,000", "−$0.25".
class DollarTicker final : public QCPAxisTicker
{
public:
    /// `place` is the chart; see areAmountsShown().
    explicit DollarTicker(const QObject &place);

protected:
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar,
                         int precision) override;
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;

private:
    const QObject &m_place;
    int m_decimals = 0;
};

/// Ticks in days since 1970-01-01: on days, Mondays, or the first of a month or year.
class DayTicker final : public QCPAxisTicker
{
public:
    DayTicker();

protected:
    double getTickStep(const QCPRange &range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar,
                         int precision) override;
    QVector<double> createTickVector(double tickStep, const QCPRange &range) override;

private:
    double m_step = 1;
};

} // namespace relaybook
