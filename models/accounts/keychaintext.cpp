// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/keychaintext.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct KeychainText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::KeychainText)
};

// Whether a user can understand the text. For example, nobody understands "No such secret
// collection at path: /", the error if the user closes the question of a keychain that has no
// collection yet.
bool isForPeople(const QString &detail)
{
    return !detail.isEmpty() && !detail.contains(QLatin1Char('/'));
}

} // namespace

QString networkText(const QString &identity)
{
    // The hash of certificates says nothing to people.
    const QStringList parts = identity.split(QLatin1String(", "), Qt::SkipEmptyParts);
    const bool hasOwn = !parts.isEmpty() && parts.back().startsWith(QLatin1String("certificates"));
    const bool isDirect = parts.size() == (hasOwn ? 1 : 0);
    const QString proxy = isDirect ? KeychainText::tr("no proxy")
                          : parts.front() == QLatin1String("system")
                              ? KeychainText::tr("the system's proxy")
                              : KeychainText::tr("the proxy %1").arg(parts.front());
    return hasOwn ? KeychainText::tr("%1, and a certificate file").arg(proxy) : proxy;
}

AccountAccess accessFor(KeychainError::Kind kind)
{
    switch (kind) {
    case KeychainError::Missing:
        return AccountAccess::KeychainMissing;
    case KeychainError::Unreadable:
    case KeychainError::Newer:
    case KeychainError::OtherService:
        return AccountAccess::SecretsUnreadable;
    case KeychainError::OtherNetwork:
        return AccountAccess::OtherNetwork;
    case KeychainError::Locked:
    case KeychainError::TimedOut:
    case KeychainError::Failed:
        break;
    }
    return AccountAccess::KeychainLocked;
}

QString keychainReadText(const KeychainError &error)
{
    switch (error.kind) {
    case KeychainError::Missing:
        return KeychainText::tr(
            "This computer has no keychain that runs. Sign in for this session, "
            "or start the keychain and try again.");
    case KeychainError::Locked:
        return KeychainText::tr(
            "The keychain is locked. Unlock it and try again, or sign in for this session.");
    case KeychainError::TimedOut:
        return KeychainText::tr("The keychain did not answer. Look for its question and try "
                                "again, or sign in for this session.");
    case KeychainError::Unreadable:
        return KeychainText::tr("The sign-in of this account in the keychain is damaged. Sign in "
                                "again: this replaces it.");
    case KeychainError::Newer:
        return KeychainText::tr("The sign-in of this account was stored by a newer version of "
                                "Relaybook. Use that version, or sign in for this session.");
    case KeychainError::OtherService:
        return KeychainText::tr("The sign-in in the keychain is for %1, but this account is stored "
                                "with another address, so nothing was sent. If the address shown "
                                "here is right, sign in again: this replaces it.")
            .arg(error.detail);
    case KeychainError::OtherNetwork:
        return KeychainText::tr("The connection settings of this account are not those that its "
                                "sign-in was stored with: %1. Nothing was sent. Check them in the "
                                "account's settings and save them.")
            .arg(networkText(error.detail));
    case KeychainError::Failed:
        break;
    }
    if (!isForPeople(error.detail)) {
        return KeychainText::tr("The keychain could not be read. If it asks something, answer it "
                                "and try again, or sign in for this session.");
    }
    return KeychainText::tr("The keychain could not be read (%1). Try again, or sign in for this "
                            "session.")
        .arg(error.detail);
}

QString keychainWriteText(const KeychainError &error)
{
    switch (error.kind) {
    case KeychainError::Missing:
        return KeychainText::tr("This computer has no keychain that runs: the sign-in is kept for "
                                "this session only.");
    case KeychainError::Locked:
        return KeychainText::tr("The keychain is locked: the sign-in is kept for this session "
                                "only. Unlock it and try again to store it.");
    case KeychainError::TimedOut:
        return KeychainText::tr("The keychain did not answer: the sign-in is kept for this "
                                "session only.");
    case KeychainError::Newer:
        return KeychainText::tr("The keychain has a sign-in of this account from a newer version "
                                "of Relaybook, which is not replaced. This one is kept for this "
                                "session only.");
    case KeychainError::OtherService:
        return KeychainText::tr("The keychain has a sign-in for %1 under this account's entry, "
                                "which is not replaced. This one is kept for this session only.")
            .arg(error.detail);
    case KeychainError::OtherNetwork:
        return KeychainText::tr(
            "The keychain has a sign-in of this account for other connection "
            "settings, which is not replaced. This one is kept for this session "
            "only.");
    case KeychainError::Unreadable:
    case KeychainError::Failed:
        break;
    }
    if (!isForPeople(error.detail)) {
        return KeychainText::tr("The keychain could not store the sign-in: it is kept for this "
                                "session only. If the keychain asks something, answer it, then "
                                "try again.");
    }
    return KeychainText::tr("The keychain could not store the sign-in (%1): it is kept for this "
                            "session only.")
        .arg(error.detail);
}

QString keychainRemoveText(const KeychainError &error, const QString &entry)
{
    if (error.kind == KeychainError::Missing || error.kind == KeychainError::Locked) {
        return KeychainText::tr("Signed out. The keychain is locked or does not run, so the entry "
                                "“%1” is still in it. Relaybook removes it when it next opens this "
                                "account.")
            .arg(entry);
    }
    return KeychainText::tr("Signed out. The entry “%1” could not be removed from the keychain. "
                            "Relaybook tries it again when it next opens this account.")
        .arg(entry);
}

std::optional<qsizetype> mostEntryBytes()
{
#ifdef Q_OS_WIN
    constexpr qsizetype mostOfWindows = 2560; // CRED_MAX_CREDENTIAL_BLOB_SIZE
    return mostOfWindows;
#else
    return std::nullopt;
#endif
}

bool fitsKeychain(const SignInInput &input, std::optional<qsizetype> most)
{
    constexpr qsizetype around = 256; // the names of the members, the address, the token's id
    const qsizetype bytes =
        around + input.address.toUtf8().size() + input.personalToken.reveal().size() +
        input.resellerKey.reveal().size() + input.network.password.reveal().size() +
        networkIdentity(input.network).toUtf8().size() + // and the proxy of the password
        proxyIdentity(input.network).toUtf8().size();
    return !most || bytes <= *most;
}

} // namespace relaybook
