// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs that the window itself opens.
#include "models/export/checkresulttext.h"
#include "models/sync/ledgercheck.h"
#include "ui/account/whichaccountdialog.h"
#include "ui/base/confirmdialog.h"
#include "ui/base/settings.h"
#include "ui/export/exportdialog.h"
#include "ui/orders/topupdialog.h"
#include "ui/shell/aboutdialog.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/pagedeck.h"
#include "ui/shell/settingsdialog.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/windowactions.h"

namespace relaybook {

void MainWindow::openSheet(SheetDialog *sheet)
{
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

// What a further sheet opens over: the one that is open, else the window.
QWidget *MainWindow::topSheet()
{
    QWidget *top = this;
    bool deeper = true;
    while (deeper) {
        deeper = false;
        for (auto *sheet : top->findChildren<SheetDialog *>()) {
            if (sheet->isVisible()) {
                top = sheet;
                deeper = true;
                break;
            }
        }
    }
    return top;
}

// False where one stays open because something typed would be lost: it asks for itself.
bool MainWindow::closeSheets()
{
    while (auto *sheet = qobject_cast<SheetDialog *>(topSheet())) {
        if (sheet->state() == SheetDialog::State::Submitting) {
            sheet->reject(); // stops waiting
        }
        sheet->reject();
        if (sheet->isVisible()) {
            sheet->activateWindow();
            return false;
        }
    }
    return true;
}

QString MainWindow::addressOfAccount() const
{
    if (!m_account.address.isEmpty()) {
        return m_account.address;
    }
    return m_account.account != nullptr ? m_account.account->summary().service : QString();
}

void MainWindow::showWelcome()
{
    openSignInFor(SignInDialog::Purpose::Welcome);
}

void MainWindow::openSignIn(const QString &address, const SignInFindings &findings)
{
    openSignInFor(SignInDialog::Purpose::Connect);
    if (auto *dialog = findChild<SignInDialog *>(); dialog != nullptr) {
        if (!address.isEmpty()) {
            dialog->setAddress(address);
        }
        dialog->showFindings(findings);
    }
}

void MainWindow::openSignInFor(SignInDialog::Purpose purpose)
{
    if (!m_makeSignIn) {
        return;
    }
    if (auto *open = openSignInDialog(); open != nullptr) {
        open->activateWindow();
        return;
    }
    auto *dialog = new SignInDialog(m_theme, purpose, m_makeSignIn, topSheet());
    const bool ofAccount =
        purpose != SignInDialog::Purpose::Welcome && purpose != SignInDialog::Purpose::Connect;
    dialog->setAddress(ofAccount ? addressOfAccount() : m_settings.text(Setting::LastAddress));
    QPointer<AccountSession> account;
    if (ofAccount && m_account.account != nullptr) {
        account = m_account.account;
        const AccountSummary &summary = account->summary();
        dialog->expectAccount(summary.accountId, summary.userId, summary.email);
    }
    connect(dialog, &SignInDialog::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(dialog, &SignInDialog::connected, this,
            [this, ofAccount, account](const SignInResult &result) {
                if (!ofAccount) {
                    m_settings.setValue(Setting::LastAddress, result.address);
                }
                passOn(result, account);
            });
    connect(dialog, &QDialog::rejected, this, &MainWindow::openWaitingSignIn, Qt::QueuedConnection);
    openSheet(dialog);
}

void MainWindow::askWhichAccount(const SignInResult &result,
                                 const std::vector<StoredAccount> &possible)
{
    auto *dialog = new WhichAccountDialog(m_theme, result, possible, topSheet());
    // Later: the account that opens takes its dialogs away.
    connect(dialog, &WhichAccountDialog::answered, this, &MainWindow::connected,
            Qt::QueuedConnection);
    openSheet(dialog);
}

SignInDialog *MainWindow::openSignInDialog() const
{
    for (auto *dialog : findChildren<SignInDialog *>()) {
        if (dialog->isVisible()) {
            return dialog;
        }
    }
    return nullptr;
}

// `account` is the one that the sign-in was for, null where it was for any.
void MainWindow::passOn(SignInResult result, const QPointer<AccountSession> &account)
{
    result.forOpenAccount = account != nullptr && account == m_account.account;
    if (!result.personalToken.isEmpty()) {
        m_waitingSignIns.removeAll(TokenKind::Personal);
    }
    if (!result.resellerKey.isEmpty()) {
        m_waitingSignIns.removeAll(TokenKind::Reseller);
    }
    // Later: another account would take away the very dialog that says so.
    const auto tell = [this, result] {
        Q_EMIT connected(result);
        openWaitingSignIn();
    };
    QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
}

// A page lacks a token, or the service takes it no longer: it is asked for, for the account that is
// open.
void MainWindow::openSignInForPage(TokenKind token)
{
    const AccountSession &account = *m_account.account;
    const bool personal = token == TokenKind::Personal;
    if (account.isOffline()) {
        openSignIn(addressOfAccount());
    } else if (personal ? account.summary().hasPersonal : account.summary().hasReseller) {
        askToSignIn(token);
    } else {
        openSignInFor(personal ? SignInDialog::Purpose::AddPersonal
                               : SignInDialog::Purpose::AddReseller);
    }
}

void MainWindow::askToSignIn(TokenKind token)
{
    if (m_account.account == nullptr || token == TokenKind::None) {
        return;
    }
    const auto purpose = token == TokenKind::Personal ? SignInDialog::Purpose::RenewPersonal
                                                      : SignInDialog::Purpose::RenewReseller;
    const SignInDialog *open = openSignInDialog();
    if (open != nullptr && open->purpose() != purpose) {
        // The service says so once only: it is asked for when that dialog has closed.
        if (m_waitingAccount != m_account.account) {
            m_waitingSignIns.clear();
            m_waitingAccount = m_account.account;
        }
        m_waitingSignIns.removeAll(token);
        m_waitingSignIns.append(token);
    }
    openSignInFor(purpose);
}

void MainWindow::openWaitingSignIn()
{
    if (m_waitingSignIns.isEmpty() || !isVisible() || openSignInDialog() != nullptr) {
        return;
    }
    if (m_waitingAccount == nullptr || m_waitingAccount != m_account.account) {
        m_waitingSignIns.clear();
        return;
    }
    askToSignIn(m_waitingSignIns.takeFirst());
}

void MainWindow::openTopUp(const QString &trafficType)
{
    if (m_account.account == nullptr) {
        return;
    }
    for (auto *open : findChildren<TopUpDialog *>()) {
        if (open->isVisible()) {
            open->activateWindow();
            return;
        }
    }
    const PageContext context{*m_account.account, m_theme, m_settings};
    auto *dialog = new TopUpDialog(context, trafficType, topSheet());
    connect(dialog, &TopUpDialog::orderPlaced, this, &MainWindow::openOrder);
    openSheet(dialog);
}

void MainWindow::openExport()
{
    if (m_account.account == nullptr || topSheet() != this) {
        return;
    }
    std::vector<ExportView> views;
    ExportWhat first =
        m_account.account->summary().hasPersonal ? ExportWhat::Transactions : ExportWhat::SubUsers;
    for (const Page *page : m_pages->all()) {
        if (const auto view = page->exportView()) {
            first = page == currentPage() ? view->what : first;
            views.push_back(*view);
        }
    }
    const LedgerCheckResult &verdict = m_account.account->ledger().check().verdict();
    if (verdict.state == LedgerCheckResult::Broken) {
        ExportView breaks;
        breaks.what = ExportWhat::Breaks;
        breaks.table = breaksTable(verdict);
        views.push_back(std::move(breaks));
    }
    openSheet(
        new ExportDialog({*m_account.account, m_theme, m_settings}, std::move(views), first, this));
}

void MainWindow::openSettings()
{
    auto *dialog = new SettingsDialog(m_theme, m_settings, topSheet());
    connect(dialog, &SettingsDialog::openDataFolderRequested, this, &MainWindow::openDataFolder);
    openSheet(dialog);
}

void MainWindow::openAbout()
{
    openSheet(new AboutDialog(m_theme, topSheet()));
}

void MainWindow::openShortcuts()
{
    openSheet(new ShortcutsDialog(m_theme, m_actions->menus(), topSheet()));
}

void MainWindow::confirmReset()
{
    const ConfirmDialog::Question question{
        QStringLiteral("resetSandboxDialog"),
        tr("Reset the sandbox?"),
        tr("Everything you did in the sandbox is thrown away and its data is made anew: notes, "
           "changed proxies, purchases. This cannot be undone. Your own accounts are not touched."),
        tr("Reset the sandbox"),
    };
    auto *dialog = new ConfirmDialog(m_theme, question, topSheet());
    connect(
        dialog, &QDialog::accepted, this,
        [this] { leaveAccount([this] { Q_EMIT sandboxResetRequested(); }); }, Qt::QueuedConnection);
    openSheet(dialog);
}

void MainWindow::confirmDisconnect()
{
    const auto disconnectNow = [this] { leaveAccount([this] { Q_EMIT disconnectRequested(); }); };
    if (m_account.sandbox) {
        disconnectNow();
        return;
    }
    const ConfirmDialog::Question question{
        QStringLiteral("disconnectDialog"),
        tr("Disconnect this account?"),
        tr("Its tokens are forgotten; you need them again to connect. What was read from the "
           "service and your drafts stay on this computer."),
        tr("Disconnect"),
    };
    auto *dialog = new ConfirmDialog(m_theme, question, topSheet());
    connect(dialog, &QDialog::accepted, this, disconnectNow, Qt::QueuedConnection);
    openSheet(dialog);
}

} // namespace relaybook
