// SPDX-License-Identifier: GPL-3.0-or-later
// Informs the account's automatic refresh about what the user sees: whether the window is visible,
// which list it shows, and whether the setting is on.

#pragma once

#include <QObject>

class QWidget;

namespace relaybook {

class AccountSession;
class PageDeck;
class Settings;

/// A child of the window.
class RefreshWatch : public QObject
{
    Q_OBJECT

public:
    RefreshWatch(QWidget &window, PageDeck &pages, Settings &settings);

    /// May be null. The previous account may be destroyed when this returns.
    void setAccount(AccountSession *account);
    /// Whether the balance and the traffic left are loaded while the window is hidden or minimized,
    /// as seldom as those of accounts in the background: for warnings.
    void setWarns(bool warns);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void update();

    QWidget &m_window;
    PageDeck &m_pages;
    Settings &m_settings;
    AccountSession *m_account = nullptr;
    bool m_warns = false;
};

} // namespace relaybook
