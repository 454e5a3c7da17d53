// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that say how long traffic lasts: in the reseller's pools, and what the sub-users hold of
// their own, and whose ends first. They also say what is not known. A link explains the figures.
#pragma once

#include "models/accounts/accountsession.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QPushButton;

namespace relaybook {

class Label;
class PoolForecasts;
class Theme;

class CoverageLine : public QWidget
{
    Q_OBJECT

public:
    /// SubUsers: one line, for a page that shows the pools elsewhere.
    enum class Shows { Everything, SubUsers };

    /// Hidden while there are no sub-users, and asks only while `page` is visible.
    CoverageLine(AccountSession &account, const Theme &theme, PoolForecasts &forecasts, Shows shows,
                 QWidget &page);

Q_SIGNALS:
    void subUserChosen(relaybook::SubUserId id);
    void shownChanged(bool isShown); ///< there are sub-users now, or there are none

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildFirst();
    void buildHow(QWidget &line);
    void askSoon();
    void ask();
    void showUse();
    void showFirst();
    void foldIfLow();
    void explain();
    [[nodiscard]] QString poolsText() const;
    [[nodiscard]] QString subUsersText() const;
    [[nodiscard]] QString firstLead() const;

    AccountSession &m_account;
    const Theme &m_theme;
    const PoolForecasts &m_forecasts;
    Shows m_shows;
    QWidget &m_page;
    Label *m_pools;
    Label *m_subUsers;
    QWidget *m_first;
    Label *m_firstLead;
    std::vector<QPushButton *> m_firstLinks;
    Label *m_usedUp;
    QPushButton *m_how;
    QTimer m_askSoon;
    bool m_isAsking = false;
    bool m_isStale = false; ///< rows changed while they were read
    std::optional<SubUserPace> m_use;
};

} // namespace relaybook
