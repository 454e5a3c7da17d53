// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/localaccounts.h"

#include "models/accounts/openaccount.h"
#include "models/accounts/storedaccounts.h"

#include <QCollator>

#include <algorithm>

namespace relaybook {
namespace {

bool isBefore(const AccountEntry &a, const AccountEntry &b)
{
    if (a.isSandbox != b.isSandbox) {
        return b.isSandbox;
    }
    static const QCollator collator;
    const int order = collator.compare(a.name, b.name);
    return order != 0 ? order < 0 : a.key < b.key;
}

} // namespace

LocalAccounts::LocalAccounts(const AccountParts &parts, TokenRevoker &revoker)
    : m_parts(parts)
    , m_revoker(revoker)
{
    for (StoredAccount &stored : storedAccounts(m_parts.dataDir)) {
        if (m_lastUsed.isEmpty()) {
            m_lastUsed = stored.key;
        }
        add(std::move(stored));
    }
    for (const QString &key : namelessFolders(m_parts.dataDir)) {
        StoredAccount account;
        account.key = key;
        constexpr qsizetype digits = 6;
        account.name = tr("Unknown account %1").arg(key.left(digits));
        add(std::move(account));
    }
    updateEntries();
}

LocalAccounts::~LocalAccounts() = default;

/// Reads the files again, because the stored identity of an open account can change.
std::vector<StoredAccount> LocalAccounts::stored() const
{
    std::vector<StoredAccount> stored = storedAccounts(m_parts.dataDir);
    for (const auto &each : m_accounts) {
        const bool isStored = std::any_of(stored.begin(), stored.end(), [&](const auto &other) {
            return other.key == each->key();
        });
        if (!isStored && !each->isNameless()) { // just added
            stored.push_back(each->account());
        }
    }
    return stored;
}

OpenAccount *LocalAccounts::find(const QString &key) const
{
    const auto found = std::find_if(m_accounts.begin(), m_accounts.end(),
                                    [&key](const auto &each) { return each->key() == key; });
    return found == m_accounts.end() ? nullptr : found->get();
}

const AccountEntry *LocalAccounts::entry(const QString &key) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&key](const auto &each) { return each.key == key; });
    return found == m_entries.end() ? nullptr : &*found;
}

void LocalAccounts::setShown(OpenAccount *account)
{
    m_shown = account;
    updateEntries();
}

void LocalAccounts::updateEntries()
{
    std::vector<AccountEntry> entries;
    entries.reserve(m_accounts.size());
    for (const auto &account : m_accounts) {
        entries.push_back(account->entry());
        entries.back().isShown = account.get() == m_shown;
    }
    std::sort(entries.begin(), entries.end(), isBefore);
    if (entries != m_entries) {
        m_entries = std::move(entries);
        Q_EMIT changed();
    }
}

OpenAccount &LocalAccounts::add(StoredAccount account)
{
    auto added = std::make_unique<OpenAccount>(m_parts, m_revoker, std::move(account));
    OpenAccount &result = *added;
    connect(&result, &OpenAccount::changed, this, &LocalAccounts::updateEntries);
    connect(&result, &OpenAccount::problem, this, &LocalAccounts::problem);
    connect(&result, &OpenAccount::keychainRead, this, [this] {
        for (const auto &each : m_accounts) {
            each->readKeychainIfLocked();
        }
    });
    connect(&result, &OpenAccount::signInNeeded, this, [this, &result](TokenKind token) {
        if (&result == m_shown) {
            Q_EMIT signInNeeded(token);
        }
    });
    m_accounts.push_back(std::move(added));
    return result;
}

void LocalAccounts::drop(OpenAccount &account)
{
    account.disconnect(this);
    account.close();
    const auto gone = std::find_if(m_accounts.begin(), m_accounts.end(),
                                   [&account](const auto &each) { return each.get() == &account; });
    gone->release()->deleteLater();
    m_accounts.erase(gone);
}

} // namespace relaybook
