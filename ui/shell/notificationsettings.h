// SPDX-License-Identifier: GPL-3.0-or-later
// Which warnings are reported outside of the window, and how: notifications of the system, the
// tray's icon, and the webhook.
#pragma once

#include "ui/settings/settingssection.h"

class QComboBox;
class QListWidget;
class QPushButton;

namespace relaybook {

class SecretEdit;

class NotificationSettings final : public SettingsSection
{
    Q_OBJECT

public:
    NotificationSettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();

private:
    Label *addNamedWords(const QString &text, const char *name);
    void buildNotifications();
    void buildTray();
    void buildWebhook();
    void buildMessageForm();
    void updateNotifications();
    void updateTray();
    void updateWebhook();
    void updateLog();
    void showWebhookResult(const QString &sentence);
    void saveAddress();

    Label *m_notificationsState = nullptr;
    QComboBox *m_close = nullptr;
    Label *m_trayState = nullptr;
    SecretEdit *m_address = nullptr;
    SecretEdit *m_key = nullptr;
    QPushButton *m_save = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_test = nullptr;
    Label *m_webhookState = nullptr;
    Label *m_webhookResult = nullptr;
    QListWidget *m_log = nullptr;
};

} // namespace relaybook
