// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include "app/accounts.h"
#include "app/programsetup.h"
#include "models/account/outagerecovery.h"
#include "models/accounts/accountchoice.h"
#include "models/accounts/storedaccounts.h"
#include "models/sqlite/freememory.h"
#include "models/store/accountkey.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/errortext.h"
#include "ui/base/formats.h"
#include "ui/shell/attentionbell.h"
#include "ui/shell/windowtray.h"
#include "ui/theme/iconengine.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLocale>
#include <QNetworkInformation>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>

#include <chrono>
#include <utility>

namespace relaybook {
namespace {

constexpr std::chrono::seconds longestStart(1);
// Only for revoking tokens. Together with the store and the system, ending takes two seconds at
// most.
constexpr std::chrono::milliseconds longestGoodbye(1000);
// Memory that only the start needs is free by then.
constexpr std::chrono::seconds settled(3);

constexpr std::chrono::seconds pauseBetweenAttempts(30);

/// The error of a sign-in that the service did not refuse: it was not reached, or it failed.
std::optional<ApiError> whyUnreached(const SignInFindings &findings)
{
    std::optional<ApiError> why;
    for (const auto &check : {findings.address, findings.personal, findings.reseller}) {
        if (check.state != SignInFindings::Check::State::Refused || !check.error) {
            continue;
        }
        switch (check.error->kind) {
        case ErrorKind::Offline:
        case ErrorKind::Timeout:
        case ErrorKind::Tls:
        case ErrorKind::TooManyRequests:
        case ErrorKind::ServiceFailure:
        case ErrorKind::NotUnderstood:
        case ErrorKind::Blocked:
            why = why ? why : check.error;
            break;
        default:
            return std::nullopt;
        }
    }
    return why;
}

} // namespace

Program::Program(CommandLine line, Parts parts, QApplication &application)
    : m_line(std::move(line))
    , m_tokens(std::move(parts.tokens))
    , m_connect([this](const QString &address, const NetworkSettings &network)
                    -> Result<std::unique_ptr<ServiceConnection>> {
        // Everything that sends something gets its connection here.
        if (m_line.offline) {
            return localError(tr("Relaybook was started with --offline, so nothing was sent. Start "
                                 "it without --offline to connect."));
        }
        return connectToService(address, network, m_clock);
    })
    , m_settings(parts.dataDir)
    , m_keychain(std::move(parts.keychain))
    , m_sandbox(std::move(parts.sandbox))
    , m_accounts(std::make_unique<OpenAccounts>(accountParts(parts.format)))
    , m_notifications(std::move(parts.notifications))
{
    QLocale::setDefault(
        localeOf(formatsOf(m_settings.text(Setting::Formats)), QLocale(), QLocale::system()));
    m_theme.apply(application);
    m_window = std::make_unique<MainWindow>(m_theme, m_settings);
    connectWindow();
    connectWarnings();
    m_accounts->setAutoRefresh(m_settings.flag(Setting::AutoRefresh));
    m_accounts->setAttentionLimits(attentionLimits(m_settings));
    connect(&m_settings, &Settings::changed, this, [this](Setting setting) {
        if (setting == Setting::AutoRefresh) {
            m_accounts->setAutoRefresh(m_settings.flag(setting));
        } else if (isAttentionSetting(setting)) {
            m_accounts->setAttentionLimits(attentionLimits(m_settings));
        }
    });
}

Program::~Program()
{
    m_scriptSignIn.reset();
    m_window->setWarnings(nullptr);
    m_warnings.reset();
    m_webhook.reset();
    // First, because the window's models read from the session.
    m_shownLinks.reset();
    m_accounts->disconnect(this);
    m_window->setAccount({});
    m_window.reset();
    m_accounts->closeAll();
    m_accounts->revoker().waitForEnd(longestGoodbye);
}

AccountParts Program::accountParts(const FileFormat &format)
{
    return {.dataDir = m_settings.dataDir(),
            .keychain = *m_keychain,
            .clock = m_clock,
            .connect = m_connect,
            .startSandbox = [this] { return startSandbox(); },
            .resetSandbox = [this] { return resetSandbox(); },
            .offline = m_line.offline,
            .format = format};
}

void Program::connectWindow()
{
    m_window->signIn().setSignIn(
        [this] { return std::make_unique<SignIn>(m_connect, &m_accounts->revoker()); });
    connect(m_window.get(), &MainWindow::sandboxRequested, this, &Program::openSandbox);
    connect(m_window.get(), &MainWindow::sandboxResetRequested, m_accounts.get(),
            &OpenAccounts::resetSandbox);
    m_window->setAccounts(m_accounts.get());
    m_window->setCheckConnect(m_connect);
    connect(&m_window->signIn(), &SignInFlow::connected, m_accounts.get(),
            &OpenAccounts::useSignIn);
    connect(m_accounts.get(), &OpenAccounts::shownChanged, this, &Program::whenShownChanged);
    connect(m_accounts.get(), &OpenAccounts::whichAccount, &m_window->signIn(),
            &SignInFlow::askWhichAccount);
    connect(m_accounts.get(), &OpenAccounts::signInNeeded, &m_window->signIn(),
            &SignInFlow::askToSignIn);
    connect(m_accounts.get(), &OpenAccounts::problem, this,
            [this](const QString &sentences) { m_window->notices().showProblem(sentences); });
}

void Program::connectWarnings()
{
    const auto network = [this](const QString &account) {
        return account.isEmpty() ? std::optional<NetworkSettings>(std::in_place)
                                 : m_accounts->confirmedNetwork(account);
    };
    m_webhook = std::make_unique<WebhookDesk>(WebhookDesk::Parts{.keychain = *m_keychain,
                                                                 .clock = m_clock,
                                                                 .network = network,
                                                                 .isOffline = m_line.offline});
    DesktopNotifications &notifications =
        m_notifications ? *m_notifications : m_window->tray().notifications();
    m_warnings = std::make_unique<WarningCentre>(
        WarningCentre::Parts{m_settings, *m_accounts, notifications, *m_webhook, m_clock});
    m_window->setWarnings(m_warnings.get());
}

void Program::start()
{
    openFirst();
    connect(m_window.get(), &MainWindow::drawn, this, &Program::begin);
    // A window that starts minimised is not painted.
    QTimer::singleShot(longestStart, this, &Program::begin);
    m_window->show();
    if (const QString zone = unknownTimeZoneText(); !zone.isEmpty()) {
        m_window->notices().showProblem(zone);
    }
}

void Program::endNow()
{
    m_window->savePlacement();
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows) { // dialogs keep their drafts when they are hidden
        for (QDialog *dialog : window->findChildren<QDialog *>()) {
            dialog->hide();
        }
        window->hide();
    }
    QCoreApplication::quit();
}

void Program::begin()
{
    if (std::exchange(m_begun, true)) {
        return;
    }
    QGuiApplication::setWindowIcon(appIcon());
    m_accounts->start();
    m_warnings->start();
    QTimer::singleShot(settled, this, &returnFreeMemory);
    QTimer::singleShot(settled, this, &Program::watchNetwork);
}

/// The system may know before the next attempt that there is a network again. Not every system
/// says it.
void Program::watchNetwork()
{
    if (m_line.offline ||
        !QNetworkInformation::loadBackendByFeatures(QNetworkInformation::Feature::Reachability)) {
        return;
    }
    connect(QNetworkInformation::instance(), &QNetworkInformation::reachabilityChanged, this,
            [this](QNetworkInformation::Reachability reachable) {
                if (reachable != QNetworkInformation::Reachability::Online) {
                    return;
                }
                for (const AccountEntry &account : m_accounts->entries()) {
                    AccountSession *session = m_accounts->session(account.key);
                    if (session != nullptr && session->outageRecovery() != nullptr) {
                        session->outageRecovery()->noteNetworkIsBack();
                    }
                }
            });
}

// ------------------------------------------------------------------------------- the first account

void Program::openFirst()
{
    if (m_line.sandbox) {
        openSandbox();
    } else if (!m_line.account.isEmpty()) {
        openNamed(m_line.account);
    } else if (!m_line.service.isEmpty()) {
        openService(m_line.service);
    } else {
        openLast();
    }
}

void Program::openLast()
{
    if (m_accounts->lastUsed().isEmpty()) {
        m_window->setAccount({});
        m_window->signIn().showWelcome();
        return;
    }
    m_accounts->show(m_accounts->lastUsed(), [this] { askToSignInAtStart(); });
}

/// Nothing can connect without a keychain, so the stored data is shown behind the dialog.
void Program::askToSignInAtStart()
{
    // Runs later, because a sign-in may be waiting for the same account.
    QTimer::singleShot(0, this, [this] {
        const AccountEntry *entry = m_accounts->shownEntry();
        if (entry != nullptr && entry->access == AccountAccess::SignedOut && !entry->isSignedOut) {
            m_window->signIn().open(entry->address);
        }
    });
}

/// Returns why not, in a sentence that is also shown; empty if it is open.
QString Program::openSandbox()
{
    if (m_line.offline && !storedAccount(m_settings.dataDir(), sandboxService())) {
        QString why = tr("The sandbox has not been used on this computer yet. Start "
                         "Relaybook once without --offline.");
        m_window->notices().showProblem(why);
        return why;
    }
    m_accounts->showSandbox();
    return {};
}

void Program::openNamed(const QString &name)
{
    const auto chosen = chooseAccount(name, m_accounts->stored());
    if (!chosen) {
        m_window->notices().showProblem(chosen.error());
        openLast();
        return;
    }
    m_accounts->show(chosen->key, [this] { askToSignInAtStart(); });
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
        m_accounts->show(stored->key, [this, address] { signInAtStart(address); });
    } else {
        signInAtStart(address);
    }
}

void Program::signInAtStart(const QString &address)
{
    if (m_line.offline) {
        if (session() == nullptr) {
            m_window->notices().showProblem(
                tr("No data of “%1” is stored on this computer, and --offline does not connect to "
                   "the service. Start Relaybook once without --offline.")
                    .arg(address));
        }
        return;
    }
    const AccountEntry *entry = m_accounts->shownEntry();
    if (entry != nullptr && entry->access == AccountAccess::Unusable) {
        m_window->notices().showProblem(entry->problem);
    } else if (!m_tokens.isEmpty()) {
        SignInInput input;
        input.address = address;
        input.personalToken = m_tokens.personalToken;
        input.resellerKey = m_tokens.resellerKey;
        signInFromScript(std::move(input));
    } else if (session() == nullptr) {
        m_window->signIn().open(address);
    } else {
        askToSignInAtStart();
    }
}

/// Uses the connection settings of the shown account, which the keychain has to confirm; it may
/// have the password of their proxy too.
void Program::signInFromScript(SignInInput input)
{
    if (const AccountEntry *entry = m_accounts->shownEntry()) {
        const auto network = m_accounts->confirmedNetwork(entry->key);
        if (!network && entry->access == AccountAccess::ReadingKeychain) {
            connect(
                m_accounts.get(), &OpenAccounts::changed, this,
                [this, input, key = entry->key] {
                    if (key == m_accounts->shownKey()) { // the user did not choose another one
                        signInFromScript(input);
                    }
                },
                static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
            return;
        }
        if (!network) {
            m_window->notices().showProblem(
                tr("The connection settings of this account are stored in a file only, so the "
                   "tokens of the environment were not sent over them. Sign in once."));
            return;
        }
        input.network = *network;
    }
    m_scriptSignIn = std::make_unique<SignIn>(m_connect);
    connect(m_scriptSignIn.get(), &SignIn::finished, this, [this, input] {
        const auto signIn = m_scriptSignIn.release();
        signIn->deleteLater();
        if (auto result = signIn->result()) {
            result->isKept = false; // the user did not ask to store the script's tokens
            m_accounts->useSignIn(*result);
        } else if (const auto error = whyUnreached(signIn->findings())) {
            showUnreached(input, *error);
        } else {
            m_window->signIn().open(input.address, signIn->findings());
        }
    });
    connect(m_scriptSignIn.get(), &SignIn::waiting, &m_window->status(),
            [status = &m_window->status()](Instant until) {
                status->showWaiting(TokenKind::Personal, until);
            });
    m_scriptSignIn->check(input);
}

/// The stored data stays shown, if there is any. Nothing was refused, so nobody has to sign in: the
/// same tokens are tried again when the user asks for it or refreshes, and by and by.
void Program::showUnreached(const SignInInput &input, const ApiError &error)
{
    QString sentences = errorSentences(error);
    if (session() == nullptr) { // nothing else names the service
        m_window->setAccount({});
        sentences = tr("%1: %2", "address of a service, sentences").arg(input.address, sentences);
    }
    Banner *banner =
        m_window->notices().showNotice(Tone::Warning, sentences, NoticeStack::About::Access);
    m_unreached = banner;
    const auto again = [this, input, banner = m_unreached, key = m_accounts->shownKey()] {
        if (!banner || banner != m_unreached) {
            return;
        }
        m_unreached.clear();
        banner->hide();
        banner->deleteLater();
        if (key == m_accounts->shownKey()) { // the user did not choose another account since
            signInFromScript(input);
        }
    };
    connect(banner->addLink(tr("Try again"), QStringLiteral("scriptSignInAgain")),
            &QPushButton::clicked, banner, again, Qt::QueuedConnection);
    if (auto *refresh = m_window->findChild<QAction *>(QStringLiteral("refreshAction"))) {
        connect(refresh, &QAction::triggered, banner, again, Qt::QueuedConnection);
        if (session() == nullptr) { // the action is off, as there is nothing else to load
            auto *key = new QShortcut(refresh->shortcut(), banner);
            connect(key, &QShortcut::activated, banner, again, Qt::QueuedConnection);
            connect(refresh, &QAction::changed, key,
                    [key, refresh] { key->setEnabled(!refresh->isEnabled()); });
        }
    }
    QTimer::singleShot(pauseBetweenAttempts, banner, again);
}

/// Which account a second start asks for; nothing if it asks for none. The error is a sentence.
tl::expected<std::optional<Program::Wanted>, QString>
Program::wantedBy(const CommandLine &line) const
{
    if (line.sandbox) {
        return Wanted{accountKey(sandboxService(), sandboxService()), tr("Sandbox"), {}};
    }
    const auto stored = m_accounts->stored();
    if (!line.account.isEmpty()) {
        const auto chosen = chooseAccount(line.account, stored);
        if (!chosen) {
            return tl::unexpected(chosen.error());
        }
        return Wanted{chosen->key, distinctName(*chosen, stored), {}};
    }
    if (line.service.isEmpty()) {
        return std::nullopt;
    }
    const auto service = ServiceAddress::parse(line.service);
    if (!service) {
        return tl::unexpected(service.error().message);
    }
    const auto known = storedAccount(m_settings.dataDir(), service->url().toString());
    return known ? Wanted{known->key, distinctName(*known, stored), {}}
                 : Wanted{{}, line.service, line.service};
}

QString Program::closingText()
{
    return tr("Relaybook is closing. Start it again in a moment.");
}

QString Program::takeOver(const CommandLine &line)
{
    if (!m_window) {
        return closingText();
    }
    m_window->bringToFront();
    m_line.sandboxRateLimit |= line.sandboxRateLimit; // for a sandbox that is started later
    const auto wanted = wantedBy(line);
    if (!wanted) {
        m_window->notices().showProblem(wanted.error());
        return wanted.error();
    }
    if (!*wanted || (!(*wanted)->key.isEmpty() && (*wanted)->key == m_accounts->shownKey())) {
        return {};
    }
    if (m_window->isDialogOpen()) {
        // An open dialog is about the shown account, and what is typed would be lost.
        QString why = tr("“%1” was not opened, because a dialog is open in the window. Close "
                         "the dialog, then try again.")
                          .arg(isolated(privateText((*wanted)->name)));
        m_window->notices().showProblem(why);
        return why;
    }
    QStringList problems;
    const auto collecting =
        connect(m_accounts.get(), &OpenAccounts::problem, this,
                [&problems](const QString &sentences) { problems.append(sentences); });
    m_window->closeWelcome();
    if (line.sandbox) {
        problems.append(openSandbox());
    } else if ((*wanted)->service.isEmpty()) {
        m_accounts->show((*wanted)->key);
    } else {
        m_window->signIn().open((*wanted)->service);
    }
    disconnect(collecting);
    problems.removeAll(QString());
    return problems.join(u' ');
}

// ------------------------------------------------------------------------------------- the sandbox

Result<AccountParts::Sandbox> Program::startSandbox()
{
    if (!m_sandbox) {
        sandbox::EmbeddedOptions options;
        options.rateLimit = m_line.sandboxRateLimit;
        options.gateway = true;
        auto sandbox = std::make_unique<EmbeddedSandbox>(m_settings.dataDir(), options);
        if (const auto started = sandbox->start(); !started) {
            return tl::unexpected(started.error());
        }
        m_sandbox = std::move(sandbox);
    }
    return AccountParts::Sandbox{m_sandbox->url(), m_sandbox->personalToken(),
                                 m_sandbox->resellerKey(), m_sandbox->testPage()};
}

Result<void> Program::resetSandbox()
{
    if (!m_sandbox) {
        if (const auto started = startSandbox(); !started) {
            return tl::unexpected(started.error());
        }
    }
    return m_sandbox->reset();
}

// ------------------------------------------------------------------------------- the shown account

void Program::whenShownChanged()
{
    m_shownLinks = std::make_unique<QObject>();
    const AccountEntry *entry = m_accounts->shownEntry();
    if (entry == nullptr) {
        m_window->setAccount({});
        return;
    }
    WindowAccount account;
    account.account = m_accounts->shown();
    account.opening = account.account == nullptr;
    account.readingLog = entry->access == AccountAccess::ReadingLog;
    account.sandbox = entry->isSandbox;
    account.offline = m_line.offline;
    account.address = entry->address;
    ServiceConnection *connection = m_accounts->shownConnection();
    if (connection != nullptr) {
        account.address = connection->client().service().url().toString();
    }
    m_window->setAccount(account);
    if (connection != nullptr) {
        followConnection(connection->client());
    }
}

void Program::followConnection(const ApiClient &client)
{
    if (const auto reachable = client.isReachable()) {
        m_window->status().setReachable(*reachable);
    }
    WindowStatus *status = &m_window->status();
    connect(&client, &ApiClient::reachabilityChanged, m_shownLinks.get(),
            [status](bool reachable) { status->setReachable(reachable); });
    connect(&client, &ApiClient::waitingForLimit, m_shownLinks.get(),
            [status](TokenKind token, Instant until) { status->showWaiting(token, until); });
}

} // namespace relaybook
