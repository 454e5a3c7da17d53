// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/openaccount.h"

#include "models/account/accountchoice.h"
#include "models/account/accountidentity.h"
#include "models/account/accountoptions.h"
#include "models/account/keychaintext.h"
#include "models/account/storedaccounts.h"
#include "models/buying/purchasedesk.h"

#include <QRandomGenerator>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

/// What the user sees in the list of the keychain. The digits keep two accounts of one service, and
/// one account in two data folders, apart.
QString newEntryName(const QString &service)
{
    constexpr int digits = 8;
    constexpr int hexadecimal = 16;
    return QStringLiteral("%1 %2")
        .arg(QUrl(service).host())
        .arg(QRandomGenerator::system()->generate(), digits, hexadecimal, QLatin1Char('0'));
}

} // namespace

OpenAccount::OpenAccount(const OpenAccounts::Parts &parts, TokenRevoker &revoker,
                         StoredAccount account)
    : m_parts(parts)
    , m_revoker(revoker)
    , m_account(std::move(account))
{
}

OpenAccount::~OpenAccount()
{
    close();
}

bool OpenAccount::isSandbox() const
{
    return m_account.service == sandboxService();
}

// ------------------------------------------------------------------------------------- opening

void OpenAccount::open(bool hasSignIn, OpenHandler done)
{
    if (isOpen()) {
        done({});
        return;
    }
    if (isOpening()) {
        m_waiting.push_back(std::move(done));
        return;
    }
    m_wasTried = true;
    const QString folder = AccountSession::folderOf(sessionConfig());
    const Instant now = m_parts.clock.now();
    if (!takesLongToOpen(folder)) {
        done(openWith(openCacheFile(folder, now), hasSignIn));
        return;
    }
    m_waiting.push_back(std::move(done));
    m_opening = std::make_unique<CacheOpening>(
        folder, now, this, [this, hasSignIn](StoreResult<CacheFile> cache) {
            m_opening.reset();
            const auto opened = openWith(std::move(cache), hasSignIn);
            for (const OpenHandler &each : std::exchange(m_waiting, {})) {
                each(opened);
            }
        });
    setAccess(AccountAccess::UpdatingData);
}

/// What follows once the cache file was opened, or could not be.
Result<void> OpenAccount::openWith(StoreResult<CacheFile> cache, bool hasSignIn)
{
    Result<void> connected;
    if (!m_parts.offline) {
        connected = isSandbox() ? openSandbox() : connectToService();
    }
    if (auto opened = openSession(std::move(cache)); !opened) {
        m_connection.reset();
        setAccess(AccountAccess::Unusable, opened.error().message);
        return opened;
    }
    if (!connected) {
        // The stored data is shown all the same.
        setAccess(AccountAccess::Unusable, connected.error().message);
        return connected;
    }
    if (m_parts.offline) {
        setAccess(AccountAccess::Offline);
    } else if (isSandbox()) {
        setAccess(AccountAccess::SignedIn);
    } else if (!hasSignIn) {
        readKeychain();
    }
    return {};
}

Result<void> OpenAccount::connectToService()
{
    if (!m_account.optionsProblem.isEmpty()) {
        return localError(m_account.optionsProblem);
    }
    auto connection = m_parts.connect(m_account.service, options().network);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    m_connection = std::move(*connection);
    m_connection->client().setViewOnly(m_account.options.viewOnly);
    const KeychainPlace &place = m_account.keychain;
    m_connection->auth().expect(place.hasPersonal, place.hasReseller);
    connect(&m_connection->client(), &ApiClient::signInNeeded, this, [this](TokenKind token) {
        m_rejected = token;
        setAccess(AccountAccess::Rejected);
        Q_EMIT signInNeeded(token);
    });
    return {};
}

Result<void> OpenAccount::openSandbox()
{
    const auto sandbox = m_parts.startSandbox();
    if (!sandbox) {
        return tl::unexpected(sandbox.error());
    }
    auto connection = m_parts.connect(sandbox->url, {});
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    m_connection = std::move(*connection);
    m_connection->client().setViewOnly(m_account.options.viewOnly);
    m_connection->auth().setPersonalToken(sandbox->personalToken);
    m_connection->auth().setResellerKey(sandbox->resellerKey);
    return {};
}

AccountSession::Config OpenAccount::sessionConfig() const
{
    AccountSession::Config config;
    config.dataDir = m_parts.dataDir;
    config.service = m_account.service;
    config.account = m_account.account;
    config.givenName = m_account.givenName;
    config.fingerprints = m_account.fingerprints;
    config.offline = !m_connection;
    config.isUsed = false; // noteShown()
    return config;
}

Result<void> OpenAccount::openSession(StoreResult<CacheFile> cache)
{
    auto session = AccountSession::open(
        sessionConfig(), std::move(cache), m_connection ? &m_connection->client() : nullptr,
        m_connection ? m_connection->auth() : m_noTokens, m_parts.clock);
    if (!session) {
        return tl::unexpected(session.error());
    }
    m_session = std::move(*session);
    connect(m_session.get(), &AccountSession::summaryChanged, this, &OpenAccount::changed);
    connect(&m_session->purchases(), &PurchaseDesk::orderChanged, this, &OpenAccount::changed);
    connect(&m_session->purchases(), &PurchaseDesk::stateChanged, this, &OpenAccount::changed);
    return {};
}

void OpenAccount::noteShown()
{
    rememberUse(m_session->kept(), m_parts.dataDir, m_account.service, m_account.account,
                m_parts.clock);
}

void OpenAccount::close()
{
    ++m_turn;
    m_opening.reset();
    m_waiting.clear();
    m_session.reset();
    m_connection.reset();
    m_secrets = {};
    m_secrets.proxyPassword = m_edit.proxyPassword.value_or(Secret());
    m_stored = {};
    m_isRead = false;
    m_access = AccountAccess::NotOpened;
}

// ------------------------------------------------------------------------------------- secrets

void OpenAccount::readKeychain()
{
    const KeychainPlace &place = m_account.keychain;
    if (!m_connection || isSandbox()) {
        return;
    }
    if (hasToken(m_secrets)) { // for this session: what could not be stored is stored now
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

void OpenAccount::readEntry()
{
    m_parts.keychain.read(m_account.keychain.entry, this,
                          [this, turn = ++m_turn](const auto &read) {
                              if (turn == m_turn) {
                                  whenRead(read);
                              }
                          });
}

void OpenAccount::whenRead(const tl::expected<AccountSecrets, KeychainError> &read)
{
    if (!read) {
        whenNotRead(read.error());
        return;
    }
    m_isRead = true;
    m_stored = *read;
    // Tokens that are in use for this session are not replaced by those of the keychain.
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
}

void OpenAccount::whenNotRead(const KeychainError &error)
{
    if (m_edit.hasToken() && error.kind == KeychainError::Unreadable) {
        m_isRead = true; // a damaged entry is replaced by a sign-in, and by nothing less
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
    // One without settings of its own, e.g. for a renewed token, goes the way of the account.
    const bool hasWay = result.isKept && result.network != NetworkSettings();
    if (hasWay) {
        edit.proxyPassword = result.network.password; // also an empty one: it is another proxy's
        AccountOptions options = m_account.options;
        options.network = result.network;
        rememberNew(options);
    }
    rememberFingerprints(m_session->kept(), fingerprintsOf(result));
    if (edit.personal && edit.personal->token != m_secrets.personalToken) {
        revokeUnkept(); // replaced before it was stored
    }
    m_secrets = edit.appliedTo(m_secrets);
    useSecrets();
    if (!result.isKept) {
        m_isInKeychain = false;
        m_problem = tr("This sign-in comes from the environment of the program: it is used for "
                       "this session only.");
        Q_EMIT changed();
        return;
    }
    m_edit.add(edit);
    storeEdit();
}

/// Brings what the user changed into the keychain, whose entry may have more than that.
void OpenAccount::storeEdit()
{
    if (m_edit.isEmpty()) {
        return;
    }
    if (m_edit.hasToken()) {
        m_isInKeychain = false;
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

/// What is stored where is remembered first: a program that is killed in between finds an entry
/// that is missing, and says so. That the account is signed in again counts only once it is
/// written: until then the entry may be an old one.
void OpenAccount::writeEdit()
{
    const AccountSecrets wanted = m_edit.appliedTo(m_stored);
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
        place = {}; // the next start has nothing to read
        rememberKeychain(m_session->kept(), place);
    }
    m_problem = keychainWriteText(error);
    Q_EMIT changed();
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
    // Only the entry has the token that Relaybook created, and its id.
    m_parts.keychain.read(m_account.keychain.entry, this,
                          [this, done = std::move(done), turn = ++m_turn](const auto &read) {
                              if (turn != m_turn) {
                                  return; // signed in again meanwhile
                              }
                              if (read && read->personalTokenId) {
                                  revoke(*read);
                              }
                              removeEntry(done);
                          });
}

void OpenAccount::forgetSecrets()
{
    ++m_turn;
    m_secrets = {};
    m_stored = {};
    m_edit = {};
    m_isInKeychain = true;
    m_account.keychain.isSignedOut = true;
    rememberKeychain(m_session->kept(), m_account.keychain);
    m_session->forgetCredentials();
    if (m_connection) {
        const KeychainPlace &place = m_account.keychain;
        m_connection->auth().clear();
        // The stored data stays in view.
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
        if (error) {
            setAccess(AccountAccess::SignedOut,
                      keychainRemoveText(*error, m_account.keychain.entry));
        } else {
            m_account.keychain.entry.clear();
            rememberKeychain(m_session->kept(), m_account.keychain);
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
    m_revoker.revoke(address(), options().network, secrets.personalToken, *secrets.personalTokenId);
}

void OpenAccount::revokeUnkept()
{
    const bool isKept = m_secrets.personalToken == m_stored.personalToken;
    if (m_secrets.personalTokenId && !isKept) {
        revoke(m_secrets);
    }
}

// ------------------------------------------------------------------------------------- options

AccountOptions OpenAccount::options() const
{
    AccountOptions options = m_account.options;
    options.network.password = m_secrets.proxyPassword;
    return options;
}

void OpenAccount::rememberNew(const AccountOptions &options)
{
    m_account.options = options;
    m_account.options.network.password = {};
    m_account.optionsProblem.clear();
    rememberOptions(m_session->kept(), m_account.options);
}

/// Without a password the proxy of before keeps its own; another one has none.
void OpenAccount::setOptions(const AccountOptions &options)
{
    const NetworkSettings &before = m_account.options.network;
    const NetworkSettings &network = options.network;
    const bool isSameProxy = before.proxy == network.proxy && before.host == network.host &&
                             before.port == network.port && before.user == network.user;
    const bool isOtherPassword = network.password != m_secrets.proxyPassword;
    const bool isToBeStored =
        isSameProxy ? isOtherPassword && !network.password.isEmpty() : isOtherPassword || !m_isRead;
    rememberNew(options);
    if (isToBeStored) {
        SecretChanges edit;
        edit.proxyPassword = network.password;
        m_secrets = edit.appliedTo(m_secrets);
        m_edit.add(edit);
        storeEdit();
    }
    if (m_connection) {
        m_connection->client().setViewOnly(options.viewOnly);
        if (!isSandbox()) {
            m_connection->client().setNetwork(this->options().network);
        }
    }
    Q_EMIT changed();
}

void OpenAccount::rename(const QString &name)
{
    m_account.givenName = name;
    m_session->rename(name);
    Q_EMIT changed();
}

// --------------------------------------------------------------------------------- what it shows

QString OpenAccount::address() const
{
    return m_connection ? m_connection->client().service().url().toString() : m_account.service;
}

void OpenAccount::setAccess(AccountAccess access, const QString &problem)
{
    m_access = access;
    m_problem = problem;
    if (access != AccountAccess::Rejected) {
        m_rejected.reset();
    }
    Q_EMIT changed();
}

AccountEntry OpenAccount::entry() const
{
    AccountEntry entry;
    entry.key = m_account.key;
    entry.isSandbox = isSandbox();
    entry.address = entry.isSandbox ? QString() : m_account.service;
    entry.name =
        entry.isSandbox && m_account.givenName.isEmpty() ? tr("Sandbox") : displayName(m_account);
    entry.isSignedOut = m_account.keychain.isSignedOut;
    entry.isViewOnly = m_account.options.viewOnly;
    entry.access = m_access;
    entry.problem = m_problem;
    entry.isInKeychain = m_isInKeychain;
    if (!m_session) {
        return entry;
    }
    const AccountSummary &summary = m_session->summary();
    if (!entry.isSandbox) {
        entry.name = summary.name;
    }
    entry.balance = summary.balance;
    entry.currency = summary.currency;
    entry.balanceAsOf = summary.balanceAsOf;
    for (const Order &order : m_session->purchases().orders()) {
        entry.openOrders += order.isOpen() ? 1 : 0;
        entry.unknownOrders += order.state == Order::State::Unknown ? 1 : 0;
    }
    return entry;
}

} // namespace relaybook
