// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowplacement.h"

#include "ui/base/settings.h"

#include <QEvent>
#include <QScreen>
#include <QWidget>

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

void WindowPlacement::restore()
{
    if (m_window.restoreGeometry(m_settings.bytes(Setting::WindowGeometry))) {
        return;
    }
    const QRect room = m_window.screen()->availableGeometry();
    m_window.resize(usualSize.boundedTo(room.size()));
    m_window.move(room.center() - m_window.rect().center());
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
