// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the program: colours, fonts and icons by role, in light, dark or like the system; it
// can change while windows are open. Passed to everything that paints; must outlive the widgets
// that use it.
#pragma once

#include "ui/theme/icon.h"
#include "ui/theme/role.h"

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

class Style;

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
    [[nodiscard]] bool isDark() const { return m_dark; }

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
    /// The colours or fonts have changed. The application's palette is already the new one.
    void changed();

private:
    void followSystem();
    void readSystem();
    void systemChanged();
    void refresh();
    void spread();

    Mode m_mode = Mode::System;
    bool m_systemDark = false;
    bool m_dark = false;
    bool m_settingPalette = false;
    QTimer m_systemCheck;
    QApplication *m_app = nullptr;
    QPalette m_platformPalette;
    mutable QHash<quint64, QPixmap> m_icons;
};

} // namespace relaybook
