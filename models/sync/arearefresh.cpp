// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/arearefresh.h"

#include "api/endpoints/proxies.h"
#include "api/endpoints/subusers.h"
#include "api/http/authsession.h"
#include "models/store/accountstore.h"
#include "models/sync/accountrefresh.h"
#include "models/sync/areacalls.h"
#include "models/sync/serviceoffer.h"
#include "models/sync/sessioncredentials.h"

#include <algorithm>

namespace relaybook {
namespace {

/// The call that loads the area; none if it is loaded by several.
std::optional<ReadCall> listCall(Area area)
{
    switch (area) {
    case Area::Proxies:
        return ReadCall::Proxies;
    case Area::SubUsers:
        return ReadCall::SubUsers;
    case Area::Transactions:
        return ReadCall::Transactions;
    case Area::Account:
        break;
    }
    return std::nullopt;
}

ApiError incompleteList(const PageEnd &end)
{
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    if (end.reason() == PageEnd::Reason::TooFewRows) {
        error.jsonPath = QStringLiteral("meta.total");
    }
    error.message = end.text();
    return error;
}

ProxyWriter &writerOf(CacheWriter &writer, const ListReading<Proxy> & /*list*/)
{
    return writer.proxies();
}

SubUserWriter &writerOf(CacheWriter &writer, const ListReading<SubUser> & /*list*/)
{
    return writer.subUsers();
}

} // namespace

std::optional<Instant> timeOf(Area area, const StoredTimes &times)
{
    switch (area) {
    case Area::Account:
        return times.balance ? times.balance : times.pools;
    case Area::Proxies:
        return times.proxies;
    case Area::SubUsers:
        return times.subUsers;
    case Area::Transactions:
        return times.ledger;
    }
    return {};
}

AreaRefresh::AreaRefresh(AccountStore &store, ApiClient *client, const AuthSession &auth,
                         ServiceOffer &offer, SessionCredentials &credentials, const Clock &clock)
    : m_store(store)
    , m_client(client)
    , m_auth(auth)
    , m_offer(offer)
    , m_credentials(credentials)
    , m_clock(clock)
{
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers, Area::Transactions}) {
        auto made = std::make_unique<AreaCalls>(store, client, offer);
        connect(made.get(), &AreaCalls::ended, this, [this, area] { onEnded(area); });
        m_calls.at(static_cast<size_t>(area)) = std::move(made);
    }
    m_account = std::make_unique<AccountRefresh>(
        AccountRefresh::Parts{store, client, auth, offer, calls(Area::Account), clock,
                              [this] { refresh(Area::Account); }});
}

AreaRefresh::~AreaRefresh() = default;

bool AreaRefresh::mayAsk(Area area) const
{
    switch (area) {
    case Area::Account:
        return m_auth.has(TokenKind::Personal) || m_auth.has(TokenKind::Reseller);
    case Area::Proxies:
    case Area::Transactions:
        return m_auth.has(TokenKind::Personal);
    case Area::SubUsers:
        return m_auth.has(TokenKind::Reseller);
    }
    return false;
}

bool AreaRefresh::isTokenUnread(Area area) const
{
    const bool personal = m_auth.isGivenUp(TokenKind::Personal);
    const bool reseller = m_auth.isGivenUp(TokenKind::Reseller);
    switch (area) {
    case Area::Account:
        return personal || reseller;
    case Area::Proxies:
    case Area::Transactions:
        return personal;
    case Area::SubUsers:
        return reseller;
    }
    return false;
}

AreaRefresh::Access AreaRefresh::accessTo(Area area) const
{
    Access access;
    if (area != Area::SubUsers) {
        access.personal = m_auth.given(TokenKind::Personal);
    }
    if (area == Area::Account || area == Area::SubUsers) {
        access.reseller = m_auth.given(TokenKind::Reseller);
    }
    return access;
}

AreaStatus AreaRefresh::status(Area area, const StoredTimes &times) const
{
    AreaStatus status;
    if (run(area).isQuiet && calls(area).isOpen()) {
        status = run(area).before;
        status.asOf = timeOf(area, times);
        return status;
    }
    status.asOf = timeOf(area, times);
    status.error = calls(area).error() ? calls(area).error() : run(area).errorOfDetails;
    if (calls(area).isOpen()) {
        status.state = AreaStatus::Loading;
    } else if (m_client && !mayAsk(area)) {
        status.state = AreaStatus::NoAccess;
        // Without any token, "this needs the other one" would be wrong.
        const bool hasNone = !m_auth.has(TokenKind::Personal) && !m_auth.has(TokenKind::Reseller);
        if (isTokenUnread(area) || hasNone) {
            // There is a token, so the stored data is valid and only its refresh failed.
            status.state = AreaStatus::Failed;
            status.error = ApiError();
            status.error->kind = ErrorKind::TokenUnavailable;
        }
    } else if (status.error) {
        status.state = AreaStatus::Failed;
    } else if (const auto call = listCall(area); call && m_offer.isMissing(*call)) {
        status.state = AreaStatus::NotOffered;
    } else if (status.asOf || run(area).asked) {
        status.state = AreaStatus::Loaded;
    } else if (run(area).cancelled) {
        // Cancelled before the first response: shown as failed, so that the user can retry.
        status.state = AreaStatus::Failed;
        status.error = ApiError();
        status.error->kind = ErrorKind::Cancelled;
    }
    return status;
}

/// Cancels the calls of the area and forgets its last refresh.
void AreaRefresh::reset(Area area)
{
    run(area) = {};
    calls(area).reset();
    dropReading(area);
    if (area == Area::Account) {
        m_account->reset();
    }
}

void AreaRefresh::dropReading(Area area)
{
    if (area == Area::Proxies) {
        reading<Proxy>().reset();
    } else if (area == Area::SubUsers) {
        reading<SubUser>().reset();
    }
}

void AreaRefresh::cancel()
{
    m_account->cancelUse();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        if (calls(area).isOpen()) {
            reset(area);
            run(area).cancelled = true;
            announce(area);
        }
    }
}

void AreaRefresh::refresh(Area area, Lane lane)
{
    if (!m_client) {
        return;
    }
    const bool isQuiet = lane == Lane::Refresh;
    // A quiet refresh is replaced, because its calls may wait long for their share of the limits.
    const bool makesWay = run(area).isQuiet && !isQuiet;
    if (calls(area).isOpen() && !makesWay) {
        // The running refresh uses the tokens that it started with, so it may load less or fail.
        run(area).again = run(area).again || run(area).access != accessTo(area);
        return;
    }
    const AreaStatus before = isQuiet ? status(area, stored().times) : AreaStatus();
    const auto errorOfDetails = isQuiet ? keptError(area) : std::nullopt;
    reset(area);
    if (isQuiet ||
        timeOf(area, stored().times)) { // else it is the first loading, for which the user waits
        calls(area).setLane(lane);
        run(area).furtherLane = isQuiet ? lane : Lane::Background;
    }
    run(area).isQuiet = isQuiet;
    run(area).before = before;
    run(area).errorOfDetails = errorOfDetails;
    run(area).access = accessTo(area);
    if (!mayAsk(area)) {
        announce(area);
        return;
    }
    run(area).asked = true;
    switch (area) {
    case Area::Account:
        m_account->start(isQuiet ? AccountRefresh::What::Figures
                                 : AccountRefresh::What::Everything);
        break;
    case Area::Proxies:
        askFirstPage<ListProxies, Proxy>(area);
        break;
    case Area::SubUsers:
        askFirstPage<ListSubUsers, SubUser>(area);
        break;
    case Area::Transactions:
        break;
    }
    announce(area);
}

/// The error of an earlier refresh, which stays because a quiet refresh does not repeat that call.
std::optional<ApiError> AreaRefresh::keptError(Area area) const
{
    if (area != Area::Account || m_account->areFiguresInDetails()) {
        return std::nullopt;
    }
    const auto &before = run(area).errorOfDetails;
    return before ? before : calls(area).errorOf(ReadCall::Account);
}

StoredOverview AreaRefresh::stored() const
{
    return m_store.read([](CacheReader &reader) { return reader.overview(); })
        .value_or(StoredOverview());
}

bool AreaRefresh::isOpen(Area area) const
{
    return calls(area).isOpen();
}

bool AreaRefresh::hasFailed(Area area) const
{
    return calls(area).error().has_value();
}

qint64 AreaRefresh::callsFor(Area area, TokenKind token) const
{
    if (area == Area::Account) {
        return m_account->figureCalls(token);
    }
    const TokenKind needed = area == Area::SubUsers ? TokenKind::Reseller : TokenKind::Personal;
    const auto call = listCall(area);
    const bool isAsked = token == needed && m_auth.has(token) && !m_auth.isRejected(token) &&
                         call && m_offer.isWorthAsking(*call);
    return isAsked ? std::max<qint64>(1, m_pages.at(static_cast<size_t>(area))) : 0;
}

void AreaRefresh::lookAgain(Area area)
{
    if (const auto call = listCall(area)) {
        m_offer.lookAgain(*call);
        if (area == Area::SubUsers) {
            m_offer.lookAgain(ReadCall::SubUser);
        } else {
            for (const ReadCall each : {ReadCall::Proxy, ReadCall::ProxyTraffic,
                                        ReadCall::Countries, ReadCall::Regions, ReadCall::Cities}) {
                m_offer.lookAgain(each);
            }
        }
    } else {
        for (const ReadCall each :
             {ReadCall::Account, ReadCall::Balance, ReadCall::ResellerBalance, ReadCall::Analytics,
              ReadCall::Plan, ReadCall::AccountTraffic}) {
            m_offer.lookAgain(each);
        }
    }
    refresh(area);
}

void AreaRefresh::onEnded(Area area)
{
    dropReading(area);
    if (run(area).again) {
        refresh(area, calls(area).lane());
    } else {
        announce(area);
    }
}

void AreaRefresh::announce(Area area)
{
    Q_EMIT changed(area);
    if (area == Area::Account) {
        m_account->answerBalanceReaders();
    }
}

bool AreaRefresh::isSuperseded(const ProxyId &id, quint64 askedAt) const
{
    return std::get<AskedAt<Proxy>>(m_askedAt).isAfter(id, askedAt);
}

bool AreaRefresh::isSuperseded(SubUserId id, quint64 askedAt) const
{
    return std::get<AskedAt<SubUser>>(m_askedAt).isAfter(id, askedAt);
}

template <class T>
void AreaRefresh::noteRow(const T &row, quint64 askedAt)
{
    std::get<AskedAt<T>>(m_askedAt).singly.insert(row.id, askedAt);
    if (const auto &open = reading<T>()) {
        open->later.noteReceived(row, askedAt);
    }
}

void AreaRefresh::noteReceived(const Proxy &row, quint64 askedAt)
{
    noteRow(row, askedAt);
}

void AreaRefresh::noteReceived(const SubUser &row, quint64 askedAt)
{
    noteRow(row, askedAt);
}

void AreaRefresh::noteRemoved(const ProxyId &id)
{
    std::get<AskedAt<Proxy>>(m_askedAt).singly.insert(id, m_credentials.next());
    if (const auto &open = reading<Proxy>()) {
        open->later.noteRemoved(id);
        run(Area::Proxies).again = true;
    }
}

void AreaRefresh::noteRemoved(SubUserId id)
{
    std::get<AskedAt<SubUser>>(m_askedAt).singly.insert(id, m_credentials.next());
    if (const auto &open = reading<SubUser>()) {
        open->later.noteRemoved(id);
        run(Area::SubUsers).again = true;
    }
}

template <class Endpoint, class T>
void AreaRefresh::askFirstPage(Area area)
{
    reading<T>() = std::make_shared<OpenReading<T>>();
    reading<T>()->list = std::make_shared<ListReading<T>>();
    askPage<Endpoint, T>(area, reading<T>());
}

template <class Endpoint, class T>
void AreaRefresh::askPage(Area area, Reading<T> open)
{
    const PageRequest page = open->list->end().next();
    const bool isFirst = page.number == 1;
    // The first call has no page number, because no paging is documented.
    const Endpoint endpoint{isFirst ? std::nullopt : std::optional(page.number), page.query};
    // After a first page, a missing further page is a failure, or the end of the list.
    const auto call = isFirst ? listCall(area) : std::nullopt;
    const auto take = [this, area, open, askedAt = m_credentials.next()](PageOf<T> answer) {
        takePage<Endpoint>(area, open, Page<T>{askedAt, std::move(answer)});
    };
    const auto takeError = [this, area, open](const ApiError &error) {
        const bool isEnd = open->list->addError(error.httpStatus);
        if (isEnd) {
            afterPage<Endpoint, T>(area, open);
        }
        return isEnd;
    };
    calls(area).send<Endpoint>(call, endpoint, take, {}, takeError);
}

template <class Endpoint, class T>
void AreaRefresh::takePage(Area area, const Reading<T> &open, Page<T> answer)
{
    // Shared, because the job is copied.
    const auto page = std::make_shared<Page<T>>(std::move(answer));
    m_pages.at(static_cast<size_t>(area)) = open->list->end().next().number;
    open->askedAt = page->askedAt;
    // A response may have 100,000 rows, too many for the GUI thread.
    auto add = [list = open->list, page, &credentials = m_credentials](CacheWriter & /*writer*/) {
        credentials.remember(page->rows.items, page->askedAt);
        list->add(std::move(page->rows), page->askedAt);
        return Stored{};
    };
    calls(area).write(std::move(add), [this, area, open] { afterPage<Endpoint, T>(area, open); });
}

/// Whether a list that has ended is read once more before it is believed: it changed while it was
/// read, or rows would be removed because nothing says that there are more.
template <class T>
bool AreaRefresh::needsSecondReading(Area area, const OpenReading<T> &open) const
{
    constexpr int mostReadings = 2;
    if (open.readings >= mostReadings) {
        return false;
    }
    const PageEnd &end = open.list->end();
    const StoredCounts counts = this->stored().counts;
    const qint64 stored = area == Area::Proxies ? counts.proxies : counts.subUsers;
    // Without a total or a link, only the absence of more rows is the proof.
    using Reason = PageEnd::Reason;
    const bool isByAbsence = end.reason() == Reason::OnePage || end.reason() == Reason::EmptyPage ||
                             end.reason() == Reason::ErrorAfterEnd ||
                             end.reason() == Reason::PagesAreIgnored || open.list->count() == 0;
    return end.reason() == Reason::ListChanged ||
           (end.isWhole() && isByAbsence && open.list->count() < stored);
}

template <class Endpoint, class T>
void AreaRefresh::afterPage(Area area, const Reading<T> &open)
{
    const PageEnd end = open->list->end();
    if (end.state() == PageEnd::State::Open) {
        calls(area).setLane(run(area).furtherLane);
        askPage<Endpoint, T>(area, open);
        return;
    }
    if (needsSecondReading(area, *open)) {
        ++open->readings;
        open->list = std::make_shared<ListReading<T>>();
        askPage<Endpoint, T>(area, open);
        return;
    }
    dropReading(area);
    std::get<AskedAt<T>>(m_askedAt).list = open->askedAt;
    // Only a whole list shows which rows are gone.
    calls(area).write([list = open->list, later = std::move(open->later), isWhole = end.isWhole(),
                       now = m_clock.now()](CacheWriter &writer) {
        list->take(later);
        auto &rows = writerOf(writer, *list);
        if (isWhole) {
            rows.replace(list->rows, now, list->unreadable);
            return Stored{};
        }
        for (const T &row : list->rows) {
            rows.put(row);
        }
        rows.addUnreadable(list->unreadable);
        return Stored{};
    });
    if (!end.isWhole()) {
        calls(area).noteError(incompleteList(end));
    }
}

} // namespace relaybook
