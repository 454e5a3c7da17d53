// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the sign-in for an account, a missing token or a refused one, one at a time, and tells what
// it came to.

#pragma once

#include "models/account/signin.h"
#include "ui/account/signindialog.h"
#include "ui/shell/windowaccount.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <vector>

namespace relaybook {

class Settings;
class SheetStack;

class SignInFlow : public QObject
{
    Q_OBJECT

public:
    SignInFlow(const Theme &theme, Settings &settings, SheetStack &sheets, QObject *parent);

    /// Without it nothing opens.
    void setSignIn(const SignInDialog::MakeSignIn &makeSignIn);
    [[nodiscard]] bool canOpen() const { return bool(m_makeSignIn); }
    void setAccount(const WindowAccount &account);

    void showWelcome();
    void open(const QString &address = {}, const SignInFindings &findings = {});
    /// The service does not tell whose sign-in this is; connected() comes again with the answer.
    void askWhichAccount(const SignInResult &result, const std::vector<StoredAccount> &possible);
    /// A page lacks a token, or the service takes it no longer: it is asked for, for the account
    /// that is open.
    void openForPage(relaybook::TokenKind token);

public Q_SLOTS:
    /// The service takes this token no longer (ApiClient::signInNeeded).
    void askToSignIn(relaybook::TokenKind token);

Q_SIGNALS:
    void canOpenChanged();
    /// Also for a token that was added or renewed: then with the address of the open account, and
    /// with that token alone.
    void connected(const relaybook::SignInResult &result);
    void sandboxRequested();

private:
    void openFor(SignInDialog::Purpose purpose);
    void openWaiting();
    void passOn(SignInResult result, const QPointer<AccountSession> &account);
    [[nodiscard]] QString addressOfAccount() const;

    const Theme &m_theme;
    Settings &m_settings;
    SheetStack &m_sheets;
    SignInDialog::MakeSignIn m_makeSignIn;
    WindowAccount m_account;
    QList<TokenKind> m_waitingSignIns; // asked for while another sign-in was open
    QPointer<AccountSession> m_waitingAccount;
};

} // namespace relaybook
