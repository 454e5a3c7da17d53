// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/signinflow.h"

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "ui/account/whichaccountdialog.h"
#include "ui/base/settings.h"
#include "ui/shell/sheetstack.h"

namespace relaybook {

SignInFlow::SignInFlow(const Theme &theme, Settings &settings, SheetStack &sheets, QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_settings(settings)
    , m_sheets(sheets)
{
}

void SignInFlow::setSignIn(const SignInDialog::MakeSignIn &makeSignIn)
{
    m_makeSignIn = makeSignIn;
    Q_EMIT canOpenChanged();
}

void SignInFlow::setAccount(const WindowAccount &account)
{
    m_account = account;
}

QString SignInFlow::addressOfAccount() const
{
    if (!m_account.address.isEmpty()) {
        return m_account.address;
    }
    return m_account.account != nullptr ? m_account.account->summary().service : QString();
}

// A further account usually belongs to another service, so its form starts empty.
bool SignInFlow::isWithoutAccount() const
{
    return m_account.account == nullptr && (m_accounts == nullptr || m_accounts->entries().empty());
}

void SignInFlow::showWelcome()
{
    openFor(SignInDialog::Purpose::Welcome);
}

void SignInFlow::open(const QString &address, const SignInFindings &findings)
{
    openFor(SignInDialog::Purpose::Connect);
    // Ignores a dialog that has closed and is about to be deleted.
    if (auto *dialog = m_sheets.shown<SignInDialog>(); dialog != nullptr) {
        if (!address.isEmpty()) {
            setAddress(*dialog, address);
        }
        dialog->showFindings(findings);
    }
}

// Uses the connection settings of the shown account, also for signing in again.
void SignInFlow::setAddress(SignInDialog &dialog, const QString &address) const
{
    dialog.setAddress(address);
    const AccountEntry *shown = m_accounts != nullptr ? m_accounts->shownEntry() : nullptr;
    const bool isOfShown = address == addressOfAccount() || (shown && address == shown->address);
    if (shown != nullptr && !shown->isSandbox && isOfShown) {
        dialog.setNetwork(m_accounts->options(shown->key).network,
                          m_accounts->confirmedNetwork(shown->key).has_value());
    }
}

void SignInFlow::openFor(SignInDialog::Purpose purpose)
{
    if (!m_makeSignIn) {
        return;
    }
    if (auto *open = m_sheets.shown<SignInDialog>(); open != nullptr) {
        open->activateWindow();
        return;
    }
    auto *dialog = new SignInDialog(m_theme, purpose, m_makeSignIn, m_sheets.top());
    const bool ofAccount =
        purpose != SignInDialog::Purpose::Welcome && purpose != SignInDialog::Purpose::Connect;
    if (ofAccount) {
        setAddress(*dialog, addressOfAccount());
    } else if (isWithoutAccount()) {
        dialog->setAddress(m_settings.text(Setting::LastAddress));
    }
    dialog->setHasKeychain(m_hasKeychain);
    dialog->setCanCheckConnection(m_canCheckConnection);
    connect(dialog, &SignInDialog::connectionCheckRequested, this,
            &SignInFlow::connectionCheckRequested);
    QString forAccount;
    if (ofAccount && m_account.account != nullptr) {
        const AccountEntry *shown = m_accounts != nullptr ? m_accounts->shownEntry() : nullptr;
        forAccount = shown != nullptr ? shown->key : QString();
        const AccountSummary &summary = m_account.account->summary();
        dialog->expectAccount(summary.accountId, summary.userId, summary.email);
    }
    connect(dialog, &SignInDialog::sandboxRequested, this, &SignInFlow::sandboxRequested);
    connect(dialog, &SignInDialog::connected, this,
            [this, ofAccount, forAccount](const SignInResult &result) {
                if (!ofAccount) {
                    m_settings.setValue(Setting::LastAddress, result.address);
                }
                passOn(result, forAccount);
            });
    connect(dialog, &QDialog::rejected, this, &SignInFlow::openWaiting, Qt::QueuedConnection);
    SheetStack::open(dialog);
}

void SignInFlow::askWhichAccount(const SignInResult &result,
                                 const std::vector<StoredAccount> &possible)
{
    auto *dialog = new WhichAccountDialog(m_theme, result, possible, m_sheets.top());
    // Later, because opening the account closes its dialogs.
    connect(dialog, &WhichAccountDialog::answered, this, &SignInFlow::connected,
            Qt::QueuedConnection);
    SheetStack::open(dialog);
}

// `forAccount` is the key of the account that the sign-in was for, or empty. Another account may be
// shown by now.
void SignInFlow::passOn(SignInResult result, const QString &forAccount)
{
    result.forAccount = forAccount;
    if (!result.personalToken.isEmpty()) {
        m_waitingSignIns.removeAll(TokenKind::Personal);
    }
    if (!result.resellerKey.isEmpty()) {
        m_waitingSignIns.removeAll(TokenKind::Reseller);
    }
    // Later, because changing the account would close the dialog with this message.
    const auto report = [this, result] {
        Q_EMIT connected(result);
        openWaiting();
    };
    QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
}

// A page lacks a token, or the service rejects it: asks for a token of the open account.
void SignInFlow::openForPage(TokenKind token)
{
    const AccountSession &account = *m_account.account;
    const bool personal = token == TokenKind::Personal;
    const AccountEntry *shown = m_accounts != nullptr ? m_accounts->shownEntry() : nullptr;
    // The account has no token, so both are requested.
    if (account.isOffline() || (shown != nullptr && isWithoutToken(shown->access))) {
        open(addressOfAccount());
    } else if (personal ? account.summary().hasPersonal : account.summary().hasReseller) {
        askToSignIn(token);
    } else {
        openFor(personal ? SignInDialog::Purpose::AddPersonal : SignInDialog::Purpose::AddReseller);
    }
}

void SignInFlow::askToSignIn(TokenKind token)
{
    if (m_account.account == nullptr || token == TokenKind::None) {
        return;
    }
    const auto purpose = token == TokenKind::Personal ? SignInDialog::Purpose::RenewPersonal
                                                      : SignInDialog::Purpose::RenewReseller;
    const SignInDialog *open = m_sheets.shown<SignInDialog>();
    if (open != nullptr && open->purpose() != purpose) {
        // The service reports a rejected token only once, so this sign-in is opened after the open
        // dialog has closed.
        if (m_waitingAccount != m_account.account) {
            m_waitingSignIns.clear();
            m_waitingAccount = m_account.account;
        }
        m_waitingSignIns.removeAll(token);
        m_waitingSignIns.append(token);
    }
    openFor(purpose);
}

void SignInFlow::openWaiting()
{
    if (m_waitingSignIns.isEmpty() || !m_sheets.window().isVisible() ||
        m_sheets.shown<SignInDialog>() != nullptr) {
        return;
    }
    if (m_waitingAccount == nullptr || m_waitingAccount != m_account.account) {
        m_waitingSignIns.clear();
        return;
    }
    askToSignIn(m_waitingSignIns.takeFirst());
}

} // namespace relaybook
