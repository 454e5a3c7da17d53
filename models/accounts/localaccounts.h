// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all accounts of this computer, and which of them the window shows.

#pragma once

#include "models/accounts/accountentry.h"
#include "models/accounts/accountparts.h"
#include "models/accountvalues.h"

#include <QObject>

#include <memory>
#include <vector>

namespace relaybook {

class OpenAccount;
class TokenRevoker;

/// Lives on the GUI thread.
class LocalAccounts : public QObject
{
    Q_OBJECT

public:
    using Accounts = std::vector<std::unique_ptr<OpenAccount>>;

    /// Lists all stored accounts. `parts` and `revoker` must outlive it.
    LocalAccounts(const AccountParts &parts, TokenRevoker &revoker);
    ~LocalAccounts() override;

    [[nodiscard]] const Accounts &accounts() const { return m_accounts; }
    /// Null if there is none with this key.
    [[nodiscard]] OpenAccount *find(const QString &key) const;
    /// The accounts with their stored identity, the last used one first.
    [[nodiscard]] std::vector<StoredAccount> stored() const;
    /// The account that was used last when this object was created; empty if there is none.
    [[nodiscard]] const QString &lastUsed() const { return m_lastUsed; }

    /// Gives the account a colour if it has none yet.
    OpenAccount &add(StoredAccount account);
    /// Closes and deletes the account, which must not be shown. Call updateEntries() afterwards.
    void drop(OpenAccount &account);
    [[nodiscard]] OpenAccount *shown() const { return m_shown; }
    void setShown(OpenAccount *account);

    /// The sandbox last, the others by name.
    [[nodiscard]] const std::vector<AccountEntry> &entries() const { return m_entries; }
    [[nodiscard]] const AccountEntry *entry(const QString &key) const;
    void updateEntries();
    /// Its unique name, as in entries().
    [[nodiscard]] QString nameOf(const OpenAccount &account) const;
    /// Why the account cannot have this name, as a sentence; empty if it can.
    [[nodiscard]] QString whyNotRename(const QString &key, const QString &name) const;

Q_SIGNALS:
    /// entries() changed.
    void changed();
    /// The shown account's token is rejected by the service.
    void signInNeeded(relaybook::TokenKind token);
    /// Something failed: one or more sentences.
    void problem(const QString &sentences);

private:
    void makeNamesUnique(std::vector<AccountEntry> &entries) const;

    const AccountParts &m_parts;
    TokenRevoker &m_revoker;
    Accounts m_accounts;
    QString m_lastUsed;
    OpenAccount *m_shown = nullptr;
    std::vector<AccountEntry> m_entries;
};

} // namespace relaybook
