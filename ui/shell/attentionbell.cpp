// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/attentionbell.h"

#include "models/accounts/accountsession.h"
#include "models/attention/attentiondesk.h"
#include "models/text/format.h"
#include "ui/attention/attentiondialog.h"
#include "ui/attention/attentiontext.h"
#include "ui/base/settings.h"
#include "ui/shell/naventry.h"
#include "ui/shell/sheetstack.h"
#include "ui/shell/sidebar.h"

#include <QAbstractButton>

#include <algorithm>

namespace relaybook {

AttentionLimits attentionLimits(const Settings &settings)
{
    AttentionLimits limits;
    limits.days = settings.number(Setting::AttentionDays);
    limits.proposedDays = settings.number(Setting::ProposedDays);
    const qint64 left = settings.number(Setting::AttentionGb);
    if (left > 0) {
        limits.left = TrafficAmount::fromUnits(left * TrafficAmount::unitsPerGb);
    }
    return limits;
}

bool isAttentionSetting(Setting setting)
{
    return setting == Setting::AttentionDays || setting == Setting::AttentionGb ||
           setting == Setting::ProposedDays;
}

AttentionBell::AttentionBell(const Theme &theme, Settings &settings, SideBar &sideBar,
                             SheetStack &sheets, QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sideBar(sideBar)
    , m_sheets(sheets)
{
    connect(sideBar.attentionButton(), &QAbstractButton::clicked, this, &AttentionBell::open);
    connect(&settings, &Settings::changed, this, [this](Setting setting) {
        if (isAttentionSetting(setting)) {
            applyLimits();
        }
    });
}

void AttentionBell::setAccount(AccountSession *account)
{
    if (m_account != nullptr) {
        m_account->attention().disconnect(this);
    }
    m_account = account;
    m_sideBar.attentionButton()->setVisible(account != nullptr);
    if (m_account != nullptr) {
        applyLimits();
        connect(&m_account->attention(), &AttentionDesk::changed, this, &AttentionBell::update);
    }
    update();
}

void AttentionBell::applyLimits()
{
    if (m_account != nullptr) {
        m_account->attention().setLimits(attentionLimits(m_settings));
    }
}

void AttentionBell::update()
{
    if (m_account == nullptr) {
        m_sideBar.setAttention(std::nullopt, {});
        return;
    }
    const AttentionDesk &desk = m_account->attention();
    const qint64 count = desk.count();
    const bool warns =
        std::any_of(desk.entries().begin(), desk.entries().end(), [](const AttentionEntry &entry) {
            return entry.level != AttentionLevel::Note;
        });
    const NavBadge badge{format::count(count), attentionCountText(count), warns};
    m_sideBar.setAttention(count > 0 ? std::optional(badge) : std::nullopt,
                           attentionStateText(*m_account));
}

void AttentionBell::open()
{
    if (m_account == nullptr || m_sheets.top() != &m_sheets.window()) {
        return;
    }
    auto *dialog = new AttentionDialog(m_theme, *m_account, m_sheets.top());
    connect(dialog, &AttentionDialog::actionWanted, this, &AttentionBell::actionWanted);
    connect(dialog, &AttentionDialog::allWanted, this, &AttentionBell::allWanted);
    connect(dialog, &AttentionDialog::settingsWanted, this, &AttentionBell::settingsWanted);
    SheetStack::open(dialog);
}

} // namespace relaybook
