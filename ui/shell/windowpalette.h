// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the palette of the window: offers its commands, remembers what was used, and runs what was
// chosen.
#pragma once

#include "models/account/paletteresults.h"
#include "ui/shell/windowaccount.h"

#include <QObject>

class QAction;

namespace relaybook {

class Settings;
class SheetStack;
class Theme;
class WindowActions;

class WindowPalette final : public QObject
{
    Q_OBJECT

public:
    WindowPalette(const Theme &theme, Settings &settings, SheetStack &sheets,
                  WindowActions &actions, QObject *parent);

    /// What is searched from now on.
    void setAccount(const WindowAccount &account);
    /// Does nothing while a dialog is open.
    void open();

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// The user chose something that is no command and no page.
    void resultChosen(const relaybook::PaletteResult &result);
    void giveWanted(const relaybook::PaletteResult &subUser);

private:
    [[nodiscard]] std::vector<PaletteCommand> commands() const;
    [[nodiscard]] QAction *action(const QString &name) const;
    void choose(const PaletteResult &result);
    void remember(const PaletteResult &result);

    const Theme &m_theme;
    Settings &m_settings;
    SheetStack &m_sheets;
    WindowActions &m_actions;
    WindowAccount m_account;
};

} // namespace relaybook
