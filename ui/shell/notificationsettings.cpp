// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notificationsettings.h"

#include "models/notify/webhookdesk.h"
#include "ui/attention/warningtext.h"
#include "ui/base/settings.h"
#include "ui/shell/warningcentre.h"
#include "ui/shell/webhooktext.h"
#include "ui/shell/windowtray.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"
#include "ui/widgets/secretedit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <vector>

namespace relaybook {

namespace {

constexpr int warningLinesSpacing = 8;
constexpr int deliveriesHeight = 110;

} // namespace

NotificationSettings::NotificationSettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
{
    addNamedWords(tr("What can't wait until you look at the window. Each is reported once. While "
                     "the window is hidden, the balance and the traffic pools are loaded every few "
                     "minutes if Relaybook refreshes automatically; transactions and sub-users are "
                     "loaded only while it is open."),
                  "warningsWords");
    addSwitch(Setting::WarnTraffic, warningKindText(WarningKind::OutOfTraffic), "warnTraffic");
    addSwitch(Setting::WarnOrders, warningKindText(WarningKind::UnknownOrder), "warnOrders");
    addSwitch(Setting::WarnCharges, warningKindText(WarningKind::DoubleCharge), "warnCharges");
    buildNotifications();
    buildTray();
    buildWebhook();
}

QString NotificationSettings::title()
{
    return tr("Notifications");
}

std::vector<SettingsSection::Entry> NotificationSettings::entries()
{
    return {{QStringLiteral("warnTraffic"), tr("Notifications")},
            {QStringLiteral("trayIcon"), tr("Tray")},
            {QStringLiteral("webhookAddress"), tr("Webhook")}};
}

Label *NotificationSettings::addNamedWords(const QString &text, const char *name)
{
    Label *words = addWords(text);
    words->setObjectName(QLatin1String(name));
    return words;
}

// ---------------------------------------------------------------------- notifications and tray

void NotificationSettings::buildNotifications()
{
    addHeading(tr("On this computer"));
    QCheckBox *box = addSwitch(Setting::Notifications,
                               tr("Show warnings as notifications of the system"), "notifications");
    m_notificationsState = addNamedWords({}, "notificationsState");
    if (warnings() != nullptr) {
        connect(&warnings()->notifications(), &DesktopNotifications::stateChanged, this,
                &NotificationSettings::updateNotifications);
        connect(box, &QCheckBox::toggled, this, [this] { warnings()->notifications().ask(); });
        warnings()->notifications().ask();
    }
    updateNotifications();
}

void NotificationSettings::updateNotifications()
{
    const auto state = warnings() != nullptr ? warnings()->notifications().state()
                                             : DesktopNotifications::State::Unavailable;
    m_notificationsState->setText(
        tr("This system has nothing that shows notifications now. Warnings are in the window only, "
           "and at the webhook if there is one."));
    m_notificationsState->setVisible(state == DesktopNotifications::State::Unavailable);
}

void NotificationSettings::buildTray()
{
    QCheckBox *box = addSwitch(Setting::TrayIcon, tr("Show an icon in the tray"), "trayIcon");
    m_close = addBox(Setting::CloseWindow, settings().text(Setting::CloseWindow),
                     tr("When the window is closed"), "closeWindow",
                     {{QStringLiteral("ask"), tr("Ask once"), {}},
                      {QStringLiteral("tray"), tr("Keep running in the tray"), {}},
                      {QStringLiteral("quit"), tr("Quit"), {}}});
    m_trayState = addNamedWords({}, "trayState");
    box->setEnabled(WindowTray::isPossible());
    connect(box, &QCheckBox::toggled, this, &NotificationSettings::updateTray);
    updateTray();
}

void NotificationSettings::updateTray()
{
    const bool isPossible = WindowTray::isPossible();
    m_close->setEnabled(isPossible && settings().flag(Setting::TrayIcon));
    m_trayState->setText(tr("This system has no tray. Closing the window quits Relaybook."));
    m_trayState->setVisible(!isPossible);
}

// ----------------------------------------------------------------------------------------- webhook

void NotificationSettings::buildWebhook()
{
    addHeading(tr("Webhook"));
    addNamedWords(
        tr("The same warnings are sent to one webhook, at most one of each kind an hour. One that "
           "can't be delivered is sent again later. If the receiver checks signatures, enter its "
           "key each time you save the address; without a key nothing is signed. In privacy mode "
           "it has no names and no amounts. The sandbox sends none."),
        "webhookWords");
    m_address = new SecretEdit(theme(), QStringLiteral("webhookAddress"), this);
    m_address->setAccessibleName(tr("Address of the webhook"));
    m_address->setPlaceholderText(tr("https://…, stored in the system's keychain"));
    column().addWidget(m_address);
    m_key = new SecretEdit(theme(), QStringLiteral("webhookKey"), this);
    m_key->setAccessibleName(tr("Signing key of the webhook"));
    m_key->setPlaceholderText(tr("Signing key, stored with the address: whsec_…"));
    column().addWidget(m_key);
    buildMessageForm();
    auto *buttons = new FlowLayout(warningLinesSpacing, warningLinesSpacing);
    const auto add = [this, buttons](const QString &text, const char *name) {
        auto *button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(text);
        button->setAutoDefault(false);
        buttons->addWidget(button);
        return button;
    };
    m_save = add(tr("Save address"), "saveWebhook");
    m_test = add(tr("Send a test message"), "testWebhook");
    m_remove = add(tr("Remove address"), "removeWebhook");
    column().addLayout(buttons);
    m_webhookState = addNamedWords({}, "webhookState");
    m_webhookResult = addNamedWords({}, "webhookResult");
    m_webhookResult->setRole(Role::Text);
    m_webhookResult->hide();
    m_log = new QListWidget(this);
    m_log->setObjectName(QStringLiteral("webhookLog"));
    m_log->setAccessibleName(tr("Messages to the webhook"));
    m_log->setWordWrap(true);
    m_log->setFixedHeight(deliveriesHeight);
    m_log->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column().addWidget(m_log);
    connect(m_address, &QLineEdit::textChanged, this, &NotificationSettings::updateWebhook);
    if (warnings() != nullptr) {
        WebhookDesk &desk = warnings()->webhook();
        connect(m_save, &QPushButton::clicked, this, &NotificationSettings::saveAddress);
        connect(m_remove, &QPushButton::clicked, &desk, &WebhookDesk::removeAddress);
        connect(m_test, &QPushButton::clicked, this, [this] {
            warnings()->testWebhook();
            showWebhookResult(tr("Sending a test message…"));
            updateWebhook();
        });
        connect(&desk, &WebhookDesk::addressChanged, this, [this](const QString &problem) {
            showWebhookResult(problem);
            updateWebhook();
        });
        connect(&desk, &WebhookDesk::tested, this, [this](const WebhookResult &result) {
            showWebhookResult(tr("Test message: %1").arg(webhookResultText(result)));
            updateWebhook();
        });
        connect(&desk, &WebhookDesk::logChanged, this, &NotificationSettings::updateLog);
    }
    updateWebhook();
    updateLog();
}

void NotificationSettings::buildMessageForm()
{
    const auto textOf = [](WebhookForm form) {
        switch (form) {
        case WebhookForm::ByAddress:
            return tr("As the address needs it");
        case WebhookForm::Text:
            return tr("Slack, Mattermost, Google Chat");
        case WebhookForm::Discord:
            return tr("Discord");
        case WebhookForm::Teams:
            return tr("Microsoft Teams");
        case WebhookForm::Fields:
            break;
        }
        return tr("JSON, for programs");
    };
    std::vector<Choice> choices;
    for (const WebhookForm form : webhookForms) {
        choices.push_back({webhookFormName(form), textOf(form), {}});
    }
    addBox(Setting::WebhookForm, settings().text(Setting::WebhookForm), tr("Form of the messages"),
           "webhookForm", choices);
}

void NotificationSettings::saveAddress()
{
    const WebhookDesk::Target target{m_address->secret(), m_key->secret()};
    for (const auto &why : {whyNoWebhookAddress(target.address), whyNoWebhookKey(target.key)}) {
        if (why) {
            showWebhookResult(*why);
            return;
        }
    }
    m_address->setText({}); // not clear(), which can be undone
    m_key->setText({});
    showWebhookResult(tr("Waiting for the system's keychain…"));
    warnings()->webhook().setAddress(target);
}

void NotificationSettings::updateWebhook()
{
    const bool isPossible = warnings() != nullptr;
    const bool isSet = isPossible && warnings()->webhook().isSet();
    m_address->setEnabled(isPossible);
    m_key->setEnabled(isPossible);
    m_save->setEnabled(isPossible && !m_address->text().trimmed().isEmpty());
    m_remove->setEnabled(isSet);
    m_test->setEnabled(isSet && !warnings()->webhook().isTesting());
    m_webhookState->setText(!isSet ? tr("No address is stored.")
                            : warnings()->webhook().isForSession()
                                ? tr("An address is known until Relaybook is closed.")
                                : tr("An address is stored in the system's keychain."));
}

void NotificationSettings::showWebhookResult(const QString &sentence)
{
    m_webhookResult->setText(sentence);
    m_webhookResult->setVisible(!sentence.isEmpty());
}

void NotificationSettings::updateLog()
{
    m_log->clear();
    if (warnings() != nullptr) {
        for (const WebhookDelivery &each : warnings()->webhook().log().rows()) {
            m_log->addItem(webhookDeliveryText(each));
        }
    }
    m_log->setVisible(m_log->count() > 0);
}

} // namespace relaybook
