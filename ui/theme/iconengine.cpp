// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/iconengine.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QLibraryInfo>
#include <QPainter>
#include <QSvgRenderer>
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
    // Up to 6.7, QIcon passes device pixels; since 6.8, the size without the scale. It sets the
    // device pixel ratio of the result itself.
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

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap render(const QByteArray &svg, int pixels)
{
    if (svg.isEmpty()) {
        return {};
    }
    QSvgRenderer renderer(svg);
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QPixmap renderIcon(Icon icon, const QColor &colour, int pixels)
{
    QByteArray svg = contentOf(iconPath(icon));
    svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
    return render(svg, pixels);
}

QPixmap appPixmap(int side, qreal devicePixelRatio)
{
    const auto pixels = std::lround(side * devicePixelRatio);
    QPixmap pixmap = render(contentOf(QStringLiteral(":/relaybook/app/relaybook.svg")),
                            static_cast<int>(pixels));
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
