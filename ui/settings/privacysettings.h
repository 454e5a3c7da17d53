// SPDX-License-Identifier: GPL-3.0-or-later
// What others can see: privacy mode, and how long copied credentials stay in the clipboard.
#pragma once

#include "ui/settings/settingssection.h"

namespace relaybook {

class PrivacySettings final : public SettingsSection
{
    Q_OBJECT

public:
    PrivacySettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();

private:
    void buildMode();
    void buildClipboard();
};

} // namespace relaybook
