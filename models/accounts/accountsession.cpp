// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accounts/accountsession.h"

#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/account/accountsummary.h"
#include "models/account/outagerecovery.h"
#include "models/account/proxydeletionrun.h"
#include "models/account/proxyeditrun.h"
#include "models/account/purchaserecords.h"
#include "models/account/servingrecords.h"
#include "models/account/trafficforecasts.h"
#include "models/accounts/storedaccounts.h"
#include "models/attention/attentiondesk.h"
#include "models/proxytests/proxytestdesk.h"
#include "models/store/accountkey.h"
#include "models/store/accountstore.h"
#include "models/subusers/accessrules.h"
#include "models/subusers/subuserprofile.h"
#include "models/sync/arearefresh.h"
#include "models/text/format.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace relaybook {
namespace {

constexpr std::array allAreas{Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions};

tl::unexpected<ApiError> openingFailed(const StoreError &error, const QString &folder)
{
    ApiError result;
    result.kind = ErrorKind::Local;
    result.description = error.detail;
    switch (error.kind) {
    case StoreError::Kind::NewerVersion:
        result.message =
            AccountSession::tr("The data in “%1” was stored by a newer version of Relaybook and "
                               "was not changed. Use the newer version.");
        break;
    case StoreError::Kind::Full:
        result.message = AccountSession::tr(
            "The disk is full: the data in “%1” cannot be opened. Free some space and try again.");
        break;
    case StoreError::Kind::Busy:
        result.message = AccountSession::tr(
            "The data in “%1” is in use by another program. Close that program and try again.");
        break;
    case StoreError::Kind::Damaged:
    case StoreError::Kind::OlderVersion:
    case StoreError::Kind::Missing:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        result.message = AccountSession::tr(
            "The data in “%1” cannot be opened. Check that the folder can be read and written.");
        break;
    }
    result.message = result.message.arg(QDir::toNativeSeparators(folder));
    return tl::unexpected(std::move(result));
}

} // namespace

AccountSession::AccountSession(Config config, ApiClient *client, AuthSession &auth,
                               const Clock &clock)
    : m_config(std::move(config))
    , m_client(m_config.offline ? nullptr : client)
    , m_auth(auth)
    , m_clock(clock)
{
}

AccountSession::~AccountSession()
{
    m_attention.reset(); // uses the others
    // Objects that send requests are destroyed before those that store the responses.
    m_proxyTests.reset();
    m_recovery.reset();
    m_autoRefresh.reset();
    m_records.reset();
    m_servingRecords.reset();
    m_serving.reset();
    m_creating.reset();
    m_purchases.reset();
    m_ledger.reset();
    m_proxyEdits.reset();
    m_proxyDeletions.reset();
    m_actions.reset();
    m_figures.reset();
    m_areas.reset();
    m_queries.reset();
}

Result<std::unique_ptr<AccountSession>> AccountSession::open(Config config, ApiClient *client,
                                                             AuthSession &auth, const Clock &clock)
{
    auto cache = openCacheFile(folderOf(config), clock.now());
    return open(std::move(config), std::move(cache), client, auth, clock);
}

Result<std::unique_ptr<AccountSession>> AccountSession::open(Config config,
                                                             StoreResult<CacheFile> cache,
                                                             ApiClient *client, AuthSession &auth,
                                                             const Clock &clock)
{
    if (!cache) {
        return openingFailed(cache.error(), folderOf(config));
    }
    std::unique_ptr<AccountSession> session(
        new AccountSession(std::move(config), client, auth, clock));
    session->openFiles(std::move(*cache));
    return session;
}

QString AccountSession::folderOf(const Config &config)
{
    return accountFolder(config.dataDir, config.service, config.account);
}

void AccountSession::openFiles(CacheFile cache)
{
    const QString folder = folderOf(m_config);
    if (!m_config.followsOrders) {
        m_config.buying.follows = m_config.serving.follows = m_config.creating.follows = false;
    }
    m_store = std::make_unique<AccountStore>(std::move(cache), m_clock);
    m_kept = std::make_unique<KeepFile>(folder, m_clock);
    if (!m_config.givenName.isEmpty()) {
        m_kept->setFact(QStringLiteral("given_name"), m_config.givenName);
    }
    rememberFingerprints(*m_kept, m_config.fingerprints);
    if (m_config.isUsed) {
        rememberUse(*m_kept, m_config.dataDir, m_config.service, m_config.account, m_clock);
    }
    m_notices = std::make_unique<AccountNotices>(*m_store, *m_kept);
    m_rows = std::make_unique<StoredRows>(*m_store);
    m_queries = std::make_unique<AccountQueries>(*m_store);
    m_offer = std::make_unique<ServiceOffer>(*m_store, m_clock);
    m_added = std::make_unique<AddedRows>(*m_store, *m_kept, m_clock);
    m_areas =
        std::make_unique<AreaRefresh>(*m_store, m_client, m_auth, *m_offer, m_credentials, m_clock);
    m_ledger = std::make_unique<AccountLedger>(AccountLedger::Parts{*m_store, m_client, m_auth,
                                                                    *m_offer, m_areas->account(),
                                                                    m_queries->pool(), m_clock},
                                               m_config.ledger);
    m_actions = std::make_unique<AccountActions>(*m_store, m_client, *m_areas, *m_kept, *m_offer,
                                                 m_credentials, *m_added, m_clock);
    m_proxyEdits = std::make_unique<ProxyEditRun>(ProxyEditRun::Parts{
        *m_actions, *m_rows, *m_offer, *m_kept, m_client, [this] { refresh(Area::Proxies); },
        [this] { return status(Area::Proxies); }});
    m_proxyDeletions = std::make_unique<ProxyDeletionRun>(ProxyDeletionRun::Parts{
        *m_actions, *m_rows, *m_added, *m_offer, *m_kept, m_client,
        [this] { refresh(Area::Proxies); }, [this] { return status(Area::Proxies); }});
    m_places = std::make_unique<PlaceLists>(m_client, *m_offer, m_clock);
    m_figures = std::make_unique<TrafficFigures>(m_client, m_auth, *m_offer, m_clock);
    m_orders = std::make_unique<OrderJournal>(folder, m_clock, journalMemory(*m_kept));
    openPurchases();
    m_serving = std::make_unique<SubUserDesk>(*m_orders, m_client, m_auth, *m_offer, m_clock,
                                              m_config.serving);
    m_servingRecords =
        std::make_unique<ServingRecords>(*m_serving, *m_store, *m_actions, *m_areas, m_clock);
    // Traffic that sub-users got or gave back must not be taken for a purchase.
    m_purchases->setPoolMoves([this](const QString &type, const PoolReadings &readings) {
        return m_serving ? m_serving->poolMoves(type, readings) : PoolMoves::unknown();
    });
    connect(m_serving.get(), &SubUserDesk::poolsMoved, m_purchases.get(),
            &PurchaseDesk::forgetReadings);
    m_creating = std::make_unique<ProxyDesk>(
        *m_orders,
        ProxyDesk::Parts{*m_rows, m_client, m_auth, *m_areas, *m_actions, m_clock,
                         [this] { return status(Area::Proxies); }},
        m_config.creating);
    m_purchases->setOtherSpending({
        [this] { return m_creating->createdCount(); },
        [this](qint64 created, Instant since) {
            return m_creating && m_creating->mayHaveSpentSince(created, since);
        },
    });
    m_proxyTests = std::make_unique<ProxyTestDesk>(
        ProxyTestDesk::Parts{*m_rows, m_credentials, *m_store, *m_kept, m_clock,
                             [this]() -> const AccountSummary & { return m_summary; },
                             [this] { return isViewOnly(); }, QUrl(m_config.testPage)});
    m_orders->open();
    m_autoRefresh = std::make_unique<AutoRefresh>(
        AutoRefresh::Parts{*m_areas, *m_ledger, *m_purchases, m_client, m_clock});
    if (m_client) {
        m_recovery = std::make_unique<OutageRecovery>(
            OutageRecovery::Parts{*m_areas, *m_ledger, *m_client, m_clock, [this] {
                                      return m_autoRefresh->isOn() && !m_purchases->isAtWork();
                                  }});
    }
    openAttention();
    connectParts();
    updateSummary();
}

void AccountSession::openAttention()
{
    m_attention = std::make_unique<AttentionDesk>(AttentionDesk::Parts{
        *m_queries, *m_rows, *m_ledger, *m_purchases, orderEngines(), *m_kept, m_clock,
        [this]() -> const AccountSummary & { return m_summary; },
        [this](Area area) { return status(area); },
        [this](const BoughtTraffic &bought) { return forecasts(bought); },
        [this] { return unusableTokens(); },
        [this](Area area) { return tokenState(tokenServing(area)) == TokenState::NeverGiven; },
        m_client == nullptr});
    for (const auto changed :
         {&AccountSession::summaryChanged, &AccountSession::forecastsChanged}) {
        connect(this, changed, m_attention.get(), &AttentionDesk::noteAccountChanged);
    }
    connect(this, &AccountSession::areaChanged, m_attention.get(), [this](Area area) {
        // A list that was loaded again without a change also says that nothing was used since.
        if (area == Area::SubUsers || area == Area::Proxies) {
            m_attention->noteRowsChanged(area);
        } else {
            m_attention->noteAccountChanged();
        }
    });
}

/// Those that the user can do something about. Both in the same locked keychain are one matter.
std::vector<TokenKind> AccountSession::unusableTokens() const
{
    std::vector<TokenKind> tokens;
    std::optional<TokenState> previous;
    for (const TokenKind token : {TokenKind::Personal, TokenKind::Reseller}) {
        const TokenState state = tokenState(token);
        const bool isUnusable = state == TokenState::NotStored || state == TokenState::Locked ||
                                state == TokenState::NoKeychain ||
                                state == TokenState::Unreadable ||
                                state == TokenState::Unconfirmed || state == TokenState::Refused;
        if (isUnusable && (state == TokenState::Refused || state != previous)) {
            tokens.push_back(token);
        }
        previous = state;
    }
    return tokens;
}

OrderCounts AccountSession::orderCounts() const
{
    OrderCounts counts;
    for (const OrderEngine *engine : orderEngines()) {
        engine->forEach([&counts](const Order &order) { counts.add(order.state); });
    }
    return counts;
}

std::vector<OrderEngine *> AccountSession::orderEngines() const
{
    return {m_purchases.get(), m_serving.get(), m_creating.get()};
}

void AccountSession::openPurchases()
{
    m_purchases =
        std::make_unique<PurchaseDesk>(*m_orders, m_client, m_auth, m_clock, m_config.buying);
    m_records = std::make_unique<PurchaseRecords>(*m_purchases, *m_store, m_summary, m_clock);
    connect(m_purchases.get(), &PurchaseDesk::accountMoved, this, [this] {
        refresh(Area::Account);
        if (!m_inBackground) {
            refresh(Area::Transactions);
        }
    });
    m_purchases->setNewRows({
        [this](const std::vector<TransactionId> &listed, qint64 total) {
            // During a download, the copy may have as many rows, but not these.
            const bool isComplete = m_ledger->progress().state == LedgerProgress::Complete;
            return isComplete ? m_ledger->history().extent(listed, total) : NewRows::Extent();
        },
        [this](const std::vector<StoredMark> &marks, QObject *guard,
               const NewRows::Handler &handler) {
            m_ledger->history().readSince(marks, guard, handler);
        },
    });
    connect(m_purchases.get(), &PurchaseDesk::rowsMissing, this, [this] {
        const auto state = m_ledger->progress().state; // what the user stopped stays stopped
        if (!m_inBackground &&
            (state == LedgerProgress::Complete || state == LedgerProgress::Incomplete)) {
            refresh(Area::Transactions);
        }
    });
    connect(m_ledger.get(), &AccountLedger::changed, this,
            [this, last = m_ledger->progress().state]() mutable {
                const auto now = m_ledger->progress().state;
                const bool ended =
                    now == LedgerProgress::Complete || now == LedgerProgress::Incomplete;
                const bool anyNew = !m_ledger->foundNothingNew() || m_rowsCame;
                if (std::exchange(last, now) != now && ended && anyNew) {
                    m_rowsCame = false;
                    m_purchases->lookAtLedger();
                }
            });
}

void AccountSession::connectParts()
{
    connect(m_store.get(), &AccountStore::changed, this, &AccountSession::onStoreChanged);
    connect(m_store.get(), &AccountStore::replaced, this, &AccountSession::onStoreReplaced);
    connect(m_offer.get(), &ServiceOffer::changed, this, [this](ReadCall call) {
        updateSummary();
        if (call == ReadCall::Transactions) {
            Q_EMIT areaChanged(Area::Transactions);
        }
    });
    if (m_client) {
        connect(m_client, &ApiClient::viewOnlyChanged, this, &AccountSession::viewOnlyChanged);
        connect(m_client, &ApiClient::viewOnlyChanged, m_proxyTests.get(),
                &ProxyTestDesk::onViewOnlyChanged);
    }
    connect(m_areas.get(), &AreaRefresh::changed, this, &AccountSession::areaChanged);
    connect(this, &AccountSession::areaChanged, m_creating.get(), [this](Area area) {
        if (area == Area::Proxies) {
            m_creating->onListChanged();
        }
    });
    connect(this, &AccountSession::areaChanged, m_proxyEdits.get(), [this](Area area) {
        if (area == Area::Proxies) {
            m_proxyEdits->onListChanged();
            m_proxyDeletions->onListChanged();
        }
    });
    connect(m_ledger.get(), &AccountLedger::stateChanged, this, [this] {
        updateSummary();
        Q_EMIT areaChanged(Area::Transactions);
    });
    connect(&m_auth, &AuthSession::changed, this, &AccountSession::onAccessChanged);
    connect(this, &AccountSession::summaryChanged, m_notices.get(),
            [this] { m_notices->checkPrices(m_summary.pools); });
    for (const OrderEngine *engine : orderEngines()) {
        connect(engine, &OrderEngine::ordersChanged, this,
                [this, engine](const QStringList &ids) { checkFigures(*engine, ids); });
    }
    connect(m_purchases.get(), &OrderEngine::ordersChanged, m_notices.get(), [this] {
        if (m_purchases->mayBeTwoAccounts()) {
            m_notices->addTwoAccounts();
        }
    });
}

/// An order that was refused for want of money or traffic shows that the figures are old.
void AccountSession::checkFigures(const OrderEngine &engine, const QStringList &changed)
{
    constexpr std::chrono::seconds justNow(10);
    const Instant now = m_clock.now();
    const bool isRefused = std::any_of(changed.begin(), changed.end(), [&](const QString &id) {
        const Order *order = engine.order(id);
        return order != nullptr && order->error && order->endedAt &&
               order->error->kind == ErrorKind::NotEnoughMoney &&
               format::isFresh(*order->endedAt, now, justNow);
    });
    if (isRefused) {
        refresh(Area::Account);
    }
}

// ------------------------------------------------------------------------------------------ access

bool AccountSession::isViewOnly() const
{
    return m_client && m_client->isViewOnly();
}

bool AccountSession::hasToken(TokenKind token) const
{
    return m_auth.has(token);
}

TokenState AccountSession::tokenState(TokenKind token) const
{
    if (m_client == nullptr) {
        return TokenState::Offline;
    }
    if (m_auth.has(token)) {
        if (m_auth.isAwaited(token)) {
            return TokenState::Awaited;
        }
        return m_auth.isRejected(token) ? TokenState::Refused : TokenState::Usable;
    }
    const TokenKind other =
        token == TokenKind::Personal ? TokenKind::Reseller : TokenKind::Personal;
    const bool isSignedOut = m_access == AccountAccess::SignedOut && !m_auth.has(other);
    const bool hasOther = m_auth.has(other) || m_auth.isExpected(other);
    if (!m_auth.isExpected(token) && hasOther && !isSignedOut) {
        return TokenState::NeverGiven;
    }
    return stateWithoutToken(m_access, m_isSignedOut);
}

void AccountSession::noteAccess(AccountAccess access, bool isSignedOut)
{
    if (m_access == access && m_isSignedOut == isSignedOut) {
        return;
    }
    m_access = access;
    m_isSignedOut = isSignedOut;
    Q_EMIT summaryChanged();
    for (const Area area : allAreas) {
        Q_EMIT areaChanged(area);
    }
}

bool AccountSession::canChange(Area area) const
{
    return m_client && !m_client->isViewOnly() && hasToken(tokenServing(area));
}

std::unique_ptr<SubUserProfile> AccountSession::subUserProfile(SubUserId id)
{
    return std::make_unique<SubUserProfile>(
        id, SubUserProfile::Sources{*m_store, m_client, *m_actions, *m_offer, m_clock});
}

std::unique_ptr<AccessRules> AccountSession::accessRules(AccessKind kind, SubUserId id)
{
    return std::make_unique<AccessRules>(kind, id, m_client, m_clock);
}

void AccountSession::forgetCredentials()
{
    m_credentials.clear();
    Q_EMIT areaChanged(Area::Proxies);
    Q_EMIT areaChanged(Area::SubUsers);
}

AreaStatus AccountSession::status(Area area) const
{
    const AreaStatus status = m_areas->status(area, m_times);
    return area == Area::Transactions ? m_ledger->withProgress(status) : status;
}

std::vector<std::optional<TrafficForecast>>
AccountSession::forecasts(const BoughtTraffic &bought) const
{
    return trafficForecasts(m_summary, *m_store, *m_purchases, bought, m_clock.now());
}

void AccountSession::updateSummary()
{
    const auto stored = m_store->read([](CacheReader &reader) {
        StoredOverview overview = reader.overview();
        overview.newest = reader.newestBalance();
        return overview;
    });
    if (!stored) {
        return;
    }
    m_times = stored->times;
    rememberWhose(*m_kept, *stored);
    const auto lastReading = [this](const QString &type) -> std::optional<TrafficReading> {
        return m_store
            ->read([&type](CacheReader &reader) { return reader.lastTrafficReading(type); })
            .value_or(std::nullopt);
    };
    AccountSummary summary =
        summaryOf(*stored, {m_auth, m_ledger->progress(), m_config.service,
                            m_kept->fact(QStringLiteral("user_id")),
                            m_kept->fact(QStringLiteral("given_name")), m_offer->reportsBalance(),
                            lastReading, m_client == nullptr});
    if (!m_shownName.isEmpty()) {
        summary.name = m_shownName;
    }
    if (summary != m_summary) {
        using From = AccountSummary::BalanceFrom;
        const bool isReported =
            m_summary.balanceFrom == From::Service && summary.balanceFrom == From::Service;
        const bool hasMoved = isReported && m_summary.balance != summary.balance;
        m_summary = std::move(summary);
        Q_EMIT summaryChanged();
        if (hasMoved && m_started) {
            m_autoRefresh->noteBalanceMoved();
        }
    }
}

void AccountSession::onStoreChanged(const StoreChanges &changes)
{
    m_rowsCame = m_rowsCame || changes.of(StoreTable::Transactions).any();
    updateSummary();
    for (const auto &[table, area] : {std::pair(StoreTable::SubUsers, Area::SubUsers),
                                      std::pair(StoreTable::Transactions, Area::Transactions)}) {
        if (changes.of(table).any()) {
            m_attention->noteRowsChanged(area);
            Q_EMIT rowsChanged(area);
        }
    }
    if (changes.of(StoreTable::Proxies).any()) {
        m_attention->noteRowsChanged(Area::Proxies);
    }
    if (changes.of(StoreTable::Account).any()) {
        Q_EMIT forecastsChanged();
    }
}

void AccountSession::onStoreReplaced()
{
    updateSummary();
    m_attention->noteRowsChanged(Area::SubUsers);
    m_attention->noteRowsChanged(Area::Transactions);
    if (m_started) {
        // Runs later, after the results of writes to the old file have arrived: an area that still
        // waits for one would not be loaded again.
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_areas->cancel(); // what was answered before is in the old file
                refreshAllIn(Lane::Background);
            },
            Qt::QueuedConnection);
    }
}

void AccountSession::loadEverythingAgain()
{
    if (!isOffline()) {
        m_store->startAgain();
    }
}

void AccountSession::flush()
{
    m_store->waitForWriter();
    m_kept->waitForWriter();
}

// -------------------------------------------------------------------------------- refreshing

void AccountSession::start()
{
    if (m_started) {
        return;
    }
    m_started = true;
    if (!m_inBackground) {
        startShown();
    } else {
        m_areas->refresh(Area::Account, Lane::Background);
    }
    m_autoRefresh->start();
    m_attention->start();
}

void AccountSession::startShown()
{
    m_startedShown = true;
    m_ledger->startBackground();
    refreshAllIn(Lane::Background);
}

void AccountSession::setInBackground(bool inBackground)
{
    if (inBackground == m_inBackground) {
        return;
    }
    m_inBackground = inBackground;
    m_autoRefresh->setInBackground(inBackground);
    if (m_recovery) {
        m_recovery->setInBackground(inBackground);
    }
    m_ledger->setInBackground(inBackground);
    if (inBackground) {
        m_areas->cancel(); // also the figures, which are loaded again below
    }
    if (!m_started) {
        return;
    }
    if (!inBackground && !m_startedShown) {
        startShown();
        return;
    }
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        if (!inBackground || area == Area::Account) {
            m_areas->refresh(area, Lane::Background);
        }
    }
    // A download that the user stopped is not continued.
    const LedgerProgress::State ledger = m_ledger->progress().state;
    if (!inBackground && ledger != LedgerProgress::Paused && ledger != LedgerProgress::Idle) {
        m_ledger->refresh();
    }
}

void AccountSession::rename(const QString &name)
{
    m_kept->setFact(QStringLiteral("given_name"), name);
    m_shownName.clear(); // of the previous name
    updateSummary();
}

void AccountSession::showAs(const QString &name)
{
    if (name != m_summary.name) {
        m_shownName = name;
        updateSummary();
    }
}

void AccountSession::refresh(Area area)
{
    if (area == Area::Transactions) {
        m_ledger->refresh();
    } else {
        m_areas->refresh(area);
    }
}

/// Whoever asks for current data also asks the keychain again that has the tokens.
std::shared_ptr<KnownSecrets> AccountSession::knownSecrets() const
{
    return m_client != nullptr ? m_client->knownSecrets() : std::make_shared<KnownSecrets>();
}

void AccountSession::askKeychain()
{
    if (m_access == AccountAccess::KeychainLocked || m_access == AccountAccess::KeychainMissing) {
        Q_EMIT keychainWanted();
    }
}

void AccountSession::lookAgain(Area area)
{
    askKeychain();
    lookAgainIn(area);
}

void AccountSession::lookAgainIn(Area area)
{
    if (area == Area::Transactions) {
        m_offer->lookAgain(ReadCall::Transactions);
        m_ledger->refresh();
    } else {
        m_areas->lookAgain(area);
    }
}

void AccountSession::refreshAll()
{
    askKeychain();
    for (const Area area : allAreas) {
        lookAgainIn(area);
    }
}

void AccountSession::refreshAllIn(Lane lane)
{
    for (const Area area : allAreas) {
        if (m_inBackground && area != Area::Account) {
            continue;
        }
        if (area == Area::Transactions) {
            m_ledger->refresh();
        } else {
            m_areas->refresh(area, lane);
        }
    }
}

void AccountSession::cancelRefresh()
{
    m_areas->cancel();
}

/// A token was added or removed.
void AccountSession::onAccessChanged()
{
    updateSummary();
    if (m_started) {
        refreshAllIn(Lane::Background);
    }
    for (const Area area : allAreas) {
        Q_EMIT areaChanged(area);
    }
}

} // namespace relaybook
