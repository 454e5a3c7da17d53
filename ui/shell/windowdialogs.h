// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the dialogs of the menu's commands: top-up, export, settings, help, and the question before
// the sandbox is reset.

#pragma once

#include "api/types/trafficamount.h"
#include "ui/shell/windowaccount.h"

#include <QObject>

#include <optional>
#include <vector>

class QMenu;

namespace relaybook {

class OpenAccounts;
class PageDeck;
class Settings;
class SheetStack;
class Theme;
enum class SettingsAction;
class WarningCentre;

class WindowDialogs : public QObject
{
    Q_OBJECT

public:
    WindowDialogs(Theme &theme, Settings &settings, SheetStack &sheets, PageDeck &pages,
                  QObject *parent);

    void setAccount(const WindowAccount &account);
    /// For the settings; may be null.
    void setWarnings(WarningCentre *warnings) { m_warnings = warnings; }

    /// For this traffic type; if empty, the dialog proposes one.
    /// `amount` is filled in, and so is `proposed`, with the reason for it.
    void openTopUp(const QString &trafficType, std::optional<TrafficAmount> amount = std::nullopt,
                   std::optional<TrafficAmount> proposed = std::nullopt);
    void openExport();
    /// `name`: the section, or the control, that gets the keyboard (SettingsDialog::goTo()); empty:
    /// none.
    void openSettings(const QString &name = {});
    /// Whose data the settings list; may be null.
    void setAccounts(OpenAccounts *accounts) { m_accounts = accounts; }
    void openAbout();
    void openShortcuts(const std::vector<QMenu *> &menus);
    void confirmReset();
    void confirmLoadAgain();

Q_SIGNALS:
    void orderPlaced(const QString &orderId);
    void settingsActionWanted(relaybook::SettingsAction action, const QString &account);
    void sandboxResetConfirmed();

private:
    Theme &m_theme;
    Settings &m_settings;
    SheetStack &m_sheets;
    PageDeck &m_pages;
    WindowAccount m_account;
    OpenAccounts *m_accounts = nullptr;
    WarningCentre *m_warnings = nullptr;
};

} // namespace relaybook
