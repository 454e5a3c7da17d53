// SPDX-License-Identifier: GPL-3.0-or-later
// The small icon before a line of text that shows its meaning: good, warning, bad, in progress.
#pragma once

#include "models/cellroles.h"

#include <QWidget>

namespace relaybook {

class Theme;

class ToneMark : public QWidget
{
    Q_OBJECT
public:
    explicit ToneMark(const Theme &theme, QWidget *parent = nullptr);

    void setTone(Tone tone);
    [[nodiscard]] Tone tone() const { return m_tone; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    Tone m_tone = Tone::Quiet;
};

} // namespace relaybook
