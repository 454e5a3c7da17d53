// SPDX-License-Identifier: GPL-3.0-or-later
// An open account: creates its parts, connects them, and gives access to them. Pages and dialogs
// get this object.

#pragma once

#include "api/http/lane.h"
#include "api/http/request.h"
#include "api/types/clock.h"
#include "api/types/result.h"
#include "models/account/accountactions.h"
#include "models/account/accountledger.h"
#include "models/account/accountnotices.h"
#include "models/account/accountqueries.h"
#include "models/account/addedrows.h"
#include "models/account/autorefresh.h"
#include "models/account/forecast.h"
#include "models/account/placelists.h"
#include "models/account/proxydesk.h"
#include "models/account/storedrows.h"
#include "models/account/trafficfigures.h"
#include "models/accounts/accountentry.h"
#include "models/accounts/tokenstate.h"
#include "models/accountvalues.h"
#include "models/buying/purchasedesk.h"
#include "models/serving/subuserdesk.h"
#include "models/store/cachefile.h"
#include "models/store/keepfile.h"
#include "models/store/ledgerfilter.h"
#include "models/store/storevalues.h"
#include "models/sync/serviceoffer.h"
#include "models/sync/sessioncredentials.h"

#include <QObject>

#include <memory>

namespace relaybook {

enum class AccessKind;
class AccessRules;
class AccountStore;
class ApiClient;
class AreaRefresh;
class AttentionDesk;
class AuthSession;
class KnownSecrets;
class OutageRecovery;
class ProxyTestDesk;
class ProxyDeletionRun;
class ProxyEditRun;
class PurchaseRecords;
class ServingRecords;
class SubUserProfile;

/// The token with which this list is loaded and its rows are changed.
[[nodiscard]] constexpr TokenKind tokenServing(Area area)
{
    return area == Area::SubUsers ? TokenKind::Reseller : TokenKind::Personal;
}

/// Lives on the GUI thread. Must outlive the models that its parts created.
class AccountSession : public QObject
{
    Q_OBJECT

public:
    struct Config
    {
        QString dataDir;
        QString service;          ///< the origin, e.g. "https://panel.example.com"
        QString account;          ///< identifies it at the service: its id or e-mail; not secret
        QString givenName;        ///< the user's own name for it; empty: the stored one
        QStringList fingerprints; ///< fingerprintsOf() the sign-in
        bool offline = false;
        bool isUsed = true; ///< opening it makes it the last used account
        QString testPage;   ///< of the sandbox: the only page that its proxies open
        LedgerSync::Tuning ledger;
        PurchaseDesk::Tuning buying;
        SubUserDesk::Tuning serving;
        ProxyDesk::Tuning creating;
        /// False: orders of every kind stay as they are, and none is sent.
        bool followsOrders = true;
    };

    /// `client` is null when offline. A damaged cache file is renamed, see notices(). If the file
    /// is of a newer version, the error's message is a sentence for the user.
    [[nodiscard]] static Result<std::unique_ptr<AccountSession>>
    open(Config config, ApiClient *client, AuthSession &auth, const Clock &clock);
    /// The same with the result of CacheOpening for folderOf(config).
    [[nodiscard]] static Result<std::unique_ptr<AccountSession>>
    open(Config config, StoreResult<CacheFile> cache, ApiClient *client, AuthSession &auth,
         const Clock &clock);
    ~AccountSession() override;
    /// Where the account's files are.
    [[nodiscard]] static QString folderOf(const Config &config);

    [[nodiscard]] const AccountSummary &summary() const { return m_summary; }
    [[nodiscard]] AreaStatus status(Area area) const;
    [[nodiscard]] bool isOffline() const { return m_config.offline; }
    [[nodiscard]] const Clock &clock() const { return m_clock; }
    /// Whether every change and purchase is refused because the user set the account to view only.
    [[nodiscard]] bool isViewOnly() const;
    /// Whether the account has this token or waits for it. False after the user signed out, and if
    /// the keychain refused it.
    [[nodiscard]] bool hasToken(TokenKind token) const;
    /// Whether the token can be used, and why not.
    [[nodiscard]] TokenState tokenState(TokenKind token) const;
    /// Tells why the account has no tokens, which only its owner knows. `isSignedOut`: by the user.
    void noteAccess(AccountAccess access, bool isSignedOut);
    /// Whether a change of a row of this list could be sent.
    [[nodiscard]] bool canChange(Area area) const;
    /// Estimates how long each traffic type will last, in the order of summary().pools; nothing if
    /// the traffic left is unknown.
    [[nodiscard]] std::vector<std::optional<TrafficForecast>>
    forecasts(const BoughtTraffic &bought = {}) const;

    /// First refresh and background ledger sync; to be called once, after the first paint.
    void start();
    /// While another account is shown, only the balance is refreshed and open orders are followed:
    /// a download of lists and ledger is paused, and continued when the account is shown again.
    void setInBackground(bool inBackground);
    [[nodiscard]] bool isInBackground() const { return m_inBackground; }
    /// The user's own name for the account; empty: the service's name.
    void rename(const QString &name);
    /// The name in summary(), with what tells it from the same name of another account.
    void showAs(const QString &name);
    void refresh(Area area);
    /// Like refresh(), but also tries calls again that the service did not have.
    void lookAgain(Area area);
    /// lookAgain() for all areas.
    void refreshAll();
    /// Emits keychainWanted() if the tokens are in a keychain that could not be read. lookAgain()
    /// and refreshAll() do so too.
    void askKeychain();
    /// Forgets the credentials of proxies and sub-users, after the user signed out.
    void forgetCredentials();
    /// Cancels everything that refresh() started, except the ledger (ledger().cancel()).
    void cancelRefresh();
    /// Waits until all posted writes are done: before the program ends, and for tests.
    void flush();

    // The parts; each lives as long as the session.

    /// Stored proxies, sub-users and transactions.
    [[nodiscard]] const StoredRows &rows() const { return *m_rows; }
    /// Item models, and everything else that is read from the store off the GUI thread.
    [[nodiscard]] AccountQueries &queries() const { return *m_queries; }
    [[nodiscard]] AccountLedger &ledger() { return *m_ledger; }
    [[nodiscard]] const AccountLedger &ledger() const { return *m_ledger; }
    /// Saves changes of one row, and loads one row again.
    [[nodiscard]] AccountActions &actions() { return *m_actions; }
    [[nodiscard]] PlaceLists &places() { return *m_places; }
    /// Figures that are loaded when they are shown.
    [[nodiscard]] TrafficFigures &figures() { return *m_figures; }
    /// The journal of the orders of all kinds.
    [[nodiscard]] OrderJournal &orders() { return *m_orders; }
    /// The orders of all kinds that are in memory, with those that wait to be stored.
    [[nodiscard]] OrderCounts orderCounts() const;
    /// The engines of all kinds.
    [[nodiscard]] std::vector<OrderEngine *> orderEngines() const;
    /// Buys traffic.
    [[nodiscard]] PurchaseDesk &purchases() { return *m_purchases; }
    /// Gives traffic to sub-users and takes it back, creates and deletes sub-users.
    [[nodiscard]] SubUserDesk &serving() { return *m_serving; }
    /// Creates proxies.
    [[nodiscard]] ProxyDesk &creating() { return *m_creating; }
    /// Tests proxies and sub-users.
    [[nodiscard]] ProxyTestDesk &proxyTests() { return *m_proxyTests; }
    /// What needs the user's attention.
    [[nodiscard]] AttentionDesk &attention() { return *m_attention; }
    [[nodiscard]] const AttentionDesk &attention() const { return *m_attention; }
    /// Changes many proxies.
    [[nodiscard]] ProxyEditRun &proxyEdits() { return *m_proxyEdits; }
    [[nodiscard]] ProxyDeletionRun &proxyDeletions() { return *m_proxyDeletions; }
    /// Refreshes automatically what the window shows.
    [[nodiscard]] AutoRefresh &autoRefresh() { return *m_autoRefresh; }
    /// Null when offline.
    [[nodiscard]] OutageRecovery *outageRecovery() { return m_recovery.get(); }
    /// The data for the page of one sub-user. Each page has its own; the session must outlive it.
    [[nodiscard]] std::unique_ptr<SubUserProfile> subUserProfile(SubUserId id);
    /// The allowlist or the blocklist of a sub-user, for one dialog or page.
    [[nodiscard]] std::unique_ptr<AccessRules> accessRules(AccessKind kind, SubUserId id);
    /// Which calls the service has.
    [[nodiscard]] const ServiceOffer &offer() const { return *m_offer; }
    /// Proxies and sub-users that the user added by id.
    [[nodiscard]] AddedRows &addedRows() { return *m_added; }
    /// Drafts and earlier notes. A draft is deleted when the note is saved.
    [[nodiscard]] KeepFile &kept() { return *m_kept; }
    /// Credentials received in this session, if the service sends them. In memory only.
    [[nodiscard]] const SessionCredentials &credentials() const { return m_credentials; }
    /// The secrets of this session, to be masked in what is saved; shared by threads.
    [[nodiscard]] std::shared_ptr<KnownSecrets> knownSecrets() const;
    /// Messages about the stored data.
    [[nodiscard]] AccountNotices &notices() { return *m_notices; }
    [[nodiscard]] const AccountNotices &notices() const { return *m_notices; }

    /// Continues with an empty copy of the service's data, and loads everything again. The user's
    /// own data and the orders are kept. Not while offline.
    void loadEverythingAgain();

Q_SIGNALS:
    void summaryChanged();
    void forecastsChanged(); ///< forecasts() may have changed
    void areaChanged(relaybook::Area area);
    /// Stored rows of SubUsers or Transactions changed.
    void rowsChanged(relaybook::Area area);
    void viewOnlyChanged(); ///< isViewOnly() changed
    /// The user wants current data, and the tokens are in a keychain that could not be read.
    void keychainWanted();

private:
    AccountSession(Config config, ApiClient *client, AuthSession &auth, const Clock &clock);

    void openFiles(CacheFile cache);
    void openPurchases();
    void openAttention();
    void connectParts();
    void checkFigures(const OrderEngine &engine, const QStringList &changed);
    void refreshAllIn(Lane lane);
    void lookAgainIn(Area area);
    void startShown();
    void updateSummary();
    [[nodiscard]] std::vector<TokenKind> unusableTokens() const;
    void onAccessChanged();
    void onStoreChanged(const StoreChanges &changes);
    void onStoreReplaced();

    Config m_config;
    ApiClient *m_client;
    AuthSession &m_auth;
    const Clock &m_clock;
    SessionCredentials m_credentials; ///< the store's thread adds to it
    std::unique_ptr<AccountStore> m_store;
    std::unique_ptr<KeepFile> m_kept;
    std::unique_ptr<AccountNotices> m_notices;
    std::unique_ptr<StoredRows> m_rows;
    std::unique_ptr<AccountQueries> m_queries;
    std::unique_ptr<ServiceOffer> m_offer;
    std::unique_ptr<AddedRows> m_added;
    std::unique_ptr<AreaRefresh> m_areas;
    std::unique_ptr<AccountLedger> m_ledger;
    std::unique_ptr<AccountActions> m_actions;
    std::unique_ptr<ProxyEditRun> m_proxyEdits;
    std::unique_ptr<ProxyDeletionRun> m_proxyDeletions;
    std::unique_ptr<PlaceLists> m_places;
    std::unique_ptr<TrafficFigures> m_figures;
    std::unique_ptr<OrderJournal> m_orders;
    std::unique_ptr<PurchaseDesk> m_purchases;
    std::unique_ptr<PurchaseRecords> m_records;
    std::unique_ptr<SubUserDesk> m_serving;
    std::unique_ptr<ServingRecords> m_servingRecords;
    std::unique_ptr<ProxyDesk> m_creating;
    std::unique_ptr<ProxyTestDesk> m_proxyTests;
    std::unique_ptr<AutoRefresh> m_autoRefresh;
    std::unique_ptr<OutageRecovery> m_recovery;
    std::unique_ptr<AttentionDesk> m_attention;
    AccountAccess m_access = AccountAccess::NotOpened;
    bool m_isSignedOut = false;
    AccountSummary m_summary;
    QString m_shownName; ///< showAs(); empty: the plain one
    StoredTimes m_times;
    bool m_started = false;
    bool m_inBackground = false;
    bool m_startedShown = false; ///< startShown() was called
    bool m_rowsCame = false;     ///< there are transactions not yet searched for late charges
};

} // namespace relaybook
