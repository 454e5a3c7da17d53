// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the position and size of the window, and restores them at the next start.

#pragma once

#include <QObject>
#include <QTimer>

class QWidget;

namespace relaybook {

class Settings;

class WindowPlacement : public QObject
{
    Q_OBJECT

public:
    /// Moves `window` to the stored position; to the middle of the screen if there is none.
    WindowPlacement(QWidget &window, Settings &settings);

    /// Stores them now; called automatically shortly after the window was moved or resized.
    void save();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void restore();

    QWidget &m_window;
    Settings &m_settings;
    QTimer m_timer;
};

} // namespace relaybook
