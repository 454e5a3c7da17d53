// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/removesecrets.h"

#include "models/accounts/storedaccounts.h"
#include "models/secrets/keychain.h"
#include "ui/base/settings.h"

#include <tl/expected.hpp>

namespace relaybook {

SecretRemoval::SecretRemoval(const QString &dataDir, Keychain &keychain)
    : m_keychain(keychain)
{
    for (const QString &folder : namelessFolders(dataDir)) {
        m_problems.append(tr("The data in “%1” cannot be read, so its entry in the keychain is not "
                             "known.")
                              .arg(folder));
    }
    for (const StoredAccount &account : storedAccounts(dataDir)) {
        if (!account.keychain.entry.isEmpty()) {
            m_entries.prepend(account.keychain.entry);
        }
    }
    const Settings settings(dataDir);
    if (const QString entry = settings.text(Setting::WebhookEntry); !entry.isEmpty()) {
        m_entries.prepend(entry);
    } else if (!settings.problem().isEmpty()) {
        m_problems.append(tr("%1 If a webhook was set up, its entry in the keychain is not known.")
                              .arg(settings.problem()));
    }
}

SecretRemoval::~SecretRemoval() = default;

void SecretRemoval::start()
{
    removeNext();
}

void SecretRemoval::removeNext()
{
    if (m_entries.isEmpty()) {
        Q_EMIT finished(m_problems);
        return;
    }
    const QString entry = m_entries.takeLast();
    m_keychain.remove(entry, this, [this, entry](const tl::expected<void, KeychainError> &removed) {
        if (!removed) {
            m_problems.append(
                tr("The entry “%1” could not be removed: the keychain is locked, does "
                   "not run, or refused it. Remove it in the keychain's own program.")
                    .arg(entry));
        }
        removeNext();
    });
}

} // namespace relaybook
