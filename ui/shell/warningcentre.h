// SPDX-License-Identifier: GPL-3.0-or-later
// Tells warnings of all open accounts outside of the window: by notifications of the system and by
// the webhook. Connects the entries of "Needs attention", the settings, and what is stored of both.
#pragma once

#include "api/types/clock.h"
#include "models/notify/desktopnotifications.h"
#include "models/notify/warning.h"
#include "models/notify/warningchannel.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <vector>

namespace relaybook {

class AccountSession;
class OpenAccounts;
class Settings;
class WebhookDesk;
struct AccountEntry;
enum class Setting;

/// Lives on the GUI thread.
class WarningCentre : public QObject
{
    Q_OBJECT

public:
    /// All of it must outlive it.
    struct Parts
    {
        Settings &settings;
        OpenAccounts &accounts;
        DesktopNotifications &notifications;
        WebhookDesk &webhook;
        const Clock &clock;
    };
    explicit WarningCentre(const Parts &parts);

    /// To be called once, after the first paint.
    void start();
    [[nodiscard]] DesktopNotifications &notifications() { return m_parts.notifications; }
    [[nodiscard]] WebhookDesk &webhook() { return m_parts.webhook; }
    /// Sends a test message to the webhook.
    void testWebhook();
    /// Looks for warnings now instead of soon; for tests.
    void look();

Q_SIGNALS:
    /// The user clicked a notification. `entry` is AttentionEntry::key; empty: of several. An empty
    /// `account` means several, too.
    void chosen(const QString &account, const QString &entry);

private:
    struct Shown
    {
        QString account;
        QString entry;
    };
    void lookSoon();
    void whenSettingChanged(Setting setting);
    [[nodiscard]] std::vector<Warning> present();
    [[nodiscard]] std::vector<Warning> chosenKinds(const std::vector<Warning> &all) const;
    [[nodiscard]] bool isLoaded(const QString &account, const AccountSession &session, Area area);
    void notify(const std::vector<Warning> &warnings);
    void post(const std::vector<Warning> &warnings);
    [[nodiscard]] QString nameOf(const QString &account) const;
    void whenClicked(const QString &id);
    void whenShown(const QString &id);
    void whenNotShown(const QString &id);
    void storeNotified();
    void storeSent();

    Parts m_parts;
    WarningChannel m_notified;
    WarningChannel m_sent;
    QSet<QString> m_loaded; ///< areas of accounts, as they were loaded by this program
    QHash<QString, Shown> m_shown;
    QHash<QString, QStringList> m_showing; ///< keys of warnings, until shown() or failed()
    quint64 m_lastId = 0;
    QTimer m_soon;
    QTimer m_minute;
    bool m_isStarted = false;
};

} // namespace relaybook
