// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the list "Needs attention" of an open account up to date: collects the facts when they
// change, and reads those of the store on worker threads. Sends no requests.

#pragma once

#include "api/types/clock.h"
#include "models/account/accountqueries.h"
#include "models/attention/attention.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace relaybook {

class AccountLedger;
class OrderEngine;
class PurchaseDesk;
class StoredRows;

/// Lives on the GUI thread.
class AttentionDesk : public QObject
{
    Q_OBJECT

public:
    /// All of it must outlive the desk.
    struct Parts
    {
        AccountQueries &queries;
        const StoredRows &rows;
        AccountLedger &ledger;
        PurchaseDesk &purchases;
        std::vector<OrderEngine *> engines; ///< of all kinds
        KeepFile &kept;
        const Clock &clock;
        std::function<const AccountSummary &()> summary;
        std::function<AreaStatus(Area)> status;
        std::function<std::vector<std::optional<TrafficForecast>>(const BoughtTraffic &)> forecasts;
        std::function<std::vector<TokenKind>()> unusableTokens;
        /// Whether the account has no token for the area because the user never gave one.
        std::function<bool(Area)> isLeftOut;
        bool isOffline = false;
    };
    explicit AttentionDesk(Parts parts);

    /// Whether the list is complete. Only then an empty one says that nothing needs attention.
    enum class State {
        Loading,    ///< stored data or a list of the service is being read for the first time
        Incomplete, ///< something has never been loaded, and is not being loaded
        Complete,   ///< made from all data, some of which may not be the newest
    };

    /// Begins to collect facts; to be called once, after the first paint.
    void start();
    [[nodiscard]] State state() const { return m_state; }
    /// What is not hidden, the most important first.
    [[nodiscard]] const std::vector<AttentionEntry> &entries() const { return m_shown; }
    /// How many there are, with sub-users beyond SubUserPace::mostLow.
    [[nodiscard]] qint64 count() const;
    /// The same as groups of which `most` entries are shown.
    [[nodiscard]] std::vector<AttentionGroup> groups(std::size_t most = 20) const;
    /// Entries that the user hid, in the same order. Only those that would be shown otherwise.
    [[nodiscard]] const std::vector<AttentionEntry> &hidden() const { return m_hidden; }
    /// The entry about this sub-user's traffic; null if there is none. Quick, for tables.
    [[nodiscard]] const AttentionEntry *entryOf(SubUserId id) const;

    [[nodiscard]] const AttentionLimits &limits() const { return m_limits; }
    void setLimits(const AttentionLimits &limits);
    void remindTomorrow(const QString &key);
    void hideForEver(const QString &key);
    /// Hides all entries of a kind, those to come too; without effect where hidingKeyOf() is empty.
    void hideKind(AttentionKind kind);
    /// Shows all hidden() entries and kinds again.
    void showHidden();
    /// Whether a kind is hidden, also one that has no entry now.
    [[nodiscard]] bool isAnyKindHidden() const;

    /// To be called when the summary, the status of an area, a forecast or a token changed.
    void noteAccountChanged();
    /// To be called when the stored rows of this area changed or were loaded.
    void noteRowsChanged(Area area);

Q_SIGNALS:
    /// entries(), hidden() or state() changed.
    void changed();

private:
    void connectParts();
    void askSoon();
    void whenTimePassed();
    void ask();
    void askSubUsers();
    void askLedger();
    void askPurchases(const std::vector<std::optional<TrafficForecast>> &forecasts);
    void readGaps();
    void askTests();
    void takeTests(const std::vector<FailedTests> &failed);
    void update();
    [[nodiscard]] AttentionFacts facts() const;
    void addOrders(AttentionFacts &facts) const;
    void addLedger(AttentionFacts &facts) const;
    void addLists(AttentionFacts &facts) const;
    [[nodiscard]] qint64 notListed() const;
    [[nodiscard]] State stateNow() const;
    [[nodiscard]] std::optional<Money> spentPerDayIn(const DailyTotals &totals) const;

    Parts m_parts;
    AttentionLimits m_limits;
    State m_state = State::Loading;
    std::vector<AttentionEntry> m_shown;
    QHash<qint64, std::size_t> m_subUserEntries; ///< by sub-user, the place in m_shown
    std::vector<AttentionEntry> m_hidden;
    std::optional<SubUserPace> m_pace;
    std::optional<DoubtfulRows> m_rows;
    std::optional<LedgerExtent> m_boughtFrom; ///< the ledger that m_bought was read from
    BoughtTraffic m_bought; ///< for forecasts of a new installation, as on the overview
    std::vector<LedgerBreak> m_gaps;
    std::optional<std::vector<AttentionFacts::TestFact>> m_failedTests;
    std::optional<Money> m_spentPerDay;
    bool m_hasHiddenKinds = false;
    bool m_isStarted = false;
    bool m_areSubUsersStale = true;
    bool m_isAskingSubUsers = false;
    bool m_isLedgerStale = true;
    bool m_areTestsStale = true;
    bool m_isAskingTests = false;
    QTimer m_updateSoon;
    QTimer m_askSoon;
    QTimer m_pause;    ///< between two readings of a ledger that is being loaded
    QTimer m_minute;   ///< time passes
    int m_minutes = 0; ///< since everything was read again because time had passed
};

} // namespace relaybook
