// SPDX-License-Identifier: GPL-3.0-or-later
// QIconEngine that draws a line icon in the current colour of its role: a change of theme needs a
// repaint but no new QIcon. Sharp at any scale, because it is drawn at device pixels.
#pragma once

#include "ui/theme/icon.h"
#include "ui/theme/role.h"

#include <QIconEngine>
#include <QPointer>

namespace relaybook {

class Theme;

class IconEngine final : public QIconEngine
{
public:
    IconEngine(const Theme &theme, Icon icon, Role role);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override;
    [[nodiscard]] QIconEngine *clone() const override;
    [[nodiscard]] QString key() const override;
    bool isNull() override { return m_theme.isNull(); }

private:
    // An icon may outlive the theme, in a QAction of a window that is being destroyed.
    QPointer<const Theme> m_theme;
    Icon m_icon;
    Role m_role;
};

/// The program's own icon, `side` × `side` device-independent pixels. Drawn without Qt's image
/// plugins, which the window needs for nothing else and which would slow down the start.
[[nodiscard]] QPixmap appPixmap(int side, qreal devicePixelRatio);
/// The program's icon for windows, in the sizes that desktops ask for.
[[nodiscard]] QIcon appIcon();

/// Draws the icon in one colour, pixels × pixels device pixels, device pixel ratio 1, on a
/// transparent background.
[[nodiscard]] QPixmap renderIcon(Icon icon, const QColor &colour, int pixels);

} // namespace relaybook
