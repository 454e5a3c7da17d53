// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: several accounts, each with a sandbox of its own, and a keychain in memory.

#pragma once

#include "models/accounts/accountsession.h"
#include "models/accounts/openaccounts.h"
#include "models/accounts/signin.h"
#include "models/accounts/storedaccounts.h"
#include "models/store/keepfile.h"
#include "sandbox/server.h"
#include "tests/support/fakekeychain.h"
#include "tests/support/forwardclock.h"
#include "tests/support/waituntil.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>
#include <vector>

namespace relaybook::testing {

/// A service with one account. Two seeds give different tokens, rows and notes.
struct AccountService
{
    explicit AccountService(std::uint64_t seed, int transactions = 230)
        : server(optionsOf(seed, transactions))
    {
        if (const auto problem = server.start()) {
            qFatal("The sandbox does not start: %s", problem->c_str());
        }
        access = server.access();
    }
    static sandbox::Options optionsOf(std::uint64_t seed, int transactions)
    {
        sandbox::Options options;
        options.seed = seed;
        options.proxies = 6;
        options.subUsers = 5;
        options.transactions = transactions;
        options.rateLimit = false;
        options.hosts = {"other.example"}; // behind a relay
        return options;
    }
    [[nodiscard]] QString url() const { return QString::fromStdString(access.url); }
    [[nodiscard]] Secret personal() const
    {
        return Secret(QByteArray::fromStdString(access.personalToken));
    }
    [[nodiscard]] Secret reseller() const
    {
        return Secret(QByteArray::fromStdString(access.resellerKey));
    }
    /// Requests of that operation that arrived.
    [[nodiscard]] qint64 arrived(const char *operation) const
    {
        return static_cast<qint64>(server.counters().of(operation).arrived);
    }

    sandbox::Server server;
    sandbox::Access access;
};

class AccountsFixture
{
public:
    /// Starts the program anew: what was open is closed first.
    void open(bool offline = false)
    {
        close();
        accounts = std::make_unique<OpenAccounts>(
            AccountParts{folder.path(), other ? *other : keychain, clock,
                         [this](const QString &address, const NetworkSettings &network) {
                             return connectTo(address, network);
                         },
                         [] { return Result<AccountParts::Sandbox>(localError({})); },
                         [] { return Result<void>(); }, offline, *format});
        accounts->start();
    }
    void close()
    {
        if (accounts) {
            accounts->closeAll();
            accounts.reset();
        }
    }
    Result<std::unique_ptr<ServiceConnection>> connectTo(const QString &address,
                                                         const NetworkSettings &network)
    {
        const auto service = ServiceAddress::parse(address);
        if (!service) {
            return tl::unexpected<ApiError>(service.error());
        }
        ApiClient::Config config{*service};
        config.repeatPause = std::chrono::milliseconds(1);
        config.network = network;
        return std::make_unique<ServiceConnection>(config, clock);
    }

    /// The result of checking these credentials, as the dialog makes it.
    [[nodiscard]] SignInResult check(const AccountService &service, bool personal = true,
                                     bool reseller = true)
    {
        SignIn signIn([this](const QString &address, const NetworkSettings &network) {
            return connectTo(address, network);
        });
        SignInInput input;
        input.address = service.url();
        input.personalToken = personal ? service.personal() : Secret();
        input.resellerKey = reseller ? service.reseller() : Secret();
        signIn.check(input);
        if (!waitUntil([&] { return !signIn.isChecking(); }) || !signIn.result()) {
            for (const auto &each : {signIn.findings().personal, signIn.findings().reseller}) {
                qWarning() << (each.error ? each.error->message : QString());
            }
            qFatal("The sign-in failed");
        }
        return *signIn.result();
    }
    /// Adds the account and waits until the keychain has it. Returns its key.
    QString add(const AccountService &service)
    {
        accounts->useSignIn(check(service));
        QString key = accounts->shownEntry()->key;
        if (!waitUntil([&] { return accounts->entry(key)->isInKeychain; })) {
            qFatal("The secrets were not stored");
        }
        return key;
    }
    /// What the files say, when all is written that is under way for the shown account. At least
    /// one account, which is empty if there is none.
    [[nodiscard]] std::vector<StoredAccount> stored() const
    {
        if (accounts && accounts->shown() != nullptr) {
            accounts->shown()->kept().waitForWriter();
        }
        std::vector<StoredAccount> stored = storedAccounts(folder.path());
        if (stored.empty()) {
            stored.emplace_back();
        }
        return stored;
    }
    [[nodiscard]] const AccountEntry &entry(const QString &key) const
    {
        return *accounts->entry(key);
    }
    [[nodiscard]] AccountSession &session() const { return *accounts->shown(); }
    /// The states of its areas, for a message.
    [[nodiscard]] QByteArray states() const
    {
        QByteArray text;
        for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
            const AreaStatus status = session().status(area);
            text += QByteArray::number(status.state) + ' ' +
                    (status.error ? QByteArray::number(int(status.error->kind)) + ' ' +
                                        status.error->message.toUtf8()
                                  : QByteArray("-")) +
                    "; ";
        }
        return text + "ledger " + QByteArray::number(int(session().ledger().progress().state));
    }
    /// Nothing is being loaded: whatever was asked for has been answered.
    [[nodiscard]] bool isAtRest() const
    {
        const auto is = [this](Area area) {
            return session().status(area).state != AreaStatus::Loading;
        };
        const auto ledger = session().ledger().progress().state;
        return is(Area::Account) && is(Area::Proxies) && is(Area::SubUsers) &&
               ledger != LedgerProgress::Running && ledger != LedgerProgress::Waiting;
    }
    [[nodiscard]] bool isLoaded() const
    {
        const auto is = [this](Area area) {
            return session().status(area).state == AreaStatus::Loaded;
        };
        return is(Area::Account) && is(Area::Proxies) && is(Area::SubUsers) &&
               session().ledger().progress().state == LedgerProgress::Complete;
    }

    QTemporaryDir folder;
    ForwardClock clock;
    FakeKeychain keychain;
    const FileFormat *format = &cacheFormat(); ///< of the stored data
    std::unique_ptr<Keychain> other;           ///< used instead, if there is one
    std::unique_ptr<OpenAccounts> accounts;
};

} // namespace relaybook::testing
