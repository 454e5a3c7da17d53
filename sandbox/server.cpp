// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/inspection.h"
#include "sandbox/live.h"
#include "sandbox/random.h"
#include "sandbox/serverparts.h"
#include "sandbox/text.h"

#include <algorithm>
#include <random>
#include <shared_mutex>
#include <string_view>

namespace sandbox {

namespace {

constexpr std::uint64_t purposeLive = 0x72;

std::int64_t systemSeconds()
{
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Options completed(Options options)
{
    if (!options.clock) {
        options.clock = systemSeconds;
    }
    return options;
}

std::uint64_t randomSeed()
{
    std::random_device device;
    constexpr int half = 32;
    const std::uint64_t high = device();
    return high << half | device();
}

Recipe recipeOf(const Options &options)
{
    return Recipe{options.seed,
                  options.proxies,
                  options.subUsers,
                  options.transactions,
                  options.createdAt.value_or(options.clock()),
                  options.tokenSeed ? *options.tokenSeed : randomSeed()};
}

/// The name in a header Host, without the port.
std::string_view nameIn(std::string_view host)
{
    const std::size_t bracket = host.find(']');
    return host.substr(0, host.find(':', bracket == std::string_view::npos ? 0 : bracket));
}

/// Whether a request is meant for this server. A web page can lead its own name to 127.0.0.1 (DNS
/// rebinding), and the browser then lets it read the answers; but it still sends that name. The
/// port may be that of a tunnel to this server, so it is not compared.
bool isThisHost(std::string_view host, const std::vector<std::string> &more)
{
    const std::string name = lowered(host);
    return name == "127.0.0.1" || name == "localhost" || name == "[::1]" ||
           std::find(more.begin(), more.end(), name) != more.end();
}

} // namespace

Server::Implementation::Implementation(Options options)
    : m_options(completed(std::move(options)))
    , m_state(recipeOf(m_options), m_options.prices)
    , m_service(m_state, m_faults, settings())
    , m_port(m_options.port)
{
    for (const FaultSetting &setting : m_options.faults) {
        if (auto wrong = m_faults.set(setting)) {
            m_wrong = wrong;
        }
    }
    if (auto wrong = checkOffer(m_options.offer)) {
        m_wrong = wrong;
    }
    m_faults.onRefusal([this] { followFaults(); });
}

Server::Implementation::~Implementation()
{
    m_faults.onRefusal({});
    stop();
}

std::optional<std::string> Server::Implementation::start()
{
    if (m_wrong) {
        return m_wrong;
    }
    if (Trouble trouble = m_state.open(m_options.stateDir)) {
        return trouble;
    }
    const std::lock_guard lock(m_mutex);
    if (m_running) {
        return std::nullopt;
    }
    m_pause.begin();
    m_running = true;
    // The port is found by listening, even if connections are to be refused from the start.
    auto wrong = openGateway();
    if (!wrong) {
        wrong = openEngine();
    }
    if (wrong) {
        m_gateway.reset();
        m_running = false;
        return wrong;
    }
    if (m_faults.refusing()) {
        closeEngine();
    }
    if (m_options.live) {
        m_live = std::thread([this] { live(); });
    }
    return std::nullopt;
}

void Server::Implementation::stop()
{
    const std::lock_guard lock(m_mutex);
    m_running = false;
    m_pause.end();
    m_engine.reset();
    if (m_gateway) {
        m_gateway->stop();
    }
    m_holder.release();
    if (m_live.joinable()) {
        m_live.join();
    }
}

void Server::Implementation::followFaults()
{
    const bool refusing = m_faults.refusing();
    const std::lock_guard lock(m_mutex);
    if (!m_running) {
        return;
    }
    if (refusing && m_engine != nullptr) {
        closeEngine();
    } else if (!refusing && m_engine == nullptr) {
        static_cast<void>(openEngine());
    }
}

ServiceSettings Server::Implementation::settings()
{
    ServiceSettings settings;
    settings.call.maxPerPage = m_options.maxPerPage;
    settings.call.resellerTokenLifetime = m_options.resellerTokenLifetime.count();
    settings.rateLimit = m_options.rateLimit;
    settings.limitDivisor = m_options.limitDivisor;
    settings.latency = m_options.latency;
    settings.offer = m_options.offer;
    settings.clock = m_options.clock;
    settings.releases = [this] { return m_pause.releases(); };
    settings.wait = [this](std::chrono::milliseconds time, std::uint64_t releases) {
        if (m_options.wait) {
            m_options.wait(time);
        } else {
            m_pause.waitForRelease(time, releases);
        }
    };
    return settings;
}

Answer Server::Implementation::handle(const Incoming &in)
{
    if (!isThisHost(nameIn(in.host), m_options.hosts)) {
        constexpr int misdirected = 421;
        return refuse(misdirected, misdirected, "This request is for another host.",
                      "Use the address that the sandbox printed, or allow the name with --host.");
    }
    if (m_options.inspect && in.path.starts_with("/__sandbox/")) {
        if (auto answer = inspect(in, m_state, m_faults, m_service)) {
            return *answer;
        }
    }
    if (m_gateway && in.path == testPagePath && in.method == "GET") {
        waitForLatency();
        return json(exitText({"127.0.0.1", {}}));
    }
    return m_service.handle(in);
}

std::optional<std::string> Server::Implementation::openEngine()
{
    m_holder.release();
    Engine::Hooks hooks;
    hooks.handle = [this](const Incoming &in) { return handle(in); };
    hooks.accept = [this] {
        m_service.countConnection();
        return !m_faults.takeConnection();
    };
    auto engine = std::make_unique<Engine>(std::move(hooks));
    if (auto wrong = engine->listen(m_port)) {
        return wrong;
    }
    m_port = engine->port();
    m_pagePort = m_port;
    m_engine = std::move(engine);
    return std::nullopt;
}

std::optional<std::string> Server::Implementation::openGateway()
{
    if (!m_options.gateway) {
        return std::nullopt;
    }
    if (!m_gateway) {
        m_gateway = std::make_unique<Gateway>(m_state, m_faults, m_options.clock, gatewayHooks());
    }
    if (auto wrong = m_gateway->start()) {
        return wrong;
    }
    m_service.setGateway(m_gateway->address());
    return std::nullopt;
}

void Server::Implementation::waitForLatency()
{
    const std::uint64_t releases = m_pause.releases();
    if (const auto latency = m_service.latency(); latency.count() > 0) {
        m_pause.waitForRelease(latency, releases);
    }
}

GatewayHooks Server::Implementation::gatewayHooks()
{
    GatewayHooks hooks;
    hooks.hasTestPage = [this](std::string_view host, int port) {
        // Not under the lock, which is held while the gateway's connections are ended.
        return port == m_pagePort && isThisHost(host, m_options.hosts);
    };
    hooks.wait = [this](std::chrono::milliseconds time) { m_pause.wait(time); };
    hooks.waitForLatency = [this] { waitForLatency(); };
    return hooks;
}

void Server::Implementation::closeEngine()
{
    m_engine.reset();
    m_holder.hold(m_port);
}

void Server::Implementation::live()
{
    while (m_pause.wait(m_options.liveInterval)) {
        const std::unique_lock lock(m_state.mutex());
        const Account &account = m_state.account();
        const std::uint64_t draw = mix(account.recipe().seed, purposeLive, m_liveSteps++);
        static_cast<void>(m_state.commit(liveStep(account, draw, m_options.clock())));
    }
}

Server::Server(Options options)
    : m_implementation(std::make_unique<Implementation>(std::move(options)))
{
}

Server::~Server() = default;

std::optional<std::string> Server::start()
{
    return m_implementation->start();
}

void Server::stop()
{
    m_implementation->stop();
}

bool Server::isRunning() const
{
    const std::lock_guard lock(m_implementation->m_mutex);
    return m_implementation->m_running;
}

Access Server::access() const
{
    Access access;
    {
        const std::lock_guard lock(m_implementation->m_mutex);
        access.url = "http://127.0.0.1:" + std::to_string(m_implementation->m_port);
        if (m_implementation->m_gateway) {
            access.testPage = access.url + std::string(testPagePath);
            access.gateway = m_implementation->m_gateway->address();
        }
    }
    State &state = m_implementation->m_state;
    const std::shared_lock lock(state.mutex());
    const Identity &identity = state.account().identity();
    access.email = identity.email;
    access.password = identity.password;
    access.personalToken = identity.personalToken;
    access.resellerKey = identity.resellerKey;
    return access;
}

std::string Server::notice() const
{
    return m_implementation->m_state.notice();
}

std::optional<std::string> Server::reset()
{
    return m_implementation->m_state.reset(m_implementation->m_options.clock());
}

Answer Server::answer(const Incoming &in)
{
    return m_implementation->handle(in);
}

Faults &Server::faults()
{
    return m_implementation->m_faults;
}

void Server::setLatency(std::chrono::milliseconds latency)
{
    m_implementation->m_service.setLatency(latency);
}

void Server::endLatency()
{
    m_implementation->endLatency();
}

std::optional<std::string> Server::setOffer(const Offer &offer)
{
    return m_implementation->m_service.setOffer(offer);
}

Offer Server::offer() const
{
    return m_implementation->m_service.offer();
}

Counters Server::counters() const
{
    return m_implementation->m_service.counters();
}

void Server::resetCounters()
{
    m_implementation->m_service.resetCounters();
}

} // namespace sandbox
