// SPDX-License-Identifier: GPL-3.0-or-later
// A short, calm highlight of a change: strong at first, then fading. The widget that owns it paints
// it.
#pragma once

#include <QVariantAnimation>

class QWidget;

namespace relaybook {

class Highlight : public QVariantAnimation
{
    Q_OBJECT
public:
    /// `host` is repainted while the highlight fades, and owns it.
    explicit Highlight(QWidget *host);

    /// Starts the highlight again. Does nothing if animations are turned off on this computer, or
    /// while the host is not visible.
    void flash();
    /// From 1 to 0; 0 while nothing is highlighted.
    [[nodiscard]] double strength() const;
    /// `tint` over `ground`, as strong as the highlight is now.
    [[nodiscard]] QColor over(const QColor &ground, const QColor &tint) const;

private:
    QWidget *m_host;
};

} // namespace relaybook
