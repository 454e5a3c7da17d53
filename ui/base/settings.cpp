// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/settings.h"

#include "models/text/format.h"
#include "ui/base/settingsfile.h"
#include "ui/theme/zoom.h"

#include <QCryptographicHash>
#include <QDir>
#include <QSettings>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int longestSettingDays = 365;
constexpr int mostGigabytes = 1'000'000;

const Settings::Entry &entryOf(Setting setting)
{
    const auto &table = Settings::table();
    return *std::find_if(table.begin(), table.end(), [setting](const Settings::Entry &entry) {
        return entry.setting == setting;
    });
}

/// A stored value with the setting's own type; invalid if it has another type or is out of range.
/// Values of the file are texts.
QVariant typedValue(const Settings::Entry &entry, QVariant stored)
{
    if (entry.type == QMetaType::fromType<bool>()) {
        // Qt would read every other text as true.
        static const QStringList words{QStringLiteral("true"), QStringLiteral("false"),
                                       QStringLiteral("1"), QStringLiteral("0")};
        if (!words.contains(stored.toString())) {
            return {};
        }
    }
    if (!stored.isValid() || !stored.convert(entry.type)) {
        return {};
    }
    if (entry.type == QMetaType::fromType<int>() &&
        (stored.toInt() < entry.least || stored.toInt() > entry.most)) {
        return {};
    }
    return stored;
}

QString fileProblemText(const SettingsFile &file)
{
    const QString aside = QDir::toNativeSeparators(file.aside);
    switch (file.state) {
    case SettingsFile::State::Good:
        break;
    case SettingsFile::State::Repaired:
        return Settings::tr("%1 lines of the settings file are damaged, and what they set has its "
                            "default. The file as it was is now “%2”.",
                            nullptr, file.damagedLines)
            .arg(format::count(file.damagedLines))
            .arg(aside);
    case SettingsFile::State::Replaced:
        return Settings::tr("The settings file could not be read, so all settings have their "
                            "defaults. The file as it was is now “%1”.")
            .arg(aside);
    case SettingsFile::State::Unusable:
        return Settings::tr("The settings file is damaged and could not be repaired, so all "
                            "settings have their defaults and changes of them are lost when "
                            "Relaybook ends. Rename or delete “%1”, then start Relaybook again.")
            .arg(aside);
    case SettingsFile::State::Unreadable:
        return Settings::tr("The settings file cannot be read, so all settings have their defaults "
                            "and changes of them are lost when Relaybook ends. Check that you may "
                            "read “%1”, then start Relaybook again.")
            .arg(aside);
    }
    return {};
}

// The key of an account may contain any characters, but a slash in a setting's key makes a group.
QString accountPrefix(const QString &account)
{
    if (account.isEmpty()) {
        return {};
    }
    const QByteArray hash =
        QCryptographicHash::hash(account.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QStringLiteral("account-%1/").arg(QLatin1String(hash));
}

} // namespace

// One line per setting; a test checks that every setting of the enum has a line.
const std::vector<Settings::Entry> &Settings::table()
{
    static const std::vector<Entry> entries = {
        {Setting::Appearance, "appearance", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("system")), false},
        {Setting::WindowGeometry, "window/geometry", QMetaType::fromType<QByteArray>(),
         QVariant(QByteArray()), false},
        {Setting::LastPage, "window/page", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("overviewPage")), false, true},
        {Setting::TableState, "table", QMetaType::fromType<QByteArray>(), QVariant(QByteArray()),
         true},
        {Setting::FilterText, "filter", QMetaType::fromType<QString>(), QVariant(QString()), true,
         true},
        {Setting::SplitterState, "splitter", QMetaType::fromType<QByteArray>(),
         QVariant(QByteArray()), true},
        {Setting::InspectorShown, "inspector", QMetaType::fromType<bool>(), QVariant(true), true},
        {Setting::ChartsShown, "charts", QMetaType::fromType<bool>(), QVariant(false), true},
        {Setting::LastAddress, "account/address", QMetaType::fromType<QString>(),
         QVariant(QString()), false},
        {Setting::CredentialTemplate, "credentials/template", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("{user}:{password}@{host}:{port}")), false},
        {Setting::CredentialLines, "credentials/lines", QMetaType::fromType<int>(), QVariant(1),
         false, false, 1},
        {Setting::CredentialFormat, "credentials/format", QMetaType::fromType<QString>(),
         QVariant(QString()), true},
        {Setting::CredentialProtocol, "credentials/protocol", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("http")), true},
        {Setting::ClipboardSeconds, "credentials/clear-after", QMetaType::fromType<int>(),
         QVariant(30), false},
        {Setting::ExportFolder, "export/folder", QMetaType::fromType<QString>(),
         QVariant(QString()), false},
        {Setting::ProxyTestPage, "proxy-test/page", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("https://ipinfo.io/json")), false},
        {Setting::Formats, "formats", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("program")), false},
        {Setting::PrivacyMode, "privacy", QMetaType::fromType<bool>(), QVariant(false), false},
        {Setting::PaletteUses, "palette/uses", QMetaType::fromType<QByteArray>(),
         QVariant(QByteArray()), false, true},
        {Setting::AttentionDays, "attention/days", QMetaType::fromType<int>(), QVariant(5), false,
         false, 1, longestSettingDays},
        {Setting::AttentionGb, "attention/gb", QMetaType::fromType<int>(), QVariant(0), false,
         false, 0, mostGigabytes},
        {Setting::ProposedDays, "attention/proposed-days", QMetaType::fromType<int>(), QVariant(30),
         false, false, 1, longestSettingDays},
        {Setting::HighContrast, "look/high-contrast", QMetaType::fromType<bool>(), QVariant(false),
         false},
        {Setting::LessMotion, "look/less-motion", QMetaType::fromType<bool>(), QVariant(false),
         false},
        {Setting::Density, "look/density", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("comfortable")), false},
        {Setting::Zoom, "look/zoom", QMetaType::fromType<int>(), QVariant(usualZoom), false, false,
         zoomSteps.front(), zoomSteps.back()},
        {Setting::Notifications, "warnings/notifications", QMetaType::fromType<bool>(),
         QVariant(true), false},
        {Setting::WarnTraffic, "warnings/traffic", QMetaType::fromType<bool>(), QVariant(true),
         false},
        {Setting::WarnOrders, "warnings/orders", QMetaType::fromType<bool>(), QVariant(true),
         false},
        {Setting::WarnCharges, "warnings/charges", QMetaType::fromType<bool>(), QVariant(true),
         false},
        {Setting::ToldNotifications, "warnings/told", QMetaType::fromType<QByteArray>(),
         QVariant(QByteArray()), false},
        {Setting::CardWords, "cards/words", QMetaType::fromType<QString>(), QVariant(QString()),
         false},
        {Setting::CardLogo, "cards/logo", QMetaType::fromType<QString>(), QVariant(QString()),
         false},
        {Setting::TrayIcon, "window/tray", QMetaType::fromType<bool>(), QVariant(false), false},
        {Setting::CloseWindow, "window/close", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("ask")), false},
        {Setting::WebhookEntry, "webhook/entry", QMetaType::fromType<QString>(),
         QVariant(QString()), false},
        {Setting::WebhookForm, "webhook/form", QMetaType::fromType<QString>(),
         QVariant(QStringLiteral("by-address")), false},
        {Setting::ToldWebhook, "webhook/told", QMetaType::fromType<QByteArray>(),
         QVariant(QByteArray()), false},
        {Setting::WebhookLog, "webhook/log", QMetaType::fromType<QByteArray>(),
         QVariant(QByteArray()), false},
        {Setting::AutoRefresh, "refresh/automatic", QMetaType::fromType<bool>(), QVariant(true),
         false},
    };
    return entries;
}

Settings::Settings(const QString &dataDir, QObject *parent)
    : QObject(parent)
    , m_dataDir(QDir(dataDir).absolutePath())
{
    const SettingsFile file =
        usableSettingsFile(QDir(m_dataDir).filePath(QStringLiteral("settings.ini")));
    m_problem = fileProblemText(file);
    m_file = std::make_unique<QSettings>(file.path, QSettings::IniFormat);
}

Settings::~Settings() = default;

QString Settings::keyOf(const Entry &entry, const QString &name) const
{
    Q_ASSERT(entry.named != name.isEmpty());
    const QString key = QLatin1String(entry.key);
    const QString prefix = entry.perAccount ? m_accountPrefix : QString();
    return entry.named ? QString(prefix % key % QLatin1Char('/') % name) : QString(prefix % key);
}

void Settings::setAccount(const QString &key)
{
    m_accountPrefix = accountPrefix(key);
}

void Settings::forgetAccount(const QString &key)
{
    if (!key.isEmpty()) {
        m_file->remove(accountPrefix(key).chopped(1));
    }
}

QVariant Settings::value(Setting setting, const QString &name) const
{
    const Entry &entry = entryOf(setting);
    const QVariant stored = typedValue(entry, m_file->value(keyOf(entry, name)));
    return stored.isValid() ? stored : entry.defaultValue;
}

void Settings::setValue(Setting setting, const QVariant &value, const QString &name)
{
    const Entry &entry = entryOf(setting);
    const QVariant typed = typedValue(entry, value);
    if (!typed.isValid() || typed == this->value(setting, name)) {
        return;
    }
    m_file->setValue(keyOf(entry, name), typed);
    Q_EMIT changed(setting);
}

void Settings::save()
{
    m_file->sync();
}

} // namespace relaybook
