// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/removesecrets.h"

#include "models/accounts/storedaccounts.h"
#include "models/secrets/keychain.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QStringList>

#include <tl/expected.hpp>

namespace relaybook {
namespace {

struct RemovalText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::RemovalText)
};

} // namespace

QString removeSecrets(const QString &dataDir, Keychain &keychain)
{
    QStringList problems;
    for (const QString &folder : namelessFolders(dataDir)) {
        problems.append(RemovalText::tr("The data in “%1” cannot be read, so its entry in the "
                                        "keychain is not known.")
                            .arg(folder));
    }
    for (const StoredAccount &account : storedAccounts(dataDir)) {
        const QString entry = account.keychain.entry;
        if (entry.isEmpty()) {
            continue;
        }
        QEventLoop waiting;
        keychain.remove(entry, &waiting, [&](const tl::expected<void, KeychainError> &removed) {
            if (!removed) {
                problems.append(RemovalText::tr("The entry “%1” could not be removed: the keychain "
                                                "is locked, does not run, or refused it. Remove it "
                                                "in the keychain's own program.")
                                    .arg(entry));
            }
            waiting.quit();
        });
        waiting.exec(); // ends: every operation of a keychain has a time limit
    }
    return problems.join(u'\n');
}

} // namespace relaybook
