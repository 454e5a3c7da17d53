// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the program: colours, fonts and icons by role, in light, dark or like the system, and
// the sizes of tables; it can change while windows are open. Passed to everything that paints; must
// outlive the widgets that use it.
#pragma once

#include "ui/theme/icon.h"
#include "ui/theme/role.h"
#include "ui/theme/themelook.h"
#include "ui/theme/zoom.h"

#include <QColor>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QPixmap>
#include <QTimer>

class QApplication;
class QPainter;
class QRectF;

namespace relaybook {

class Theme : public QObject
{
    Q_OBJECT
public:
    enum class Mode { Light, Dark, System };
    Q_ENUM(Mode)

    /// Uses the system's current appearance for Mode::System; nothing changes on screen before
    /// apply().
    explicit Theme(QObject *parent = nullptr);
    ~Theme() override;

    /// Sets the application's style and palette, and follows the system from now on. Call it once,
    /// before the first window.
    void apply(QApplication &app);

    [[nodiscard]] Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    [[nodiscard]] bool isDark() const { return m_look.isDark; }

    /// High contrast, also if the system does not ask for it (Qt 6.10 knows whether it does).
    void setHighContrast(bool on);
    [[nodiscard]] bool isStrong() const { return m_look.isStrong; }
    /// Nothing moves, fades or blinks: no animation of ours or of Qt's, and a steady text cursor.
    /// Without it, the system decides.
    void setLessMotion(bool on);
    [[nodiscard]] bool isLessMotion() const { return m_look.isCalm; }
    /// Lower rows and less space in tables.
    void setCompact(bool on);
    [[nodiscard]] bool isCompact() const { return m_look.isCompact; }
    /// The size of the application's font in percent of the system's (zoomSteps).
    void setZoom(int percent);
    [[nodiscard]] int zoom() const { return m_zoom; }

    /// The height of a table's rows and of its header, in pixels.
    [[nodiscard]] int rowHeight() const { return m_rowHeight; }
    /// The space at both sides of a table's cells, in pixels.
    [[nodiscard]] int cellPadding() const;

    [[nodiscard]] QColor colour(Role role) const;
    /// The palette of a widget that is a background itself (a card, a dialog, the side bar); its
    /// children inherit it. Set it again on changed(), or use followGround().
    [[nodiscard]] QPalette palette(Ground ground = Ground::Window) const;
    /// Sets the palette of the background now and at every change.
    void followGround(QWidget &widget, Ground ground) const;

    /// Relative to the system's font, with digits of equal width if Qt supports it (6.7).
    [[nodiscard]] QFont font(TextStyle style) const;

    /// An icon for buttons and actions: changes its colour when the theme changes.
    [[nodiscard]] QIcon icon(Icon icon, Role role = Role::QuietText) const;
    /// Paints the icon in the centre of the rectangle.
    void paintIcon(QPainter &painter, const QRectF &rect, Icon icon, Role role) const;
    /// The icon at pixels × pixels device pixels; cached until the theme changes.
    [[nodiscard]] QPixmap iconPixels(Icon icon, Role role, int pixels) const;

    /// Whether the system is dark now, whatever the mode is.
    [[nodiscard]] bool systemIsDark() const { return m_systemDark; }

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// The colours, fonts or sizes have changed. The application's palette is already the new one.
    void changed();

private:
    void followSystem();
    void readSystem();
    void systemChanged();
    void refresh();
    void spread();
    void applyMotion();
    void measure();

    Mode m_mode = Mode::System;
    bool m_systemDark = false;
    bool m_systemStrong = false;
    bool m_wantsStrong = false;
    bool m_wantsCalm = false;
    bool m_wantsCompact = false;
    ThemeLook m_look;
    int m_zoom = usualZoom;
    QFont m_fontBeforeZoom;
    bool m_isCalmed = false;
    int m_flashBefore = 0; ///< time of a text cursor's blink
    bool m_effectsBefore = false;
    int m_rowHeight = 0;
    bool m_settingPalette = false;
    QTimer m_systemCheck;
    QApplication *m_app = nullptr;
    QPalette m_platformPalette;
    mutable QHash<quint64, QPixmap> m_icons;
};

} // namespace relaybook
