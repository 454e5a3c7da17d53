// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/attention/attentiondesk.h"

#include "models/account/accountledger.h"
#include "models/account/ledgerfindings.h"
#include "models/account/storedrows.h"
#include "models/account/trafficforecasts.h"
#include "models/buying/purchasedesk.h"
#include "models/orders/orderengine.h"
#include "models/sync/ledgercheck.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"

#include <QTimeZone>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto updateDelay = 200ms;
constexpr auto askDelay = 500ms;
// While the ledger is being loaded, it grows with every page.
constexpr auto growingPause = 10s;
constexpr auto timePasses = 60s;
// For the use of the balance.
constexpr auto spendingSpan = std::chrono::days(30);
constexpr auto leastSpendingSpan = std::chrono::days(7);

constexpr std::array attentionAreas{Area::Account, Area::Proxies, Area::SubUsers,
                                    Area::Transactions};

void setUpTimer(QTimer &timer, std::chrono::milliseconds delay)
{
    timer.setSingleShot(true);
    timer.setInterval(delay);
}

/// Whether it is one of hidingKeyOf().
bool isKeyOfKind(const QString &key)
{
    return key.startsWith(QLatin1String("kind/"));
}

/// Whether a failure is about the list, and not about the connection or the sign-in.
bool isOfList(const std::optional<ApiError> &error)
{
    if (!error) {
        return false;
    }
    switch (error->kind) {
    case ErrorKind::Offline:
    case ErrorKind::Tls:
    case ErrorKind::Timeout:
    case ErrorKind::Cancelled:
    case ErrorKind::Unauthorized:
    case ErrorKind::TooManyRequests:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::BadSettings:
    case ErrorKind::Blocked:
        return false;
    default:
        return true;
    }
}

} // namespace

AttentionDesk::AttentionDesk(Parts parts)
    : m_parts(std::move(parts))
{
    setUpTimer(m_updateSoon, updateDelay);
    setUpTimer(m_askSoon, askDelay);
    setUpTimer(m_pause, growingPause);
    m_minute.setInterval(timePasses);
    connect(&m_updateSoon, &QTimer::timeout, this, &AttentionDesk::update);
    connect(&m_askSoon, &QTimer::timeout, this, &AttentionDesk::ask);
    connect(&m_pause, &QTimer::timeout, this, &AttentionDesk::askSoon);
    connect(&m_minute, &QTimer::timeout, this, &AttentionDesk::whenTimePassed);
}

void AttentionDesk::start()
{
    if (m_isStarted) {
        return;
    }
    m_isStarted = true;
    connectParts();
    readGaps();
    m_minute.start();
    askSoon();
}

void AttentionDesk::connectParts()
{
    for (const OrderEngine *engine : m_parts.engines) {
        connect(engine, &OrderEngine::ordersChanged, this, &AttentionDesk::noteAccountChanged);
        connect(engine, &OrderEngine::stateChanged, this, &AttentionDesk::noteAccountChanged);
    }
    const LedgerCheck &check = m_parts.ledger.check();
    connect(&check, &LedgerCheck::finished, this, [this] {
        readGaps();
        noteRowsChanged(Area::Transactions);
    });
    connect(&m_parts.kept, &KeepFile::acknowledgedChanged, this, [this] {
        readGaps();
        noteAccountChanged();
    });
    connect(&m_parts.kept, &KeepFile::hiddenAttentionChanged, this, &AttentionDesk::update);
}

// -------------------------------------------------------------------------- reading the store

void AttentionDesk::noteAccountChanged()
{
    if (m_isStarted && !m_updateSoon.isActive()) {
        m_updateSoon.start();
    }
}

void AttentionDesk::noteRowsChanged(Area area)
{
    m_areSubUsersStale = m_areSubUsersStale || area == Area::SubUsers;
    m_isLedgerStale = m_isLedgerStale || area == Area::Transactions;
    m_areTestsStale = m_areTestsStale || area == Area::SubUsers || area == Area::Proxies;
    askSoon();
    noteAccountChanged();
}

/// Snoozed entries return, and what was read depends on the day.
void AttentionDesk::whenTimePassed()
{
    constexpr int readAgainAfter = 60;
    if (++m_minutes >= readAgainAfter) {
        m_minutes = 0;
        m_areSubUsersStale = true;
        m_isLedgerStale = true;
        m_areTestsStale = true;
    }
    askSoon(); // also what could not be read before
    update();
}

void AttentionDesk::askSoon()
{
    if (m_isStarted && !m_askSoon.isActive()) {
        m_askSoon.start();
    }
}

void AttentionDesk::ask()
{
    if (m_areSubUsersStale) {
        askSubUsers();
    }
    if (m_areTestsStale) {
        askTests();
    }
    const bool isGrowing = !m_parts.summary().ledger.complete;
    if (m_isLedgerStale && !(isGrowing && m_pause.isActive())) {
        askLedger();
    }
}

void AttentionDesk::askSubUsers()
{
    if (std::exchange(m_isAskingSubUsers, true)) {
        return; // another query would replace this one
    }
    m_areSubUsersStale = false;
    m_parts.queries.subUserPace(
        m_parts.clock.now(), 0, this,
        [this](const SubUserPace *pace) {
            m_isAskingSubUsers = false;
            if (pace != nullptr) {
                m_pace = *pace;
                if (m_areSubUsersStale) {
                    askSoon();
                }
            } else {
                m_areSubUsersStale = true;
            }
            noteAccountChanged();
        },
        LowTraffic{m_limits.days, m_limits.left});
}

void AttentionDesk::askLedger()
{
    m_isLedgerStale = false;
    m_pause.start();
    const Instant now = m_parts.clock.now();
    m_parts.queries.doubtfulRows(now, this, [this](const DoubtfulRows *rows) {
        if (rows == nullptr) {
            m_isLedgerStale = true;
        } else {
            m_rows = *rows;
        }
        noteAccountChanged();
    });
    DaysAsked asked;
    asked.from = now - spendingSpan;
    asked.zone = QTimeZone::utc();
    m_parts.queries.dailyTotals(asked, this, [this](const DailyTotals *totals) {
        m_spentPerDay = totals != nullptr ? spentPerDayIn(*totals) : std::nullopt;
        noteAccountChanged();
    });
    m_boughtFrom.reset();
}

void AttentionDesk::askPurchases(const std::vector<std::optional<TrafficForecast>> &forecasts)
{
    const bool isNeeded = std::any_of(forecasts.begin(), forecasts.end(), [](const auto &forecast) {
        return forecast && forecast->wantsPurchases();
    });
    const LedgerExtent ledger = m_parts.summary().ledger;
    const bool isPaused = m_boughtFrom && !ledger.complete && m_pause.isActive();
    if (!isNeeded || isPaused || m_boughtFrom == ledger) {
        return;
    }
    m_boughtFrom = ledger;
    m_parts.queries.boughtTraffic(m_parts.clock.now() - purchasesLookBack, this,
                                  [this](const BoughtTraffic *bought) {
                                      if (bought == nullptr) {
                                          m_boughtFrom.reset();
                                      } else if (*bought != m_bought) {
                                          m_bought = *bought;
                                          noteAccountChanged();
                                      }
                                  });
}

/// Nothing if rows may be missing, or the ledger has too few days.
std::optional<Money> AttentionDesk::spentPerDayIn(const DailyTotals &totals) const
{
    const auto oldest = m_parts.ledger.check().lastVerdict().oldest;
    if (!totals.ledger.complete || !totals.gaps.empty() || totals.tooLarge > 0 || !oldest) {
        return std::nullopt;
    }
    const auto known = std::chrono::duration_cast<std::chrono::days>(m_parts.clock.now() - *oldest);
    if (known < leastSpendingSpan) {
        return std::nullopt;
    }
    std::optional<Money> spent = Money();
    for (const TypeTotal &type : totals.types) {
        spent = spent && type.fits ? spent->plus(type.out) : std::nullopt;
    }
    const qint64 days = std::min<qint64>(known.count(), spendingSpan.count());
    return spent ? std::optional(Money::fromUnits(spent->units() / days)) : std::nullopt;
}

void AttentionDesk::readGaps()
{
    m_gaps = withoutAcknowledged(m_parts.ledger.check().lastVerdict(), m_parts.kept,
                                 m_parts.ledger.history())
                 .breaks;
    // The page Transactions shows what is not clear: nobody is asked to act on it.
    std::erase_if(m_gaps, [](const LedgerBreak &each) { return !each.isProven(); });
}

void AttentionDesk::askTests()
{
    if (std::exchange(m_isAskingTests, true)) {
        return; // another query would replace this one
    }
    m_areTestsStale = false;
    m_parts.queries.failedTests(static_cast<qint64>(ProxyTestOutcome::Works),
                                m_parts.clock.now() - failedTestSpan, this,
                                [this](const std::vector<FailedTests> *failed) {
                                    m_isAskingTests = false;
                                    if (failed == nullptr) {
                                        m_areTestsStale = true;
                                    } else {
                                        takeTests(*failed);
                                        if (m_areTestsStale) {
                                            askSoon();
                                        }
                                    }
                                    noteAccountChanged();
                                });
}

void AttentionDesk::takeTests(const std::vector<FailedTests> &failed)
{
    m_failedTests.emplace();
    for (const FailedTests &each : failed) {
        AttentionFacts::TestFact fact{static_cast<ProxyTestOutcome>(each.outcome),
                                      each.ofProxies ? Area::Proxies : Area::SubUsers,
                                      each.count,
                                      {}};
        for (const FailedTests::One &one : each.newest) {
            const auto tested = testedFromKey(one.tested);
            if (!tested) {
                continue;
            }
            QString name;
            if (const auto *proxy = std::get_if<ProxyId>(&*tested)) {
                const auto row = m_parts.rows.proxy(*proxy);
                name = row && !row->name.isEmpty() ? row->name : proxy->value();
            } else if (const auto row = m_parts.rows.subUser(std::get<SubUserId>(*tested))) {
                const RealTexts real; // the name is hidden where it is shown
                name = format::subUserName(*row);
            }
            fact.newest.push_back({*tested, name, one.at});
        }
        if (!fact.newest.empty()) {
            m_failedTests->push_back(std::move(fact));
        }
    }
}

// -------------------------------------------------------------------------- the list

AttentionFacts AttentionDesk::facts() const
{
    AttentionFacts facts;
    facts.now = m_parts.clock.now();
    facts.limits = m_limits;
    const AccountSummary &summary = m_parts.summary();
    facts.pools = summary.pools;
    facts.forecasts = m_parts.forecasts(m_bought);
    facts.boughtFrom = m_bought.ledger;
    facts.balance = summary.balance;
    facts.spentPerDay = m_spentPerDay;
    if (m_pace) {
        facts.lowSubUsers = m_pace->low;
    }
    facts.gaps = m_gaps;
    facts.unusableTokens = m_parts.unusableTokens();
    facts.failedTests = m_failedTests.value_or(std::vector<AttentionFacts::TestFact>());
    addOrders(facts);
    addLedger(facts);
    addLists(facts);
    return facts;
}

void AttentionDesk::addOrders(AttentionFacts &facts) const
{
    for (const OrderEngine *engine : m_parts.engines) {
        engine->forEach([&facts, engine](const Order &order) {
            const bool mayDiffer = order.state == OrderState::Completed && order.endedAt &&
                                   *order.endedAt > facts.now - differingOrderSpan;
            const bool wasDecided = order.decidedBy == DecidedBy::Evidence;
            if (order.state == OrderState::Unknown || mayDiffer || wasDecided) {
                const int differences = mayDiffer ? engine->summaryOf(order).differences : 0;
                facts.orders.push_back(
                    {order.id, order.state, order.decidedBy, order.endedAt, differences});
            }
        });
    }
}

void AttentionDesk::addLedger(AttentionFacts &facts) const
{
    if (!m_rows) {
        return;
    }
    // Without the orders, nobody could say what was ordered here.
    if (m_parts.purchases.hasWholeJournal()) {
        // Each row is read once, however many orders began after it.
        std::map<TransactionId, std::optional<Instant>> times;
        facts.charges =
            doubleCharges(*m_rows, m_parts.purchases.orders(), [this, &times](TransactionId id) {
                const auto known = times.find(id);
                if (known != times.end()) {
                    return known->second;
                }
                const auto row = m_parts.rows.transaction(id);
                return times.emplace(id, row ? std::optional(row->createdAt) : std::nullopt)
                    .first->second;
            });
    }
    const auto &acknowledged = m_parts.kept.acknowledged();
    std::copy_if(m_rows->removed.begin(), m_rows->removed.end(), std::back_inserter(facts.removed),
                 [&acknowledged](const VanishedRow &each) {
                     return !acknowledged.contains(removedKey(each.row.id, each.noticedAt));
                 });
    std::copy_if(m_rows->changed.begin(), m_rows->changed.end(), std::back_inserter(facts.changed),
                 [&acknowledged](const ChangedRow &each) {
                     return !acknowledged.contains(changedKey(each.id, each.earlier));
                 });
    facts.areAllChanged = static_cast<qint64>(m_rows->changed.size()) < DoubtfulRows::most;
}

void AttentionDesk::addLists(AttentionFacts &facts) const
{
    const AccountSummary &summary = m_parts.summary();
    for (const Area area : attentionAreas) {
        const AreaStatus status = m_parts.status(area);
        AttentionFacts::ListFact list{area, false, 0};
        list.hasFailed = status.state == AreaStatus::Failed && isOfList(status.error);
        list.unreadable = area == Area::Proxies        ? summary.unreadableProxies
                          : area == Area::SubUsers     ? summary.unreadableSubUsers
                          : area == Area::Transactions ? summary.unreadableTransactions
                                                       : 0;
        facts.lists.push_back(list);
    }
}

AttentionDesk::State AttentionDesk::stateNow() const
{
    if (!m_isStarted || !m_pace || !m_rows || !m_failedTests || !m_parts.purchases.isReady()) {
        return State::Loading;
    }
    bool isIncomplete = false;
    for (const Area area : attentionAreas) {
        const AreaStatus status = m_parts.status(area);
        if (status.asOf || status.state == AreaStatus::NotOffered ||
            status.state == AreaStatus::Loaded || m_parts.isLeftOut(area)) {
            continue;
        }
        const bool isComing =
            status.state == AreaStatus::Loading || status.state == AreaStatus::NeverLoaded;
        if (isComing && !m_parts.isOffline) {
            return State::Loading;
        }
        isIncomplete = true;
    }
    const bool isLedgerComplete =
        m_parts.summary().ledger.complete ||
        m_parts.status(Area::Transactions).state == AreaStatus::NotOffered ||
        m_parts.isLeftOut(Area::Transactions);
    return isIncomplete || !isLedgerComplete || !m_parts.purchases.hasWholeJournal()
               ? State::Incomplete
               : State::Complete;
}

void AttentionDesk::update()
{
    if (!m_isStarted) {
        return;
    }
    const Instant now = m_parts.clock.now();
    const AttentionFacts known = facts();
    askPurchases(known.forecasts);
    const std::vector<AttentionEntry> all = attentionOf(known);
    std::vector<AttentionEntry> shown;
    std::vector<AttentionEntry> hidden;
    std::partition_copy(all.begin(), all.end(), std::back_inserter(hidden),
                        std::back_inserter(shown), [this, now](const AttentionEntry &entry) {
                            return isHidden(entry, m_parts.kept.hiddenAttention(), now);
                        });
    const State state = stateNow();
    const bool hasHiddenKinds = isAnyKindHidden(); // also of kinds that have no entry
    if (state == m_state && shown == m_shown && hidden == m_hidden &&
        hasHiddenKinds == m_hasHiddenKinds) {
        return;
    }
    m_state = state;
    m_hasHiddenKinds = hasHiddenKinds;
    m_shown = std::move(shown);
    m_hidden = std::move(hidden);
    m_subUserEntries.clear();
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        if (m_shown[i].kind == AttentionKind::SubUserRunsOut && m_shown[i].subUser) {
            m_subUserEntries.insert(m_shown[i].subUser->value(), i);
        }
    }
    Q_EMIT changed();
}

qint64 AttentionDesk::notListed() const
{
    const bool isKindHidden =
        m_parts.kept.hiddenAttention().contains(hidingKeyOf(AttentionKind::SubUserRunsOut));
    return m_pace && !isKindHidden ? m_pace->lowCount - static_cast<qint64>(m_pace->low.size()) : 0;
}

qint64 AttentionDesk::count() const
{
    return static_cast<qint64>(m_shown.size()) + notListed();
}

std::vector<AttentionGroup> AttentionDesk::groups(std::size_t most) const
{
    std::vector<AttentionGroup> groups = groupedAttention(m_shown, most);
    for (AttentionGroup &group : groups) {
        if (group.shown.front().kind == AttentionKind::SubUserRunsOut) {
            group.more += notListed();
        }
    }
    return groups;
}

const AttentionEntry *AttentionDesk::entryOf(SubUserId id) const
{
    const auto found = m_subUserEntries.constFind(id.value());
    return found == m_subUserEntries.cend() ? nullptr : &m_shown[*found];
}

// -------------------------------------------------------------------------- the user's choices

void AttentionDesk::setLimits(const AttentionLimits &limits)
{
    if (limits == m_limits) {
        return;
    }
    m_limits = limits;
    m_areSubUsersStale = true;
    askSoon();
    noteAccountChanged();
}

void AttentionDesk::remindTomorrow(const QString &key)
{
    m_parts.kept.hideAttention(key, tomorrow(m_parts.clock.now()));
}

void AttentionDesk::hideForEver(const QString &key)
{
    m_parts.kept.hideAttention(key, std::nullopt);
}

void AttentionDesk::hideKind(AttentionKind kind)
{
    if (const QString key = hidingKeyOf(kind); !key.isEmpty()) {
        hideForEver(key);
    }
}

void AttentionDesk::showHidden()
{
    QStringList keys;
    for (const AttentionEntry &entry : m_hidden) {
        keys.append(entry.key);
    }
    // What hides an entry may have another key than its own.
    const auto &hidden = m_parts.kept.hiddenAttention();
    std::copy_if(hidden.keyBegin(), hidden.keyEnd(), std::back_inserter(keys),
                 [](const QString &key) {
                     return isKeyOfKind(key) || key.startsWith(QLatin1String("tests/"));
                 });
    keys.removeDuplicates();
    m_parts.kept.showAttention(keys);
}

bool AttentionDesk::isAnyKindHidden() const
{
    const auto &hidden = m_parts.kept.hiddenAttention();
    return std::any_of(hidden.keyBegin(), hidden.keyEnd(), isKeyOfKind);
}

} // namespace relaybook
