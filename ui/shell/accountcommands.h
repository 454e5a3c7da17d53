// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the dialogs about the accounts of this computer, and carries out what the user decides in
// them: rename, settings, connection check, sign out, remove.

#pragma once

#include "api/types/clock.h"
#include "models/accounts/connectioncheck.h"
#include "models/accounts/openaccounts.h"
#include "models/accounts/signin.h"

#include <QObject>

#include <functional>
#include <memory>

class QDialog;

namespace relaybook {

class SheetStack;
class Theme;

class AccountCommands final : public QObject
{
    Q_OBJECT

public:
    /// Makes a connection that is used only for a check.
    using Connect = std::function<Result<std::unique_ptr<ServiceConnection>>(
        const QString &address, const NetworkSettings &network)>;

    AccountCommands(const Theme &theme, SheetStack &sheets, QObject *parent);

    /// May be null: then no command does anything.
    void setAccounts(OpenAccounts *accounts);
    /// Without it, only saved settings can be checked.
    void setConnect(const Connect &connect) { m_connect = connect; }
    [[nodiscard]] bool canCheckTyped() const { return bool(m_connect); }

    /// Opens the list of all accounts with this account selected; if empty, the account in the
    /// window.
    void manage(const QString &key = {});
    // `key` identifies the account.
    void rename(const QString &key);
    void openSettings(const QString &key);
    void checkConnection(const QString &key);
    void signOut(const QString &key);
    void remove(const QString &key);
    /// Checks the connection with the values typed in a sign-in, before anything is stored.
    void checkTyped(const SignInInput &input);

Q_SIGNALS:
    void addRequested();
    void showRequested(const QString &key);
    void problem(const QString &sentence);

private:
    void checkTypedNetwork(const QString &key, const NetworkSettings &network);
    QDialog *openCheck(const QString &place, const ConnectionCheck::Parts &parts,
                       std::unique_ptr<ServiceConnection> own = {});

    const Theme &m_theme;
    SheetStack &m_sheets;
    SystemClock m_clock;
    OpenAccounts *m_accounts = nullptr;
    Connect m_connect;
};

} // namespace relaybook
