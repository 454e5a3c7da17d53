// SPDX-License-Identifier: GPL-3.0-or-later
// How the window looks: theme, density, zoom, formats of numbers and dates, high contrast, and less
// motion.
#pragma once

#include "ui/settings/settingssection.h"

namespace relaybook {

/// The theme mode as it is stored in the settings: "system", "light" or "dark".
[[nodiscard]] QString appearanceName(int themeMode);
/// The theme mode with that name; the system for any other name.
[[nodiscard]] int appearanceMode(const QString &name);

/// Gives the theme all that the settings say about the look.
void applyLook(Theme &theme, const Settings &settings);
/// Whether applyLook() uses it.
[[nodiscard]] bool isLookSetting(Setting setting);

class AppearanceSettings final : public SettingsSection
{
    Q_OBJECT

public:
    AppearanceSettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();

private:
    void buildTheme();
    void buildSizes();
    void buildFormats();
};

} // namespace relaybook
