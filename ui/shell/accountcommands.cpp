// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/accountcommands.h"

#include "models/accounts/pastedsecret.h"
#include "models/text/privacymode.h"
#include "ui/account/accountsettingsdialog.h"
#include "ui/account/connectioncheckdialog.h"
#include "ui/account/manageaccountsdialog.h"
#include "ui/account/removeaccountdialog.h"
#include "ui/account/renameaccountdialog.h"
#include "ui/account/signoutdialog.h"
#include "ui/shell/connectioncheckrun.h"
#include "ui/shell/sheetstack.h"

namespace relaybook {

AccountCommands::AccountCommands(const Theme &theme, SheetStack &sheets, QObject *parent)
    : QObject(parent)
    , m_theme(theme)
    , m_sheets(sheets)
{
}

void AccountCommands::setAccounts(OpenAccounts *accounts)
{
    m_accounts = accounts;
}

void AccountCommands::manage(const QString &key)
{
    if (m_accounts == nullptr) {
        return;
    }
    auto *dialog = m_sheets.shown<ManageAccountsDialog>();
    if (dialog == nullptr) {
        dialog = new ManageAccountsDialog(m_theme, m_accounts->entries(), m_sheets.top());
        // These actions may open another dialog over this one, or another account.
        connect(dialog, &ManageAccountsDialog::addRequested, this, &AccountCommands::addRequested);
        connect(dialog, &ManageAccountsDialog::showRequested, this, &AccountCommands::showRequested,
                Qt::QueuedConnection);
        connect(dialog, &ManageAccountsDialog::renameRequested, this, &AccountCommands::rename);
        connect(dialog, &ManageAccountsDialog::settingsRequested, this,
                &AccountCommands::openSettings);
        connect(dialog, &ManageAccountsDialog::checkRequested, this,
                &AccountCommands::checkConnection);
        connect(dialog, &ManageAccountsDialog::signOutRequested, this, &AccountCommands::signOut);
        connect(dialog, &ManageAccountsDialog::removeRequested, this, &AccountCommands::remove);
        connect(m_accounts, &OpenAccounts::changed, dialog,
                [this, dialog] { dialog->setAccounts(m_accounts->entries()); });
        SheetStack::open(dialog);
    }
    if (!key.isEmpty()) {
        dialog->select(key);
    }
    dialog->activateWindow();
}

void AccountCommands::rename(const QString &key)
{
    const AccountEntry *account = m_accounts != nullptr ? m_accounts->entry(key) : nullptr;
    if (account == nullptr) {
        return;
    }
    auto *dialog = new RenameAccountDialog(
        m_theme, account->plainName,
        [this, key](const QString &name) { return m_accounts->whyNotRename(key, name); },
        m_sheets.top());
    connect(dialog, &RenameAccountDialog::renamed, this,
            [this, key](const QString &name) { m_accounts->rename(key, name); });
    SheetStack::open(dialog);
}

void AccountCommands::openSettings(const QString &key)
{
    const AccountEntry *account = m_accounts != nullptr ? m_accounts->entry(key) : nullptr;
    if (account == nullptr) {
        return;
    }
    auto *dialog =
        new AccountSettingsDialog(m_theme, *account, m_accounts->options(key), m_sheets.top());
    dialog->setCanCheck(canCheckTyped() && m_accounts->connection(key) != nullptr);
    connect(
        dialog, &AccountSettingsDialog::saved, this,
        [this, key](const AccountOptions &options, bool confirms) {
            m_accounts->setOptions(key, options, confirms);
        },
        Qt::QueuedConnection); // opening an account again closes its dialogs
    connect(dialog, &AccountSettingsDialog::checkRequested, this,
            [this, key](const NetworkSettings &network) { checkTypedNetwork(key, network); });
    SheetStack::open(dialog);
}

void AccountCommands::checkConnection(const QString &key)
{
    const AccountEntry *account = m_accounts != nullptr ? m_accounts->entry(key) : nullptr;
    ServiceConnection *connection = account != nullptr ? m_accounts->connection(key) : nullptr;
    if (connection == nullptr) {
        Q_EMIT problem(tr("This account has no connection that could be checked: it is not open, "
                          "or Relaybook was started with --offline."));
        return;
    }
    QDialog *dialog = openCheck(privateText(account->name),
                                {connection->client().service().url().toString(),
                                 m_accounts->options(key).network, *connection, m_clock});
    // The check uses the account's own connection, so it ends when the account is closed.
    connect(m_accounts, &OpenAccounts::closing, dialog, [dialog, key](const QString &closing) {
        if (closing == key) {
            delete dialog;
        }
    });
}

// Checks the account's own tokens over a new connection, without affecting the one in use.
void AccountCommands::checkTypedNetwork(const QString &key, const NetworkSettings &network)
{
    const AccountEntry *account = m_accounts->entry(key);
    ServiceConnection *connection = m_accounts->connection(key);
    if (account == nullptr || connection == nullptr) {
        return;
    }
    const QString address = connection->client().service().url().toString();
    auto own = m_connect(address, network);
    if (!own) {
        Q_EMIT problem(own.error().message);
        return;
    }
    (*own)->auth().setPersonalToken(connection->auth().bearer(TokenKind::Personal));
    (*own)->auth().setResellerKey(connection->auth().resellerKey());
    const ConnectionCheck::Parts parts{address, network, **own, m_clock};
    openCheck(privateText(account->name), parts, std::move(*own));
}

void AccountCommands::checkTyped(const SignInInput &input)
{
    if (!m_connect) {
        return;
    }
    auto own = m_connect(input.address, input.network);
    if (!own) {
        Q_EMIT problem(own.error().message);
        return;
    }
    (*own)->auth().setPersonalToken(
        cleanedSecret(input.personalToken, PastedKind::PersonalToken).value_or(Secret()));
    (*own)->auth().setResellerKey(
        cleanedSecret(input.resellerKey, PastedKind::ResellerKey).value_or(Secret()));
    const ConnectionCheck::Parts parts{input.address, input.network, **own, m_clock};
    openCheck(input.address, parts, std::move(*own));
}

QDialog *AccountCommands::openCheck(const QString &place, const ConnectionCheck::Parts &parts,
                                    std::unique_ptr<ServiceConnection> own)
{
    auto *dialog = new ConnectionCheckDialog(m_theme, place, m_sheets.top());
    auto *run = new ConnectionCheckRun(*dialog, parts, std::move(own));
    SheetStack::open(dialog);
    run->start();
    return dialog;
}

void AccountCommands::signOut(const QString &key)
{
    const AccountEntry *account = m_accounts != nullptr ? m_accounts->entry(key) : nullptr;
    if (account == nullptr) {
        return;
    }
    auto *dialog = new SignOutDialog(m_theme, *account, m_accounts->removal().whyNotSignOut(key),
                                     m_sheets.top());
    connect(m_accounts, &OpenAccounts::changed, dialog,
            [this, dialog, key] { dialog->setWhyNot(m_accounts->removal().whyNotSignOut(key)); });
    // Later, because showing another account closes the dialogs.
    connect(
        dialog, &SignOutDialog::signOutConfirmed, this,
        [this, key] {
            if (m_accounts->removal().whyNotSignOut(key).isEmpty()) {
                m_accounts->removal().signOut(key);
            }
        },
        Qt::QueuedConnection);
    connect(
        dialog, &SignOutDialog::removeRequested, this, [this, key] { remove(key); },
        Qt::QueuedConnection);
    SheetStack::open(dialog);
}

void AccountCommands::remove(const QString &key)
{
    const AccountEntry *account = m_accounts != nullptr ? m_accounts->entry(key) : nullptr;
    if (account == nullptr) {
        return;
    }
    auto *dialog = new RemoveAccountDialog(
        m_theme, {*account, m_accounts->removal().whyNotRemove(key)}, m_sheets.top());
    m_accounts->removal().countOrders(
        key, dialog,
        [dialog](const std::optional<OrderCounts> &orders) { dialog->setOrders(orders); });
    connect(m_accounts, &OpenAccounts::changed, dialog,
            [this, dialog, key] { dialog->setWhyNot(m_accounts->removal().whyNotRemove(key)); });
    connect(
        dialog, &RemoveAccountDialog::removeConfirmed, this,
        [this, key] {
            if (m_accounts->removal().whyNotRemove(key).isEmpty()) {
                m_accounts->removal().remove(key);
            }
        },
        Qt::QueuedConnection);
    SheetStack::open(dialog);
}

} // namespace relaybook
