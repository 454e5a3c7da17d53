// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/windowtray.h"

#include "models/accounts/accountsession.h"
#include "models/attention/attentiondesk.h"
#include "models/text/format.h"
#include "ui/attention/attentiontext.h"
#include "ui/base/settings.h"
#include "ui/base/viewonlytext.h"
#include "ui/shell/closechoicedialog.h"
#include "ui/shell/sheetstack.h"
#include "ui/theme/iconengine.h"

#include <QAction>
#include <QMenu>
#include <QSystemTrayIcon>

#include <chrono>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

// The system does not say when its tray comes or goes.
constexpr auto trayAgain = 10s;

} // namespace

/// Shows one notification after the other: a click does not say which one was clicked, so it counts
/// for the last one.
class WindowTray::IconNotifications final : public DesktopNotifications
{
public:
    explicit IconNotifications(const std::unique_ptr<QSystemTrayIcon> &icon)
        : m_icon(icon)
    {
    }

    void ask() override
    {
        setState(m_icon && QSystemTrayIcon::supportsMessages() ? State::Available
                                                               : State::Unavailable);
    }
    void show(const QString &id, const QString &title, const QString &text) override
    {
        if (m_icon) {
            m_last = id;
            m_icon->showMessage(title, text, appIcon());
            Q_EMIT shown(id); // nothing more is known
        } else {
            Q_EMIT failed(id);
        }
    }
    void noteClick()
    {
        if (!m_last.isEmpty()) {
            Q_EMIT clicked(m_last);
        }
    }

private:
    const std::unique_ptr<QSystemTrayIcon> &m_icon;
    QString m_last;
};

WindowTray::WindowTray(const Theme &theme, Settings &settings, SheetStack &sheets, QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sheets(sheets)
    , m_notifications(std::make_unique<IconNotifications>(m_icon))
{
    connect(&m_settings, &Settings::changed, this, [this](Setting setting) {
        if (setting == Setting::TrayIcon) {
            showOrHide();
        }
    });
    m_again.setInterval(trayAgain);
    connect(&m_again, &QTimer::timeout, this, &WindowTray::showOrHide);
    showOrHide();
}

WindowTray::~WindowTray() = default;

bool WindowTray::isPossible()
{
    return QSystemTrayIcon::isSystemTrayAvailable();
}

bool WindowTray::isShown() const
{
    return m_icon != nullptr;
}

bool WindowTray::canHide() const
{
    return isShown() && m_isPossible();
}

DesktopNotifications &WindowTray::notifications()
{
    return *m_notifications;
}

void WindowTray::showOrHide()
{
    const bool isOn = m_settings.flag(Setting::TrayIcon);
    if (!isOn) {
        m_again.stop();
    } else if (!m_again.isActive()) {
        m_again.start();
    }
    const bool isWanted = isOn && m_isPossible();
    if (isWanted == isShown()) {
        return;
    }
    if (isWanted) {
        buildMenu();
        m_icon = std::make_unique<QSystemTrayIcon>(appIcon());
        m_icon->setContextMenu(m_menu.get());
        connect(m_icon.get(), &QSystemTrayIcon::activated, this,
                [this](QSystemTrayIcon::ActivationReason reason) {
                    if (reason == QSystemTrayIcon::Trigger ||
                        reason == QSystemTrayIcon::DoubleClick) {
                        Q_EMIT openWanted();
                    }
                });
        connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this,
                [this] { m_notifications->noteClick(); });
        update();
        m_icon->show();
    } else {
        m_icon.reset();
        m_menu.reset();
        m_balance = m_attention = m_topUp = nullptr;
    }
    m_notifications->ask();
    Q_EMIT shownChanged();
}

void WindowTray::buildMenu()
{
    m_menu = std::make_unique<QMenu>();
    m_menu->setObjectName(QStringLiteral("trayMenu"));
    const auto add = [this](const QString &text, const char *name, auto signal) {
        QAction *action = m_menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, this, signal);
        return action;
    };
    m_balance = m_menu->addAction(QString());
    m_balance->setObjectName(QStringLiteral("trayBalance"));
    m_balance->setEnabled(false);
    m_attention = add({}, "trayAttention", &WindowTray::attentionWanted);
    m_menu->addSeparator();
    m_topUp = add(tr("Top up…"), "trayTopUp", &WindowTray::topUpWanted);
    add(tr("Open Relaybook"), "trayOpen", &WindowTray::openWanted);
    m_menu->addSeparator();
    add(tr("Quit"), "trayQuit", &WindowTray::quitWanted);
}

void WindowTray::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        m_account->disconnect(this);
        m_account->attention().disconnect(this);
    }
    m_account = account;
    if (m_account != nullptr) {
        connect(m_account, &AccountSession::summaryChanged, this, &WindowTray::update);
        connect(m_account, &AccountSession::viewOnlyChanged, this, &WindowTray::update);
        connect(&m_account->attention(), &AttentionDesk::changed, this, &WindowTray::update);
    }
    update();
}

void WindowTray::update()
{
    if (m_menu == nullptr) {
        return;
    }
    const bool isOpen = m_account != nullptr;
    const auto balance = isOpen ? m_account->summary().balance : std::nullopt;
    m_balance->setText(
        balance ? tr("Balance: %1")
                      .arg(format::money(format::downToCents(*balance), format::Sign::WhereNegative,
                                         m_account->summary().currency))
                : tr("Balance: not known"));
    const qint64 count = isOpen ? m_account->attention().count() : 0;
    m_attention->setText(count > 0 ? attentionCountText(count) : tr("Nothing needs attention"));
    m_attention->setEnabled(count > 0);
    m_topUp->setEnabled(isOpen && !m_account->isViewOnly());
    if (m_icon) {
        m_icon->setToolTip(
            count > 0
                ? tr("Relaybook: %1", "3 things need attention").arg(attentionCountText(count))
                : tr("Relaybook"));
    }
}

WindowTray::Closing WindowTray::closing() const
{
    if (!canHide()) {
        return Closing::Quits;
    }
    const QString choice = m_settings.text(Setting::CloseWindow);
    if (choice == QLatin1String("tray")) {
        return Closing::Hides;
    }
    return choice == QLatin1String("quit") ? Closing::Quits : Closing::Asks;
}

void WindowTray::ask()
{
    if (auto *open = m_sheets.shown<CloseChoiceDialog>()) {
        open->activateWindow();
        return;
    }
    auto *dialog = new CloseChoiceDialog(m_theme, m_sheets.top());
    // Later, when the dialog has closed.
    connect(
        dialog, &CloseChoiceDialog::chosen, this,
        [this](bool keepsRunning) {
            m_settings.setValue(Setting::CloseWindow,
                                keepsRunning ? QStringLiteral("tray") : QStringLiteral("quit"));
            if (keepsRunning) {
                Q_EMIT hideWanted();
            } else {
                Q_EMIT quitWanted();
            }
        },
        Qt::QueuedConnection);
    SheetStack::open(dialog);
}

} // namespace relaybook
