// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/server.h"

#include "sandbox/engine.h"
#include "sandbox/inspection.h"
#include "sandbox/live.h"
#include "sandbox/random.h"
#include "sandbox/service.h"
#include "sandbox/wire.h"

#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace sandbox {

namespace {

constexpr std::uint64_t purposeLive = 0x72;

std::int64_t systemSeconds()
{
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Lets threads wait for a time or for the end, whichever is first.
class Pause
{
public:
    /// True when the time is up, false when it was ended.
    bool wait(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return !m_wake.wait_for(lock, time, [this] { return m_ended; });
    }
    void end()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ended = true;
        }
        m_wake.notify_all();
    }
    void begin()
    {
        const std::lock_guard lock(m_mutex);
        m_ended = false;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_ended = false;
};

Options completed(Options options)
{
    if (!options.clock)
        options.clock = systemSeconds;
    return options;
}

Recipe recipeOf(const Options &options)
{
    return Recipe{options.seed, options.proxies, options.subUsers, options.transactions,
                  options.createdAt.value_or(options.clock())};
}

TransactionView viewOf(const Ledger &ledger, const Row &row)
{
    TransactionView view;
    view.id = row.id;
    view.amount = moneyText(row.amount);
    view.balanceBefore = moneyText(row.before());
    view.balanceAfter = moneyText(row.after);
    view.createdAt = isoText(row.at);
    view.type = ledger.typeName(row);
    ledger.appendJson(view.json, row);
    return view;
}

} // namespace

class Server::Implementation
{
public:
    explicit Implementation(Options options)
        : m_options(completed(std::move(options)))
        , m_state(recipeOf(m_options), m_options.prices)
        , m_service(m_state, m_faults, settings())
        , m_port(m_options.port)
    {
        for (const FaultSetting &setting : m_options.faults) {
            if (auto wrong = m_faults.set(setting))
                m_wrong = wrong;
        }
        m_faults.onChange([this] { followFaults(); });
    }

    ~Implementation()
    {
        m_faults.onChange({});
        stop();
    }
    Implementation(const Implementation &) = delete;
    Implementation &operator=(const Implementation &) = delete;

    std::optional<std::string> start()
    {
        if (m_wrong)
            return m_wrong;
        if (Trouble trouble = m_state.open(m_options.stateDir))
            return trouble;
        const std::lock_guard lock(m_mutex);
        if (m_running)
            return std::nullopt;
        m_pause.begin();
        m_running = true;
        // The port is found by listening even when connections are to be refused from the start.
        if (auto wrong = openEngine()) {
            m_running = false;
            return wrong;
        }
        if (m_faults.refusing())
            closeEngine();
        if (m_options.live)
            m_live = std::thread([this] { live(); });
        return std::nullopt;
    }

    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_running = false;
        m_pause.end();
        m_engine.reset();
        m_holder.release();
        if (m_live.joinable())
            m_live.join();
    }

    /// Opens or closes the ear as the fault `refuse` wants it.
    void followFaults()
    {
        const bool refusing = m_faults.refusing();
        const std::lock_guard lock(m_mutex);
        if (!m_running)
            return;
        if (refusing && m_engine != nullptr)
            closeEngine();
        else if (!refusing && m_engine == nullptr)
            static_cast<void>(openEngine());
    }

    Options m_options;
    State m_state;
    Faults m_faults;
    Service m_service;
    std::mutex m_mutex; ///< guards what follows
    std::unique_ptr<Engine> m_engine;
    PortHolder m_holder;
    int m_port;
    bool m_running = false;

private:
    ServiceSettings settings()
    {
        ServiceSettings settings;
        settings.call.maxPerPage = m_options.maxPerPage;
        settings.call.resellerTokenLifetime = m_options.resellerTokenLifetime.count();
        settings.rateLimit = m_options.rateLimit;
        settings.latency = m_options.latency;
        settings.clock = m_options.clock;
        settings.wait = [this](std::chrono::milliseconds time) { m_pause.wait(time); };
        return settings;
    }

    Answer handle(const Incoming &in)
    {
        if (m_options.inspect && in.path.starts_with("/__sandbox/")) {
            if (auto answer = inspect(in, m_state, m_faults, m_service))
                return *answer;
        }
        return m_service.handle(in);
    }

    std::optional<std::string> openEngine()
    {
        m_holder.release();
        Engine::Hooks hooks;
        hooks.handle = [this](const Incoming &in) { return handle(in); };
        hooks.accept = [this] {
            m_service.countConnection();
            return !m_faults.takeConnection();
        };
        auto engine = std::make_unique<Engine>(std::move(hooks));
        if (auto wrong = engine->listen(m_port))
            return wrong;
        m_port = engine->port();
        m_engine = std::move(engine);
        return std::nullopt;
    }

    void closeEngine()
    {
        m_engine.reset();
        m_holder.hold(m_port);
    }

    void live()
    {
        while (m_pause.wait(m_options.liveInterval)) {
            const std::unique_lock lock(m_state.mutex());
            const Account &account = m_state.account();
            const std::uint64_t draw = mix(account.recipe().seed, purposeLive, m_liveSteps++);
            static_cast<void>(m_state.commit(liveStep(account, draw, m_options.clock())));
        }
    }

    Pause m_pause;
    std::thread m_live;
    std::uint64_t m_liveSteps = 0;
    std::optional<std::string> m_wrong;
};

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

Faults &Server::faults()
{
    return m_implementation->m_faults;
}

void Server::setLatency(std::chrono::milliseconds latency)
{
    m_implementation->m_service.setLatency(latency);
}

Counters Server::counters() const
{
    return m_implementation->m_service.counters();
}

void Server::resetCounters()
{
    m_implementation->m_service.resetCounters();
}

// Looking in

namespace {

/// Reads the account under its lock.
template <typename Function>
auto read(State &state, Function function)
{
    const std::shared_lock lock(state.mutex());
    return function(state.account());
}

bool change(State &state, const std::function<std::vector<Change>(const Account &)> &make)
{
    const std::unique_lock lock(state.mutex());
    const std::vector<Change> changes = make(state.account());
    return !changes.empty() && !state.commit(changes);
}

} // namespace

std::string Server::balance() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return moneyText(account.balance()); });
}

std::string Server::poolGb(const std::string &type) const
{
    return read(m_implementation->m_state,
                [&](const Account &account) { return gbText(account.poolBytes(type)); });
}

std::string Server::totalGb() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return gbText(account.totalBytes()); });
}

std::optional<std::string> Server::proxy(const std::string &id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        const Proxy *found = account.findProxy(id);
        std::optional<std::string> text;
        if (found != nullptr)
            appendProxy(text.emplace(), *found);
        return text;
    });
}

std::optional<std::string> Server::subUser(std::int64_t id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        const SubUser *found = account.findSubUser(id);
        std::optional<std::string> text;
        if (found != nullptr)
            appendSubUser(text.emplace(), *found);
        return text;
    });
}

std::optional<std::string> Server::subUserLists(std::int64_t id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        const SubUser *found = account.findSubUser(id);
        std::optional<std::string> text;
        if (found != nullptr)
            appendLists(text.emplace(), *found);
        return text;
    });
}

std::vector<std::string> Server::proxyIds() const
{
    return read(m_implementation->m_state, [](const Account &account) {
        std::vector<std::string> ids;
        for (const Proxy &proxy : account.proxies())
            ids.push_back(proxy.id);
        return ids;
    });
}

std::vector<std::int64_t> Server::subUserIds() const
{
    return read(m_implementation->m_state, [](const Account &account) {
        std::vector<std::int64_t> ids;
        for (const SubUser &sub : account.subUsers())
            ids.push_back(sub.id);
        return ids;
    });
}

std::size_t Server::transactionCount() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return account.ledger().size(); });
}

std::vector<TransactionView> Server::transactions() const
{
    return read(m_implementation->m_state, [](const Account &account) {
        std::vector<TransactionView> views;
        views.reserve(account.ledger().size());
        for (const Row &row : account.ledger().rows())
            views.push_back(viewOf(account.ledger(), row));
        return views;
    });
}

std::optional<TransactionView> Server::transaction(std::int64_t id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        std::optional<TransactionView> view;
        if (const auto index = account.ledger().indexOf(id))
            view = viewOf(account.ledger(), account.ledger().rows()[*index]);
        return view;
    });
}

std::int64_t Server::createdAt() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return account.recipe().createdAt; });
}

PriceList Server::prices() const
{
    return read(m_implementation->m_state, [](const Account &account) { return account.prices(); });
}

// Reaching in

void Server::setPrices(const PriceList &prices)
{
    m_implementation->m_state.setPrices(prices);
}

bool Server::bookTransaction()
{
    return !m_implementation->m_service.bookOrdinary();
}

bool Server::bookDeposit(const std::string &amount, const std::string &description)
{
    const auto money = parseMoney(amount);
    if (!money)
        return false;
    const Seconds now = m_implementation->m_options.clock();
    return change(m_implementation->m_state, [&](const Account &account) -> std::vector<Change> {
        return {account.booking(*money, now, {"deposit", description, std::nullopt, "null"})};
    });
}

bool Server::setPoolGb(const std::string &type, const std::string &gb)
{
    const auto bytes = parseFixed(gb, 9);
    if (!bytes)
        return false;
    return change(m_implementation->m_state, [&](const Account &) -> std::vector<Change> {
        return {SetPool{type, *bytes}};
    });
}

bool Server::rewriteTransaction(std::int64_t id, const std::string &json)
{
    return change(m_implementation->m_state, [&](const Account &account) -> std::vector<Change> {
        if (!account.ledger().indexOf(id))
            return {};
        return {RewriteRow{id, json}};
    });
}

bool Server::removeTransaction(std::int64_t id)
{
    return change(m_implementation->m_state, [&](const Account &account) -> std::vector<Change> {
        if (!account.ledger().indexOf(id))
            return {};
        return {RemoveRow{id}};
    });
}

void Server::expireResellerToken()
{
    m_implementation->m_service.expireResellerToken();
}

void Server::revokePersonalTokens()
{
    m_implementation->m_service.revokePersonalTokens();
}

} // namespace sandbox
