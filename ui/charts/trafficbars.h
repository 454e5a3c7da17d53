// SPDX-License-Identifier: GPL-3.0-or-later
// Bar chart of amounts of traffic with their names and figures, one bar below the other. The
// longest bar is the largest amount.
#pragma once

#include "api/types/trafficamount.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace relaybook {

class Theme;

class TrafficBars : public QWidget
{
    Q_OBJECT

public:
    /// `name` is for screen readers.
    TrafficBars(const Theme &theme, const QString &name, QWidget *parent = nullptr);

    struct Bar
    {
        QString label;
        std::optional<TrafficAmount> amount; ///< if it is unknown, there is a dash and no bar
        friend bool operator==(const Bar &, const Bar &) = default;
    };
    void setBars(std::vector<Bar> bars);
    /// Each bar with all digits of its figure: "Today: 1.204 GB; Yesterday: 3.9 GB".
    [[nodiscard]] QString summary() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintBar(QPainter &painter, const QRect &room, const Bar &bar) const;
    [[nodiscard]] int barHeight() const;
    [[nodiscard]] double shareOf(const Bar &bar) const;

    const Theme &m_theme;
    std::vector<Bar> m_bars;
};

} // namespace relaybook
