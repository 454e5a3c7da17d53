// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: side bar, pages, status strip and menus of the account that it is given, and the
// dialogs that belong to no page.
#pragma once

#include "models/account/accountsession.h"
#include "models/account/signin.h"
#include "ui/account/signindialog.h"
#include "ui/base/confirmdialog.h"
#include "ui/base/page.h"
#include "ui/base/signinhost.h"
#include "ui/widgets/sandboxmark.h"

#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>
#include <optional>

class QVBoxLayout;

namespace relaybook {

class Banner;
class PageDeck;
class SheetDialog;
class SideBar;
class StartPage;
class StatusStrip;
class WindowActions;
enum class Setting;

struct WindowAccount
{
    AccountSession *account = nullptr; // null: nothing is connected
    bool sandbox = false;
    bool offline = false; // the user asked for it
    QString address = {}; // what a renewed sign-in goes to; the account's own where empty
};

class MainWindow : public QMainWindow, public SignInHost, public SandboxHost
{
    Q_OBJECT

public:
    MainWindow(Theme &theme, Settings &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    // With pages of its own; the account before may be destroyed once this returns.
    void setAccount(const WindowAccount &account);
    void setSignIn(const SignInDialog::MakeSignIn &makeSignIn);

    void showWelcome();
    void openSignIn(const QString &address = {}, const SignInFindings &findings = {});
    // The service does not tell whose sign-in this is; connected() comes again with the answer.
    void askWhichAccount(const SignInResult &result, const std::vector<StoredAccount> &possible);
    // A whole sentence about something that went wrong outside of any page.
    void showProblem(const QString &sentence);

    [[nodiscard]] bool isSandbox() const override { return m_account.sandbox; }

    void showPage(const QString &objectName);
    [[nodiscard]] Page *currentPage() const;

public Q_SLOTS:
    // What the connection tells (ApiClient's signals of the same meaning).
    void setReachable(bool reachable);
    void showWaiting(relaybook::TokenKind token, relaybook::Instant until);
    void askToSignIn(relaybook::TokenKind token) override;

Q_SIGNALS:
    void sandboxRequested();
    void sandboxResetRequested();
    // Also for a token that was added or renewed: then with the address of the open account, and
    // with that token alone.
    void connected(const relaybook::SignInResult &result);
    void disconnectRequested();
    // Once, when the first picture stands.
    void drawn();

protected:
    void closeEvent(QCloseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    // mainwindow.cpp
    void build();
    void buildSideBar();
    void followAccount();
    void connectPage(Page *page);
    void showLedger(const LedgerFilter &filter);
    void dropAccount();
    void whenPageShown();
    void updateTitle();
    void updateSideBar();
    void restoreWindow();
    void saveWindow();
    void applyAppearance();
    void whenSettingChanged(Setting setting);
    void openDataFolder();

    // mainwindowactions.cpp
    void connectActions();
    void connectPageActions();
    void perform(Page::Command command);
    void checkLedger();
    void updateActions();

    // mainwindowstatus.cpp
    void updateStatus();
    void updateConnection();
    void updateTask();
    void cancelTask();
    [[nodiscard]] std::optional<Instant> waitingUntil() const;
    void updateFact();
    [[nodiscard]] std::optional<bool> reachable() const;
    [[nodiscard]] Area currentArea() const;
    Banner *showNotice(Tone tone, const QString &sentence);
    void showNotices();
    void offerToSetKeepFileAside(const QString &problem);

    // mainwindowsheets.cpp
    void openSheet(SheetDialog *sheet);
    [[nodiscard]] QWidget *topSheet();
    [[nodiscard]] bool closeSheets();
    void openSignInFor(SignInDialog::Purpose purpose);
    void openSignInForPage(relaybook::TokenKind token);
    void openWaitingSignIn();
    void passOn(SignInResult result, const QPointer<AccountSession> &account);
    [[nodiscard]] SignInDialog *openSignInDialog() const;
    void openTopUp(const QString &trafficType);
    void openExport();
    void openSettings();
    void openAbout();
    void openShortcuts();
    void confirmReset();
    void confirmDisconnect();
    [[nodiscard]] QString addressOfAccount() const;

    // mainwindoworders.cpp
    void followOrders();
    void openOrder(const QString &orderId);
    void dropUnknownNotice(const QString &orderId);
    void whenOrderChanged(const QString &orderId);
    void tellOrder(const Order &order);
    void tellLateCharge(const QString &orderId);
    void whenOrdersRead();
    [[nodiscard]] bool isShown(const QString &orderId) const;
    [[nodiscard]] bool mayQuit();
    [[nodiscard]] bool isOrderUnderWay() const;
    void askDespiteOrder(const ConfirmDialog::Question &question,
                         const std::function<void()> &then);
    void leaveAccount(const std::function<void()> &leave);
    void updateUnsettled();

    Theme &m_theme;
    Settings &m_settings;
    WindowActions *m_actions;
    SideBar *m_sideBar;
    QVBoxLayout *m_notices;
    StartPage *m_start;
    PageDeck *m_pages;
    StatusStrip *m_status;
    WindowAccount m_account;
    SignInDialog::MakeSignIn m_makeSignIn;
    QList<TokenKind> m_waitingSignIns; // asked for while another sign-in was open
    QPointer<AccountSession> m_waitingAccount;
    std::optional<bool> m_reachable;
    // For the service's limits, one a token: when each ends by the monotonic clock, which nobody
    // sets.
    QHash<TokenKind, std::chrono::milliseconds> m_waits;
    QTimer m_statusTimer;
    QTimer m_saveTimer;
    QSet<QString> m_openOrders;                        // seen while they had no outcome yet
    QHash<QString, QPointer<Banner>> m_unknownNotices; // by order; two may share a banner
    QPointer<Banner> m_keepFileNotice; // speaks of a file of this account, and goes with it
    bool m_ordersRead = false;
    bool m_quitAnyway = false;
    int m_noticeCount = 0;
    bool m_changingPage = false;
    bool m_wasDrawn = false;
};

} // namespace relaybook
