// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/localaccounts.h"

#include "models/accounts/accountchoice.h"
#include "models/accounts/openaccount.h"
#include "models/accounts/storedaccounts.h"
#include "models/text/showntext.h"

#include <QCollator>

#include <algorithm>
#include <array>

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

/// How many accounts have each colour.
using ColourUses = std::array<int, accountColours>;

void count(ColourUses &uses, const StoredAccount &account)
{
    if (account.colour) {
        ++uses.at(static_cast<std::size_t>(*account.colour));
    }
}

/// The sandbox has an icon instead.
bool needsColour(const StoredAccount &account)
{
    return !account.colour && account.service != sandboxService();
}

/// The first of the least used colours, beginning with one that depends on the key, so that most
/// accounts get the same colour on every computer.
int leastUsed(ColourUses uses, const QString &key)
{
    const int first = qChecksum(key.toUtf8()) % accountColours; // qHash() may change with Qt
    std::rotate(uses.begin(), uses.begin() + first, uses.end());
    const auto least = std::min_element(uses.begin(), uses.end());
    return (first + static_cast<int>(least - uses.begin())) % accountColours;
}

/// Gives a colour to those that have none, and another one to those that share theirs while a
/// colour is free.
void giveColours(std::vector<StoredAccount> &stored)
{
    ColourUses uses{};
    for (const StoredAccount &each : stored) {
        count(uses, each);
    }
    for (StoredAccount &each : stored) {
        const bool isFree = std::find(uses.begin(), uses.end(), 0) != uses.end();
        if (each.colour && isFree && uses.at(static_cast<std::size_t>(*each.colour)) > 1) {
            --uses.at(static_cast<std::size_t>(*each.colour));
            each.colour.reset();
        }
        if (needsColour(each)) {
            each.colour = leastUsed(uses, each.key);
            count(uses, each);
        }
    }
}

} // namespace

LocalAccounts::LocalAccounts(const AccountParts &parts, TokenRevoker &revoker)
    : m_parts(parts)
    , m_revoker(revoker)
{
    std::vector<StoredAccount> stored = storedAccounts(m_parts.dataDir);
    m_lastUsed = stored.empty() ? QString() : stored.front().key;
    giveColours(stored);
    for (StoredAccount &each : stored) {
        add(std::move(each));
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
    makeNamesUnique(entries);
    std::sort(entries.begin(), entries.end(), isBefore);
    const bool isChanged = entries != m_entries;
    if (isChanged) {
        m_entries = std::move(entries);
    }
    for (const auto &account : m_accounts) {
        if (account->isOpen() && !account->isSandbox()) {
            account->session()->showAs(nameOf(*account));
        }
    }
    if (isChanged) {
        Q_EMIT changed();
    }
}

/// `entries` are in the order of the accounts.
void LocalAccounts::makeNamesUnique(std::vector<AccountEntry> &entries) const
{
    std::vector<NamedAccount> named;
    named.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const AccountEntry &entry = entries[i];
        named.push_back({entry.plainName, entry.address, m_accounts[i]->email(), entry.key});
    }
    const QStringList names = distinctNames(named);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        entries[i].name = names.at(static_cast<qsizetype>(i));
    }
}

QString LocalAccounts::whyNotRename(const QString &key, const QString &name) const
{
    const auto taken =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const AccountEntry &each) {
            return each.key != key &&
                   (isSameName(each.plainName, name) || isSameName(each.name, name));
        });
    if (name.isEmpty()) {
        return {};
    }
    if (taken != m_entries.end()) {
        return tr("Another account has the name “%1”. Enter a different name.").arg(isolated(name));
    }
    // A script that names the other account by it would get this one.
    std::vector<StoredAccount> others;
    for (const auto &each : m_accounts) {
        if (each->key() != key) {
            others.push_back(each->account());
        }
    }
    return chooseAccount(name, others)
               ? tr("“%1” is the e-mail address, address or key of another account. Enter a "
                    "different name.")
                     .arg(isolated(name))
               : QString();
}

QString LocalAccounts::nameOf(const OpenAccount &account) const
{
    const AccountEntry *listed = entry(account.key());
    return listed != nullptr ? listed->name : account.entry().name;
}

OpenAccount &LocalAccounts::add(StoredAccount account)
{
    if (needsColour(account)) {
        ColourUses uses{};
        for (const auto &each : m_accounts) {
            count(uses, each->account());
        }
        account.colour = leastUsed(uses, account.key);
    }
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
