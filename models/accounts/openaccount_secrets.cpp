// SPDX-License-Identifier: GPL-3.0-or-later
// The secrets of an OpenAccount: loading them from the keychain, storing a sign-in there, and
// signing out.
#include "models/accounts/accountidentity.h"
#include "models/accounts/accountoptions.h"
#include "models/accounts/keychaintext.h"
#include "models/accounts/openaccount.h"
#include "models/accounts/storedaccounts.h"
#include "models/store/keepfile.h"

#include <QRandomGenerator>
#include <QUrl>

#include <utility>

namespace relaybook {
namespace {

/// The name that the keychain shows to the user. The digits distinguish two accounts of one
/// service, and one account in two data folders.
QString newEntryName(const QString &service)
{
    constexpr int digits = 8;
    constexpr int hexadecimal = 16;
    return QStringLiteral("%1 %2")
        .arg(QUrl(service).host())
        .arg(QRandomGenerator::system()->generate(), digits, hexadecimal, QLatin1Char('0'));
}

} // namespace

void OpenAccount::readKeychain()
{
    const KeychainPlace &place = m_account.keychain;
    if (!m_connection || isSandbox()) {
        return;
    }
    if (hasToken(m_secrets)) { // used for this session only so far; tries to store them again
        storeEdit();
        return;
    }
    if (place.isSignedOut && !place.entry.isEmpty()) {
        removeEntry({}); // it could not be removed when the user signed out
    }
    if (place.isSignedOut || place.entry.isEmpty()) {
        m_connection->auth().giveUp();
        setAccess(AccountAccess::SignedOut);
        return;
    }
    m_connection->auth().expect(place.hasPersonal, place.hasReseller);
    setAccess(AccountAccess::ReadingKeychain);
    readEntry();
}

void OpenAccount::readKeychainIfLocked()
{
    if (m_access == AccountAccess::KeychainLocked || m_access == AccountAccess::KeychainMissing) {
        readKeychain();
    }
}

void OpenAccount::readEntry()
{
    m_parts.keychain.read(m_account.keychain.entry, this,
                          [this, turn = ++m_turn](const auto &read) {
                              if (turn == m_turn) {
                                  whenRead(ownSecrets(read));
                              }
                          });
}

/// Connection settings that the user saved in this session replace those of the entry.
tl::expected<AccountSecrets, KeychainError>
OpenAccount::ownSecrets(const tl::expected<AccountSecrets, KeychainError> &read) const
{
    const bool isSaved = read && m_edit.network;
    return secretsFor(m_account.service,
                      isSaved ? read->network : networkIdentity(m_account.options.network), read);
}

void OpenAccount::whenRead(const tl::expected<AccountSecrets, KeychainError> &read)
{
    if (!read) {
        whenNotRead(read.error());
        return;
    }
    m_isRead = true;
    m_stored = *read;
    // Tokens of this session take precedence over those of the keychain.
    if (!hasToken(m_secrets)) {
        m_secrets = m_edit.appliedTo(m_stored);
    } else {
        m_secrets = filledUp(m_edit.appliedTo(m_secrets), m_edit.appliedTo(m_stored));
    }
    useSecrets();
    if (m_access == AccountAccess::SignedOut && !m_edit.hasToken()) {
        setAccess(AccountAccess::SignedOut,
                  tr("The sign-in of this account is no longer in the keychain. Sign in again."));
    }
    storeEdit();
    Q_EMIT keychainRead();
}

void OpenAccount::whenNotRead(const KeychainError &error)
{
    const bool isOfNoUse = error.kind == KeychainError::Unreadable ||
                           error.kind == KeychainError::OtherService ||
                           error.kind == KeychainError::OtherNetwork;
    if (m_edit.hasToken() && isOfNoUse) {
        m_isRead = true; // only a sign-in may replace such an entry
        m_stored = {};
        writeEdit();
        return;
    }
    if (hasToken(m_secrets)) {
        keepForThisSession(error);
        return;
    }
    if (m_connection) {
        m_connection->auth().giveUp();
    }
    setAccess(accessFor(error.kind), keychainReadText(error));
}

/// Gives the secrets to the connection.
void OpenAccount::useSecrets()
{
    if (!m_connection) {
        return;
    }
    m_connection->client().setNetwork(options().network);
    AuthSession &auth = m_connection->auth();
    if (hasToken(m_secrets)) {
        auth.setTokens(m_secrets.personalToken, m_secrets.resellerKey);
        setAccess(AccountAccess::SignedIn);
    } else {
        auth.giveUp();
        setAccess(AccountAccess::SignedOut);
    }
}

void OpenAccount::useSignIn(const SignInResult &result, const std::optional<TokenId> &id)
{
    SecretChanges edit;
    if (!result.personalToken.isEmpty()) {
        edit.personal = SecretChanges::Personal{result.personalToken, id};
    }
    if (!result.resellerKey.isEmpty()) {
        edit.resellerKey = result.resellerKey;
    }
    // A sign-in without network settings, e.g. for a renewed token, uses those of the account if
    // the keychain confirmed them.
    const bool hasWay = result.isKept && (result.network != NetworkSettings() || !isNetworkSaved());
    if (hasWay) {
        rememberNew({m_account.options.viewOnly, result.network}, edit);
        edit.network = true;
    }
    rememberFingerprints(m_session->kept(), fingerprintsOf(result));
    if (edit.personal && edit.personal->token != m_secrets.personalToken) {
        revokeUnkept(); // replaced before it was stored
    }
    m_secrets = edit.appliedTo(m_secrets);
    useSecrets();
    if (!result.isKept) {
        m_isInKeychain = false;
        KeepFile &kept = m_session->kept();
        if (const QString told = QStringLiteral("environment_told"); kept.fact(told).isEmpty()) {
            kept.setFact(told, QStringLiteral("1")); // not at each start
            m_problem = tr("This sign-in comes from the environment of the program: it is used for "
                           "this session only.");
        }
        Q_EMIT changed();
        return;
    }
    m_edit.add(edit);
    storeEdit();
}

/// Stores the user's changes in the keychain. Other secrets of its entry stay, so it is read first.
void OpenAccount::storeEdit()
{
    if (m_edit.isEmpty()) {
        return;
    }
    if (m_edit.hasToken()) {
        m_isInKeychain = false;
        m_isBeingStored = true;
        Q_EMIT changed();
    }
    const bool isUnused = m_account.keychain.entry.isEmpty() || m_account.keychain.isSignedOut;
    if (isUnused && !m_edit.hasToken()) {
        return; // stored with the next sign-in
    }
    if (isUnused) {
        m_isRead = true;
        m_stored = {};
    }
    if (m_isRead) {
        writeEdit();
    } else {
        readEntry();
    }
}

/// Stores the name of the entry before the entry itself: if the program is killed in between, the
/// next start reports a missing entry. The account counts as signed in only after the entry was
/// written, because until then it may have old secrets.
void OpenAccount::writeEdit()
{
    AccountSecrets wanted = m_edit.appliedTo(m_stored);
    wanted.service = m_account.service;
    wanted.network = networkIdentity(m_account.options.network);
    if (m_edit.network && wanted.proxyPassword.passwordFor(m_account.options.network).isEmpty()) {
        wanted.proxyPassword = {}; // of another proxy
    }
    KeychainPlace &place = m_account.keychain;
    if (place.entry.isEmpty()) {
        place.entry = newEntryName(m_account.service);
    }
    place.hasPersonal = !wanted.personalToken.isEmpty();
    place.hasReseller = !wanted.resellerKey.isEmpty();
    rememberKeychain(m_session->kept(), place);
    m_parts.keychain.write(place.entry, wanted, this,
                           [this, wanted, turn = ++m_turn](const auto &written) {
                               if (turn == m_turn) {
                                   whenWritten(written, wanted);
                               }
                           });
}

void OpenAccount::whenWritten(const tl::expected<void, KeychainError> &written,
                              const AccountSecrets &wanted)
{
    if (!written) {
        keepForThisSession(written.error());
        return;
    }
    if (m_stored.personalTokenId && m_stored.personalToken != wanted.personalToken) {
        revoke(m_stored); // replaced by this sign-in
    }
    m_stored = wanted;
    m_edit = {};
    m_isRead = true;
    m_account.keychain.isSignedOut = false;
    rememberKeychain(m_session->kept(), m_account.keychain);
    m_isBeingStored = false;
    m_isInKeychain = m_secrets.personalToken == wanted.personalToken &&
                     m_secrets.resellerKey == wanted.resellerKey;
    if (m_isInKeychain) {
        m_problem.clear();
    }
    Q_EMIT changed();
}

void OpenAccount::keepForThisSession(const KeychainError &error)
{
    KeychainPlace &place = m_account.keychain;
    if (m_isRead && m_stored.isEmpty() && !place.isSignedOut) {
        place = {}; // there is no entry for the next start to read
        rememberKeychain(m_session->kept(), place);
    }
    m_isBeingStored = false;
    m_problem = keychainWriteText(error);
    Q_EMIT changed();
    if (m_edit.network && !m_edit.hasToken()) {
        Q_EMIT problem(tr("The connection settings could not be stored in the keychain, so they "
                          "are used for this session only. Save them again when it works: "
                          "otherwise nothing is sent at the next start."));
    }
}

void OpenAccount::signOut(SignOutHandler done)
{
    const bool isUnread = !m_isRead && !m_account.keychain.isSignedOut &&
                          !m_account.keychain.entry.isEmpty() && !isSandbox();
    if (m_secrets.personalTokenId) {
        revoke(m_secrets);
    }
    forgetSecrets();
    if (!isUnread) {
        removeEntry(std::move(done));
        return;
    }
    // The token to revoke and its id are only in the entry.
    m_parts.keychain.read(
        m_account.keychain.entry, this,
        [this, done = std::move(done), turn = ++m_turn](const auto &read) {
            if (turn != m_turn) {
                return; // signed in again meanwhile
            }
            const auto own = ownSecrets(read);
            if (own && own->personalTokenId) {
                revoke(*own);
            } else if (read && read->personalTokenId && !own) {
                Q_EMIT problem(tr("The token was not revoked, because the keychain has it for "
                                  "another address or other connection settings than those that "
                                  "are stored. Delete it at the service."));
            }
            removeEntry(done);
        });
}

/// Works also without a session. If storing fails, the next start reports a missing entry.
void OpenAccount::rememberPlace()
{
    if (m_session) {
        rememberKeychain(m_session->kept(), m_account.keychain);
        return;
    }
    if (isNameless()) {
        return;
    }
    KeepFile kept(AccountSession::folderOf(sessionConfig()), m_parts.clock);
    rememberKeychain(kept, m_account.keychain);
}

void OpenAccount::forgetSecrets()
{
    ++m_turn;
    m_secrets = {};
    m_stored = {};
    m_edit = {};
    m_isInKeychain = true;
    m_isBeingStored = false;
    m_account.keychain.isSignedOut = true;
    rememberPlace();
    if (!m_session) {
        Q_EMIT changed(); // it is signed out, and its stored data still cannot be opened
        return;
    }
    m_session->forgetCredentials();
    if (m_connection) {
        const KeychainPlace &place = m_account.keychain;
        m_connection->auth().clear();
        // The stored data is still shown.
        m_connection->auth().expect(place.hasPersonal, place.hasReseller);
        m_connection->auth().giveUp();
    }
    setAccess(AccountAccess::SignedOut);
}

void OpenAccount::removeEntry(SignOutHandler done)
{
    const auto whenRemoved = [this, done = std::move(done),
                              turn = m_turn](const std::optional<KeychainError> &error) {
        if (turn != m_turn) {
            return; // signed in again meanwhile
        }
        if (!error) {
            m_account.keychain.entry.clear();
            rememberPlace();
        } else if (m_session) {
            setAccess(AccountAccess::SignedOut,
                      keychainRemoveText(*error, m_account.keychain.entry));
        } else if (!done) {
            Q_EMIT problem(keychainRemoveText(*error, m_account.keychain.entry));
        }
        if (done) {
            done(error);
        }
    };
    if (m_account.keychain.entry.isEmpty()) {
        QMetaObject::invokeMethod(
            this, [whenRemoved] { whenRemoved(std::nullopt); }, Qt::QueuedConnection);
        return;
    }
    m_parts.keychain.remove(m_account.keychain.entry, this, [whenRemoved](const auto &removed) {
        whenRemoved(removed ? std::nullopt : std::optional(removed.error()));
    });
}

void OpenAccount::revoke(const AccountSecrets &secrets)
{
    NetworkSettings network = options().network;
    network.password =
        secrets.proxyPassword.passwordFor(network); // not that of m_secrets, which may be cleared
    m_revoker.revoke(address(), network, secrets.personalToken, *secrets.personalTokenId);
}

void OpenAccount::revokeUnkept()
{
    const bool isKept = m_secrets.personalToken == m_stored.personalToken;
    if (m_secrets.personalTokenId && !isKept) {
        revoke(m_secrets);
    }
}

} // namespace relaybook
