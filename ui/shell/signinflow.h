// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the sign-in dialog for an account, for a missing token or for a rejected one, one at a
// time, and emits the result.

#pragma once

#include "models/accounts/signin.h"
#include "ui/account/signindialog.h"
#include "ui/shell/windowaccount.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <optional>
#include <vector>

namespace relaybook {

class OpenAccounts;
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
    /// May be null.
    void setAccounts(const OpenAccounts *accounts) { m_accounts = accounts; }
    /// Whether this computer has a keychain that Relaybook can use, if that is known: the dialogs
    /// say where a sign-in is kept.
    void setHasKeychain(std::optional<bool> has) { m_hasKeychain = has; }
    /// Whether connectionCheckRequested() is answered.
    void setCanCheckConnection(bool can) { m_canCheckConnection = can; }

    void showWelcome();
    /// Without an address the dialog starts empty, unless there is no account yet. With the address
    /// of the shown account, it starts with the proxy and the certificates of that account.
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
    /// Also emitted for a token that was added or renewed: `result` then has the address of the
    /// open account and only that token.
    void connected(const relaybook::SignInResult &result);
    void sandboxRequested();
    /// `input`: the values typed in the open dialog.
    void connectionCheckRequested(const relaybook::SignInInput &input);

private:
    void openFor(SignInDialog::Purpose purpose);
    void setAddress(SignInDialog &dialog, const QString &address) const;
    void openWaiting();
    void passOn(SignInResult result, const QString &forAccount);
    [[nodiscard]] QString addressOfAccount() const;
    [[nodiscard]] bool isWithoutAccount() const;

    const Theme &m_theme;
    Settings &m_settings;
    SheetStack &m_sheets;
    SignInDialog::MakeSignIn m_makeSignIn;
    WindowAccount m_account;
    const OpenAccounts *m_accounts = nullptr;
    std::optional<bool> m_hasKeychain;
    bool m_canCheckConnection = false;
    QList<TokenKind> m_waitingSignIns; // requested while another sign-in was open
    QPointer<AccountSession> m_waitingAccount;
};

} // namespace relaybook
