// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/arearefresh.h"

#include "api/endpoints/account.h"
#include "api/endpoints/proxies.h"
#include "api/endpoints/reseller.h"
#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/forecast.h"
#include "models/store/accountstore.h"
#include "models/sync/serviceoffer.h"
#include "models/sync/sessioncredentials.h"

namespace relaybook {
namespace {

/// A list that never ends is not one.
constexpr qint64 mostPages = 10'000;

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

/// The call that an area cannot be read without; none where it is made of several.
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

ApiError incompleteList(qint64 rows, qint64 total)
{
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    error.jsonPath = QStringLiteral("meta.total");
    error.message = QStringLiteral("%1 of %2 rows were received").arg(rows).arg(total);
    return error;
}

StoreTable tableOf(Area area)
{
    return area == Area::Proxies ? StoreTable::Proxies : StoreTable::SubUsers;
}

} // namespace

AreaRefresh::AreaRefresh(AccountStore &store, ApiClient *client, AuthSession &auth,
                         ServiceOffer &offer, SessionCredentials &credentials, const Clock &clock)
    : m_store(store)
    , m_client(client)
    , m_auth(auth)
    , m_offer(offer)
    , m_credentials(credentials)
    , m_clock(clock)
{
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
    status.asOf = timeOf(area, times);
    status.error = run(area).error;
    if (run(area).open > 0) {
        status.state = AreaStatus::Loading;
    } else if (m_client && !mayAsk(area)) {
        status.state = AreaStatus::NoAccess;
    } else if (status.error) {
        status.state = AreaStatus::Failed;
    } else if (const auto call = listCall(area); call && m_offer.isMissing(*call)) {
        status.state = AreaStatus::NotOffered;
    } else if (status.asOf || run(area).asked) {
        status.state = AreaStatus::Loaded;
    } else if (run(area).cancelled) {
        // Before anything came: nobody is reading, and it can be tried again.
        status.state = AreaStatus::Failed;
        status.error = ApiError();
        status.error->kind = ErrorKind::Cancelled;
    }
    return status;
}

void AreaRefresh::cancel()
{
    ++m_cancels;
    m_useCall.cancel();
    for (const Area area : {Area::Account, Area::Proxies, Area::SubUsers}) {
        if (run(area).open > 0) {
            run(area) = {};
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
    if (run(area).open > 0) {
        // What is under way asks with the tokens it began with, and so for less or in vain.
        run(area).again = run(area).again || run(area).access != accessTo(area);
        return;
    }
    run(area) = {};
    if (isHere(area)) { // else it is a first reading, which is waited for
        run(area).lane = lane;
        run(area).furtherLane = Lane::Background;
    }
    run(area).access = accessTo(area);
    if (!mayAsk(area)) {
        announce(area);
        return;
    }
    run(area).asked = true;
    switch (area) {
    case Area::Account:
        refreshAccount();
        break;
    case Area::Proxies:
        askPage<ListProxies, Proxy>(area, std::make_shared<ListReading<Proxy>>(), 1);
        break;
    case Area::SubUsers:
        askPage<ListSubUsers, SubUser>(area, std::make_shared<ListReading<SubUser>>(), 1);
        break;
    case Area::Transactions:
        break;
    }
    announce(area);
}

bool AreaRefresh::isHere(Area area) const
{
    const auto stored = m_store.read([](CacheReader &reader) { return reader.overview(); });
    return stored && timeOf(area, stored->times).has_value();
}

void AreaRefresh::lookAgain(Area area)
{
    if (const auto call = listCall(area)) {
        m_offer.lookAgain(*call);
        if (area == Area::SubUsers) {
            m_offer.lookAgain(ReadCall::SubUser);
        } else {
            for (const ReadCall each :
                 {ReadCall::Proxy, ReadCall::Countries, ReadCall::Regions, ReadCall::Cities}) {
                m_offer.lookAgain(each);
            }
        }
    } else {
        for (const ReadCall each : {ReadCall::Account, ReadCall::Balance, ReadCall::ResellerBalance,
                                    ReadCall::Analytics}) {
            m_offer.lookAgain(each);
        }
    }
    refresh(area);
}

bool AreaRefresh::isBalanceTold() const
{
    return m_offer.tellsBalance();
}

void AreaRefresh::putBalance(const Balance &balance)
{
    const auto put = [balance, now = m_clock.now()](CacheWriter &writer) {
        writer.putBalance(balance, now);
        return Stored{};
    };
    write(Area::Account, put, [this, amount = balance.amount, cancels = m_cancels] {
        if (cancels == m_cancels) {
            run(Area::Account).balance = amount;
        }
    });
}

std::optional<Call> AreaRefresh::readBalance(std::function<void(Result<Money>)> done)
{
    const bool isUnderWay = run(Area::Account).open > 0;
    if (!isUnderWay) {
        refresh(Area::Account);
        if (run(Area::Account).open == 0) {
            return std::nullopt;
        }
    }
    const quint64 reader = ++m_lastReader;
    m_balanceReaders.emplace(reader, BalanceReader{std::move(done), !isUnderWay});
    return Call([self = QPointer<AreaRefresh>(this), reader] {
        if (self) {
            self->m_balanceReaders.erase(reader);
        }
    });
}

void AreaRefresh::announce(Area area)
{
    Q_EMIT changed(area);
    if (area == Area::Account) {
        tellBalanceReaders();
    }
}

/// Once the account has settled. What is called here may drop other readers and refresh again.
void AreaRefresh::tellBalanceReaders()
{
    while (run(Area::Account).open == 0 && !m_balanceReaders.empty()) {
        const auto first = m_balanceReaders.begin();
        if (!first->second.asked) {
            for (auto &[reader, each] : m_balanceReaders) {
                each.asked = true;
            }
            refresh(Area::Account);
            continue;
        }
        const auto done = std::move(first->second.done);
        m_balanceReaders.erase(first);
        done(balanceOfRun());
    }
}

Result<Money> AreaRefresh::balanceOfRun() const
{
    const Run &last = run(Area::Account);
    if (!isBalanceTold()) {
        return tl::unexpected(ServiceOffer::notOffered());
    }
    if (last.balance) {
        return *last.balance;
    }
    if (last.error) {
        return tl::unexpected(*last.error);
    }
    ApiError error;
    error.kind = ErrorKind::Cancelled;
    return tl::unexpected(error);
}

/// Where the service has no call for the balance alone. Which of the two answers first is open.
void AreaRefresh::useAccountBalance(const Account &account)
{
    if (!account.balance) {
        m_accountBalance.reset();
        m_offer.noteMissing(ReadCall::AccountBalance);
        return;
    }
    m_offer.noteOffered(ReadCall::AccountBalance);
    m_accountBalance = Balance{*account.balance, account.currency};
    if (m_offer.isMissing(ReadCall::Balance)) {
        putBalance(*m_accountBalance);
    }
}

void AreaRefresh::refreshAccount()
{
    m_accountBalance.reset(); // one of an earlier refresh is not of now
    if (m_auth.has(TokenKind::Personal)) {
        ask(Area::Account, ReadCall::Balance, GetBalance{},
            [this](const Balance &balance) { putBalance(balance); });
        ask(Area::Account, ReadCall::Account, GetAccount{}, [this](const Account &account) {
            useAccountBalance(account);
            write(Area::Account, [account, now = m_clock.now()](CacheWriter &writer) {
                writer.putAccount(account, now);
                return Stored{};
            });
        });
    }
    if (m_auth.has(TokenKind::Reseller)) {
        ask(Area::Account, ReadCall::ResellerBalance, GetResellerBalance{},
            [this](const ResellerBalance &balance) {
                write(Area::Account,
                      [pools = balance.pools, now = m_clock.now()](CacheWriter &writer) {
                          writer.putPools(pools, now);
                          return Stored{};
                      });
            });
        askForUse();
    }
}

/// Serves forecasts alone: a service that does not offer it lacks nothing else, and the page does
/// not wait for it.
void AreaRefresh::askForUse()
{
    if (!m_offer.isWorthAsking(ReadCall::Analytics)) {
        return;
    }
    const auto take = [this](const Result<Analytics> &answer) {
        if (!answer) {
            (void)m_offer.noted(ReadCall::Analytics, answer.error());
            return;
        }
        m_offer.noteOffered(ReadCall::Analytics);
        std::vector<DayOfUse> days;
        days.reserve(answer->days.size());
        for (const Analytics::Day &day : answer->days) {
            if (const auto number = dayOfText(day.date); number && !day.total.isNegative()) {
                days.push_back({*number, day.total});
            }
        }
        const auto put = [days](CacheWriter &writer) {
            writer.putDaysOfUse(days);
            return Stored{};
        };
        m_store.write(put, this, [](const StoreResult<Stored> &) {});
    };
    m_useCall = m_client->send(GetAnalytics{}, this, take, Lane::Background);
}

/// Each call and each write is one that has to come back before the area has settled.
template <class Endpoint>
void AreaRefresh::ask(Area area, std::optional<ReadCall> call, const Endpoint &endpoint,
                      std::function<void(typename Endpoint::Response)> take)
{
    if (call && !m_offer.isWorthAsking(*call)) {
        return;
    }
    ++run(area).open;
    run(area).calls.push_back(m_client->send(
        endpoint, this,
        [this, area, call, take = std::move(take)](Result<typename Endpoint::Response> answer) {
            if (answer) {
                if (call) {
                    m_offer.noteOffered(*call);
                }
                take(std::move(*answer));
                closeOne(area, {});
            } else {
                closeOne(area, failureOf(call, answer.error()));
            }
        },
        run(area).lane));
}

/// A call that the service does not have is no failure.
std::optional<ApiError> AreaRefresh::failureOf(std::optional<ReadCall> call, const ApiError &error)
{
    if (!call) {
        return error;
    }
    const ApiError noted = m_offer.noted(*call, error);
    if (noted.kind != ErrorKind::NotOffered) {
        return noted;
    }
    if (*call == ReadCall::Balance && m_accountBalance) {
        putBalance(*std::exchange(m_accountBalance, {}));
    }
    return std::nullopt;
}

template <class Job>
void AreaRefresh::write(Area area, Job job, std::function<void()> done)
{
    ++run(area).open;
    m_store.write(std::move(job), this,
                  [this, area, cancels = m_cancels,
                   done = std::move(done)](const StoreResult<Stored> &written) {
                      if (written && done) {
                          done();
                      }
                      if (cancels == m_cancels) {
                          closeOne(area, written ? std::nullopt
                                                 : std::optional(toApiError(written.error())));
                      }
                  });
}

void AreaRefresh::closeOne(Area area, const std::optional<ApiError> &error)
{
    Run &ours = run(area);
    if (ours.open == 0) {
        return; // cancelled meanwhile
    }
    if (error && !ours.error) {
        ours.error = error;
    }
    --ours.open;
    if (ours.open == 0) {
        ours.calls.clear();
        if (ours.again) {
            refresh(area, ours.lane);
        } else {
            announce(area);
        }
    }
}

template <class Endpoint, class T>
void AreaRefresh::askPage(Area area, std::shared_ptr<ListReading<T>> list, qint64 page)
{
    // The first time without a page: no paging is documented.
    const Endpoint endpoint{page == 1 ? std::nullopt : std::optional(page)};
    // Of a list that has a first page, a further one that is missing is a failure.
    const auto call = page == 1 ? listCall(area) : std::nullopt;
    ask(area, call, endpoint, [this, area, list = std::move(list), page](PageOf<T> answer) {
        takePage<Endpoint>(area, list, page, std::move(answer));
    });
}

template <class Endpoint, class T>
void AreaRefresh::takePage(Area area, const std::shared_ptr<ListReading<T>> &list, qint64 number,
                           PageOf<T> page)
{
    for (const T &row : page.items) {
        m_credentials.remember(row);
    }
    const auto meta = page.meta;
    const bool anyNew = list->add(std::move(page));
    const qint64 count = list->count();
    const qint64 total = meta ? meta->total : 0;
    const bool paged = meta && meta->lastPage > 1;
    if (paged && anyNew && count < total && number < mostPages) {
        run(area).lane = run(area).furtherLane;
        askPage<Endpoint, T>(area, list, number + 1);
        return;
    }
    if (count < total) {
        // Rows that did not come are not rows that are gone.
        write(area, [list, table = tableOf(area)](CacheWriter &writer) {
            for (const T &row : list->rows) {
                writer.put(row);
            }
            writer.addUnreadable(table, list->unreadable);
            return Stored{};
        });
        ++run(area).open;
        closeOne(area, incompleteList(count, total));
        return;
    }
    store(area, list);
}

void AreaRefresh::store(Area area, std::shared_ptr<ListReading<Proxy>> list)
{
    write(area, [list = std::move(list), now = m_clock.now()](CacheWriter &writer) {
        writer.replaceProxies(list->rows, now, list->unreadable);
        return Stored{};
    });
}

void AreaRefresh::store(Area area, std::shared_ptr<ListReading<SubUser>> list)
{
    write(area, [list = std::move(list), now = m_clock.now()](CacheWriter &writer) {
        writer.replaceSubUsers(list->rows, now, list->unreadable);
        return Stored{};
    });
}

} // namespace relaybook
