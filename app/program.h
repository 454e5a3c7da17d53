// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts of the program together: the accounts, their connections and secrets, the sandbox
// and the window.

#pragma once

#include "api/http/serviceconnection.h"
#include "api/types/clock.h"
#include "app/commandline.h"
#include "app/embeddedsandbox.h"
#include "app/scripttokens.h"
#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "models/accounts/signin.h"
#include "models/notify/desktopnotifications.h"
#include "models/notify/webhookdesk.h"
#include "models/secrets/keychain.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/warningcentre.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QPointer>

#include <memory>

class QApplication;

namespace relaybook {

class Banner;

class Program : public QObject
{
    Q_OBJECT

public:
    /// What a program is made of that tests replace.
    struct Parts
    {
        QString dataDir;
        /// May be listening already, so that the window need not wait for it. May be null.
        std::unique_ptr<EmbeddedSandbox> sandbox;
        std::unique_ptr<Keychain> keychain;
        const FileFormat &format = cacheFormat(); ///< of the stored data
        ScriptTokens tokens = {};                 ///< for --service
        /// Null: those of the tray's icon.
        std::unique_ptr<DesktopNotifications> notifications = {};
    };
    Program(CommandLine line, Parts parts, QApplication &application);
    ~Program() override;

    /// Opens what the command line asks for, else the account that was open last, else the welcome
    /// dialog, and shows the window. Work that the first frame does not need starts after it:
    /// requests, TLS, the ledger check.
    void start();
    /// Brings the window to the front and shows what the command line of a second start asks for.
    /// Closes no dialog. Returns why it did not show it, in one or more sentences that the window
    /// shows too; empty if it did.
    QString takeOver(const CommandLine &line);
    /// Ends the program without a question, as the system wants it to end now. Notes that are being
    /// written are kept as drafts, as when the window is closed.
    void endNow();
    /// Why a second start shows nothing while the program ends.
    [[nodiscard]] static QString closingText();

    [[nodiscard]] MainWindow &window() { return *m_window; }
    [[nodiscard]] OpenAccounts &accounts() { return *m_accounts; }
    /// The session of the shown account; null if there is none.
    [[nodiscard]] AccountSession *session() { return m_accounts->shown(); }
    [[nodiscard]] EmbeddedSandbox *sandbox() { return m_sandbox.get(); }
    [[nodiscard]] WarningCentre &warnings() { return *m_warnings; }
    [[nodiscard]] Theme &theme() { return m_theme; }
    [[nodiscard]] Settings &settings() { return m_settings; }

private:
    /// What a second start asks for.
    struct Wanted
    {
        QString key; ///< of the account; empty: to sign in to `service`
        QString name;
        QString service;
    };
    [[nodiscard]] tl::expected<std::optional<Wanted>, QString>
    wantedBy(const CommandLine &line) const;
    [[nodiscard]] AccountParts accountParts(const FileFormat &format);
    void connectWindow();
    void connectWarnings();
    void openFirst();
    void openLast();
    void begin();
    void watchNetwork();
    QString openSandbox();
    void openNamed(const QString &name);
    void openService(const QString &address);
    void signInAtStart(const QString &address);
    void signInFromScript(SignInInput input);
    void showUnreached(const SignInInput &input, const ApiError &error);
    void askToSignInAtStart();
    void whenShownChanged();
    void followConnection(const ApiClient &client);
    [[nodiscard]] Result<AccountParts::Sandbox> startSandbox();
    [[nodiscard]] Result<void> resetSandbox();

    CommandLine m_line;
    const ScriptTokens m_tokens;
    SystemClock m_clock;
    SignIn::Connect m_connect;
    Settings m_settings;
    Theme m_theme;
    // In order of dependency: members further down are destroyed first.
    std::unique_ptr<Keychain> m_keychain;
    std::unique_ptr<EmbeddedSandbox> m_sandbox;
    std::unique_ptr<OpenAccounts> m_accounts;
    std::unique_ptr<SignIn> m_scriptSignIn;
    QPointer<Banner> m_unreached; ///< offers to try the script's sign-in again
    bool m_begun = false;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<DesktopNotifications> m_notifications;
    std::unique_ptr<WebhookDesk> m_webhook;
    std::unique_ptr<WarningCentre> m_warnings;
    /// Receives the signals of the connection that is shown.
    std::unique_ptr<QObject> m_shownLinks;
};

} // namespace relaybook
