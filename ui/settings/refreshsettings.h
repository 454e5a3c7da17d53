// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the shown data is refreshed automatically.
#pragma once

#include "ui/settings/settingssection.h"

namespace relaybook {

class RefreshSettings final : public SettingsSection
{
    Q_OBJECT

public:
    RefreshSettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();
};

} // namespace relaybook
