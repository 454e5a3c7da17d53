// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers where the window was and how large.

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
    /// Puts `window` where it was; in the middle of the screen where nothing is known.
    WindowPlacement(QWidget &window, Settings &settings);

    /// Now; by itself a moment after the window was moved or resized.
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
