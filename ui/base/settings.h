// SPDX-License-Identifier: GPL-3.0-or-later
// What the user has chosen and where the window stood: one table of keys with their types and
// defaults, kept in a text file of the data directory. No secrets, ever.
#pragma once

#include <QMetaType>
#include <QObject>
#include <QString>
#include <QVariant>

#include <memory>
#include <vector>

class QSettings;

namespace relaybook {

enum class Setting {
    Appearance,     // QString: "system", "light" or "dark"
    WindowGeometry, // QByteArray of QWidget::saveGeometry()
    LastPage,       // QString: object name of the page that was open
    Disconnected,   // bool: the account was closed by the user, so the next start asks again
    LastAddress,    // QString: the service address that was last accepted; no secret
    ExportFolder,   // QString: where the last export went
    // The rest is kept by name, e.g. per table
    TableState,     // QByteArray: columns of a table
    SplitterState,  // QByteArray: where a splitter stood
    InspectorShown, // bool: whether a page shows its inspector
    ChartsShown,    // bool: whether a page shows its charts
};
inline constexpr Setting lastSetting = Setting::ChartsShown;

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
        bool named; // kept once per name
    };

    // Reads and writes DATADIR/settings.ini. A file that cannot be read counts as empty.
    explicit Settings(const QString &dataDir, QObject *parent = nullptr);
    ~Settings() override;

    // Of the table's type in any case: what is stored but does not convert gives the default.
    [[nodiscard]] QVariant value(Setting setting, const QString &name = {}) const;
    void setValue(Setting setting, const QVariant &value, const QString &name = {});

    [[nodiscard]] QString text(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toString();
    }
    [[nodiscard]] QByteArray bytes(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toByteArray();
    }
    [[nodiscard]] bool flag(Setting setting, const QString &name = {}) const
    {
        return value(setting, name).toBool();
    }

    // Where everything of this program lies on this computer.
    [[nodiscard]] const QString &dataDir() const { return m_dataDir; }
    // Writes at once instead of with the next turn of the event loop.
    void save();

    [[nodiscard]] static const std::vector<Entry> &table();

Q_SIGNALS:
    void changed(relaybook::Setting setting);

private:
    QString m_dataDir;
    std::unique_ptr<QSettings> m_file;
};

} // namespace relaybook
