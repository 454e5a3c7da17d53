// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the parts of the program together: which account is open, with which connection, in the
// window.

#pragma once

#include "api/http/serviceconnection.h"
#include "api/types/clock.h"
#include "app/commandline.h"
#include "app/embeddedsandbox.h"
#include "models/account/accountsession.h"
#include "models/account/signin.h"
#include "models/account/tokenrevoker.h"
#include "ui/base/settings.h"
#include "ui/shell/mainwindow.h"
#include "ui/theme/theme.h"

#include <QObject>

#include <memory>

class QApplication;

namespace relaybook {

class Program : public QObject
{
    Q_OBJECT

public:
    /// `sandbox` may be listening already, so that the window need not wait for it.
    Program(CommandLine line, const QString &dataDir, std::unique_ptr<EmbeddedSandbox> sandbox,
            QApplication &application);
    ~Program() override;

    /// Opens what the command line asks for, else what was open last, else the welcome dialog, and
    /// shows the window. What the first frame does not need starts after it: requests, TLS, the
    /// ledger check.
    void start();

    [[nodiscard]] MainWindow &window() { return *m_window; }
    [[nodiscard]] AccountSession *session() { return m_session.get(); }
    [[nodiscard]] EmbeddedSandbox *sandbox() { return m_sandbox.get(); }
    [[nodiscard]] Theme &theme() { return m_theme; }
    [[nodiscard]] Settings &settings() { return m_settings; }

private:
    void openFirst();
    void begin();
    void openSandbox();
    void resetSandbox();
    void openService(const QString &address);
    void openStored(const StoredAccount &account);
    void useSignIn(const SignInResult &result);
    void disconnectAccount();

    [[nodiscard]] Result<std::unique_ptr<ServiceConnection>>
    connectTo(const QString &address) const;
    [[nodiscard]] bool isForOpenAccount(const SignInResult &result) const;
    /// Uses new tokens for the account that is already open: the pages stay as they are.
    [[nodiscard]] bool renewTokens(const SignInResult &result);
    void openSession(AccountSession::Config config, std::unique_ptr<ServiceConnection> connection,
                     const WindowAccount &window);
    void closeSession();

    CommandLine m_line;
    SystemClock m_clock;
    Settings m_settings;
    Theme m_theme;
    // In order of dependency: members further down are destroyed first.
    std::unique_ptr<EmbeddedSandbox> m_sandbox;
    TokenRevoker m_revoker;
    AuthSession m_noTokens;
    std::unique_ptr<ServiceConnection> m_connection;
    std::unique_ptr<AccountSession> m_session;
    std::unique_ptr<SignIn> m_firstSignIn;
    QString m_service;
    QString m_account;
    bool m_begun = false;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace relaybook
