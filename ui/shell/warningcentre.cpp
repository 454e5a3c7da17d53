// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/warningcentre.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "models/attention/attentiondesk.h"
#include "models/notify/webhookdesk.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/attention/warningtext.h"
#include "ui/base/settings.h"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

// What happens at the same time is one notification.
constexpr auto warningsSettle = 2s;
constexpr auto timePassesAgain = 60s;
constexpr WarningChannel::Limits notificationLimits{1min, false};
constexpr WarningChannel::Limits webhookLimits{1h, true};
// Older ones are no longer on the screen.
constexpr qsizetype mostShownNotifications = 50;
constexpr qsizetype longestNotification = 400; // with the account's name

Setting switchOf(WarningKind kind)
{
    switch (kind) {
    case WarningKind::OutOfTraffic:
        return Setting::WarnTraffic;
    case WarningKind::UnknownOrder:
        return Setting::WarnOrders;
    case WarningKind::DoubleCharge:
        break;
    }
    return Setting::WarnCharges;
}

QStringList keysOf(const std::vector<Warning> &warnings)
{
    QStringList keys;
    for (const Warning &each : warnings) {
        keys.append(each.key());
    }
    return keys;
}

/// The account that all of them are of; empty if they are of several.
QString commonAccountOf(const std::vector<Warning> &warnings)
{
    const QString &first = warnings.front().account;
    const bool isOne = std::all_of(warnings.begin(), warnings.end(),
                                   [&first](const Warning &each) { return each.account == first; });
    return isOne ? first : QString();
}

} // namespace

WarningCentre::WarningCentre(const Parts &parts)
    : m_parts(parts)
    , m_notified(notificationLimits, parts.settings.bytes(Setting::ToldNotifications))
    , m_sent(webhookLimits, parts.settings.bytes(Setting::ToldWebhook))
{
    m_parts.webhook.restore(m_parts.settings.text(Setting::WebhookEntry),
                            DeliveryLog(m_parts.settings.bytes(Setting::WebhookLog)));
    whenSettingChanged(Setting::WebhookForm);
    m_soon.setSingleShot(true);
    m_soon.setInterval(warningsSettle);
    connect(&m_soon, &QTimer::timeout, this, &WarningCentre::look);
    m_minute.setInterval(timePassesAgain);
    connect(&m_minute, &QTimer::timeout, this, &WarningCentre::look);
    connect(&m_parts.accounts, &OpenAccounts::changed, this, &WarningCentre::lookSoon);
    connect(&m_parts.settings, &Settings::changed, this, &WarningCentre::whenSettingChanged);
    connect(&m_parts.notifications, &DesktopNotifications::stateChanged, this,
            &WarningCentre::lookSoon);
    connect(&m_parts.notifications, &DesktopNotifications::clicked, this,
            &WarningCentre::whenClicked);
    connect(&m_parts.notifications, &DesktopNotifications::shown, this, &WarningCentre::whenShown);
    connect(&m_parts.notifications, &DesktopNotifications::failed, this,
            &WarningCentre::whenNotShown);
    connect(&m_parts.webhook, &WebhookDesk::addressChanged, this, [this] {
        m_parts.settings.setValue(Setting::WebhookEntry, m_parts.webhook.entry());
        m_parts.settings.save();
        lookSoon();
    });
    connect(&m_parts.webhook, &WebhookDesk::logChanged, this, [this] {
        m_parts.settings.setValue(Setting::WebhookLog, m_parts.webhook.log().stored());
    });
    connect(&m_parts.webhook, &WebhookDesk::ended, this,
            [this](const QStringList &keys, bool isDelivered) {
                if (isDelivered) {
                    m_sent.noteTold(keys, m_parts.clock.now());
                    storeSent();
                } else {
                    m_sent.forget(keys);
                }
            });
}

void WarningCentre::start()
{
    m_isStarted = true;
    if (m_parts.settings.flag(Setting::Notifications)) {
        m_parts.notifications.ask();
    }
    m_minute.start();
    lookSoon();
}

/// Not again from the beginning at each change: what changes all the time would never be told.
void WarningCentre::lookSoon()
{
    if (m_isStarted && !m_soon.isActive()) {
        m_soon.start();
    }
}

void WarningCentre::whenSettingChanged(Setting setting)
{
    switch (setting) {
    case Setting::Notifications:
    case Setting::WarnTraffic:
    case Setting::WarnOrders:
    case Setting::WarnCharges:
        lookSoon();
        break;
    case Setting::WebhookForm:
        m_parts.webhook.setForm(webhookFormOfName(m_parts.settings.text(setting)));
        break;
    default:
        break;
    }
}

bool WarningCentre::isLoaded(const QString &account, const AccountSession &session, Area area)
{
    const QString key = QStringLiteral("%1/%2").arg(account).arg(static_cast<int>(area));
    if (session.status(area).state == AreaStatus::Loaded) {
        m_loaded.insert(key);
    }
    return m_loaded.contains(key);
}

std::vector<Warning> WarningCentre::present()
{
    std::vector<Warning> all;
    for (const AccountEntry &account : m_parts.accounts.entries()) {
        const AccountSession *session = m_parts.accounts.session(account.key);
        if (session == nullptr) {
            continue;
        }
        std::vector<Warning> some = warningsOf(
            account.key, session->attention().entries(),
            [this, &account, session](Area area) { return isLoaded(account.key, *session, area); });
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
}

std::vector<Warning> WarningCentre::chosenKinds(const std::vector<Warning> &all) const
{
    std::vector<Warning> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some), [this](const Warning &each) {
        return m_parts.settings.flag(switchOf(each.kind));
    });
    return some;
}

void WarningCentre::look()
{
    const std::vector<Warning> warnings = chosenKinds(present());
    const Instant now = m_parts.clock.now();
    if (m_parts.settings.flag(Setting::Notifications)) {
        if (m_parts.notifications.state() == DesktopNotifications::State::Available) {
            for (const auto &message : m_notified.take(warnings, now)) {
                notify(message);
            }
        } else if (!warnings.empty()) {
            m_parts.notifications.ask(); // what shows them may run by now
        }
    }
    if (!m_parts.webhook.isSet() || m_parts.webhook.isOffline()) {
        return;
    }
    std::vector<Warning> real;
    std::copy_if(warnings.begin(), warnings.end(), std::back_inserter(real),
                 [this](const Warning &each) {
                     const AccountEntry *account = m_parts.accounts.entry(each.account);
                     return account != nullptr && !account->isSandbox;
                 });
    const auto messages = m_sent.take(real, now);
    if (!messages.empty()) {
        storeSent(); // before they are sent: the pause holds after a crash, too
    }
    for (const auto &message : messages) {
        post(message);
    }
}

QString WarningCentre::nameOf(const QString &account) const
{
    const AccountEntry *entry = m_parts.accounts.entry(account);
    return entry != nullptr ? entry->name : QString();
}

void WarningCentre::notify(const std::vector<Warning> &warnings)
{
    const QString account = commonAccountOf(warnings);
    const WarningText words = warningText(
        warnings, [this](const QString &key) { return m_parts.accounts.session(key); },
        isPrivacyOn());
    QString text = words.text;
    const AccountEntry *entry = m_parts.accounts.entry(account);
    const bool isNamed =
        entry != nullptr && (m_parts.accounts.entries().size() > 1 || entry->isSandbox);
    if (isNamed && !isPrivacyOn()) {
        text = text.isEmpty() ? entry->name
                              : tr("%1: %2", "account, what happened").arg(entry->name, text);
    }
    const QString id = QString::number(++m_lastId);
    if (m_shown.size() >= mostShownNotifications) {
        m_shown.clear();
    }
    m_shown.insert(id, {account, warnings.size() == 1 ? warnings.front().entry.key : QString()});
    m_showing.insert(id, keysOf(warnings));
    m_parts.notifications.show(id, isolated(words.title),
                               isolated(format::shortened(text, longestNotification)));
}

void WarningCentre::whenShown(const QString &id)
{
    if (m_showing.contains(id)) {
        m_notified.noteTold(m_showing.take(id), m_parts.clock.now());
        storeNotified();
    }
}

void WarningCentre::whenNotShown(const QString &id)
{
    m_notified.forget(m_showing.take(id));
}

void WarningCentre::post(const std::vector<Warning> &warnings)
{
    const auto sessionOf = [this](const QString &key) { return m_parts.accounts.session(key); };
    const auto sentences = [](const WarningText &words) {
        return words.text.isEmpty() ? QString(words.title + u'.')
                                    : QString(words.title + QStringLiteral(". ") + words.text);
    };
    const QString account = commonAccountOf(warnings);
    WebhookDesk::Message message;
    message.kind = warningKindName(warnings.front().kind);
    message.account = warnings.front().account;
    message.name = account.isEmpty() ? QString() : nameOf(account);
    {
        const RealTexts real; // which of the two is sent is decided when it is sent
        message.text = sentences(warningText(warnings, sessionOf, false));
    }
    message.hiddenText = sentences(warningText(warnings, sessionOf, true));
    message.keys = keysOf(warnings);
    m_parts.webhook.send(message);
}

void WarningCentre::testWebhook()
{
    WebhookDesk::Message message;
    message.kind = WebhookDesk::testKind;
    message.account = m_parts.accounts.shownKey();
    message.name = nameOf(message.account);
    message.text = tr("This is a test message of Relaybook. Warnings will arrive here.");
    message.hiddenText = message.text;
    m_parts.webhook.test(message);
}

void WarningCentre::whenClicked(const QString &id)
{
    if (const auto shown = m_shown.constFind(id); shown != m_shown.constEnd()) {
        const Shown what = *shown;
        Q_EMIT chosen(what.account, what.entry);
    }
}

void WarningCentre::storeNotified()
{
    m_parts.settings.setValue(Setting::ToldNotifications, m_notified.stored());
    m_parts.settings.save();
}

void WarningCentre::storeSent()
{
    m_parts.settings.setValue(Setting::ToldWebhook, m_sent.stored());
    m_parts.settings.save();
}

} // namespace relaybook
