// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/connectioncheck.h"

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/subusers.h"
#include "api/http/connectionprobe.h"
#include "api/http/serviceconnection.h"
#include "models/accounts/connectionverdicts.h"
#include "models/text/format.h"

#include <utility>

namespace relaybook {

/// A call with which a token is tried.
struct ConnectionCheck::TokenCall
{
    using Done = std::function<void(const std::optional<ApiError> &)>;

    QString opens;
    bool isCertain = false;
    std::function<Call(Done)> send;
};

struct ConnectionCheck::Run
{
    std::optional<ServiceAddress> service;
    std::unique_ptr<ConnectionProbe> probe;
    Call call;
    std::vector<TokenCall> calls; ///< remaining calls with the current token
    std::vector<TokenAnswer> answers;
    Place place = Address; ///< the step that is running
};

namespace {

TokenKind kindOfPlace(bool isPersonal)
{
    return isPersonal ? TokenKind::Personal : TokenKind::Reseller;
}

QString stateText(ConnectionStep::State state)
{
    switch (state) {
    case ConnectionStep::Good:
        return ConnectionCheck::tr("good");
    case ConnectionStep::Warning:
        return ConnectionCheck::tr("warning");
    case ConnectionStep::Bad:
        return ConnectionCheck::tr("bad");
    case ConnectionStep::Skipped:
        return ConnectionCheck::tr("skipped");
    case ConnectionStep::Waiting:
    case ConnectionStep::Running:
        break;
    }
    return ConnectionCheck::tr("not checked yet");
}

/// Sends a call and reports only whether it succeeded.
template <class Endpoint>
auto tryWith(ApiClient &client, QObject *guard, const Endpoint &endpoint)
{
    return [&client, guard, endpoint](auto done) {
        return client.send(endpoint, guard,
                           [done](const Result<typename Endpoint::Response> &answer) {
                               done(answer ? std::nullopt : std::optional(answer.error()));
                           });
    };
}

} // namespace

ConnectionCheck::ConnectionCheck(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_steps{{QStringLiteral("address"), tr("Address")},
              {QStringLiteral("name"), tr("Name")},
              {QStringLiteral("connection"), tr("Connection")},
              {QStringLiteral("tls"), tr("Certificate")},
              {QStringLiteral("clock"), tr("Answer and clock")},
              {QStringLiteral("personal-token"), tr("Personal token")},
              {QStringLiteral("reseller-key"), tr("Reseller Key")},
              {QStringLiteral("limits"), tr("Limits")}}
{
    connect(&m_parts.connection.client(), &ApiClient::waitingForLimit, this,
            [this](TokenKind, Instant until) {
                if (m_run && m_run->place >= ClockDifference) {
                    showWaiting(m_run->place, tr("Waiting until %1: the service's limit of "
                                                 "requests is used up.")
                                                  .arg(format::dateTime(until)));
                }
            });
}

ConnectionCheck::~ConnectionCheck() = default;

void ConnectionCheck::start()
{
    m_run = std::make_unique<Run>();
    for (ConnectionStep &step : m_steps) {
        step.state = ConnectionStep::Waiting;
        step.verdict.clear();
    }
    set(Address, ConnectionStep::Running, {});
    // Begins later, because the caller may not have connected to the signals yet.
    QMetaObject::invokeMethod(
        this,
        [this, run = m_run.get()] {
            if (m_run.get() == run) {
                checkAddress();
            }
        },
        Qt::QueuedConnection);
}

void ConnectionCheck::cancel()
{
    if (m_run) {
        m_run.reset();
        skipFrom(Address, tr("Cancelled."));
    }
}

bool ConnectionCheck::isRunning() const
{
    return m_run != nullptr;
}

const std::vector<ConnectionStep> &ConnectionCheck::steps() const
{
    return m_steps;
}

QString ConnectionCheck::report() const
{
    QStringList lines{
        tr("Relaybook %1, connection check, %2")
            .arg(QStringLiteral(RELAYBOOK_VERSION), instantText(m_parts.clock.now()))};
    for (const ConnectionStep &step : m_steps) {
        const QString line = tr("%1: %2", "step, state").arg(step.title, stateText(step.state));
        lines.append(step.verdict.isEmpty()
                         ? line
                         : tr("%1. %2", "step with its state; verdict").arg(line, step.verdict));
    }
    return lines.join(u'\n');
}

// ---------------------------------------------------------------------------------- connecting

void ConnectionCheck::checkAddress()
{
    const auto address = ServiceAddress::parse(m_parts.address);
    if (!address) {
        set(Address, ConnectionStep::Bad, address.error().message);
        skipFrom(Name, tr("Skipped because the address is not valid."));
        finish();
        return;
    }
    m_run->service = *address;
    set(Address, ConnectionStep::Good, tr("The service is at %1.").arg(address->displayHost()));
    probe();
}

void ConnectionCheck::probe()
{
    ConnectionProbe::Config config{*m_run->service};
    config.network = m_parts.network;
    config.tls = m_parts.tls;
    config.systemProxies = m_parts.systemProxies;
    config.patience = m_parts.patience;
    m_run->probe = std::make_unique<ConnectionProbe>(std::move(config), m_parts.clock);
    connect(m_run->probe.get(), &ConnectionProbe::stepReached, this, &ConnectionCheck::onProbeStep);
    connect(m_run->probe.get(), &ConnectionProbe::finished, this, &ConnectionCheck::onProbed);
    set(Name, ConnectionStep::Running, {});
    m_run->probe->start();
}

/// Marks the steps before the current one as done.
void ConnectionCheck::onProbeStep()
{
    const ProbeFindings &found = m_run->probe->findings();
    if (found.reached >= ProbeFindings::Step::Connection) {
        const StepVerdict verdict = nameVerdict(found, m_run->service->url().host());
        set(Name, verdict.state, verdict.text);
        set(Connection, ConnectionStep::Running, {});
    }
    if (found.reached >= ProbeFindings::Step::Tls) {
        const StepVerdict verdict = connectionVerdict(found);
        set(Connection, verdict.state, verdict.text);
        set(Tls, ConnectionStep::Running, {});
    }
}

void ConnectionCheck::onProbed()
{
    // A copy, because the probe may be destroyed from here on.
    const ProbeFindings found = m_run->probe->findings();
    m_run->probe.release()->deleteLater();
    const std::array verdicts{
        std::pair(Name, nameVerdict(found, m_run->service->url().host())),
        std::pair(Connection, connectionVerdict(found)),
        std::pair(Tls, tlsVerdict(found, m_parts.clock.now())),
    };
    for (const auto &[place, verdict] : verdicts) {
        set(place, verdict.state, verdict.text);
        if (verdict.state == ConnectionStep::Bad) {
            skipFrom(static_cast<Place>(place + 1),
                     tr("Skipped because there is no connection to the service."));
            finish();
            return;
        }
    }
    askTheTime();
}

// --------------------------------------------------------------------------------------- calls

/// Sends a call that needs no token. Any response has the service's time.
void ConnectionCheck::askTheTime()
{
    m_run->place = ClockDifference;
    set(ClockDifference, ConnectionStep::Running, {});
    ApiClient &client = m_parts.connection.client();
    m_run->call = tryWith(client, this,
                          ListCountries{})([this, &client](const std::optional<ApiError> &error) {
        const StepVerdict verdict = clockVerdict(client.clockAhead(), error);
        set(ClockDifference, verdict.state, verdict.text);
        if (verdict.state == ConnectionStep::Bad) {
            skipFrom(Personal, tr("Skipped because the service does not answer."));
            finish();
        } else {
            tryToken(Personal);
        }
    });
}

void ConnectionCheck::tryToken(Place place)
{
    const TokenKind token = kindOfPlace(place == Personal);
    const AuthSession &auth = m_parts.connection.auth();
    m_run->place = place;
    m_run->answers.clear();
    if (!auth.has(token)) {
        const StepVerdict verdict = missingTokenVerdict(token, auth.isGivenUp(token));
        set(place, verdict.state, verdict.text);
        endToken(place);
        return;
    }
    set(place, ConnectionStep::Running, {});
    if (auth.isAwaited(token)) {
        showWaiting(place, tr("Waiting for the keychain, which may be asking for its password."));
    }
    ApiClient &client = m_parts.connection.client();
    if (place == Personal) {
        m_run->calls = {
            {tr("transactions"), true, tryWith(client, this, ListTransactions{1, 1})},
            {tr("account"), false, tryWith(client, this, GetAccount{})},
            {tr("balance"), false, tryWith(client, this, GetBalance{})},
            {tr("proxies"), false, tryWith(client, this, ListProxies{})},
        };
    } else {
        m_run->calls = {
            {tr("prices and traffic"), true, tryWith(client, this, GetResellerBalance{})},
            {tr("sub-users"), false, tryWith(client, this, ListSubUsers{})},
        };
    }
    tryNextCall(place);
}

void ConnectionCheck::tryNextCall(Place place)
{
    const bool isRefused = !m_run->answers.empty() && m_run->answers.back().error &&
                           (m_run->answers.back().error->kind == ErrorKind::Unauthorized ||
                            m_run->answers.back().error->isOfToken);
    if (m_run->calls.empty() || isRefused) {
        const StepVerdict verdict = tokenVerdict(kindOfPlace(place == Personal), m_run->answers);
        set(place, verdict.state, verdict.text);
        endToken(place);
        return;
    }
    const TokenCall next = m_run->calls.front();
    m_run->calls.erase(m_run->calls.begin());
    m_run->call = next.send([this, place, opens = next.opens,
                             isCertain = next.isCertain](const std::optional<ApiError> &error) {
        m_run->answers.push_back({opens, isCertain, error});
        tryNextCall(place);
    });
}

void ConnectionCheck::endToken(Place place)
{
    if (place == Personal) {
        tryToken(Reseller);
    } else {
        showLimits();
    }
}

void ConnectionCheck::showLimits()
{
    const ApiClient &client = m_parts.connection.client();
    const StepVerdict verdict = limitsVerdict(client.lastLimits(TokenKind::Personal),
                                              client.lastLimits(TokenKind::Reseller));
    set(Limits, verdict.state, verdict.text);
    finish();
}

// --------------------------------------------------------------------------------------- steps

void ConnectionCheck::showWaiting(Place place, const QString &text)
{
    if (m_steps.at(place).state == ConnectionStep::Running) {
        set(place, ConnectionStep::Running, text);
    }
}

void ConnectionCheck::set(Place place, ConnectionStep::State state, const QString &verdict)
{
    ConnectionStep &step = m_steps.at(place);
    if (step.state != state || step.verdict != verdict) {
        step.state = state;
        step.verdict = verdict;
        announce();
    }
}

/// Emits the signal later, because the receiver may cancel or destroy the check.
void ConnectionCheck::announce()
{
    if (!std::exchange(m_isAnnounced, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_isAnnounced = false;
                Q_EMIT changed();
            },
            Qt::QueuedConnection);
    }
}

void ConnectionCheck::skipFrom(Place place, const QString &why)
{
    for (int i = place; i <= Limits; ++i) {
        const ConnectionStep &step = m_steps.at(static_cast<std::size_t>(i));
        if (step.state == ConnectionStep::Waiting || step.state == ConnectionStep::Running) {
            set(static_cast<Place>(i), ConnectionStep::Skipped, why);
        }
    }
}

void ConnectionCheck::finish()
{
    m_run.reset();
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!m_run) { // not started again meanwhile
                Q_EMIT finished();
            }
        },
        Qt::QueuedConnection);
}

} // namespace relaybook
