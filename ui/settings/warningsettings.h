// SPDX-License-Identifier: GPL-3.0-or-later
// What needs attention: when traffic or balance counts as running out, and what is proposed then.
#pragma once

#include "ui/settings/settingssection.h"

class QGridLayout;

namespace relaybook {

class WarningSettings final : public SettingsSection
{
    Q_OBJECT

public:
    WarningSettings(const SettingsContext &context, QWidget *parent);
    [[nodiscard]] static QString title();
    [[nodiscard]] static std::vector<Entry> entries();

private:
    /// A line with a choice of numbers, in front of which `text` stands.
    void addNumbers(QGridLayout &lines, const QString &text, const char *name, Setting setting,
                    std::vector<Choice> choices);
};

} // namespace relaybook
