// SPDX-License-Identifier: GPL-3.0-or-later
// The user's settings and the window's layout: one table of keys with their types and defaults,
// stored in a text file in the data directory. Never contains secrets.
#pragma once

#include <QMetaType>
#include <QObject>
#include <QString>
#include <QVariant>

#include <limits>
#include <memory>
#include <vector>

class QSettings;

namespace relaybook {

enum class Setting {
    Appearance,         ///< QString: "system", "light" or "dark"
    WindowGeometry,     ///< QByteArray of QWidget::saveGeometry()
    LastPage,           ///< QString: object name of the page that was open last; per account
    LastAddress,        ///< QString: the service address that was last accepted; not a secret
    ExportFolder,       ///< QString: folder of the last export
    CredentialTemplate, ///< QString: the user's own format of copied credentials; no secret
    CredentialLines,    ///< int: lines for each row with that format
    ClipboardSeconds,   ///< int: after how long a copied secret is cleared; 0: never
    AutoRefresh,        ///< bool: whether the shown data is refreshed automatically
    ProxyTestPage,      ///< QString: address of the page that tests of proxies load
    PaletteUses,        ///< QByteArray of PaletteUses: what the palette opened; per account
    Formats,            ///< QString: formatsName() of how numbers and dates are shown
    PrivacyMode,        ///< bool: whether amounts, names and notes are hidden (privacymode.h)
    AttentionDays,      ///< int: traffic that lasts so many days or less needs attention
    AttentionGb,        ///< int: so does traffic of so many GB or less; 0: none
    ProposedDays,       ///< int: for so many days a proposed amount of traffic lasts
    HighContrast,       ///< bool: whether colours have more contrast, whatever the system says
    LessMotion,         ///< bool: whether nothing moves or blinks
    Density,            ///< QString: "comfortable" or "compact" rows of tables
    Zoom,               ///< int: the size of the window's contents in percent; 100: usual
    Notifications,      ///< bool: whether the system shows notifications of warnings
    WarnTraffic,        ///< bool: whether traffic that lasts less than a day is a warning
    WarnOrders,         ///< bool: whether orders whose result is unknown are
    WarnCharges,        ///< bool: whether possible double charges are
    ToldNotifications,  ///< QByteArray of WarningChannel: which notifications were shown
    CardWords,          ///< QString: what each printed access card says below the access
    CardLogo,           ///< QString: path of the image above it; empty: none
    TrayIcon,           ///< bool: whether the tray has an icon
    CloseWindow,        ///< QString: with the icon, closing means "ask", "tray" or "quit"
    WebhookEntry,       ///< QString: the keychain's entry with the webhook's address; no secret
    WebhookForm,        ///< QString: webhookFormName() of what its service takes
    ToldWebhook,        ///< QByteArray of WarningChannel: which messages were sent
    WebhookLog,         ///< QByteArray of DeliveryLog
    // The rest is stored by name, e.g. once per table
    TableState,         ///< QByteArray: columns and order of a table
    FilterText,         ///< QString: the text in a page's search field; only if it found something;
                        ///< per account
    SplitterState,      ///< QByteArray: position of a splitter
    InspectorShown,     ///< bool: whether a page shows its inspector
    ChartsShown,        ///< bool: whether a page shows its charts
    CredentialFormat,   ///< QString: the format in which credentials were copied last
    CredentialProtocol, ///< QString: "http" or "socks5", for copied credentials
};
inline constexpr Setting lastSetting = Setting::CredentialProtocol;

class Settings : public QObject
{
    Q_OBJECT

public:
    struct Entry
    {
        Setting setting;
        const char *key;
        QMetaType type;
        QVariant defaultValue;
        bool named;              ///< stored once per name
        bool perAccount = false; ///< stored once per account
        // The range of a number: a stored number outside of it counts as damaged.
        int least = std::numeric_limits<int>::min();
        int most = std::numeric_limits<int>::max();
    };

    /// Reads and writes DATADIR/settings.ini. What cannot be read of it has the defaults; see
    /// problem().
    explicit Settings(const QString &dataDir, QObject *parent = nullptr);
    ~Settings() override;

    /// The key of the account whose per-account settings are used from now on; empty: none.
    void setAccount(const QString &key);
    /// Deletes the settings of an account that was removed.
    void forgetAccount(const QString &key);

    /// What was wrong with the file when it was opened, and where its old contents are now: one or
    /// more sentences; empty if nothing was.
    [[nodiscard]] const QString &problem() const { return m_problem; }

    /// Always has the type in the table. If a stored value has another type or is out of range,
    /// returns the default.
    [[nodiscard]] QVariant value(Setting setting, const QString &name = {}) const;
    /// Does nothing if the value has another type or is out of range.
    void setValue(Setting setting, const QVariant &value, const QString &name = {});

    [[nodiscard]] QString text(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toString();
    }
    [[nodiscard]] QByteArray bytes(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toByteArray();
    }
    [[nodiscard]] int number(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toInt();
    }
    [[nodiscard]] bool flag(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toBool();
    }

    /// The folder in which this program stores all its data on this computer.
    [[nodiscard]] const QString &dataDir() const { return m_dataDir; }
    /// Writes at once instead of in the next iteration of the event loop.
    void save();

    [[nodiscard]] static const std::vector<Entry> &table();

Q_SIGNALS:
    void changed(relaybook::Setting setting);

private:
    [[nodiscard]] QString keyOf(const Entry &entry, const QString &name) const;

    QString m_dataDir;
    QString m_problem;
    QString m_accountPrefix; // empty, or ends with a slash
    std::unique_ptr<QSettings> m_file;
};

} // namespace relaybook
