// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications that the system shows outside of the window.

#pragma once

#include <QObject>
#include <QString>

#include <memory>

namespace relaybook {

/// Lives on the GUI thread. No call blocks.
class DesktopNotifications : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Unknown, ///< ask() was not called, or was not answered yet
        Available,
        Unavailable, ///< nothing on this system shows notifications now
    };
    [[nodiscard]] State state() const { return m_state; }
    /// Finds out the state; stateChanged() may follow. May be called again: what shows them may
    /// have been started since.
    virtual void ask() = 0;
    /// Shows a notification. Both texts are shown as they are, without markup. `id` identifies it
    /// in the signals. shown() or failed() follows, maybe from within this call.
    virtual void show(const QString &id, const QString &title, const QString &text) = 0;

Q_SIGNALS:
    void stateChanged();
    /// The system took the notification.
    void shown(const QString &id);
    /// The system did not take it: nobody sees it.
    void failed(const QString &id);
    /// The user clicked the notification.
    void clicked(const QString &id);

protected:
    using QObject::QObject;
    void setState(State state);

private:
    State m_state = State::Unknown;
};

/// Those of the desktop (org.freedesktop.Notifications on the session bus) on Linux. Null on other
/// systems, where the tray's icon shows them.
[[nodiscard]] std::unique_ptr<DesktopNotifications> systemNotifications();

} // namespace relaybook
