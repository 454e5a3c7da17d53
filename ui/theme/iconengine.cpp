// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/iconengine.h"

#include "resources/resources.h"
#include "ui/theme/theme.h"

#include <QFile>
#include <QLibraryInfo>
#include <QPainter>
#include <QPicture>
#include <QVersionNumber>

#include <algorithm>
#include <cmath>

namespace relaybook {

IconEngine::IconEngine(const Theme &theme, Icon icon, Role role)
    : m_theme(&theme)
    , m_icon(icon)
    , m_role(role)
{
}

void IconEngine::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State)
{
    if (!m_theme) {
        return;
    }
    m_theme->paintIcon(*painter, rect, m_icon,
                       mode == QIcon::Disabled ? Role::DisabledText : m_role);
}

QPixmap IconEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state)
{
    return scaledPixmap(size, mode, state, 1.0);
}

QPixmap IconEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale)
{
    if (!m_theme || size.isEmpty()) {
        return {};
    }
    // Up to Qt 6.7, QIcon passes the size in device pixels; since 6.8, in logical pixels. QIcon
    // sets the device pixel ratio of the result.
    static const bool sizeIsLogical = QLibraryInfo::version() >= QVersionNumber(6, 8);
    const qreal factor = sizeIsLogical ? scale : 1.0;
    const auto pixels = std::lround(std::min(size.width(), size.height()) * factor);
    const Role role = mode == QIcon::Disabled ? Role::DisabledText : m_role;
    return m_theme->iconPixels(m_icon, role, static_cast<int>(pixels));
}

QIconEngine *IconEngine::clone() const
{
    return new IconEngine(*this);
}

QString IconEngine::key() const
{
    return QStringLiteral("relaybook");
}

namespace {

// An icon is a square.
QPixmap render(const QString &drawing, int pixels)
{
    QPicture picture;
    QFile file(drawing);
    if (!file.open(QIODevice::ReadOnly) || !picture.load(&file)) {
        return {};
    }
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal scale = static_cast<qreal>(pixels) / drawingSide;
    painter.scale(scale, scale);
    painter.drawPicture(0, 0, picture);
    return pixmap;
}

} // namespace

QPixmap renderIcon(Icon icon, const QColor &colour, int pixels)
{
    QPixmap pixmap = render(iconPath(icon), pixels);
    if (!pixmap.isNull()) {
        QPainter painter(&pixmap);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), colour);
    }
    return pixmap;
}

QPixmap appPixmap(int side, qreal devicePixelRatio)
{
    const auto pixels = std::lround(side * devicePixelRatio);
    QPixmap pixmap =
        render(QStringLiteral(":/relaybook/drawings/relaybook.pic"), static_cast<int>(pixels));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

QIcon appIcon()
{
    QIcon icon;
    for (const int side : {16, 32, 48, 128}) {
        icon.addPixmap(appPixmap(side, 1));
    }
    return icon;
}

} // namespace relaybook
