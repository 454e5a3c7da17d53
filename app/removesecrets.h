// SPDX-License-Identifier: GPL-3.0-or-later
// Removes the secrets of all accounts, and the address of the webhook, from the keychain.

#pragma once

#include <QObject>
#include <QStringList>

namespace relaybook {

class Keychain;

/// Removes the keychain's entry of every account that has data in a folder, and of the webhook. For
/// an uninstaller that deletes the data: afterwards nobody would know which entries were
/// Relaybook's. Revokes nothing at a service. Of the files, only damaged settings are changed: they
/// are repaired as at each start.
class SecretRemoval : public QObject
{
    Q_OBJECT

public:
    /// `keychain` must outlive this object.
    SecretRemoval(const QString &dataDir, Keychain &keychain);
    ~SecretRemoval() override;

    /// To be called once. finished() follows in any case, maybe before this returns: every
    /// operation of a keychain has a time limit.
    void start();

Q_SIGNALS:
    /// What could not be removed and why, in sentences; empty if all is removed.
    void finished(const QStringList &problems);

private:
    void removeNext();

    QStringList m_entries; ///< those to remove, the last one next
    QStringList m_problems;
    Keychain &m_keychain;
};

} // namespace relaybook
