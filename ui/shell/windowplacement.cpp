// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowplacement.h"

#include "ui/base/settings.h"

#include <QEvent>
#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <chrono>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr QSize usualSize(1280, 800);
constexpr auto saveDelay = 800ms;

} // namespace

WindowPlacement::WindowPlacement(QWidget &window, Settings &settings)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
{
    restore();
    m_timer.setSingleShot(true);
    m_timer.setInterval(saveDelay);
    connect(&m_timer, &QTimer::timeout, this, &WindowPlacement::save);
    m_window.installEventFilter(this);
}

// The stored size may be that of a larger screen, or of another scale.
void WindowPlacement::restore()
{
    const bool isStored = m_window.restoreGeometry(m_settings.bytes(Setting::WindowGeometry));
    if (isStored && (m_window.isMaximized() || m_window.isFullScreen())) {
        return;
    }
    const QRect screen = m_window.screen()->availableGeometry();
    // The height of the title bar is known only after the window is shown.
    const int titleBar = m_window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    const QSize room(screen.width(), screen.height() - titleBar);
    // A window may be as wide as several screens side by side.
    const QSize most(m_window.screen()->availableVirtualSize().width(), room.height());
    m_window.resize(isStored ? m_window.size().boundedTo(most) : usualSize.boundedTo(room));
    if (isStored) {
        // Its place, without the frame, may be beyond the edge of this screen.
        const QRect whole = m_window.screen()->availableVirtualGeometry();
        const QRect stored = m_window.geometry();
        const int lastX = whole.right() + 1 - stored.width();
        const int firstY = screen.top() + titleBar;
        const int lastY = screen.bottom() + 1 - stored.height();
        const QPoint place(std::clamp(stored.x(), whole.left(), std::max(whole.left(), lastX)),
                           std::clamp(stored.y(), firstY, std::max(firstY, lastY)));
        if (place != stored.topLeft()) {
            m_window.setGeometry(QRect(place, stored.size()));
        }
    } else {
        const QSize around = (room - m_window.size()) / 2;
        m_window.move(screen.topLeft() + QPoint(around.width(), around.height()));
    }
}

void WindowPlacement::save()
{
    m_timer.stop();
    m_settings.setValue(Setting::WindowGeometry, m_window.saveGeometry());
    m_settings.save();
}

bool WindowPlacement::eventFilter(QObject *watched, QEvent *event)
{
    const bool isMoved = event->type() == QEvent::Move || event->type() == QEvent::Resize;
    if (watched == &m_window && isMoved && m_window.isVisible()) {
        m_timer.start();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace relaybook
