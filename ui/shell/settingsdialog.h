// SPDX-License-Identifier: GPL-3.0-or-later
// How the program looks and where it keeps its data. What is chosen takes effect at once.
#pragma once

#include "ui/widgets/sheetdialog.h"

namespace relaybook {

class Settings;

// "system", "light" or "dark" as it is kept in the settings, and back; the system for anything
// else.
[[nodiscard]] QString appearanceName(int themeMode);
[[nodiscard]] int appearanceMode(const QString &name);

class SettingsDialog : public SheetDialog
{
    Q_OBJECT

public:
    SettingsDialog(const Theme &theme, Settings &settings, QWidget *parent);

Q_SIGNALS:
    void openDataFolderRequested();

private:
    void buildAppearance();
    void buildData();

    Settings &m_settings;
};

} // namespace relaybook
