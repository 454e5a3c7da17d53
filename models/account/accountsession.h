// SPDX-License-Identifier: GPL-3.0-or-later
// An open account: gives access to its stored data, loads it again from the service, and performs
// the user's actions. The one thing of models/ that pages and dialogs are given.

#pragma once

#include "api/http/call.h"
#include "api/http/lane.h"
#include "api/http/request.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "api/types/subuser.h"
#include "api/types/transaction.h"
#include "models/accountvalues.h"
#include "models/buying/purchasedesk.h"
#include "models/forecast.h"
#include "models/store/dailytotals.h"
#include "models/store/keepfile.h"
#include "models/store/ledgerfilter.h"
#include "models/store/storevalues.h"
#include "models/sync/ledgersync.h"
#include "models/sync/sessioncredentials.h"

#include <QObject>
#include <QSet>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace relaybook {

class AccountActions;
class AddedRows;
class AccountStore;
class ApiClient;
class AreaRefresh;
class AuthSession;
class LedgerCheck;
class LedgerFigures;
class HistoryRefresh;
class LedgerIndexer;
class PlaceLists;
class ProxyTableModel;
class ServiceOffer;
class SubUserTableModel;
class TransactionTableModel;

/// Lives on the GUI thread and outlives the models that it made.
class AccountSession : public QObject
{
    Q_OBJECT

public:
    struct Config
    {
        QString dataDir;
        QString service; ///< the origin, e.g. "https://panel.example.com"
        QString account; ///< what tells accounts of one service apart: its id or e-mail; no secret
        QString givenName;        ///< the user's own name for it; empty: as before
        QStringList fingerprints; ///< of what it is opened with (fingerprintsOf())
        bool offline = false;
        LedgerSync::Tuning ledger;
        PurchaseDesk::Tuning buying;
    };

    template <class T>
    using Handler = std::function<void(Result<T>)>;

    /// `client` is null when offline. A damaged cache file is moved aside, see notices(); one of a
    /// newer version is refused with a sentence in the error's message.
    [[nodiscard]] static Result<std::unique_ptr<AccountSession>>
    open(Config config, ApiClient *client, AuthSession &auth, const Clock &clock);
    ~AccountSession() override;

    /// Accounts that have data under `dataDir`, the most recently used first.
    [[nodiscard]] static std::vector<StoredAccount> storedAccounts(const QString &dataDir);
    /// A number that is larger than those of all accounts used before the last one: a time in
    /// milliseconds where the clock was never set back.
    [[nodiscard]] static qint64 lastUse(const QString &dataDir);
    /// Deletes what can be fetched again; no session may have it open. Drafts stay.
    [[nodiscard]] static Result<Stored> removeCache(const QString &dataDir, const QString &service,
                                                    const QString &account);

    [[nodiscard]] const AccountSummary &summary() const { return m_summary; }
    [[nodiscard]] AreaStatus status(Area area) const;
    [[nodiscard]] const LedgerProgress &ledger() const;
    /// Whole sentences about what happened to the stored data; kept for as long as the session.
    [[nodiscard]] const QStringList &notices() const { return m_notices; }
    [[nodiscard]] bool isOffline() const { return m_config.offline; }

    /// First refresh and background ledger sync; to be called once, after the first paint.
    void start();
    void refresh(Area area);
    void refreshAll();
    /// The same, and asks also for what the service was found not to offer.
    void lookAgain(Area area);
    /// Lets go of what refresh() asked for, save the ledger, which has its own words below.
    void cancelRefresh();
    void pauseLedger();
    void resumeLedger(); ///< after a pause, a failure, or a cancel
    void cancelLedger();
    /// Reads every page of the ledger again: rows that came back different or were missed show.
    void searchLedger();
    /// A token came or went.
    void accessChanged();
    /// For the next sign-in with the same key or token (fingerprintsOf()).
    void rememberFingerprints(const QStringList &prints);

    /// Each view has its own.
    [[nodiscard]] std::unique_ptr<TransactionTableModel> makeTransactionModel();
    [[nodiscard]] std::unique_ptr<ProxyTableModel> makeProxyModel();
    [[nodiscard]] std::unique_ptr<SubUserTableModel> makeSubUserModel();

    /// From the store; nothing where it is not there (any more). No credentials.
    [[nodiscard]] std::optional<Proxy> proxy(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUser> subUser(SubUserId id) const;
    [[nodiscard]] std::optional<Transaction> transaction(TransactionId id) const;
    /// The same by a model's key (KeyRole).
    [[nodiscard]] std::optional<Proxy> proxyByKey(qint64 key) const;
    [[nodiscard]] std::optional<qint64> keyOf(const ProxyId &id) const;
    /// All that are stored, listed or added.
    [[nodiscard]] QSet<ProxyId> proxyIds() const;
    [[nodiscard]] QSet<SubUserId> subUserIds() const;
    /// Rows of a list (Area::Proxies or Area::SubUsers) that the service's last answer had in a
    /// form that cannot be read, at most `limit`.
    [[nodiscard]] std::vector<UnreadableListRow> unreadableListRows(Area area, qint64 limit) const;
    /// The same of one row. proxy() and subUser() then give its last readable form.
    [[nodiscard]] std::optional<UnreadableListRow> unreadableForm(const ProxyId &id) const;
    [[nodiscard]] std::optional<UnreadableListRow> unreadableForm(SubUserId id) const;
    /// Earlier forms of a row of the ledger that came back different, the oldest first.
    [[nodiscard]] std::vector<TransactionVersion> earlierForms(TransactionId id) const;
    /// The rows that have earlier forms, the newest id first.
    [[nodiscard]] std::vector<TransactionId> rewrittenIds(qint64 limit) const;
    /// Rows of the ledger that could not be read, at most `limit`.
    [[nodiscard]] std::vector<UnreadableRow> unreadableRows(qint64 limit) const;
    /// The form of a row that came back unreadable; transaction() gives the one before.
    [[nodiscard]] std::optional<UnreadableRow> unreadableForm(TransactionId id) const;

    /// Rows that were here when every page was read again and the service listed them no more:
    /// kept, at most `limit`, the newest first.
    [[nodiscard]] std::vector<VanishedRow> vanishedRows(qint64 limit) const;
    /// When a row was found to be one of them.
    [[nodiscard]] std::optional<Instant> vanishedAt(TransactionId id) const;
    /// The neighbours of a row in the chain of balances; nothing at its ends.
    [[nodiscard]] std::optional<TransactionId> chainBefore(TransactionId id) const;
    [[nodiscard]] std::optional<TransactionId> chainAfter(TransactionId id) const;

    /// Totals of a filter or a selection: each view has its own.
    [[nodiscard]] std::unique_ptr<LedgerFigures> makeLedgerFigures();
    /// The slow walk round all of history; for tests and a command line.
    [[nodiscard]] HistoryRefresh &round() { return *m_round; }
    /// True where every stored row is in dailyTotals() and in the words of the search.
    [[nodiscard]] bool isLedgerCountedIn() const;
    /// The proof of the ledger.
    [[nodiscard]] LedgerCheck &auditor() { return *m_auditor; }

    /// What can be chosen from in a filter.
    struct LedgerChoices
    {
        QStringList types;    ///< as the service writes them, in the order of the alphabet
        QStringList products; ///< ids
        friend bool operator==(const LedgerChoices &, const LedgerChoices &) = default;
    };
    /// Both are read by a worker; `handler` is called unless `guard` is gone or has asked anew. It
    /// gets null where the store could not be read.
    void ledgerChoices(QObject *guard, std::function<void(const LedgerChoices *)> handler);
    void dailyTotals(const DaysAsked &asked, QObject *guard,
                     std::function<void(const DailyTotals *)> handler);
    /// The account's file, for work with a connection of its own on a worker's thread
    /// (forEachTransaction()).
    [[nodiscard]] QString storePath() const;

    /// How long what is left of each traffic type will last, in the order of summary().pools;
    /// nothing where what is left is unknown.
    [[nodiscard]] std::vector<std::optional<TrafficForecast>> forecasts() const;

    /// In memory only: there once the list was read in this session, if the service told them.
    [[nodiscard]] std::optional<ProxyCredentials> credentials(const ProxyId &id) const;
    [[nodiscard]] std::optional<SubUserAccess> credentials(SubUserId id) const;

    /// Actions: the answer goes to the store, then the row, then `handler`. Dropping the handle
    /// cancels the handler, never the writing of an answer that came. A 404 takes the row away and
    /// refreshes the list. Offline they end with ErrorKind::Offline.
    [[nodiscard]] Call saveNote(SubUserId id, const QString &note, QObject *guard,
                                Handler<SubUser> handler);
    [[nodiscard]] Call saveProxy(const ProxyId &id, const ProxyEdit &edit, QObject *guard,
                                 Handler<ProxySaved> handler);
    [[nodiscard]] Call readSubUser(SubUserId id, QObject *guard, Handler<SubUser> handler);
    /// With credentials.
    [[nodiscard]] Call readProxy(const ProxyId &id, QObject *guard, Handler<Proxy> handler);
    /// Cached for a day.
    [[nodiscard]] Call countries(const QString &type, QObject *guard,
                                 Handler<std::vector<Place>> handler);
    [[nodiscard]] Call regions(const QString &country, const QString &type, QObject *guard,
                               Handler<std::vector<Place>> handler);
    [[nodiscard]] Call cities(const QString &country, const QString &type, QObject *guard,
                              Handler<std::vector<Place>> handler);

    /// Where traffic is bought; there for as long as the session.
    [[nodiscard]] PurchaseDesk &purchases() { return *m_purchases; }

    /// Drafts survive a crash. A draft of a note that was saved is dropped by itself.
    [[nodiscard]] std::optional<NoteDraft> draft(SubUserId id) const;
    void saveDraft(SubUserId id, const QString &text, const QString &basedOn);
    void dropDraft(SubUserId id);
    /// The newest first, at most twenty.
    [[nodiscard]] std::vector<EarlierNote> earlierNotes(SubUserId id) const;
    /// Which calls the service has.
    [[nodiscard]] const ServiceOffer &offer() const { return *m_offer; }
    /// Proxies and sub-users that the user added by id.
    [[nodiscard]] AddedRows &addedRows() { return *m_added; }

    /// Why drafts and earlier notes cannot be kept; nothing where all is well.
    [[nodiscard]] std::optional<QString> keepProblem() const;
    /// At the user's word: renames the unusable file and begins a new one; gives the old one's
    /// path.
    [[nodiscard]] Result<QString> setKeepFileAside();

    /// Waits until everything given to the store is written: before a quit, and for tests.
    void flush();

Q_SIGNALS:
    void summaryChanged();
    void forecastsChanged(); ///< forecasts() may be others now
    void areaChanged(relaybook::Area area);
    void ledgerChanged();
    /// What dailyTotals() tells became more, or another.
    void dailyTotalsChanged();
    /// A whole sentence, also in notices().
    void notice(const QString &message);

private:
    AccountSession(Config config, ApiClient *client, AuthSession &auth, const Clock &clock);

    Result<Stored> openFiles();
    void refreshAllIn(Lane lane);
    template <class Work, class Value>
    void readLater(Work work, QObject *guard, std::function<void(const Value *)> handler);
    void connectParts();
    void openPurchases(const QString &folder);
    void keepReceipt(const QString &orderId);
    void writeFacts();
    void rememberWhose(const StoredOverview &stored);
    void updateBalance(AccountSummary &summary, const StoredOverview &stored) const;
    void updatePools(AccountSummary &summary, const StoredOverview &stored) const;
    void addNotice(const QString &message);
    void reportKeepProblem();
    void onStoreChanged(const StoreChanges &changes);
    void onStoreReplaced(const QString &file);
    void updateSummary();
    void updateLedgerStatus();
    [[nodiscard]] bool hasToken(TokenKind kind) const;

    Config m_config;
    ApiClient *m_client;
    AuthSession &m_auth;
    const Clock &m_clock;
    QThreadPool m_queries;
    std::unique_ptr<AccountStore> m_store;
    std::unique_ptr<KeepFile> m_keep;
    std::unique_ptr<ServiceOffer> m_offer;
    std::unique_ptr<AddedRows> m_added;
    SessionCredentials m_credentials;
    std::unique_ptr<AreaRefresh> m_areas;
    std::unique_ptr<LedgerSync> m_ledger;
    std::unique_ptr<LedgerCheck> m_auditor;
    std::unique_ptr<LedgerIndexer> m_upkeep;
    std::unique_ptr<HistoryRefresh> m_round;
    std::unique_ptr<AccountActions> m_actions;
    std::unique_ptr<PlaceLists> m_places;
    std::unique_ptr<PurchaseDesk> m_purchases;
    AccountSummary m_summary;
    StoredTimes m_times;
    QStringList m_notices;
    LedgerProgress::State m_ledgerState = LedgerProgress::Idle;
    bool m_started = false;
};

} // namespace relaybook
