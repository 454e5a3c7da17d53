// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/accountrefresh.h"

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "models/store/accountstore.h"
#include "models/sync/areacalls.h"

#include <utility>

namespace relaybook {

AccountRefresh::AccountRefresh(Parts parts)
    : m_store(parts.store)
    , m_client(parts.client)
    , m_auth(parts.auth)
    , m_offer(parts.offer)
    , m_calls(parts.calls)
    , m_clock(parts.clock)
    , m_refresh(std::move(parts.refresh))
{
}

AccountRefresh::~AccountRefresh() = default;

void AccountRefresh::reset()
{
    m_balance.reset();
    m_accountBalance.reset();
}

void AccountRefresh::start(What what)
{
    m_what = what;
    const bool everything = what == What::Everything;
    if (m_auth.has(TokenKind::Personal)) {
        askForBalance();
        if (everything || areFiguresInDetails()) {
            askForAccount();
        }
    }
    if (m_auth.has(TokenKind::Reseller)) {
        askForPools();
        if (everything) {
            askForUse();
        }
    }
}

bool AccountRefresh::areFiguresInDetails() const
{
    return !m_offer.isWorthAsking(ReadCall::Balance) && m_offer.isWorthAsking(ReadCall::Account) &&
           m_offer.isWorthAsking(ReadCall::AccountBalance);
}

qint64 AccountRefresh::figureCalls(TokenKind token) const
{
    if (!m_auth.has(token) || m_auth.isRejected(token)) {
        return 0;
    }
    const bool any = token == TokenKind::Personal
                         ? m_offer.isWorthAsking(ReadCall::Balance) || areFiguresInDetails()
                         : m_offer.isWorthAsking(ReadCall::ResellerBalance);
    return any ? 1 : 0;
}

void AccountRefresh::cancelUse()
{
    m_useCall.cancel();
}

// ------------------------------------------------------------------------------------ the balance

void AccountRefresh::askForBalance()
{
    m_calls.send(
        ReadCall::Balance, GetBalance{}, [this](const Balance &balance) { putBalance(balance); },
        [this] {
            if (m_accountBalance) {
                putBalance(*std::exchange(m_accountBalance, {}));
            }
        });
}

/// Used if the service has no call for the balance alone. The two responses may come in any order.
void AccountRefresh::useAccountBalance(const Account &account)
{
    if (!account.balance && account.oddBalance.isEmpty()) {
        m_accountBalance.reset();
        m_offer.noteMissing(ReadCall::AccountBalance);
        return;
    }
    m_offer.noteOffered(ReadCall::AccountBalance);
    m_accountBalance = Balance{account.balance, account.currency, account.oddBalance};
    if (m_offer.isMissing(ReadCall::Balance)) {
        putBalance(*m_accountBalance);
    }
}

void AccountRefresh::putBalance(const Balance &balance)
{
    const auto put = [balance, now = m_clock.now()](CacheWriter &writer) {
        writer.account().putBalance(balance, now);
        return Stored{};
    };
    m_calls.write(put, [this, amount = balance.amount] { m_balance = amount; });
}

bool AccountRefresh::isBalanceReported() const
{
    return m_offer.reportsBalance();
}

std::optional<Call> AccountRefresh::readBalance(std::function<void(Result<Money>)> done)
{
    // An automatic refresh is replaced.
    const bool isUnderWay = m_calls.isOpen() && m_what == What::Everything;
    if (!isUnderWay) {
        m_refresh();
        if (!m_calls.isOpen()) {
            return std::nullopt;
        }
    }
    const quint64 reader = ++m_lastReader;
    m_balanceReaders.emplace(reader, BalanceReader{std::move(done), !isUnderWay});
    return Call([self = QPointer<AccountRefresh>(this), reader] {
        if (self) {
            self->m_balanceReaders.erase(reader);
        }
    });
}

/// The called handlers may remove other readers and refresh again.
void AccountRefresh::answerBalanceReaders()
{
    while (!m_calls.isOpen() && !m_balanceReaders.empty()) {
        const auto first = m_balanceReaders.begin();
        if (!first->second.asked) {
            for (auto &[reader, each] : m_balanceReaders) {
                each.asked = true;
            }
            m_refresh();
            continue;
        }
        const auto done = std::move(first->second.done);
        m_balanceReaders.erase(first);
        done(balanceOfRun());
    }
}

Result<Money> AccountRefresh::balanceOfRun() const
{
    if (!isBalanceReported()) {
        return tl::unexpected(ServiceOffer::notOffered());
    }
    if (m_balance) {
        return *m_balance;
    }
    if (m_calls.error()) {
        return tl::unexpected(*m_calls.error());
    }
    ApiError error;
    error.kind = ErrorKind::Cancelled;
    return tl::unexpected(error);
}

// ----------------------------------------------------------------------- details, pools, daily use

void AccountRefresh::askForAccount()
{
    m_calls.send(ReadCall::Account, GetAccount{}, [this](const Account &account) {
        useAccountBalance(account);
        m_calls.write([account, now = m_clock.now()](CacheWriter &writer) {
            writer.account().put(account, now);
            return Stored{};
        });
    });
}

void AccountRefresh::askForPools()
{
    m_calls.send(
        ReadCall::ResellerBalance, GetResellerBalance{}, [this](const ResellerBalance &balance) {
            const auto put = [pools = balance.pools, now = m_clock.now()](CacheWriter &writer) {
                writer.account().putPoolsOfBalance(pools, now);
                return Stored{};
            };
            m_calls.write(put);
        });
}

/// Loads the daily use, which only forecasts need. The page works without it and does not wait for
/// it.
void AccountRefresh::askForUse()
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
            writer.account().putDaysOfUse(days);
            return Stored{};
        };
        m_store.write(put, this, [](const StoreResult<Stored> &) {});
    };
    m_useCall = m_client->send(GetAnalytics{}, this, take, Lane::Background);
}

} // namespace relaybook
