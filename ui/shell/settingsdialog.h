// SPDX-License-Identifier: GPL-3.0-or-later
// The settings dialog: one section below the other, and links that jump to each. Changes take
// effect at once, but those of the formats at the next start.
#pragma once

#include "models/accounts/accountentry.h"
#include "ui/settings/settingssection.h"
#include "ui/widgets/sheetdialog.h"

#include <vector>

namespace relaybook {

/// A section of the dialog. To add one, add it to settingsParts().
struct SettingsPart
{
    const char *name; ///< its object name, which MainWindow::openSettings() takes
    QString title;
    std::vector<SettingsSection::Entry> entries;
    SettingsSection *(*make)(const SettingsContext &context, QWidget *parent);
};

/// All sections, in their order.
[[nodiscard]] std::vector<SettingsPart> settingsParts();

class SettingsDialog : public SheetDialog
{
    Q_OBJECT

public:
    SettingsDialog(const SettingsContext &context, QWidget *parent);

    /// The accounts of this computer, whose data is listed. Call it again when they change.
    void setAccounts(const std::vector<AccountEntry> &accounts);
    /// Moves the keyboard to the control or to the section with this object name.
    void goTo(const QString &name);

Q_SIGNALS:
    void wanted(relaybook::SettingsAction action, const QString &account);
};

} // namespace relaybook
