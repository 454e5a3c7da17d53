// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the program: colours, fonts and icons by role, in light, dark or as the system, and
// changed while windows are open. Handed to whoever paints; must outlive the widgets it was given
// to.
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

    // Takes the system's present look for Mode::System; nothing is shown differently before
    // apply().
    explicit Theme(QObject *parent = nullptr);
    ~Theme() override;

    // Gives the application our style and palette, and follows the system from now on. Once, before
    // the first window.
    void apply(QApplication &app);

    [[nodiscard]] Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    [[nodiscard]] bool isDark() const { return m_dark; }

    [[nodiscard]] QColor colour(Role role) const;
    // The palette for a widget that is a ground itself (a card, a dialog, the side bar); its
    // children inherit it. Set it again at changed(), or use followGround().
    [[nodiscard]] QPalette palette(Ground ground = Ground::Window) const;
    // Sets the palette of the ground now and at every change.
    void followGround(QWidget &widget, Ground ground) const;

    // Relative to the system's font, with figures of equal width where Qt can ask for them (6.7).
    [[nodiscard]] QFont font(TextStyle style) const;

    // For buttons and actions: recolours itself when the theme changes.
    [[nodiscard]] QIcon icon(Icon icon, Role role = Role::QuietText) const;
    // For painting by hand: fitted into the middle of the rectangle.
    void paintIcon(QPainter &painter, const QRectF &rect, Icon icon, Role role) const;
    // The icon at pixels × pixels device pixels; cached until the theme changes.
    [[nodiscard]] QPixmap iconPixels(Icon icon, Role role, int pixels) const;

    // What the system says now, whatever the mode is.
    [[nodiscard]] bool systemIsDark() const { return m_systemDark; }

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    // Colours or fonts are other than before. The application's palette is already the new one.
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
