// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog: appearance, formats of numbers and dates, automatic refresh, how long copied
// credentials stay in the clipboard, and the folder of the program's data. Changes take effect at
// once, but those of the formats at the next start.
#pragma once

#include "ui/widgets/sheetdialog.h"

#include <vector>

namespace relaybook {

class Settings;

/// The theme mode as it is stored in the settings: "system", "light" or "dark".
[[nodiscard]] QString appearanceName(int themeMode);
/// The theme mode with that name; the system for any other name.
[[nodiscard]] int appearanceMode(const QString &name);

class SettingsDialog : public SheetDialog
{
    Q_OBJECT

public:
    SettingsDialog(const Theme &theme, Settings &settings, QWidget *parent);

    /// What can be set, for the search: the object name of its control, and its title.
    struct Entry
    {
        QString field;
        QString title;
    };
    [[nodiscard]] static std::vector<Entry> entries();
    /// Moves the keyboard to this control.
    void goTo(const QString &field);

Q_SIGNALS:
    void openDataFolderRequested();

private:
    void buildAppearance();
    void addSection(QWidget *title, QWidget *input, QWidget *words);
    void buildFormats();
    void buildRefresh();
    void buildClipboard();
    void buildData();

    Settings &m_settings;
};

} // namespace relaybook
