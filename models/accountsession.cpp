// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/accountsession.h"

#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "models/accountactions.h"
#include "models/arearefresh.h"
#include "models/ledgeraudit.h"
#include "models/ledgerround.h"
#include "models/ledgerupkeep.h"
#include "models/placebook.h"
#include "models/store/accountkey.h"
#include "models/store/accountstore.h"

#include <QDir>

namespace relaybook {
namespace {

tl::unexpected<ApiError> openingFailed(const StoreError &error, const QString &folder)
{
    ApiError result;
    result.kind = ErrorKind::Local;
    result.description = error.detail;
    switch (error.kind) {
    case StoreError::Kind::NewerVersion:
        result.message = AccountSession::tr("The data in “%1” was stored by a newer version of "
                                            "Relaybook. It was left as it is: please use the "
                                            "newer version.");
        break;
    case StoreError::Kind::Full:
        result.message = AccountSession::tr("There is no room left on the disk for “%1”.");
        break;
    case StoreError::Kind::Busy:
        result.message = AccountSession::tr("Another program is holding the data in “%1”.");
        break;
    case StoreError::Kind::Damaged:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        result.message = AccountSession::tr("The data in “%1” cannot be opened.");
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
    m_keep->setFact(QStringLiteral("service"), m_config.service);
    m_keep->setFact(QStringLiteral("account"), m_config.account);
    m_keep->setFact(QStringLiteral("used_ms"), QString::number(toMillis(m_clock.now())));
    m_areas = std::make_unique<AreaRefresh>(*m_store, m_client, m_auth, m_clock);
    m_ledger = std::make_unique<LedgerSync>(*m_store, m_client, m_clock, m_config.ledger);
    m_auditor = std::make_unique<LedgerAuditor>(*m_store, m_queries, *m_ledger, *m_areas, m_clock);
    m_upkeep = std::make_unique<LedgerUpkeep>(*m_store, *m_ledger);
    m_round = std::make_unique<LedgerRound>(*m_store, m_client, *m_ledger, m_clock,
                                            m_config.ledger.roundPause);
    m_actions = std::make_unique<AccountActions>(*m_store, m_client, *m_areas, *m_keep);
    m_places = std::make_unique<PlaceBook>(m_client, m_clock);
    openPurchases(folder);
    if (!m_store->movedAside().isEmpty()) {
        onStoreReplaced(m_store->movedAside());
    }
    reportKeepProblem();
    connectParts();
    updateSummary();
    return Stored{};
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
                      ? tr("There is no room left on the disk: what is fetched now cannot be "
                           "stored on this computer.")
                      : tr("What is fetched now cannot be stored on this computer (%1).")
                            .arg(error.detail));
    });
    connect(m_upkeep.get(), &LedgerUpkeep::progressed, this, &AccountSession::dailyTotalsChanged);
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
    addNotice(tr("The data stored on this computer was damaged. It was moved to “%1” and is being "
                 "fetched again.")
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
        return tr("The file “%1” with your drafts and earlier notes is damaged. It was left as it "
                  "is; until it is set aside, drafts are not kept.")
            .arg(path);
    case StoreError::Kind::NewerVersion:
        return tr("The file “%1” with your drafts and earlier notes was stored by a newer version "
                  "of Relaybook. It was left as it is; drafts are not kept.")
            .arg(path);
    case StoreError::Kind::Full:
    case StoreError::Kind::Busy:
    case StoreError::Kind::Interrupted:
    case StoreError::Kind::Failed:
        break;
    }
    return tr("Drafts and earlier notes cannot be kept in “%1”.").arg(path);
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
    const auto stored = m_store->read([](CacheReader &reader) { return reader.overview(); });
    if (!stored) {
        return;
    }
    m_times = stored->times;
    AccountSummary summary;
    summary.service = m_config.service;
    if (stored->account) {
        summary.accountId = stored->account->id;
        summary.name = stored->account->name;
        summary.email = stored->account->email;
        summary.currency = stored->account->currency;
    }
    if (stored->balance) {
        summary.balance = stored->balance->amount;
        if (!stored->balance->currency.isEmpty()) {
            summary.currency = stored->balance->currency;
        }
    }
    summary.balanceAsOf = m_times.balance;
    summary.pools = stored->pools;
    summary.poolsAsOf = m_times.pools;
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

AreaStatus AccountSession::status(Area area) const
{
    AreaStatus status = m_areas->status(area, m_times);
    if (area != Area::Transactions || status.state == AreaStatus::NoAccess) {
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
    if (changes.of(StoreTable::Account).any() && !m_summary.name.isEmpty()) {
        m_keep->setFact(QStringLiteral("name"), m_summary.name);
        m_keep->setFact(QStringLiteral("email"), m_summary.email);
    }
}

void AccountSession::updateLedgerStatus()
{
    Q_EMIT ledgerChanged();
    const auto state = m_ledger->progress().state;
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
