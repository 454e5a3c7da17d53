// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "resources/resources.h"
#include "ui/theme/colours.h"
#include "ui/theme/iconengine.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QPainter>
#include <QStyleHints>
#include <QToolTip>
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
#include <QAccessibilityHints>
#endif

#include <algorithm>
#include <cmath>
#include <utility>

namespace relaybook {

namespace {

// A window that is darker than its text is a dark theme, whatever its name on the desktop.
bool looksDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() <
           palette.color(QPalette::WindowText).lightness();
}

void setAll(QPalette &palette, QPalette::ColorRole role, const QColor &colour,
            const QColor &disabled)
{
    palette.setColor(QPalette::Active, role, colour);
    palette.setColor(QPalette::Inactive, role, colour);
    palette.setColor(QPalette::Disabled, role, disabled);
}

} // namespace

Theme::Theme(QObject *parent)
    : QObject(parent)
    , m_platformPalette(QGuiApplication::palette())
{
    initResources();
    m_systemCheck.setSingleShot(true);
    connect(&m_systemCheck, &QTimer::timeout, this, &Theme::systemChanged);
    readSystem();
    m_look.isDark = m_systemDark;
    m_look.isStrong = m_systemStrong;
    measure();
}

Theme::~Theme() = default;

void Theme::apply(QApplication &app)
{
    m_app = &app;
    app.setStyle(new Style); // the application takes ownership
    spread();                // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): taken, see above
    app.installEventFilter(this);
    followSystem();
}

void Theme::followSystem()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        readSystem();
        refresh();
    });
#endif
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
    connect(QGuiApplication::styleHints()->accessibility(),
            &QAccessibilityHints::contrastPreferenceChanged, this, [this] {
                readSystem();
                refresh();
            });
#endif
}

void Theme::readSystem()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
    m_systemStrong = QGuiApplication::styleHints()->accessibility()->contrastPreference() ==
                     Qt::ContrastPreference::HighContrast;
#endif
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown) {
        m_systemDark = scheme == Qt::ColorScheme::Dark;
        return;
    }
#endif
    m_systemDark = looksDark(m_platformPalette);
}

void Theme::setMode(Mode mode)
{
    m_mode = mode;
    refresh();
}

void Theme::setHighContrast(bool on)
{
    m_wantsStrong = on;
    refresh();
}

void Theme::setLessMotion(bool on)
{
    m_wantsCalm = on;
    refresh();
}

void Theme::setCompact(bool on)
{
    m_wantsCompact = on;
    refresh();
}

void Theme::setZoom(int percent)
{
    const int zoom = std::clamp(percent, zoomSteps.front(), zoomSteps.back());
    if (zoom == m_zoom) {
        return;
    }
    if (m_zoom == usualZoom) {
        m_fontBeforeZoom = QApplication::font();
    }
    m_zoom = zoom;
    QFont font = m_fontBeforeZoom;
    const double factor = double(zoom) / usualZoom;
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * factor);
    } else {
        font.setPixelSize(std::max(1, qRound(font.pixelSize() * factor)));
    }
    QApplication::setFont(font); // eventFilter() reports it
}

void Theme::refresh()
{
    const ThemeLook look{m_mode == Mode::System ? m_systemDark : m_mode == Mode::Dark,
                         m_wantsStrong || m_systemStrong, m_wantsCalm, m_wantsCompact};
    if (look == m_look) {
        return;
    }
    m_look = look;
    m_icons.clear();
    measure();
    spread();
    Q_EMIT changed();
}

void Theme::applyMotion()
{
    if (m_look.isCalm == m_isCalmed) {
        return;
    }
    m_isCalmed = m_look.isCalm;
    if (m_isCalmed) {
        m_flashBefore = QApplication::cursorFlashTime();
        m_effectsBefore = QApplication::isEffectEnabled(Qt::UI_General);
    }
    QApplication::setCursorFlashTime(m_isCalmed ? 0 : m_flashBefore);
    QApplication::setEffectEnabled(Qt::UI_General, !m_isCalmed && m_effectsBefore);
}

int Theme::cellPadding() const
{
    return metric::cellPadding(m_look.isCompact);
}

void Theme::measure()
{
    m_rowHeight = metric::rowHeight(m_look.isCompact, QFontMetrics(font(TextStyle::Body)));
}

void Theme::spread()
{
    if (!m_app) {
        return;
    }
    m_settingPalette = true;
    if (auto *style = qobject_cast<Style *>(QApplication::style())) {
        style->setLook(m_look);
    }
    applyMotion();
    QApplication::setPalette(palette());
    QPalette tip = palette(Ground::Surface);
    tip.setColor(QPalette::ToolTipBase, colour(Role::Surface));
    QToolTip::setPalette(tip);
    m_settingPalette = false;
}

void Theme::systemChanged()
{
    // Removes our palette for a moment, to read the platform's own.
    m_settingPalette = true;
    QApplication::setPalette(QPalette());
    m_platformPalette = QApplication::palette();
    m_settingPalette = false;
    readSystem();
    spread();
    refresh();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    const bool systemMayHaveChanged =
        event->type() == QEvent::ThemeChange ||
        (event->type() == QEvent::ApplicationPaletteChange && watched == m_app);
    // Qt is still distributing the new palette: react after that.
    if (systemMayHaveChanged && !m_settingPalette) {
        m_systemCheck.start();
    }
    if (event->type() == QEvent::ApplicationFontChange && watched == m_app) {
        measure();
        Q_EMIT changed();
    }
    return QObject::eventFilter(watched, event);
}

QColor Theme::colour(Role role) const
{
    return colourOf(role, m_look.isDark, m_look.isStrong);
}

QPalette Theme::palette(Ground ground) const
{
    const QColor surface = colour(Role::Surface);
    const QColor window = colour(Role::Window);
    const QColor text = colour(Role::Text);
    const QColor disabled = colour(Role::DisabledText);
    const QColor line = colour(Role::Line);
    const bool onSurface = ground == Ground::Surface;
    const QColor base = ground == Ground::SideBar ? colour(Role::SideBar)
                        : onSurface               ? surface
                                                  : window;
    QPalette p(text, base);
    setAll(p, QPalette::Window, base, base);
    setAll(p, QPalette::WindowText, text, disabled);
    // Input fields differ from their background: white on grey, grey on white.
    setAll(p, QPalette::Base, onSurface ? window : surface, onSurface ? window : base);
    setAll(p, QPalette::AlternateBase, colour(Role::Hover), colour(Role::Hover));
    setAll(p, QPalette::Text, text, disabled);
    setAll(p, QPalette::Button, surface, base);
    setAll(p, QPalette::ButtonText, text, disabled);
    setAll(p, QPalette::BrightText, colour(Role::Bad), disabled);
    setAll(p, QPalette::PlaceholderText, colour(Role::QuietText), disabled);
    setAll(p, QPalette::Highlight, colour(Role::Accent), line);
    setAll(p, QPalette::HighlightedText, colour(Role::OnAccent), disabled);
    setAll(p, QPalette::Link, colour(Role::Accent), disabled);
    setAll(p, QPalette::LinkVisited, colour(Role::Accent), disabled);
    setAll(p, QPalette::ToolTipBase, surface, surface);
    setAll(p, QPalette::ToolTipText, text, text);
    setAll(p, QPalette::Light, surface, surface);
    setAll(p, QPalette::Midlight, colour(Role::Hover), colour(Role::Hover));
    setAll(p, QPalette::Mid, line, line);
    setAll(p, QPalette::Dark, colour(Role::StrongLine), line);
    setAll(p, QPalette::Shadow, colour(Role::StrongLine), line);
    return p;
}

void Theme::followGround(QWidget &widget, Ground ground) const
{
    widget.setPalette(palette(ground));
    connect(this, &Theme::changed, &widget,
            [this, target = &widget, ground] { target->setPalette(palette(ground)); });
}

QFont Theme::font(TextStyle style) const
{
    QFont font = style == TextStyle::Mono ? QFontDatabase::systemFont(QFontDatabase::FixedFont)
                                          : QApplication::font();
    const QFont system = QApplication::font();
    double scale = 1.0;
    bool bold = false;
    switch (style) {
    case TextStyle::Body:
        break;
    case TextStyle::BodyBold:
        bold = true;
        break;
    case TextStyle::Small:
        scale = 0.85;
        break;
    case TextStyle::Caption:
        scale = 0.92;
        break;
    case TextStyle::CaptionBold:
        scale = 0.92;
        bold = true;
        break;
    case TextStyle::Title:
        scale = 1.2;
        bold = true;
        break;
    case TextStyle::PageTitle:
        scale = 1.4;
        bold = true;
        break;
    case TextStyle::Figure:
        scale = 1.7;
        bold = true;
        break;
    case TextStyle::Mono:
        scale = 0.95;
        break;
    }
    // Most desktops give the system font's size in points, a few in pixels.
    if (system.pointSizeF() > 0) {
        font.setPointSizeF(system.pointSizeF() * scale);
    } else {
        font.setPixelSize(std::max(1, qRound(system.pixelSize() * scale)));
    }
    if (bold) {
        font.setWeight(QFont::Bold);
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature(QFont::Tag("tnum"), 1);
#endif
    return font;
}

QIcon Theme::icon(Icon icon, Role role) const
{
    return QIcon(new IconEngine(*this, icon, role)); // QIcon takes ownership of the engine
}

void Theme::paintIcon(QPainter &painter, const QRectF &rect, Icon icon, Role role) const
{
    const qreal side = std::min(rect.width(), rect.height());
    const qreal ratio = painter.device()->devicePixelRatioF();
    const int pixels = static_cast<int>(std::lround(side * ratio));
    if (pixels <= 0) {
        return;
    }
    QPixmap pixmap = iconPixels(icon, role, pixels);
    pixmap.setDevicePixelRatio(ratio);
    // Starts on a whole device pixel, so that the lines of the icon stay sharp.
    const QPointF corner = rect.center() - QPointF(side, side) / 2;
    const QPointF onGrid(std::round(corner.x() * ratio) / ratio,
                         std::round(corner.y() * ratio) / ratio);
    painter.drawPixmap(onGrid, pixmap);
}

QPixmap Theme::iconPixels(Icon icon, Role role, int pixels) const
{
    const quint64 key = (static_cast<quint64>(icon) << 40U) | (static_cast<quint64>(role) << 32U) |
                        static_cast<quint32>(pixels);
    const auto found = m_icons.constFind(key);
    if (found != m_icons.constEnd()) {
        return *found;
    }
    QPixmap pixmap = renderIcon(icon, colour(role), pixels);
    m_icons.insert(key, pixmap);
    return pixmap;
}

} // namespace relaybook
