// SPDX-License-Identifier: GPL-3.0-or-later
// The bell in the side bar: counts what needs attention in the account that is shown, and opens the
// list.
#pragma once

#include "models/attention/attention.h"

#include <QObject>

namespace relaybook {

class AccountSession;
class Settings;
class SheetStack;
class SideBar;
class Theme;
enum class Setting;

/// The user's settings for the list.
[[nodiscard]] AttentionLimits attentionLimits(const Settings &settings);
/// Whether attentionLimits() uses it.
[[nodiscard]] bool isAttentionSetting(Setting setting);

class AttentionBell : public QObject
{
    Q_OBJECT

public:
    AttentionBell(const Theme &theme, Settings &settings, SideBar &sideBar, SheetStack &sheets,
                  QObject *parent);

    /// May be null. The previous account may be destroyed when this returns.
    void setAccount(AccountSession *account);
    /// Shows the list, unless another dialog is open.
    void open();

Q_SIGNALS:
    void actionWanted(const relaybook::AttentionEntry &entry);
    void allWanted(relaybook::AttentionKind kind);
    void settingsWanted();

private:
    void update();
    void applyLimits();

    const Theme &m_theme;
    Settings &m_settings;
    SideBar &m_sideBar;
    SheetStack &m_sheets;
    AccountSession *m_account = nullptr;
};

} // namespace relaybook
