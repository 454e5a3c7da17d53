// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/subuserprofile.h"

#include "api/endpoints/reseller.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/account/accountactions.h"
#include "models/reading/pageend.h"
#include "models/serving/subuserreader.h"
#include "models/store/accountstore.h"
#include "models/sync/serviceoffer.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace relaybook {
namespace {

constexpr auto daysShown = std::chrono::days(31);

/// Whether every call would fail in the same way, so that the others need not be tried.
bool isOfAllCalls(const ApiError &error)
{
    return error.kind == ErrorKind::Offline || error.kind == ErrorKind::Tls ||
           error.kind == ErrorKind::Timeout || error.kind == ErrorKind::Unauthorized ||
           error.kind == ErrorKind::TokenUnavailable || error.kind == ErrorKind::BadSettings;
}

ApiError startedOffline()
{
    ApiError error;
    error.kind = ErrorKind::Offline;
    error.message = QStringLiteral("the program was started offline");
    return error;
}

qint64 dayOf(Instant at)
{
    return std::chrono::floor<std::chrono::days>(at).time_since_epoch().count();
}

bool isNewer(const Allocation &a, const Allocation &b)
{
    return std::pair(b.createdAt, b.id) < std::pair(a.createdAt, a.id);
}

} // namespace

SubUserProfile::SubUserProfile(SubUserId id, const Sources &sources)
    : m_id(id)
    , m_from(sources)
{
    m_row.id = id;
    connect(&m_from.store, &AccountStore::changed, this, &SubUserProfile::onStoreChanged);
    reread();
    m_use = {{}, m_row.trafficLeft, m_row.trafficUsed};
    const auto listed =
        m_from.store.read([](CacheReader &reader) { return reader.overview().times.subUsers; });
    if (listed && *listed) {
        m_use.at = **listed;
        at(Part::Row).asOf = *listed;
    }
    noteUse(m_use);
}

SubUserProfile::~SubUserProfile() = default;

void SubUserProfile::load()
{
    m_historyPage = 1;
    m_historyLinks.clear();
    m_lastHistoryPage.reset();
    m_rowIsSure = false;
    m_doubted.clear();
    m_trafficCall.cancel();
    m_historyCall.cancel();
    m_analyticsCall.cancel();
    for (Status &status : m_status) {
        status.state = Status::Loading;
        status.error.reset();
    }
    readRow();
    Q_EMIT changed();
}

void SubUserProfile::load(Part part)
{
    if (part == Part::Row) {
        load();
    } else if (part == Part::Traffic) {
        m_rowIsSure = false;
        readTraffic();
    } else {
        showHistory(m_wantedPage);
    }
}

void SubUserProfile::showHistory(qint64 page)
{
    m_rowIsSure = false;
    readHistory(page);
}

// ------------------------------------------------------------------------------------ the calls

void SubUserProfile::readRow()
{
    m_rowCall = m_from.actions.readSubUser(
        m_id, this, [this](const Result<SubUser> &answer) { onRow(answer); });
}

void SubUserProfile::onRow(const Result<SubUser> &answer)
{
    if (answer) {
        m_row = *answer;
        m_isGone = false;
        m_rowIsSure = true;
        loaded(Part::Row);
        noteUse({m_from.clock.now(), m_row.trafficLeft, m_row.trafficUsed});
    } else if (answer.error().kind == ErrorKind::NotFound) {
        noteGone();
        return;
    } else {
        fail(Part::Row, answer.error());
        if (isOfAllCalls(answer.error())) {
            fail(Part::Traffic, answer.error());
            fail(Part::History, answer.error());
            Q_EMIT changed();
            return;
        }
    }
    readTraffic();
    readHistory(m_historyPage);
}

void SubUserProfile::readTraffic()
{
    at(Part::Traffic) = {Status::Loading, {}, at(Part::Traffic).asOf};
    if (m_from.client == nullptr) {
        fail(Part::Traffic, startedOffline());
    } else {
        m_trafficCall = m_from.client->send(
            GetSubUserTraffic{m_id}, this,
            [this](const Result<SubUserTraffic> &answer) { onTraffic(answer); });
    }
    Q_EMIT changed();
}

void SubUserProfile::onTraffic(const Result<SubUserTraffic> &answer)
{
    if (!answer) {
        settle(Part::Traffic, answer.error());
        return;
    }
    loaded(Part::Traffic);
    const SubUserUse use{m_from.clock.now(), answer->left, answer->used};
    m_from.store.writeOwn(
        [id = m_id, use](CacheWriter &writer) {
            writer.subUserUse().put(id, use);
            return Stored{};
        },
        this, {});
    noteUse(use);
    if (!m_use.left || !m_use.used) {
        readAnalytics();
    }
    Q_EMIT changed();
}

/// Loads the figures of all sub-users, if no call for a single one returns them.
void SubUserProfile::readAnalytics()
{
    if (m_from.client == nullptr || !m_from.offer.isWorthAsking(ReadCall::Analytics)) {
        return;
    }
    m_analyticsCall =
        m_from.client->send(GetAnalytics{}, this, [this](const Result<Analytics> &answer) {
            if (!answer) {
                (void)m_from.offer.noted(ReadCall::Analytics, answer.error());
                return;
            }
            m_from.offer.noteOffered(ReadCall::Analytics);
            const auto &all = answer->figures;
            auto found = std::find_if(all.begin(), all.end(),
                                      [this](const auto &each) { return each.id == m_id; });
            if (found != all.end()) {
                m_toppedUp = found->given;
                noteUse({m_from.clock.now(), found->left, found->used});
                Q_EMIT changed();
            }
        });
}

void SubUserProfile::readHistory(qint64 page)
{
    m_wantedPage = page;
    at(Part::History) = {Status::Loading, {}, at(Part::History).asOf};
    if (m_from.client == nullptr) {
        fail(Part::History, startedOffline());
    } else {
        m_historyCall = m_from.client->send(
            ListSubUserAllocations{m_id, page, historyPerPage, m_historyLinks.value(page)}, this,
            [this, page](const Result<PageOf<Allocation>> &answer) { onHistory(page, answer); });
    }
    Q_EMIT changed();
}

void SubUserProfile::onHistory(qint64 page, const Result<PageOf<Allocation>> &answer)
{
    const bool isAfterFirst = page > 1;
    const bool isAfterLast =
        isAfterFirst && (answer ? answer->items.empty() && answer->unreadable.empty()
                                : PageEnd::saysPastEnd(answer.error().httpStatus) &&
                                      !saysRowIsGone(answer.error()));
    if (isAfterLast && !m_history.meta) {
        m_lastHistoryPage = page - 1;
        loaded(Part::History);
        Q_EMIT changed();
        return;
    }
    if (!answer) {
        settle(Part::History, answer.error());
        return;
    }
    m_history = *answer;
    if (!answer->next.query.isEmpty()) {
        m_historyLinks.insert(page + 1, answer->next.query);
    }
    std::stable_sort(m_history.items.begin(), m_history.items.end(), isNewer);
    m_historyPage = page;
    for (const Allocation &row : m_history.items) {
        const bool known = std::any_of(m_known.begin(), m_known.end(),
                                       [&row](const auto &each) { return each.id == row.id; });
        if (!known) {
            m_known.push_back(row);
        }
    }
    loaded(Part::History);
    reread();
    Q_EMIT changed();
}

std::optional<qint64> SubUserProfile::historyPages() const
{
    return m_history.meta ? std::optional(std::max<qint64>(1, m_history.meta->lastPage))
                          : m_lastHistoryPage;
}

bool SubUserProfile::hasOlderHistory() const
{
    if (m_history.next.isSet) {
        return m_historyPage != m_lastHistoryPage;
    }
    if (const auto pages = historyPages()) {
        return m_historyPage < *pages;
    }
    const auto rows = static_cast<qint64>(m_history.items.size() + m_history.unreadable.size());
    return rows >= historyPerPage && !m_history.next.isGiven;
}

// ----------------------------------------------------------------------------------------- results

void SubUserProfile::loaded(Part part)
{
    at(part) = {Status::Loaded, {}, m_from.clock.now()};
}

void SubUserProfile::fail(Part part, const ApiError &error)
{
    Status &status = at(part);
    const bool isMissing = isNotOffered(error) || error.isPage;
    status.state = isMissing ? Status::NotOffered : Status::NotLoaded;
    status.error = isMissing ? std::nullopt : std::optional(error);
}

/// A 404 means that the sub-user is gone or that the service lacks the call. Loading the sub-user
/// itself shows which.
void SubUserProfile::settle(Part part, const ApiError &error)
{
    constexpr int notFound = 404;
    if (error.httpStatus == notFound && !m_rowIsSure && !m_isGone) {
        m_doubted.emplace_back(part, error);
        if (m_doubted.size() == 1) { // one response explains all of them
            m_rowCall = m_from.actions.readSubUser(
                m_id, this, [this](const Result<SubUser> &answer) { onDoubtSettled(answer); });
        }
        return;
    }
    failFor(part, error);
}

void SubUserProfile::onDoubtSettled(const Result<SubUser> &answer)
{
    const auto doubted = std::exchange(m_doubted, {});
    if (!answer && answer.error().kind == ErrorKind::NotFound) {
        noteGone();
        return;
    }
    m_rowIsSure = answer.has_value();
    for (const auto &[part, error] : doubted) {
        failFor(part, error);
    }
}

void SubUserProfile::failFor(Part part, const ApiError &error)
{
    fail(part, error);
    if (part == Part::Traffic && (!m_use.left || !m_use.used)) {
        readAnalytics();
    }
    Q_EMIT changed();
}

void SubUserProfile::noteGone()
{
    m_isGone = true;
    m_trafficCall.cancel();
    m_historyCall.cancel();
    m_analyticsCall.cancel();
    for (Status &status : m_status) {
        if (status.state == Status::Loading) {
            status.state = status.asOf ? Status::Loaded : Status::NotLoaded;
        }
    }
    Q_EMIT changed();
}

// ------------------------------------------------------------------------------------ the store

void SubUserProfile::onStoreChanged(const StoreChanges &changes)
{
    if (changes.of(StoreTable::SubUsers).any() && !m_isGone) {
        const bool wasStored = m_wasStored;
        const SubUser before = m_row;
        reread();
        if (wasStored && !m_wasStored) {
            noteGone();
            return;
        }
        if (m_row.trafficLeft != before.trafficLeft || m_row.trafficUsed != before.trafficUsed) {
            noteUse({m_from.clock.now(), m_row.trafficLeft, m_row.trafficUsed});
        }
        Q_EMIT changed();
    }
}

void SubUserProfile::noteUse(const SubUserUse &use)
{
    if (use.left || use.used) {
        m_use = {use.at, use.left ? use.left : m_use.left, use.used ? use.used : m_use.used};
    }
    reread();
}

/// Updates everything that comes from the store.
void SubUserProfile::reread()
{
    const Instant now = m_from.clock.now();
    const auto stored =
        m_from.store.read([this](CacheReader &reader) { return reader.subUser(m_id.value()); });
    m_wasStored = stored && *stored;
    if (m_wasStored) {
        m_row = **stored;
    }
    const auto read = m_from.store.read(
        [&](CacheReader &reader) { return reader.subUserUse(m_id, now - daysShown, now); });
    m_days = read.value_or(std::vector<SubUserUse>());
    const bool knowsNow = m_use.left || m_use.used;
    if (knowsNow && m_use.at > now - daysShown) {
        std::erase_if(m_days, [this](const SubUserUse &each) {
            return each.at >= m_use.at || dayOf(each.at) == dayOf(m_use.at);
        });
        m_days.push_back(m_use);
    }
    m_forecast.reset();
    if (m_use.left) {
        TrafficHistory history;
        for (const SubUserUse &each : m_days) {
            if (each.left) {
                history.readings.push_back({each.at, *each.left});
            }
        }
        for (const Allocation &row : m_known) {
            if (row.createdAt && row.added) {
                history.bought.push_back({*row.createdAt, *row.added});
            }
        }
        m_forecast = forecastTraffic(history, *m_use.left, m_use.at);
    }
}

std::optional<TrafficAmount> SubUserProfile::given() const
{
    const auto both = m_use.left && m_use.used ? m_use.left->plus(*m_use.used) : std::nullopt;
    return both ? both : m_toppedUp;
}

std::optional<TrafficAmount> SubUserProfile::usedPerDay() const
{
    if (!m_use.used || m_use.used->isNegative() || !m_row.createdAt ||
        m_use.at <= *m_row.createdAt) {
        return std::nullopt;
    }
    const auto age = std::chrono::floor<std::chrono::days>(m_use.at - *m_row.createdAt).count();
    return age > 0 ? std::optional(TrafficAmount::fromUnits(m_use.used->units() / age))
                   : std::nullopt;
}

} // namespace relaybook
