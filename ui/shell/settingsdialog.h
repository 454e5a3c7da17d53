// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog: appearance, formats of numbers and dates, automatic refresh, what
// needs attention, how long copied credentials stay in the clipboard, and the folder of the
// program's data. Changes take effect at once, but those of the formats at the next start.
#pragma once

#include "ui/widgets/sheetdialog.h"

#include <utility>
#include <vector>

namespace relaybook {

class Settings;
enum class Setting;

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
    void buildAttention();
    /// A line with a choice of numbers, in front of which `text` stands.
    void addNumbers(QWidget &lines, const QString &text, const char *name, Setting setting,
                    const std::vector<std::pair<int, QString>> &choices);
    void buildClipboard();
    void buildData();

    Settings &m_settings;
};

} // namespace relaybook
