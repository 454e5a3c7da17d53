// SPDX-License-Identifier: GPL-3.0-or-later
// A small line of how long the last tests of a proxy took, the newest at the end. Failed tests are
// crosses at the bottom.
#pragma once

#include <QString>
#include <QWidget>

#include <chrono>
#include <vector>

namespace relaybook {

class Theme;

class TestLine : public QWidget
{
    Q_OBJECT

public:
    struct Point
    {
        std::chrono::microseconds time{0};
        bool hasFailed = false;
        friend bool operator==(const Point &, const Point &) = default;
    };
    explicit TestLine(const Theme &theme, QWidget *parent = nullptr);

    /// The oldest first. `summary` says in words what the line shows.
    void setPoints(std::vector<Point> points, const QString &summary);
    [[nodiscard]] const std::vector<Point> &points() const { return m_points; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    std::vector<Point> m_points;
};

} // namespace relaybook
