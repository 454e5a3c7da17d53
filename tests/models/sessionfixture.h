// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: an account session with a real sandbox, and a store on a real disk. They talk over
// real HTTP or, in simulated time, without a network.

#pragma once

#include "api/http/apiclient.h"
#include "models/accounts/accountsession.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"
#include "sandbox/server.h"
#include "tests/models/servedrows.h"
#include "tests/models/simulatednetwork.h"
#include "tests/models/testdata.h"
#include "tests/support/forwardclock.h"
#include "tests/support/simulation.h"
#include "tests/support/timeouts.h"
#include "tests/support/tlsrelay.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace relaybook::testing {

struct SandboxSettings
{
    int proxies = 40;
    int subUsers = 30;
    int transactions = 1234;
    int maxPerPage = 100;
    bool rateLimit = false;
    std::function<std::int64_t()> clock = {}; ///< the clock of the service, in seconds since 1970
    sandbox::Offer offer = {};                ///< which operations the service offers
    long limitDivisor = 1;                    ///< makes every limit smaller
    bool gateway = false;                     ///< its proxies can be used
};

class SessionFixture
{
public:
    explicit SessionFixture(const SandboxSettings &settings = {})
        : server(simulated(optionsOf(settings)))
    {
        if (auto *world = Simulation::current()) {
            network.use(server, world->clock(), world->drawSeed());
        }
        const auto problem = server.start();
        if (problem) {
            qFatal("The sandbox does not start: %s", problem->c_str());
        }
        access = server.access();
        signIn();
        connect();
    }

    static sandbox::Options optionsOf(const SandboxSettings &settings)
    {
        sandbox::Options options;
        options.proxies = settings.proxies;
        options.subUsers = settings.subUsers;
        options.transactions = settings.transactions;
        options.maxPerPage = settings.maxPerPage;
        options.rateLimit = settings.rateLimit;
        options.clock = settings.clock;
        options.offer = settings.offer;
        options.limitDivisor = settings.limitDivisor;
        options.gateway = settings.gateway;
        return options;
    }

    /// Without a simulation, the same options.
    sandbox::Options simulated(sandbox::Options options)
    {
        const auto *world = Simulation::current();
        if (world != nullptr) {
            if (!options.clock) {
                options.clock = [world] { return world->secondsSinceEpoch(); };
            }
            options.tokenSeed = options.seed;
            options.wait = [this](std::chrono::milliseconds time) { network.addLatency(time); };
        }
        return options;
    }

    void signIn()
    {
        auth.setPersonalToken(Secret(QString::fromStdString(access.personalToken)));
        auth.setResellerKey(Secret(QString::fromStdString(access.resellerKey)));
    }

    /// Uses https from here on.
    void useTls()
    {
        relay =
            std::make_unique<TlsRelay>(QString::fromStdString(access.url), TestCertificate::make());
        connect();
    }

    [[nodiscard]] QString url() const
    {
        return relay ? relay->url() : QString::fromStdString(access.url);
    }

    void connect()
    {
        ApiClient::Config config{*ServiceAddress::parse(url())};
        if (relay) {
            config.tls = relay->trustingClient();
        }
        setIdleTimeout(config, idleTimeout);
        config.repeatPause = std::chrono::milliseconds(1);
        if (Simulation::current() != nullptr) {
            config.attempts = network.attempts();
        }
        client = std::make_unique<ApiClient>(config, auth, pacer, clock);
    }

    /// For a test in which the service stops in the middle of an answer.
    void giveUpSoon()
    {
        idleTimeout = std::chrono::seconds(2);
        connect();
    }

    [[nodiscard]] AccountSession::Config config() const
    {
        AccountSession::Config config;
        config.dataDir = folder.path();
        config.service = url();
        config.account = QString::fromStdString(access.email);
        config.offline = offline;
        config.ledger = tuning;
        config.buying = buying;
        config.serving = serving;
        config.creating = creating;
        config.followsOrders = followsOrders;
        config.testPage = QString::fromStdString(access.testPage);
        return config;
    }

    /// Closes the open session, as quitting the program does, and opens another.
    void open()
    {
        session.reset();
        auto opened = AccountSession::open(config(), offline ? nullptr : client.get(), auth, clock);
        if (!opened) {
            qFatal("The session does not open: %s", qPrintable(opened.error().message));
        }
        session = std::move(*opened);
    }

    /// Closes the session, as quitting the program does; returns the folder of its store.
    QString close()
    {
        session->flush();
        QString stored = QFileInfo(session->queries().storePath()).path();
        session.reset();
        return stored;
    }

    /// Counts requests from zero. What a session that is closed had sent and did not wait for can
    /// no longer arrive.
    void countFromHere()
    {
        server.stop();
        const auto problem = server.start();
        if (problem) {
            qFatal("The sandbox does not start again: %s", problem->c_str());
        }
        server.resetCounters();
        connect(); // the old connections are closed
    }

    void fault(const char *text)
    {
        const auto problem = server.faults().set(std::string_view(text));
        if (problem) {
            qFatal("No such fault: %s", problem->c_str());
        }
    }

    [[nodiscard]] bool ledgerIs(LedgerProgress::State state) const
    {
        return session->ledger().progress().state == state;
    }
    [[nodiscard]] bool areaIs(Area area, AreaStatus::State state) const
    {
        return session->status(area).state == state;
    }
    [[nodiscard]] bool allLoaded() const
    {
        return areaIs(Area::Account, AreaStatus::Loaded) &&
               areaIs(Area::Proxies, AreaStatus::Loaded) &&
               areaIs(Area::SubUsers, AreaStatus::Loaded) && ledgerIs(LedgerProgress::Complete);
    }

    [[nodiscard]] QString ledgerDifference() const
    {
        return testing::ledgerDifference(*session, server);
    }

    ForwardClock clock;
    QTemporaryDir folder;
    SimulatedNetwork network; ///< in simulated time only
    mutable sandbox::Server server;
    sandbox::Access access;
    std::unique_ptr<TlsRelay> relay;
    AuthSession auth;
    Pacer pacer{clock};
    std::unique_ptr<ApiClient> client;
    std::chrono::milliseconds idleTimeout{15'000}; ///< of what connect() makes
    bool offline = false;
    /// Of most tests both tokens are known to belong to one account; see
    /// TestPurchases::twoAccountsProveNothing().
    PurchaseDesk::Tuning buying{{}, 100, true};
    SubUserDesk::Tuning serving;
    ProxyDesk::Tuning creating;
    bool followsOrders = true;
    LedgerSync::Tuning tuning{6,
                              100,
                              20,
                              5,
                              24,
                              {std::chrono::milliseconds(20), std::chrono::milliseconds(40),
                               std::chrono::milliseconds(80)},
                              std::chrono::minutes(5),
                              std::chrono::seconds(30),
                              std::chrono::milliseconds(0)};
    std::unique_ptr<AccountSession> session;
};

} // namespace relaybook::testing
