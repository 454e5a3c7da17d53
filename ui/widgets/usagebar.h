// SPDX-License-Identifier: GPL-3.0-or-later
// Thin bar beside a figure that shows which share is used or left. It has no text, because the
// figure beside it shows the value.
#pragma once

#include "models/cellroles.h"
#include "ui/theme/role.h"

#include <QWidget>

namespace relaybook {

class Theme;

/// Colour of a bar with this meaning.
[[nodiscard]] Role barRole(Tone tone);
/// Colour of text with this meaning.
[[nodiscard]] Role textRole(Tone tone);
/// Colour of a background with this meaning.
[[nodiscard]] Role tintRole(Tone tone);

class UsageBar : public QWidget
{
    Q_OBJECT
public:
    explicit UsageBar(const Theme &theme, QWidget *parent = nullptr);

    /// 0 to 1; values outside are clamped.
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
