// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandaccount.h"

#include "app/accounts.h"
#include "models/account/accountidentity.h"
#include "models/account/storedaccounts.h"
#include "ui/base/errortext.h"

namespace relaybook {

QString sentencesOf(const ApiError &error)
{
    // Errors of this computer are already whole sentences.
    if (error.kind == ErrorKind::Local && !error.message.isEmpty()) {
        return error.message;
    }
    const ErrorText words = errorText(error);
    QStringList sentences{words.title};
    if (!words.advice.isEmpty()) {
        sentences.append(words.advice);
    }
    // If there was no answer, the text is the system's, and our own sentence says it better.
    if (const QString own = serviceText(error); error.httpStatus > 0 && !own.isEmpty()) {
        sentences.append(CommandAccount::tr("The service says: %1").arg(own));
    }
    return sentences.join(u' ');
}

CommandAccount::CommandAccount(const CommandLine &line, QString dataDir)
    : m_line(line)
    , m_dataDir(std::move(dataDir))
{
}

CommandAccount::~CommandAccount()
{
    // The session writes to the store and uses the connection.
    m_session.reset();
}

QString CommandAccount::service() const
{
    if (!m_line.service.isEmpty()) {
        return m_line.service;
    }
    const auto stored = storedAccount(m_dataDir, {});
    return stored ? stored->service : QString();
}

void CommandAccount::open()
{
    if (m_line.sandbox) {
        openSandbox();
    } else {
        signIn();
    }
}

Result<std::shared_ptr<StoredSnapshot>> CommandAccount::openStored() const
{
    QString wanted = m_line.sandbox ? sandboxOrigin() : m_line.service;
    if (!m_line.sandbox && !wanted.isEmpty()) {
        const auto address = ServiceAddress::parse(wanted);
        if (!address) {
            return tl::unexpected<ApiError>(address.error());
        }
        wanted = address->url().toString();
    }
    const auto stored = storedAccount(m_dataDir, wanted);
    if (!stored) {
        ApiError error;
        error.kind = ErrorKind::Local;
        error.message =
            wanted.isEmpty() || m_line.sandbox
                ? tr("No account is stored on this computer yet. Run relaybook sync first.")
                : tr("No account of %1 is stored on this computer yet. Run relaybook sync first.")
                      .arg(wanted);
        return tl::unexpected(std::move(error));
    }
    return StoredSnapshot::open(m_dataDir, *stored);
}

void CommandAccount::openSandbox()
{
    // Without rate limits: somebody who tries a command does not want to wait for an hour.
    m_sandbox = std::make_unique<EmbeddedSandbox>(m_dataDir, false);
    if (const auto started = m_sandbox->start(); !started) {
        Q_EMIT failed(sentencesOf(started.error()));
        return;
    }
    auto connection = connectToService(m_sandbox->url(), m_clock);
    if (!connection) {
        Q_EMIT failed(sentencesOf(connection.error()));
        return;
    }
    (*connection)->auth().setPersonalToken(m_sandbox->personalToken());
    (*connection)->auth().setResellerKey(m_sandbox->resellerKey());
    AccountSession::Config config;
    config.service = sandboxOrigin();
    config.account = sandboxOrigin();
    connectAs(std::move(config), std::move(*connection));
}

void CommandAccount::signIn()
{
    const QString address = service();
    if (address.isEmpty()) {
        Q_EMIT failed(tr("No service is given. Add --service URL, or try --sandbox."));
        return;
    }
    const SignInInput input = signInFromEnvironment(address);
    if (input.personalToken.isEmpty() && input.resellerKey.isEmpty()) {
        Q_EMIT failed(tr("No token is given for %1. Set RELAYBOOK_PERSONAL_TOKEN, "
                         "RELAYBOOK_RESELLER_KEY or both in the environment.")
                          .arg(address));
        return;
    }
    m_signIn = std::make_unique<SignIn>(
        [this](const QString &where) { return connectToService(where, m_clock); });
    connect(m_signIn.get(), &SignIn::finished, this, [this] { useSignIn(*m_signIn); });
    m_signIn->check(input);
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
                sentences.append(words.arg(sentencesOf(*check->error)));
            }
        }
        Q_EMIT failed(sentences.join(u'\n'));
        return;
    }
    auto connection = connectToService(result->address, m_clock);
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
    if (match.same) {
        config.service = match.same->service;
        config.account = match.same->account;
    } else if (!match.possible.empty()) {
        Q_EMIT failed(tr("Relaybook cannot tell whether this sign-in belongs to the account of %1 "
                         "that is stored on this computer. Connect once in the window and choose "
                         "whether it is the same account.")
                          .arg(config.service));
        return;
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
    config.buying.follows = false; // the window tells what becomes of orders
    auto session =
        AccountSession::open(config, &m_connection->client(), m_connection->auth(), m_clock);
    if (!session) {
        Q_EMIT failed(sentencesOf(session.error()));
        return;
    }
    m_session = std::move(*session);
    Q_EMIT opened();
}

} // namespace relaybook
