// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/accountsession.h"

#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/account/accountactions.h"
#include "models/account/addedrows.h"
#include "models/account/placelists.h"
#include "models/store/accountkey.h"
#include "models/store/accountstore.h"
#include "models/sync/arearefresh.h"
#include "models/sync/historyrefresh.h"
#include "models/sync/ledgercheck.h"
#include "models/sync/ledgerindexer.h"
#include "models/sync/serviceoffer.h"

#include <QDir>
#include <QUrl>

namespace relaybook {
namespace {

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
    // Two questions at a time: a long search never holds up another page's list.
    constexpr int queryThreads = 2;
    m_queries.setMaxThreadCount(queryThreads);
}

AccountSession::~AccountSession()
{
    // Whoever asks the network goes before what it would be written to.
    m_purchases.reset();
    m_round.reset();
    m_upkeep.reset();
    m_auditor.reset();
    m_ledger.reset();
    m_actions.reset();
    m_areas.reset();
    m_queries.waitForDone();
}

Result<std::unique_ptr<AccountSession>> AccountSession::open(Config config, ApiClient *client,
                                                             AuthSession &auth, const Clock &clock)
{
    std::unique_ptr<AccountSession> session(
        new AccountSession(std::move(config), client, auth, clock));
    if (const auto opened = session->openFiles(); !opened) {
        return tl::unexpected(opened.error());
    }
    return session;
}

Result<Stored> AccountSession::openFiles()
{
    const QString folder = accountFolder(m_config.dataDir, m_config.service, m_config.account);
    auto store = AccountStore::open(folder, m_clock);
    if (!store) {
        return openingFailed(store.error(), folder);
    }
    m_store = std::move(*store);
    m_keep = std::make_unique<KeepFile>(folder, m_clock);
    writeFacts();
    m_offer = std::make_unique<ServiceOffer>(*m_store, m_clock);
    m_added = std::make_unique<AddedRows>(*m_store, *m_keep, m_clock);
    m_areas =
        std::make_unique<AreaRefresh>(*m_store, m_client, m_auth, *m_offer, m_credentials, m_clock);
    m_ledger = std::make_unique<LedgerSync>(*m_store, m_client, m_clock, m_config.ledger);
    m_auditor = std::make_unique<LedgerCheck>(*m_store, m_queries, *m_ledger, *m_areas, m_clock);
    m_upkeep = std::make_unique<LedgerIndexer>(*m_store, *m_ledger);
    m_round = std::make_unique<HistoryRefresh>(*m_store, m_client, *m_ledger, m_clock,
                                               m_config.ledger.roundPause);
    m_actions = std::make_unique<AccountActions>(*m_store, m_client, *m_areas, *m_keep, *m_offer,
                                                 m_credentials, *m_added, m_clock);
    m_places = std::make_unique<PlaceLists>(m_client, *m_offer, m_clock);
    openPurchases(folder);
    if (!m_store->movedAside().isEmpty()) {
        onStoreReplaced(m_store->movedAside());
    }
    reportKeepProblem();
    connectParts();
    updateSummary();
    return Stored{};
}

/// What a start and the commands find the account by.
void AccountSession::writeFacts()
{
    const auto set = [this](const char *name, const QString &value) {
        m_keep->setFact(QLatin1String(name), value);
    };
    set("service", m_config.service);
    set("account", m_config.account);
    // After every other's, whatever the clock said then: the one used last is opened at a start.
    const qint64 usedMs = std::max(toMillis(m_clock.now()), lastUse(m_config.dataDir) + 1);
    set("used_ms", QString::number(usedMs));
    if (!m_config.givenName.isEmpty()) {
        set("given_name", m_config.givenName);
    }
    rememberFingerprints(m_config.fingerprints);
}

void AccountSession::rememberFingerprints(const QStringList &prints)
{
    constexpr qsizetype mostKept = 20;
    const QString fact = QStringLiteral("fingerprints");
    QStringList kept = m_keep->fact(fact).split(u' ', Qt::SkipEmptyParts);
    for (const QString &print : prints) {
        kept.removeAll(print);
        kept.append(print);
    }
    m_keep->setFact(fact, kept.mid(std::max<qsizetype>(0, kept.size() - mostKept)).join(u' '));
}

void AccountSession::connectParts()
{
    connect(m_store.get(), &AccountStore::changed, this, &AccountSession::onStoreChanged);
    connect(m_store.get(), &AccountStore::replaced, this, [this](const QString &file) {
        m_ledger->reload();
        onStoreReplaced(file);
        updateSummary();
        if (m_started) {
            // After the answers to what was written into the old file: an area that still waits for
            // one would not be asked for again.
            QMetaObject::invokeMethod(
                this, [this] { refreshAllIn(Lane::Background); }, Qt::QueuedConnection);
        }
    });
    connect(m_store.get(), &AccountStore::failed, this, [this](const StoreError &error) {
        addNotice(error.kind == StoreError::Kind::Full
                      ? tr("The disk is full. New data cannot be stored on this computer until "
                           "some space is free.")
                      : tr("New data cannot be stored on this computer (%1). Check the disk and "
                           "the data folder.")
                            .arg(error.detail));
    });
    connect(m_upkeep.get(), &LedgerIndexer::progressed, this, &AccountSession::dailyTotalsChanged);
    connect(m_offer.get(), &ServiceOffer::changed, this, [this](ReadCall call) {
        updateSummary();
        if (call == ReadCall::Transactions) {
            Q_EMIT areaChanged(Area::Transactions);
        }
    });
    connect(m_keep.get(), &KeepFile::failed, this, &AccountSession::reportKeepProblem);
    connect(m_areas.get(), &AreaRefresh::changed, this, &AccountSession::areaChanged);
    connect(m_ledger.get(), &LedgerSync::progressChanged, this,
            &AccountSession::updateLedgerStatus);
    connect(&m_auth, &AuthSession::changed, this, &AccountSession::accessChanged);
}

void AccountSession::addNotice(const QString &message)
{
    if (!m_notices.contains(message)) {
        m_notices.append(message);
        Q_EMIT notice(message);
    }
}

void AccountSession::onStoreReplaced(const QString &file)
{
    addNotice(tr("The data stored on this computer was damaged. The damaged file was moved to "
                 "“%1”, and the data is being loaded again.")
                  .arg(QDir::toNativeSeparators(file)));
}

void AccountSession::reportKeepProblem()
{
    if (const auto problem = keepProblem()) {
        addNotice(*problem);
    }
}

std::optional<QString> AccountSession::keepProblem() const
{
    const auto &problem = m_keep->problem();
    if (!problem) {
        return std::nullopt;
    }
    const QString path = QDir::toNativeSeparators(m_keep->path());
    switch (problem->kind) {
    case StoreError::Kind::Damaged:
        return tr("The file “%1” with your drafts and earlier notes is damaged and was not "
                  "changed. Drafts are not saved until the file is set aside.")
            .arg(path);
    case StoreError::Kind::NewerVersion:
        return tr("The file “%1” with your drafts and earlier notes was stored by a newer version "
                  "of Relaybook and was not changed. Drafts are not saved. Use the newer version.")
            .arg(path);
    case StoreError::Kind::Full:
    case StoreError::Kind::Busy:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        break;
    }
    return tr("Drafts and earlier notes cannot be saved in “%1”. Check that the disk is not full "
              "and that the folder can be written to.")
        .arg(path);
}

Result<QString> AccountSession::setKeepFileAside()
{
    const auto aside = m_keep->setAside();
    if (!aside) {
        return tl::unexpected(toApiError(aside.error()));
    }
    return *aside;
}

// ------------------------------------------------------------------------------------ what it is

bool AccountSession::hasToken(TokenKind kind) const
{
    if (m_client || m_auth.has(kind)) {
        return m_auth.has(kind);
    }
    if (kind == TokenKind::Personal) {
        return m_times.balance || m_times.proxies || m_times.ledger;
    }
    return m_times.pools || m_times.subUsers;
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
    rememberWhose(*stored);
    AccountSummary summary;
    summary.service = m_config.service;
    if (stored->account) {
        summary.accountId = stored->account->id;
        summary.name = stored->account->name;
        summary.email = stored->account->email;
        summary.currency = stored->account->currency;
    }
    summary.userId = m_keep->fact(QStringLiteral("user_id"));
    if (summary.name.isEmpty()) {
        summary.name = m_keep->fact(QStringLiteral("given_name"));
    }
    if (summary.name.isEmpty()) {
        summary.name = QUrl(m_config.service).host();
    }
    updateBalance(summary, *stored);
    updatePools(summary, *stored);
    summary.proxies = stored->counts.proxies;
    summary.subUsers = stored->counts.subUsers;
    summary.transactions = stored->counts.transactions;
    summary.unreadableProxies = stored->counts.unreadableProxies;
    summary.unreadableSubUsers = stored->counts.unreadableSubUsers;
    summary.unreadableTransactions = stored->counts.unreadable;
    summary.rewrittenTransactions = stored->counts.rewritten;
    summary.vanishedTransactions = stored->counts.vanished;
    if (m_ledger->progress().total > 0 || m_times.ledger) {
        summary.transactionsTotal = m_ledger->progress().total;
    }
    summary.hasPersonal = hasToken(TokenKind::Personal);
    summary.hasReseller = hasToken(TokenKind::Reseller);
    if (summary != m_summary) {
        m_summary = std::move(summary);
        Q_EMIT summaryChanged();
    }
}

void AccountSession::updateBalance(AccountSummary &summary, const StoredOverview &stored) const
{
    using From = AccountSummary::BalanceFrom;
    // A balance that was told before the service lost its calls for it is not of today.
    if (!m_offer->tellsBalance() && stored.newest) {
        summary.balance = stored.newest->amount;
        summary.balanceAsOf = stored.newest->at;
        summary.balanceFrom = From::NewestTransaction;
    } else if (stored.balance) {
        summary.balance = stored.balance->amount;
        summary.balanceAsOf = m_times.balance;
        summary.balanceFrom = From::Service;
        if (!stored.balance->currency.isEmpty()) {
            summary.currency = stored.balance->currency;
        }
    }
}

/// Where the list of pools does not say what is left, the last receipt or an earlier list does.
void AccountSession::updatePools(AccountSummary &summary, const StoredOverview &stored) const
{
    summary.pools = stored.pools;
    summary.poolsAsOf = m_times.pools;
    for (TrafficPool &pool : summary.pools) {
        if (pool.left) {
            continue;
        }
        const auto last = m_store->read(
            [&pool](CacheReader &reader) { return reader.lastTrafficReading(pool.type); });
        if (last && *last) {
            pool.left = (*last)->left;
            summary.leftAsOf[pool.type] = (*last)->at;
        }
    }
}

AreaStatus AccountSession::status(Area area) const
{
    AreaStatus status = m_areas->status(area, m_times);
    if (area != Area::Transactions || status.state == AreaStatus::NoAccess ||
        status.state == AreaStatus::NotOffered) {
        return status;
    }
    const LedgerProgress &progress = m_ledger->progress();
    status.error = progress.error;
    switch (progress.state) {
    case LedgerProgress::Waiting:
        // A limit is no failure. After one the next try comes by itself, but the user is told now
        // and need not wait for it.
        status.state = progress.error && progress.error->kind != ErrorKind::TooManyRequests
                           ? AreaStatus::Failed
                           : AreaStatus::Loading;
        break;
    case LedgerProgress::Running:
        status.state = AreaStatus::Loading;
        break;
    case LedgerProgress::Failed:
        status.state = AreaStatus::Failed;
        break;
    case LedgerProgress::Idle:
    case LedgerProgress::Paused:
    case LedgerProgress::Complete:
    case LedgerProgress::Incomplete:
        status.state = status.asOf ? AreaStatus::Loaded : AreaStatus::NeverLoaded;
        break;
    }
    if (progress.state == LedgerProgress::Idle && m_started && m_client && !status.asOf) {
        // Cancelled before a row came: nobody is reading, and it can be tried again.
        status.state = AreaStatus::Failed;
        status.error = ApiError();
        status.error->kind = ErrorKind::Cancelled;
    }
    return status;
}

const LedgerProgress &AccountSession::ledger() const
{
    return m_ledger->progress();
}

void AccountSession::onStoreChanged(const StoreChanges &changes)
{
    updateSummary();
    if (changes.of(StoreTable::Account).any()) {
        Q_EMIT forecastsChanged();
    }
}

/// For the next sign-in, which may tell less.
void AccountSession::rememberWhose(const StoredOverview &stored)
{
    const auto set = [this](const char *name, const QString &value) {
        if (!value.isEmpty()) {
            m_keep->setFact(QLatin1String(name), value);
        }
    };
    if (stored.account) {
        set("name", stored.account->name);
        set("email", stored.account->email);
        set("account_id", stored.account->id);
    }
    if (stored.newest) {
        set("user_id", stored.newest->userId);
    }
}

void AccountSession::updateLedgerStatus()
{
    Q_EMIT ledgerChanged();
    const LedgerProgress &progress = m_ledger->progress();
    // After an answer, a page that is missing is a failure of this run.
    const bool isMissing = progress.state == LedgerProgress::Failed && progress.error &&
                           isNotOffered(*progress.error) &&
                           !m_offer->wasAnswered(ReadCall::Transactions);
    const bool isAnswered = (progress.state == LedgerProgress::Running && progress.total > 0) ||
                            (m_started && m_client &&
                             (progress.state == LedgerProgress::Complete ||
                              progress.state == LedgerProgress::Incomplete));
    if (isMissing) {
        m_offer->noteMissing(ReadCall::Transactions);
    } else if (isAnswered) {
        m_offer->noteOffered(ReadCall::Transactions);
    }
    const auto state = progress.state;
    if (m_ledgerState != state) {
        m_ledgerState = state;
        updateSummary();
        Q_EMIT areaChanged(Area::Transactions);
    }
}

void AccountSession::flush()
{
    m_store->waitForWriter();
    m_keep->waitForWriter();
}

} // namespace relaybook
