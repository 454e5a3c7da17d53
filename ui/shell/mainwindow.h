// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: side bar, pages, notices, status and menus for one account, and the objects that
// update them.
#pragma once

#include "ui/base/page.h"
#include "ui/base/signinhost.h"
#include "ui/shell/noticestack.h"
#include "ui/shell/sheetstack.h"
#include "ui/shell/signinflow.h"
#include "ui/shell/windowaccount.h"
#include "ui/shell/windowstatus.h"
#include "ui/widgets/accountmark.h"

#include <QMainWindow>
#include <QString>

#include <optional>
#include <utility>

namespace relaybook {

class AttentionBell;
class OrderGuard;
class OrderWatcher;
class PageDeck;
class RefreshWatch;
class SideBar;
class StartPage;
class StatusStrip;
class WarningCentre;
class OpenAccounts;
class WindowAccounts;
class WindowActions;
class WindowDialogs;
class WindowPalette;
class WindowPlacement;
class WindowTray;
struct PaletteResult;
enum class Setting;
enum class SettingsAction;

class MainWindow : public QMainWindow, public SignInHost, public AccountHost
{
    Q_OBJECT

public:
    MainWindow(Theme &theme, Settings &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// The accounts that the window can switch to and manage; may be null. The window requests an
    /// account from them, and shows it when setAccount() is called.
    void setAccounts(OpenAccounts *accounts);
    /// Makes connections to check typed settings; without it, such checks are not offered.
    void setCheckConnect(const SignIn::Connect &connect);
    /// Tells warnings, which the window shows when the user clicks them; may be null.
    void setWarnings(WarningCentre *warnings);
    /// The icon in the system's tray.
    [[nodiscard]] WindowTray &tray() { return *m_tray; }
    /// Shows this account, with new pages. The previous one may be destroyed when this returns.
    void setAccount(const WindowAccount &account);

    /// Shows the state of the connection.
    [[nodiscard]] WindowStatus &status() { return *m_status; }
    /// The banners above the pages.
    [[nodiscard]] NoticeStack &notices() { return *m_notices; }
    [[nodiscard]] SignInFlow &signIn() { return *m_signIn; }

    void askToSignIn(TokenKind token) override;
    [[nodiscard]] AccountMark shownAccount() const override;

    /// Remembers size and place for the next start, as closing the window does.
    void savePlacement();
    /// Whether a dialog is open in which something may be unfinished: any but a welcome dialog in
    /// which nothing is typed.
    [[nodiscard]] bool isDialogOpen() const;
    /// Closes the welcome dialog if it is the only one that is open and nothing is typed.
    void closeWelcome();
    /// Brings the window to the front, and the keyboard to the dialog that is open, if there is
    /// one.
    void bringToFront();
    /// Closes the window and ends the program, unless the user is asked first.
    void quit();
    void showPage(const QString &objectName);
    /// Opens the settings at this section or control, such as "warningSettings"; see
    /// settingsParts().
    void openSettings(const QString &name = {});
    [[nodiscard]] Page *currentPage() const;

Q_SIGNALS:
    void sandboxRequested();
    void sandboxResetRequested();
    /// Emitted once, after the first paint.
    void drawn();

protected:
    /// If it is activated behind a dialog, the dialog gets the keyboard.
    bool event(QEvent *event) override;
    /// When the system or the program ends it, the window is closed, not hidden.
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    /// Enter presses the button that has the focus, as in a dialog.
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void buildSideBar();
    void connectActions();
    void connectPageActions();
    void connectParts();
    void connectPage(Page *page);
    void followAccount();
    void nameAccountInNotices();
    void dropAccount();
    void showLedger(const LedgerFilter &filter);
    void checkLedger();
    void prepareAgain(const QString &orderId);
    void showUnknownOrders();
    void perform(Page::Command command);
    /// Does what the button of an entry of "Needs attention" says.
    void actOn(const AttentionEntry &entry);
    /// The entry that a warning was about, or the list; of the account with this key, or the shown
    /// one.
    void showWarning(const QString &account, const QString &entry);
    void showWanted();
    void connectTray();
    void hideInTray();
    void showTransaction(TransactionId id);
    void openDataFolder();
    /// Does what a button in the settings says.
    void actOnSettings(SettingsAction action, const QString &account);
    /// Shows what was chosen in the palette.
    void showResult(const PaletteResult &result);
    void giveTrafficTo(const PaletteResult &subUser);
    void openTopUp(const QString &trafficType,
                   std::optional<TrafficAmount> proposed = std::nullopt);
    /// Opens the dialog of a top-up or of a new proxy, filled in like this order.
    void openAgain(const QString &orderId);
    void openSandbox();
    void updateAccess();
    void whenAccountsChanged();
    /// Shows the look that the settings say, in the window and in its menus.
    void updateLook();
    void fitSideBar();
    /// Stores whether privacy mode is on, unless it must not change now; applyPrivacy() follows.
    void switchPrivacy(bool isOn);
    /// Turns privacy mode on or off as the settings say, and makes all texts again.
    void applyPrivacy();
    void whenPageShown();
    void whenSettingChanged(Setting setting);
    void updateActions();
    void updateSideBar();
    void updateOpenOrders();
    void updateTitle();
    [[nodiscard]] QString accountTitle() const;

    Theme &m_theme;
    Settings &m_settings;
    SheetStack m_sheets;
    WindowActions *m_actions;
    SideBar *m_sideBar;
    NoticeStack *m_notices;
    StartPage *m_start;
    PageDeck *m_pages;
    StatusStrip *m_strip;
    WindowStatus *m_status;
    SignInFlow *m_signIn;
    WindowDialogs *m_dialogs;
    WindowPalette *m_palette;
    OrderWatcher *m_orders;
    AttentionBell *m_attention;
    OrderGuard *m_guard;
    WindowAccounts *m_accounts;
    WindowPlacement *m_placement = nullptr;
    RefreshWatch *m_refresh = nullptr;
    WindowTray *m_tray;
    std::optional<std::pair<QString, QString>> m_wanted; ///< for showWanted(), while it opens
    WindowAccount m_account;
    bool m_changingPage = false;
    bool m_wasDrawn = false;
    bool m_isQuitting = false;
    bool m_isInTray = false; ///< hidden, and the program keeps running
};

} // namespace relaybook
