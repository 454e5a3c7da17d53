// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/openaccount.h"

#include "models/accounts/accountchoice.h"
#include "models/accounts/accountoptions.h"
#include "models/accounts/storedaccounts.h"
#include "models/attention/attentiondesk.h"
#include "models/buying/purchasedesk.h"
#include "models/store/accountkey.h"

#include <QDir>

#include <algorithm>
#include <utility>

namespace relaybook {

OpenAccount::OpenAccount(const AccountParts &parts, TokenRevoker &revoker, StoredAccount account)
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
    m_isFailureReported = false;
    m_failure.reset();
    if (isNameless()) {
        m_failure = StoreError::Kind::Damaged;
        const QString file = accountsFolder(m_parts.dataDir) + u'/' + key() + u"/keep.sqlite";
        setAccess(AccountAccess::Unusable,
                  tr("“%1” cannot be read, so it is not known whose account this is. If you know "
                     "it, sign in to it again: its orders and its other data are used again.")
                      .arg(QDir::toNativeSeparators(file)));
        done(localError(m_problem));
        return;
    }
    const QString folder = AccountSession::folderOf(sessionConfig());
    const Instant now = m_parts.clock.now();
    const LongOpening takesLong = takesLongToOpen(folder, m_parts.format);
    if (takesLong == LongOpening::No) {
        done(openWith(openCacheFile(folder, now, m_parts.format), hasSignIn));
        return;
    }
    m_waiting.push_back(std::move(done));
    m_opening = std::make_unique<CacheOpening>(
        folder, now, this,
        [this, hasSignIn](StoreResult<CacheFile> cache) {
            m_opening.reset();
            const auto opened = openWith(std::move(cache), hasSignIn);
            for (const OpenHandler &each : std::exchange(m_waiting, {})) {
                each(opened);
            }
        },
        m_parts.format);
    setAccess(takesLong == LongOpening::LargeLog ? AccountAccess::ReadingLog
                                                 : AccountAccess::UpdatingData);
}

/// Continues after the cache file was opened or could not be opened.
Result<void> OpenAccount::openWith(StoreResult<CacheFile> cache, bool hasSignIn)
{
    Result<void> connected;
    if (!m_parts.offline) {
        connected = isSandbox() ? openSandbox() : connectToService();
    }
    const auto failure = cache ? std::nullopt : std::optional(cache.error().kind);
    if (auto opened = openSession(std::move(cache)); !opened) {
        m_failure = failure;
        m_connection.reset();
        setAccess(AccountAccess::Unusable, opened.error().message);
        return opened;
    }
    if (!connected) {
        // The stored data is shown nevertheless.
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
    m_testPage = sandbox->testPage;
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
    config.testPage = m_testPage;
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
    if (m_account.colour) {
        rememberColour(m_session->kept(), *m_account.colour);
    }
    connect(m_session.get(), &AccountSession::summaryChanged, this, &OpenAccount::changed);
    connect(m_session.get(), &AccountSession::keychainWanted, this,
            &OpenAccount::readKeychainIfLocked);
    connect(&m_session->purchases(), &PurchaseDesk::orderChanged, this, &OpenAccount::changed);
    connect(&m_session->serving(), &OrderEngine::ordersChanged, this, &OpenAccount::changed);
    connect(&m_session->creating(), &ProxyDesk::changed, this, &OpenAccount::changed);
    connect(&m_session->attention(), &AttentionDesk::changed, this, &OpenAccount::changed);
    connect(&m_session->orders(), &OrderJournal::changed, this, &OpenAccount::changed);
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
    m_secrets.proxyPassword = m_edit.proxyPassword.value_or(ProxyPassword());
    m_stored = {};
    m_isRead = false;
    m_failure.reset();
    m_access = AccountAccess::NotOpened;
}

// ------------------------------------------------------------------------------------- options

AccountOptions OpenAccount::options() const
{
    AccountOptions options = m_account.options;
    options.network.password = m_secrets.proxyPassword.passwordFor(options.network);
    return options;
}

std::optional<NetworkSettings> OpenAccount::confirmedNetwork() const
{
    const QString identity = networkIdentity(m_account.options.network);
    const bool isDefault = identity.isEmpty() && m_account.optionsProblem.isEmpty() &&
                           m_access != AccountAccess::OtherNetwork;
    return isDefault || isNetworkSaved() ? std::optional(options().network) : std::nullopt;
}

/// By the user in this session, or with the entry: there must be one.
bool OpenAccount::isNetworkSaved() const
{
    return m_edit.network || (m_isRead && !m_stored.isEmpty() &&
                              m_stored.network == networkIdentity(m_account.options.network));
}

/// Adds what changes in the entry to `edit`. If no password is given, the same proxy keeps its
/// password, and another one has none.
void OpenAccount::rememberNew(const AccountOptions &options, SecretChanges &edit)
{
    const QString before = networkIdentity(m_account.options.network);
    const bool isSameProxy =
        proxyIdentity(m_account.options.network) == proxyIdentity(options.network);
    const auto password = ProxyPassword::of(options.network);
    const bool isOther = password != m_secrets.proxyPassword;
    m_account.options = {options.viewOnly, withoutPassword(options.network)};
    m_account.optionsProblem.clear();
    rememberOptions(m_session->kept(), m_account.options);
    // An entry that was not read may have the password of this proxy.
    if (isSameProxy || !m_isRead ? isOther && !password.isEmpty() : isOther) {
        edit.proxyPassword = password;
    }
    edit.network = networkIdentity(m_account.options.network) != before;
}

void OpenAccount::setOptions(const AccountOptions &options, bool confirms)
{
    const bool isSame = withoutPassword(options.network) == m_account.options.network &&
                        options.viewOnly == m_account.options.viewOnly;
    SecretChanges edit;
    rememberNew(options, edit);
    edit.network = edit.network || (confirms && (m_access == AccountAccess::OtherNetwork ||
                                                 m_access == AccountAccess::Unusable));
    m_secrets = edit.appliedTo(m_secrets);
    m_edit.add(edit);
    if (!edit.isEmpty() || isSame) { // what could not be stored before is tried again
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

// -------------------------------------------------------------------------------- entry and access

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
    if (m_session) {
        m_session->noteAccess(access, m_account.keychain.isSignedOut);
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
    entry.plainName = entry.name;
    entry.colour = m_account.colour.value_or(0);
    entry.isSignedOut = m_account.keychain.isSignedOut;
    entry.isUnreadable = isUnreadable();
    entry.isNameless = isNameless();
    entry.isViewOnly = m_account.options.viewOnly;
    entry.access = m_access;
    entry.problem = m_problem;
    entry.isInKeychain = m_isInKeychain;
    entry.isBeingStored = m_isBeingStored;
    if (!m_session) {
        return entry;
    }
    const AccountSummary &summary = m_session->summary();
    if (!entry.isSandbox) {
        entry.name = summary.plainName;
        entry.plainName = entry.name;
    }
    entry.balance = summary.balance;
    entry.balanceDigits = summary.balanceDigits;
    entry.currency = summary.currency;
    entry.balanceAsOf = summary.balanceAsOf;
    const OrderCounts orders = m_session->orderCounts();
    entry.openOrders = static_cast<int>(orders.underWay() + orders.unknown);
    entry.unknownOrders = static_cast<int>(orders.unknown);
    entry.attention = m_session->attention().count();
    return entry;
}

} // namespace relaybook
