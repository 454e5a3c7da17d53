// SPDX-License-Identifier: GPL-3.0-or-later
// An open account: creates its parts, connects them, and gives access to them. The one thing of
// models/ that pages and dialogs are given.

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
class AuthSession;
class OutageRecovery;
class PurchaseRecords;
class ServingRecords;
class SubUserProfile;

/// The token with which this list is loaded and its rows are changed.
[[nodiscard]] constexpr TokenKind tokenServing(Area area)
{
    return area == Area::SubUsers ? TokenKind::Reseller : TokenKind::Personal;
}

/// Lives on the GUI thread and outlives the models that its parts made.
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
        bool isUsed = true; ///< opening it makes it the account used last
        LedgerSync::Tuning ledger;
        PurchaseDesk::Tuning buying;
        SubUserDesk::Tuning serving;
        ProxyDesk::Tuning creating;
    };

    /// `client` is null when offline. A damaged cache file is moved aside, see notices(); one of a
    /// newer version is refused with a sentence in the error's message.
    [[nodiscard]] static Result<std::unique_ptr<AccountSession>>
    open(Config config, ApiClient *client, AuthSession &auth, const Clock &clock);
    /// The same with a cache file that CacheOpening has opened in folderOf(config), or failed to.
    [[nodiscard]] static Result<std::unique_ptr<AccountSession>>
    open(Config config, StoreResult<CacheFile> cache, ApiClient *client, AuthSession &auth,
         const Clock &clock);
    ~AccountSession() override;
    /// Where the account's files are.
    [[nodiscard]] static QString folderOf(const Config &config);

    [[nodiscard]] const AccountSummary &summary() const { return m_summary; }
    [[nodiscard]] AreaStatus status(Area area) const;
    [[nodiscard]] bool isOffline() const { return m_config.offline; }
    /// Whether every change and purchase is refused because the user set the account to view only.
    [[nodiscard]] bool isViewOnly() const;
    /// Whether the account has this token, or waits for it. Not after the user signed out, and not
    /// while the keychain does not give it away.
    [[nodiscard]] bool hasToken(TokenKind token) const;
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
    void refresh(Area area);
    /// As refresh(), and asks also for what the service was found not to offer.
    void lookAgain(Area area);
    /// Looks again for everything, as the user wants it who asks for all at once.
    void refreshAll();
    /// Forgets the credentials of proxies and sub-users, after the user signed out.
    void forgetCredentials();
    /// Cancels what refresh() requested, except the ledger: that is ledger().cancel().
    void cancelRefresh();
    /// Waits until everything given to the store is written: before a quit, and for tests.
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
    /// Buys traffic.
    [[nodiscard]] PurchaseDesk &purchases() { return *m_purchases; }
    /// Gives traffic to sub-users and takes it back, creates and deletes sub-users.
    [[nodiscard]] SubUserDesk &serving() { return *m_serving; }
    /// Creates proxies.
    [[nodiscard]] ProxyDesk &creating() { return *m_creating; }
    /// Loads by itself what the window shows.
    [[nodiscard]] AutoRefresh &autoRefresh() { return *m_autoRefresh; }
    /// What the page of one sub-user shows; each page has its own, and none outlives the session.
    [[nodiscard]] std::unique_ptr<SubUserProfile> subUserProfile(SubUserId id);
    /// The allowlist or the blocklist of a sub-user, for one dialog or page.
    [[nodiscard]] std::unique_ptr<AccessRules> accessRules(AccessKind kind, SubUserId id);
    /// Which calls the service has.
    [[nodiscard]] const ServiceOffer &offer() const { return *m_offer; }
    /// Proxies and sub-users that the user added by id.
    [[nodiscard]] AddedRows &addedRows() { return *m_added; }
    /// Drafts and earlier notes. A draft of a note that was saved is dropped by itself.
    [[nodiscard]] KeepFile &kept() { return *m_kept; }
    /// In memory only: known after the list was loaded in this session, if the service sends them.
    [[nodiscard]] const SessionCredentials &credentials() const { return m_credentials; }
    /// Messages about the stored data.
    [[nodiscard]] AccountNotices &notices() { return *m_notices; }
    [[nodiscard]] const AccountNotices &notices() const { return *m_notices; }

Q_SIGNALS:
    void summaryChanged();
    void forecastsChanged(); ///< forecasts() may have changed
    void areaChanged(relaybook::Area area);
    void viewOnlyChanged(); ///< isViewOnly() changed

private:
    AccountSession(Config config, ApiClient *client, AuthSession &auth, const Clock &clock);

    void openFiles(CacheFile cache);
    void openPurchases();
    void connectParts();
    void refreshAllIn(Lane lane);
    void startShown();
    void updateSummary();
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
    std::unique_ptr<PlaceLists> m_places;
    std::unique_ptr<TrafficFigures> m_figures;
    std::unique_ptr<OrderJournal> m_orders;
    std::unique_ptr<PurchaseDesk> m_purchases;
    std::unique_ptr<PurchaseRecords> m_records;
    std::unique_ptr<SubUserDesk> m_serving;
    std::unique_ptr<ServingRecords> m_servingRecords;
    std::unique_ptr<ProxyDesk> m_creating;
    std::unique_ptr<AutoRefresh> m_autoRefresh;
    std::unique_ptr<OutageRecovery> m_recovery;
    AccountSummary m_summary;
    StoredTimes m_times;
    bool m_started = false;
    bool m_inBackground = false;
    bool m_startedShown = false; ///< what only the shown account does was begun
    bool m_rowsCame = false;     ///< transactions, since late charges were looked for
};

} // namespace relaybook
