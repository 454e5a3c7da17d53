// SPDX-License-Identifier: GPL-3.0-or-later
// The thin bar beside a figure: how much of it is used or left. Says nothing by itself; the figure
// beside it does.
#pragma once

#include "models/cellroles.h"
#include "ui/theme/role.h"

#include <QWidget>

namespace relaybook {

class Theme;

// Fill of a bar that means this, and text that means this.
[[nodiscard]] Role barRole(Tone tone);
[[nodiscard]] Role textRole(Tone tone);
[[nodiscard]] Role tintRole(Tone tone);

class UsageBar : public QWidget
{
    Q_OBJECT
public:
    explicit UsageBar(const Theme &theme, QWidget *parent = nullptr);

    // 0 to 1; what lies outside is cut.
    void setShare(double share, Tone tone = Tone::Accent);
    [[nodiscard]] double share() const { return m_share; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    double m_share = 0;
    Tone m_tone = Tone::Accent;
};

} // namespace relaybook
