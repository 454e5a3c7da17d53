// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the sign-in dialog for an account, for a missing token or for a rejected one, one at a
// time, and emits the result.

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

    /// Without it no dialog opens.
    void setSignIn(const SignInDialog::MakeSignIn &makeSignIn);
    [[nodiscard]] bool canOpen() const { return bool(m_makeSignIn); }
    void setAccount(const WindowAccount &account);

    void showWelcome();
    void open(const QString &address = {}, const SignInFindings &findings = {});
    /// Asks which account the sign-in belongs to, because the service does not say; connected() is
    /// emitted again with the answer.
    void askWhichAccount(const SignInResult &result, const std::vector<StoredAccount> &possible);
    /// Asks for a token of the open account that a page needs, or that the service rejects.
    void openForPage(relaybook::TokenKind token);

public Q_SLOTS:
    /// The service rejects this token (ApiClient::signInNeeded).
    void askToSignIn(relaybook::TokenKind token);

Q_SIGNALS:
    void canOpenChanged();
    /// Also emitted for a token that was added or renewed: then with the address of the open
    /// account, and only that token.
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
    QList<TokenKind> m_waitingSignIns; // requested while another sign-in was open
    QPointer<AccountSession> m_waitingAccount;
};

} // namespace relaybook
