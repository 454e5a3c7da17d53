// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/refreshsettings.h"

#include "ui/base/settings.h"

namespace relaybook {

RefreshSettings::RefreshSettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
{
    addSwitch(
        Setting::AutoRefresh, tr("Refresh automatically while the window is open"), "autoRefresh",
        tr("Balance and traffic every minute, new transactions and the list on screen every five "
           "minutes. At most a quarter of the requests that the service allows is used for this."));
}

QString RefreshSettings::title()
{
    return tr("Refresh");
}

std::vector<SettingsSection::Entry> RefreshSettings::entries()
{
    return {{QStringLiteral("autoRefresh"), tr("Automatic refresh")}};
}

} // namespace relaybook
