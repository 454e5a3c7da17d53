// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include "app/accounts.h"
#include "models/account/accountidentity.h"
#include "models/account/storedaccounts.h"
#include "models/store/freememory.h"
#include "ui/theme/iconengine.h"

#include <QApplication>
#include <QTimer>

#include <chrono>
#include <utility>

namespace relaybook {
namespace {

constexpr std::chrono::seconds longestStart(1);
constexpr std::chrono::seconds longestGoodbye(2);
// Memory that the start needs for a short time is no longer in use then.
constexpr std::chrono::seconds settled(3);

} // namespace

Program::Program(CommandLine line, const QString &dataDir, std::unique_ptr<EmbeddedSandbox> sandbox,
                 QApplication &application)
    : m_line(std::move(line))
    , m_settings(dataDir)
    , m_sandbox(std::move(sandbox))
    , m_revoker([this](const QString &address) { return connectTo(address); })
{
    m_theme.apply(application);
    m_window = std::make_unique<MainWindow>(m_theme, m_settings);
    m_window->signIn().setSignIn([this] {
        return std::make_unique<SignIn>(
            [this](const QString &address) { return connectTo(address); }, &m_revoker);
    });
    connect(m_window.get(), &MainWindow::sandboxRequested, this, &Program::openSandbox);
    connect(m_window.get(), &MainWindow::sandboxResetRequested, this, &Program::resetSandbox);
    connect(&m_window->signIn(), &SignInFlow::connected, this, &Program::useSignIn);
    connect(m_window.get(), &MainWindow::disconnectRequested, this, &Program::disconnectAccount);
}

Program::~Program()
{
    // The window's models read from the session.
    m_window.reset();
    m_session.reset();
    m_connection.reset();
    m_revoker.revokeAll();
    m_revoker.waitForEnd(longestGoodbye);
}

void Program::start()
{
    openFirst();
    connect(m_window.get(), &MainWindow::drawn, this, &Program::begin);
    // A window that is started minimised is not painted.
    QTimer::singleShot(longestStart, this, &Program::begin);
    m_window->show();
}

void Program::begin()
{
    if (std::exchange(m_begun, true)) {
        return;
    }
    QGuiApplication::setWindowIcon(appIcon());
    if (m_session) {
        m_session->start();
    }
    QTimer::singleShot(settled, this, &returnFreeMemory);
}

void Program::openFirst()
{
    if (m_line.sandbox) {
        openSandbox();
        return;
    }
    if (!m_line.service.isEmpty()) {
        openService(m_line.service);
        return;
    }
    const auto stored = storedAccounts(m_settings.dataDir());
    // After the user has disconnected, the next start asks again; the stored data can still be
    // viewed with --offline.
    const bool left = m_settings.flag(Setting::Disconnected) && !m_line.offline;
    if (stored.empty() || left) {
        m_window->setAccount({});
        m_window->signIn().showWelcome();
    } else if (stored.front().service == sandboxOrigin()) {
        openSandbox();
    } else {
        openStored(stored.front());
        if (!m_line.offline) {
            // Tokens are kept for one session only: the stored data is shown behind the dialog.
            QTimer::singleShot(0, this,
                               [this, address = m_service] { m_window->signIn().open(address); });
        }
    }
}

Result<std::unique_ptr<ServiceConnection>> Program::connectTo(const QString &address) const
{
    return connectToService(address, m_clock);
}

void Program::openSandbox()
{
    AccountSession::Config config;
    config.service = sandboxOrigin();
    config.account = sandboxOrigin();
    if (m_line.offline) {
        if (!storedAccount(m_settings.dataDir(), sandboxOrigin())) {
            m_window->notices().showProblem(
                tr("The sandbox has not been used on this computer yet. Start "
                   "Relaybook once without --offline."));
            return;
        }
        openSession(std::move(config), nullptr, {.sandbox = true, .offline = true});
        return;
    }
    if (!m_sandbox) {
        m_sandbox = std::make_unique<EmbeddedSandbox>(m_settings.dataDir(), true);
        if (const auto started = m_sandbox->start(); !started) {
            m_sandbox.reset();
            m_window->notices().showProblem(started.error().message);
            return;
        }
    }
    auto connection = connectTo(m_sandbox->url());
    if (!connection) {
        m_window->notices().showProblem(connection.error().message);
        return;
    }
    (*connection)->auth().setPersonalToken(m_sandbox->personalToken());
    (*connection)->auth().setResellerKey(m_sandbox->resellerKey());
    openSession(std::move(config), std::move(*connection), {.sandbox = true});
}

void Program::resetSandbox()
{
    closeSession();
    const auto emptied = removeCache(m_settings.dataDir(), sandboxOrigin(), sandboxOrigin());
    if (!emptied) {
        m_window->notices().showProblem(emptied.error().message);
    }
    if (m_sandbox) {
        if (const auto reset = m_sandbox->reset(); !reset) {
            m_window->notices().showProblem(reset.error().message);
        }
    }
    openSandbox();
}

void Program::openService(const QString &address)
{
    const auto service = ServiceAddress::parse(address);
    if (!service) {
        m_window->setAccount({});
        m_window->signIn().open(address);
        m_window->notices().showProblem(service.error().message);
        return;
    }
    // The stored data is shown at once; the sign-in brings it up to date.
    if (const auto stored = storedAccount(m_settings.dataDir(), service->url().toString())) {
        openStored(*stored);
    } else {
        m_window->setAccount({});
    }
    if (m_line.offline) {
        if (!m_session) {
            m_window->notices().showProblem(
                tr("No data of “%1” is stored on this computer, and --offline does not connect to "
                   "the service. Start Relaybook once without --offline.")
                    .arg(address));
        }
        return;
    }
    const SignInInput input = signInFromEnvironment(address);
    if (input.personalToken.isEmpty() && input.resellerKey.isEmpty()) {
        m_window->signIn().open(address);
        return;
    }
    m_firstSignIn =
        std::make_unique<SignIn>([this](const QString &where) { return connectTo(where); });
    connect(m_firstSignIn.get(), &SignIn::finished, this, [this, address] {
        const auto signIn = m_firstSignIn.release();
        signIn->deleteLater();
        if (const auto result = signIn->result()) {
            useSignIn(*result);
        } else {
            m_window->signIn().open(address, signIn->findings());
        }
    });
    connect(m_firstSignIn.get(), &SignIn::waiting, &m_window->status(),
            [status = &m_window->status()](Instant until) {
                status->showWaiting(TokenKind::Personal, until);
            });
    m_firstSignIn->check(input);
}

void Program::openStored(const StoredAccount &account)
{
    AccountSession::Config config;
    config.service = account.service;
    config.account = account.account;
    config.offline = true;
    openSession(std::move(config), nullptr,
                {.offline = m_line.offline, .address = account.service});
}

bool Program::isForOpenAccount(const SignInResult &result) const
{
    const auto service = ServiceAddress::parse(result.address);
    if (!m_connection || !service || service->url() != m_connection->client().service().url()) {
        return false;
    }
    const auto stored = storedAccounts(m_settings.dataDir());
    const auto match = matchAccount(result, m_service, stored);
    const bool isSame = match.same && match.same->account == m_account;
    if (!result.isNamed()) {
        // The sign-in does not name its account: unless it was requested for the open account, it
        // belongs to another one.
        return result.forOpenAccount || isSame;
    }
    // An account that was opened without knowing whose it is cannot be recognized by a name. The
    // dialog that adds a token to it has already checked, as far as possible, that it is the same
    // account.
    const bool named = !isNameless(m_account) && m_account != sandboxOrigin();
    return (result.forOpenAccount && !named) || isSame;
}

bool Program::renewTokens(const SignInResult &result)
{
    if (!isForOpenAccount(result)) {
        return false;
    }
    if (!result.personalToken.isEmpty()) {
        m_connection->auth().setPersonalToken(result.personalToken);
        m_revoker.use(result.personalToken);
        m_revoker.revokeUnused();
    }
    if (!result.resellerKey.isEmpty()) {
        m_connection->auth().setResellerKey(result.resellerKey);
    }
    rememberFingerprints(m_session->kept(), fingerprintsOf(result));
    m_session->refreshAll();
    return true;
}

void Program::useSignIn(const SignInResult &result)
{
    if (renewTokens(result)) {
        return;
    }
    auto connection = connectTo(result.address);
    if (!connection) {
        m_window->notices().showProblem(connection.error().message);
        return;
    }
    AccountSession::Config config;
    config.service = (*connection)->client().service().url().toString();
    config.account = accountName(result);
    config.givenName = result.givenName;
    config.fingerprints = fingerprintsOf(result);
    const auto match = matchAccount(result, config.service, storedAccounts(m_settings.dataDir()));
    if (match.same) {
        config.service = match.same->service;
        config.account = match.same->account;
    } else if (!result.accountAsked && (!match.possible.empty() || !result.isNamed())) {
        m_window->signIn().askWhichAccount(result, match.possible);
        return;
    }
    (*connection)->auth().setPersonalToken(result.personalToken);
    (*connection)->auth().setResellerKey(result.resellerKey);
    m_revoker.use(result.personalToken);
    openSession(std::move(config), std::move(*connection), {});
    m_revoker.revokeUnused(); // tokens that an earlier account or check created
}

void Program::openSession(AccountSession::Config config,
                          std::unique_ptr<ServiceConnection> connection,
                          const WindowAccount &window)
{
    closeSession();
    m_settings.setValue(Setting::Disconnected, false);
    config.dataDir = m_settings.dataDir();
    config.offline = !connection;
    m_connection = std::move(connection);
    m_service = config.service;
    m_account = config.account;
    if (m_connection) {
        const ApiClient &client = m_connection->client();
        connect(&client, &ApiClient::reachabilityChanged, &m_window->status(),
                &WindowStatus::setReachable);
        connect(&client, &ApiClient::waitingForLimit, &m_window->status(),
                &WindowStatus::showWaiting);
        connect(&client, &ApiClient::signInNeeded, &m_window->signIn(), &SignInFlow::askToSignIn);
    }
    auto session = AccountSession::open(config, m_connection ? &m_connection->client() : nullptr,
                                        m_connection ? m_connection->auth() : m_noTokens, m_clock);
    if (!session) {
        m_connection.reset();
        m_window->notices().showProblem(session.error().message);
        return;
    }
    m_session = std::move(*session);
    WindowAccount account = window;
    account.account = m_session.get();
    if (m_connection) {
        account.address = m_connection->client().service().url().toString();
    }
    m_window->setAccount(account);
    if (m_begun) {
        m_session->start();
    }
}

void Program::closeSession()
{
    m_window->setAccount({});
    m_session.reset();
    m_connection.reset();
}

void Program::disconnectAccount()
{
    closeSession();
    m_revoker.revokeAll();
    m_settings.setValue(Setting::Disconnected, true);
    m_window->signIn().showWelcome();
}

} // namespace relaybook
