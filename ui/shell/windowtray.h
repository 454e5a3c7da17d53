// SPDX-License-Identifier: GPL-3.0-or-later
// The icon in the system's tray, with its menu, and what closing the window means while it is
// there: the user is asked once whether Relaybook keeps running.
#pragma once

#include "models/notify/desktopnotifications.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

class QAction;
class QMenu;
class QSystemTrayIcon;

namespace relaybook {

class AccountSession;
class Settings;
class SheetStack;
class Theme;

class WindowTray : public QObject
{
    Q_OBJECT

public:
    WindowTray(const Theme &theme, Settings &settings, SheetStack &sheets, QObject *parent);
    ~WindowTray() override;

    /// Whether this system has a tray now.
    [[nodiscard]] static bool isPossible();
    /// Whether the icon is there.
    [[nodiscard]] bool isShown() const;
    /// Whether somebody could open a hidden window again: the icon is there, and so is the tray.
    [[nodiscard]] bool canHide() const;
    /// Asks this instead of isPossible(); for tests.
    void useTray(const std::function<bool()> &isPossible) { m_isPossible = isPossible; }
    /// Looks now instead of soon whether the tray came or went; for tests.
    void look() { showOrHide(); }
    /// The account that the window shows; may be null.
    void setAccount(AccountSession *account);
    /// Makes the texts again, e.g. in privacy mode.
    void update();

    /// What closing the window means now.
    enum class Closing {
        Quits,
        Hides, ///< Relaybook keeps running
        Asks,  ///< ask() has to be called
    };
    [[nodiscard]] Closing closing() const;
    /// Asks what closing means, and stores the answer; hideWanted() or quitWanted() follows, unless
    /// the question is cancelled.
    void ask();
    /// Notifications that the icon shows, for systems without others: they need the icon.
    [[nodiscard]] DesktopNotifications &notifications();

Q_SIGNALS:
    void openWanted();
    void attentionWanted();
    void topUpWanted();
    void quitWanted();
    void hideWanted();
    void shownChanged();

private:
    class IconNotifications;
    void showOrHide();
    void buildMenu();

    const Theme &m_theme;
    Settings &m_settings;
    SheetStack &m_sheets;
    std::function<bool()> m_isPossible = &WindowTray::isPossible;
    QTimer m_again; ///< a tray may come or go; while the icon is wanted
    AccountSession *m_account = nullptr;
    std::unique_ptr<QMenu> m_menu;
    std::unique_ptr<QSystemTrayIcon> m_icon;
    std::unique_ptr<IconNotifications> m_notifications;
    QAction *m_balance = nullptr;
    QAction *m_attention = nullptr;
    QAction *m_topUp = nullptr;
};

} // namespace relaybook
