// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandaccount.h"

#include "api/types/proxypassword.h"
#include "app/accounts.h"
#include "models/accounts/accountchoice.h"
#include "models/accounts/keychaintext.h"
#include "models/accounts/storedaccounts.h"
#include "ui/base/errortext.h"

namespace relaybook {

QString sentencesOf(const ApiError &error)
{
    // Errors of this computer are already whole sentences.
    if (error.kind == ErrorKind::Local && !error.message.isEmpty()) {
        return error.message;
    }
    return errorSentences(error);
}

namespace {

/// The alternative to the keychain, for all its errors.
QString setVariablesText()
{
    return CommandAccount::tr("Or set RELAYBOOK_PERSONAL_TOKEN, RELAYBOOK_RESELLER_KEY or both in "
                              "the environment, and name the service with --service.");
}

QString signedOutText(const QString &name)
{
    return CommandAccount::tr("“%1” is not signed in. Sign in once in the window: it stores the "
                              "tokens in the keychain.")
               .arg(name) %
           u' ' % setVariablesText();
}

QString unconfirmedText(const QString &name)
{
    return CommandAccount::tr(
               "The connection settings of “%1” are stored in a file only, so tokens "
               "are not sent over them. Use --proxy and --ca-file, or sign in in "
               "the window.")
        .arg(name);
}

QString noTokenText(const QString &name)
{
    return CommandAccount::tr("The keychain has no token for “%1” any more. Sign in again in the "
                              "window.")
               .arg(name) %
           u' ' % setVariablesText();
}

QString keychainProblem(const KeychainError &error, const QString &name)
{
    switch (error.kind) {
    case KeychainError::Missing:
        return CommandAccount::tr("The tokens of “%1” are in the keychain, but no keychain is "
                                  "running here. Start it, and run the command again.")
            .arg(name);
    case KeychainError::Locked:
        return CommandAccount::tr("The tokens of “%1” are in the keychain, which is locked, or "
                                  "access to it was refused. Unlock it, and run the command again.")
            .arg(name);
    case KeychainError::TimedOut:
        return CommandAccount::tr("The tokens of “%1” are in the keychain, which did not answer "
                                  "within %2 seconds. Unlock it, and run the command again.")
            .arg(name, QString::number(keychainPatience.count()));
    case KeychainError::Unreadable:
        return CommandAccount::tr("The entry of “%1” in the keychain is damaged. Sign in again in "
                                  "the window.")
            .arg(name);
    case KeychainError::Newer:
        return CommandAccount::tr("The entry of “%1” in the keychain was stored by a newer version "
                                  "of Relaybook. Use that version.")
            .arg(name);
    case KeychainError::OtherService:
        return CommandAccount::tr("The sign-in of “%1” in the keychain is for %2, but the account "
                                  "is stored with another address, so nothing was sent. If that "
                                  "address is right, sign in again in the window.")
            .arg(name, error.detail);
    case KeychainError::OtherNetwork:
        return CommandAccount::tr("The connection settings of “%1” are not those that its sign-in "
                                  "was stored with (%2), so nothing was sent. Check them in the "
                                  "window and save them.")
            .arg(name, networkText(error.detail));
    case KeychainError::Failed:
        break;
    }
    return CommandAccount::tr("The keychain could not be read: %1. Run the command again.")
        .arg(error.detail);
}

} // namespace

CommandAccount::CommandAccount(const CommandLine &line, QString dataDir, ScriptTokens tokens)
    : m_line(line)
    , m_dataDir(std::move(dataDir))
    , m_tokens(std::move(tokens))
{
}

CommandAccount::~CommandAccount()
{
    // The session writes to the store and uses the connection.
    m_session.reset();
}

/// The stored account that the command line means.
Result<std::optional<StoredAccount>> CommandAccount::target() const
{
    if (!m_line.account.isEmpty()) {
        auto chosen = chooseAccount(m_line.account, storedAccounts(m_dataDir));
        if (!chosen) {
            return localError(chosen.error());
        }
        return std::optional(std::move(*chosen));
    }
    if (m_line.sandbox) {
        return storedAccount(m_dataDir, sandboxService());
    }
    if (m_line.service.isEmpty()) {
        return storedAccount(m_dataDir, {});
    }
    const auto address = ServiceAddress::parse(m_line.service);
    if (!address) {
        return localError(address.error().message); // a sentence about the address
    }
    return storedAccount(m_dataDir, address->url().toString());
}

/// Its name for people; there must be a target.
QString CommandAccount::targetName() const
{
    return distinctName(*m_target, storedAccounts(m_dataDir));
}

QString CommandAccount::address() const
{
    return m_line.service.isEmpty() && m_target ? m_target->service : m_line.service;
}

void CommandAccount::open()
{
    const auto found = target();
    if (!found) {
        Q_EMIT failed(sentencesOf(found.error()));
        return;
    }
    m_target = *found;
    if (m_line.sandbox || (m_target && m_target->service == sandboxService())) {
        openSandbox();
    } else {
        openTarget();
    }
}

std::optional<ApiError> CommandAccount::openStored()
{
    const auto stored = target();
    if (!stored) {
        return stored.error();
    }
    if (!*stored) {
        const QString words =
            m_line.service.isEmpty()
                ? tr("No account is stored on this computer yet. Run relaybook sync first.")
                : tr("No account of %1 is stored on this computer yet. Run relaybook sync first.")
                      .arg(ServiceAddress::parse(m_line.service)->url().toString());
        return localError(words).value();
    }
    auto opened = StoredSnapshot::open(m_dataDir, **stored);
    if (!opened) {
        return opened.error();
    }
    m_snapshot = std::move(*opened);
    return std::nullopt;
}

void CommandAccount::openSandbox()
{
    sandbox::EmbeddedOptions options;
    options.rateLimit = m_line.sandboxRateLimit;
    options.gateway = true;
    m_sandbox = std::make_unique<EmbeddedSandbox>(m_dataDir, options);
    if (const auto started = m_sandbox->start(); !started) {
        Q_EMIT failed(sentencesOf(started.error()));
        return;
    }
    auto connection = connectToService(m_sandbox->url(), {}, m_clock);
    if (!connection) {
        Q_EMIT failed(sentencesOf(connection.error()));
        return;
    }
    (*connection)->auth().setPersonalToken(m_sandbox->personalToken());
    (*connection)->auth().setResellerKey(m_sandbox->resellerKey());
    AccountSession::Config config;
    config.service = sandboxService();
    config.account = sandboxService();
    connectAs(std::move(config), std::move(*connection));
}

void CommandAccount::openTarget()
{
    if (address().isEmpty()) {
        Q_EMIT failed(tr("No service is given. Add --service URL, or try --sandbox."));
    } else if (m_target && !m_target->optionsProblem.isEmpty()) {
        Q_EMIT failed(m_target->optionsProblem);
    } else if (!m_tokens.isEmpty() && m_line.service.isEmpty()) {
        Q_EMIT failed(tr("Tokens of the environment are sent only to the service that is named "
                         "with --service. Use it, without --account, or remove them from the "
                         "environment to use those in the keychain."));
    } else if (needsKeychain()) {
        readKeychain();
    } else if (!m_tokens.isEmpty() && usesStoredNetwork()) {
        Q_EMIT failed(unconfirmedText(targetName()));
    } else if (!m_tokens.isEmpty()) {
        signIn();
    } else if (m_target) {
        Q_EMIT failed(signedOutText(targetName()));
    } else {
        Q_EMIT failed(tr("No token is given for %1. Set RELAYBOOK_PERSONAL_TOKEN, "
                         "RELAYBOOK_RESELLER_KEY or both in the environment.")
                          .arg(address()));
    }
}

/// How the service is reached. --proxy replaces the account's proxy, and --ca-file its
/// certificates.
NetworkSettings CommandAccount::network() const
{
    const NetworkSettings stored = m_target ? m_target->options.network : NetworkSettings();
    NetworkSettings used = m_line.proxy.value_or(stored);
    used.caFile = m_line.caFile.isEmpty() ? stored.caFile : m_line.caFile;
    used.caHash = m_line.caFile.isEmpty() ? stored.caHash : QString();
    return used;
}

bool CommandAccount::needsKeychain() const
{
    if (!m_target || m_target->keychain.entry.isEmpty() || m_target->keychain.isSignedOut) {
        return false;
    }
    // It has the password of the account's proxy too, and confirms where that is.
    return m_tokens.isEmpty() || usesStoredNetwork();
}

/// Whether requests go over connection settings that are stored in the account's file.
bool CommandAccount::usesStoredNetwork() const
{
    return m_target && !identityOfStored(m_target->options.network).isEmpty();
}

/// The networkIdentity() of the settings that the command line does not replace.
QString CommandAccount::identityOfStored(NetworkSettings stored) const
{
    if (m_line.proxy) {
        stored.proxy = NetworkSettings::Proxy::None;
    }
    if (!m_line.caFile.isEmpty()) {
        stored.caFile.clear();
    }
    return networkIdentity(stored);
}

void CommandAccount::readKeychain()
{
    constexpr std::chrono::seconds soon(2);
    m_longRead.setSingleShot(true);
    connect(&m_longRead, &QTimer::timeout, this, [this] {
        Q_EMIT notice(tr("Waiting for the keychain. It may be asking for its password."));
    });
    m_longRead.start(soon);
    m_keychain = systemKeychain();
    m_keychain->read(m_target->keychain.entry, this, [this](const auto &read) {
        m_longRead.stop();
        const QString network = networkIdentity(m_target->options.network);
        if (const auto secrets = secretsFor(m_target->service, network, read)) {
            useSecrets(*secrets);
        } else {
            const QString problem = keychainProblem(secrets.error(), targetName());
            Q_EMIT failed(m_tokens.isEmpty() ? QString(problem % u' ' % setVariablesText())
                                             : problem);
        }
    });
}

/// Tokens of the keychain were checked when they were stored.
void CommandAccount::useSecrets(const AccountSecrets &secrets)
{
    NetworkSettings &stored = m_target->options.network;
    stored.password = secrets.proxyPassword.passwordFor(stored);
    if (!m_tokens.isEmpty() && secrets.isEmpty()) { // there is no entry that confirms anything
        Q_EMIT failed(unconfirmedText(targetName()));
        return;
    }
    if (!m_tokens.isEmpty()) {
        signIn();
        return;
    }
    if (secrets.personalToken.isEmpty() && secrets.resellerKey.isEmpty()) {
        Q_EMIT failed(noTokenText(targetName()));
        return;
    }
    auto connection = connectToService(m_target->service, network(), m_clock);
    if (!connection) {
        Q_EMIT failed(sentencesOf(connection.error()));
        return;
    }
    (*connection)->client().setViewOnly(m_target->options.viewOnly);
    (*connection)->auth().setPersonalToken(secrets.personalToken);
    (*connection)->auth().setResellerKey(secrets.resellerKey);
    AccountSession::Config config;
    config.service = m_target->service;
    config.account = m_target->account;
    connectAs(std::move(config), std::move(*connection));
}

void CommandAccount::signIn()
{
    SignInInput input;
    input.address = address();
    input.personalToken = m_tokens.personalToken;
    input.resellerKey = m_tokens.resellerKey;
    input.network = network();
    m_signIn =
        std::make_unique<SignIn>([this](const QString &where, const NetworkSettings &network) {
            return connectToService(where, network, m_clock);
        });
    connect(m_signIn.get(), &SignIn::finished, this, [this] { useSignIn(*m_signIn); });
    m_signIn->check(input);
}

/// Why the tokens of the environment cannot be used for this account; empty if they can.
QString CommandAccount::whyOtherAccount(const AccountMatch &match) const
{
    if (!match.same && !match.possible.empty()) {
        return tr("Relaybook cannot tell whether this sign-in belongs to the account of %1 "
                  "that is stored on this computer. Connect once in the window and choose "
                  "whether it is the same account.")
            .arg(address());
    }
    // The sign-in was checked with the settings of the account that was used last.
    const NetworkSettings used = m_target ? m_target->options.network : NetworkSettings();
    if (match.same && identityOfStored(match.same->options.network) != identityOfStored(used)) {
        return tr("The tokens in the environment belong to the account “%1”, which has connection "
                  "settings of its own. Sign in to it in the window.")
            .arg(distinctName(*match.same, storedAccounts(m_dataDir)));
    }
    return match.same ? match.same->optionsProblem : QString();
}

void CommandAccount::useSignIn(const SignIn &signIn)
{
    const auto result = signIn.result();
    if (!result) {
        QStringList sentences;
        const SignInFindings &findings = signIn.findings();
        const std::pair<QString, const SignInFindings::Check *> checks[] = {
            {tr("Address: %1"), &findings.address},
            {tr("RELAYBOOK_PERSONAL_TOKEN: %1"), &findings.personal},
            {tr("RELAYBOOK_RESELLER_KEY: %1"), &findings.reseller}};
        for (const auto &[words, check] : checks) {
            if (check->error) {
                const QString sentence = words.arg(sentencesOf(*check->error));
                sentences.append(check->hint.isEmpty() ? sentence
                                                       : QString(sentence % u' ' % check->hint));
            }
        }
        Q_EMIT failed(sentences.join(u'\n'));
        return;
    }
    auto connection = connectToService(result->address, result->network, m_clock);
    if (!connection) {
        Q_EMIT failed(sentencesOf(connection.error()));
        return;
    }
    (*connection)->auth().setPersonalToken(result->personalToken);
    (*connection)->auth().setResellerKey(result->resellerKey);
    AccountSession::Config config;
    config.service = (*connection)->client().service().url().toString();
    config.account = accountName(*result);
    config.fingerprints = fingerprintsOf(*result);
    const auto match = matchAccount(*result, config.service, storedAccounts(m_dataDir));
    if (const QString why = whyOtherAccount(match); !why.isEmpty()) {
        Q_EMIT failed(why);
        return;
    }
    if (match.same) {
        config.service = match.same->service;
        config.account = match.same->account;
        (*connection)->client().setViewOnly(match.same->options.viewOnly);
    }
    connectAs(std::move(config), std::move(*connection));
}

void CommandAccount::connectAs(AccountSession::Config config,
                               std::unique_ptr<ServiceConnection> connection)
{
    m_connection = std::move(connection);
    connect(&m_connection->client(), &ApiClient::waitingForLimit, this,
            [this](TokenKind, Instant until) { Q_EMIT waiting(until); });
    openSession(std::move(config));
}

void CommandAccount::openSession(AccountSession::Config config)
{
    config.dataDir = m_dataDir;
    config.followsOrders = false; // only the window reports what became of them
    // On another thread, because updating the data of an older version takes long, and an interrupt
    // must be able to end it.
    m_opening = std::make_unique<CacheOpening>(
        AccountSession::folderOf(config), m_clock.now(), this,
        [this, config](StoreResult<CacheFile> cache) {
            m_opening.reset();
            auto session = AccountSession::open(config, std::move(cache), &m_connection->client(),
                                                m_connection->auth(), m_clock);
            if (!session) {
                Q_EMIT failed(sentencesOf(session.error()));
                return;
            }
            m_session = std::move(*session);
            Q_EMIT opened();
        });
}

} // namespace relaybook
