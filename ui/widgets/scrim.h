// SPDX-License-Identifier: GPL-3.0-or-later
// Dims a window while a dialog is open above it, and paints the dialog's shadow: a shadow that the
// dialog paints itself needs a compositor, which not every X server has.
#pragma once

#include <QImage>
#include <QPointer>
#include <QWidget>

namespace relaybook {

class Theme;

class Scrim : public QWidget
{
    Q_OBJECT
public:
    /// Covers the window until it is destroyed, with all that is added to the window meanwhile;
    /// follows the window's size and the dialog's position. `windowRadius` is the radius of the
    /// window's own corners: a dialog above which another one is open has round ones.
    Scrim(const Theme &theme, QWidget *window, QWidget *dialog, qreal windowRadius);

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QImage shadowAround(const QRect &dialog, const QRect &room, qreal ratio) const;

    const Theme &m_theme;
    QPointer<QWidget> m_dialog;
    qreal m_windowRadius;
    QImage m_shadow;  ///< kept, because each small change of the window repaints a part of it
    QRect m_shadowOf; ///< the position of the dialog for which m_shadow was painted
};

} // namespace relaybook
