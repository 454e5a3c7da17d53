// SPDX-License-Identifier: GPL-3.0-or-later
// All accounts of this computer, and which of them the window shows. Each part has one task: the
// list, opening, using a sign-in, or signing out and removing.

#pragma once

#include "models/accounts/accountopener.h"
#include "models/accounts/accountremoval.h"
#include "models/accounts/accountsignin.h"
#include "models/accounts/hiddenaccounts.h"
#include "models/accounts/localaccounts.h"
#include "models/accounts/tokenrevoker.h"

#include <QObject>

#include <functional>
#include <vector>

namespace relaybook {

class AccountSession;

/// Lives on the GUI thread.
class OpenAccounts : public QObject
{
    Q_OBJECT

public:
    explicit OpenAccounts(AccountParts parts);
    ~OpenAccounts() override;

    /// All accounts: the sandbox last, the others by name.
    [[nodiscard]] const std::vector<AccountEntry> &entries() const { return m_list.entries(); }
    [[nodiscard]] const AccountEntry *entry(const QString &key) const { return m_list.entry(key); }
    /// The accounts with their stored identity, the last used one first.
    [[nodiscard]] std::vector<StoredAccount> stored() const { return m_list.stored(); }
    /// The account that the window shows; null if there is none.
    [[nodiscard]] const AccountEntry *shownEntry() const;
    /// The key of shownEntry(); empty if no account is shown.
    [[nodiscard]] QString shownKey() const;
    /// Null also while the stored data of shownEntry() is being opened (isOpeningData()).
    [[nodiscard]] AccountSession *shown() const;
    /// Null if there is no such account, or its stored data is not open.
    [[nodiscard]] AccountSession *session(const QString &key) const;
    [[nodiscard]] ServiceConnection *shownConnection() const;
    [[nodiscard]] ServiceConnection *connection(const QString &key) const;

    /// The account that was shown last when this object was created; empty if there is none.
    [[nodiscard]] const QString &lastUsed() const { return m_list.lastUsed(); }

    /// Shows this account, and opens it if necessary. The previous one stays open, so that its
    /// orders are followed and its balance is refreshed. If the stored data must be updated first,
    /// the account is shown without a session meanwhile. `then` is called when it is open or could
    /// not be opened, unless another account is shown by then.
    void show(const QString &key, const std::function<void()> &then = {});
    void showSandbox();
    /// Closes the sandbox, resets it and shows it again.
    void resetSandbox();
    /// Starts the work that can wait until the first frame is shown: requests of the shown account
    /// at once, the other accounts a few seconds later. To be called once.
    void start();

    /// Uses a sign-in: renews the tokens of its account, or opens a new one, and shows it. Emits
    /// whichAccount() if the service does not say whose it is.
    void useSignIn(const SignInResult &result) { m_signIn.use(result); }
    /// Asks the keychain again, e.g. after it was unlocked.
    void readKeychainAgain(const QString &key);

    /// With an empty name, the service's name is shown again. Does nothing but report the problem
    /// if whyNotRename().
    void rename(const QString &key, const QString &name);
    /// Why the account cannot have this name, because another one has it: a sentence; else empty.
    [[nodiscard]] QString whyNotRename(const QString &key, const QString &name) const
    {
        return m_list.whyNotRename(key, name.simplified());
    }
    [[nodiscard]] AccountOptions options(const QString &key) const;
    /// OpenAccount::confirmedNetwork(); nothing if there is no such account.
    [[nodiscard]] std::optional<NetworkSettings> confirmedNetwork(const QString &key) const;
    /// Takes effect at once, also for queued calls. Opens the account if necessary.
    /// `confirms`: whether the user saved the connection settings, if the account's access is
    /// OtherNetwork.
    void setOptions(const QString &key, const AccountOptions &options, bool confirms = true);
    /// Signing out and removing accounts.
    [[nodiscard]] AccountRemoval &removal() { return m_removal; }
    [[nodiscard]] const AccountRemoval &removal() const { return m_removal; }
    /// Whether accounts refresh automatically (the user's setting).
    void setAutoRefresh(bool enabled) { m_opener.setAutoRefresh(enabled); }
    /// What needs attention in the accounts (the user's settings).
    void setAttentionLimits(const AttentionLimits &limits) { m_opener.setAttentionLimits(limits); }
    /// Whether an order of any account is being sent.
    [[nodiscard]] bool isOrderUnderWay() const;
    [[nodiscard]] TokenRevoker &revoker() { return m_revoker; }
    /// Closes all accounts, and revokes tokens that only this session knows; before the program
    /// ends.
    void closeAll();

Q_SIGNALS:
    /// entries() changed.
    void changed();
    /// Another account is shown, or none, or the shown one was opened. Receivers must stop using
    /// the previous session now, because it may be destroyed afterwards.
    void shownChanged();
    /// An account is about to be closed. Receivers must stop using its connection now.
    void closing(const QString &key);
    /// An account is no longer in the list.
    void removed(const QString &key);
    /// The service does not say which account a sign-in belongs to. `possible` may be empty.
    void whichAccount(const relaybook::SignInResult &result,
                      const std::vector<relaybook::StoredAccount> &possible);
    /// The shown account's token is rejected by the service.
    void signInNeeded(relaybook::TokenKind token);
    /// Something failed: one or more sentences.
    void problem(const QString &sentences);

private:
    void showOpen(OpenAccount *account);
    void showAnother();
    void whenFailed(const QString &key);

    AccountParts m_parts;
    TokenRevoker m_revoker;
    LocalAccounts m_list;
    AccountOpener m_opener;
    AccountSignIn m_signIn;
    AccountRemoval m_removal;
    HiddenAccounts m_hidden;
    bool m_isShownOpen = false; ///< the shown account has a session, and shownChanged() was emitted
    QString m_shownBefore; ///< shown again if the account that is being opened cannot be opened
};

} // namespace relaybook
