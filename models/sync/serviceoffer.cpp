// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/serviceoffer.h"

#include "models/store/accountstore.h"

#include <algorithm>
#include <array>

namespace relaybook {
namespace {

constexpr std::chrono::hours askAgainAfter{24};

struct NamedCall
{
    ReadCall call;
    QLatin1String name; ///< in the store
};

constexpr std::array namedCalls{
    NamedCall{ReadCall::Account, QLatin1String("account")},
    NamedCall{ReadCall::AccountBalance, QLatin1String("account-balance")},
    NamedCall{ReadCall::Balance, QLatin1String("balance")},
    NamedCall{ReadCall::ResellerBalance, QLatin1String("reseller-balance")},
    NamedCall{ReadCall::Analytics, QLatin1String("analytics")},
    NamedCall{ReadCall::Transactions, QLatin1String("transactions")},
    NamedCall{ReadCall::Proxies, QLatin1String("proxies")},
    NamedCall{ReadCall::Proxy, QLatin1String("proxy")},
    NamedCall{ReadCall::SubUsers, QLatin1String("sub-users")},
    NamedCall{ReadCall::SubUser, QLatin1String("sub-user")},
    NamedCall{ReadCall::Countries, QLatin1String("countries")},
    NamedCall{ReadCall::Regions, QLatin1String("regions")},
    NamedCall{ReadCall::Cities, QLatin1String("cities")},
    NamedCall{ReadCall::ProxyTraffic, QLatin1String("proxy-traffic")},
    NamedCall{ReadCall::Plan, QLatin1String("plan")},
    NamedCall{ReadCall::AccountTraffic, QLatin1String("account-traffic")},
};

/// Every service has these calls (contract, "What is certain").
bool isCertain(ReadCall call)
{
    return call == ReadCall::Transactions || call == ReadCall::ResellerBalance;
}

QString nameOf(ReadCall call)
{
    return namedCalls.at(static_cast<size_t>(call)).name;
}

template <class IsMissing>
bool isBalanceReported(const IsMissing &isMissing)
{
    return !isMissing(ReadCall::Balance) ||
           (!isMissing(ReadCall::Account) && !isMissing(ReadCall::AccountBalance));
}

} // namespace

bool reportsBalance(const std::vector<std::pair<QString, Instant>> &missing)
{
    return isBalanceReported([&missing](ReadCall call) {
        return std::any_of(missing.begin(), missing.end(),
                           [call](const auto &each) { return each.first == nameOf(call); });
    });
}

ServiceOffer::ServiceOffer(AccountStore &store, const Clock &clock)
    : m_store(store)
    , m_clock(clock)
{
    reload();
    connect(&store, &AccountStore::replaced, this, &ServiceOffer::reload);
}

void ServiceOffer::reload()
{
    m_missing.clear();
    const auto stored = m_store.read([](CacheReader &reader) { return reader.missingCalls(); });
    if (!stored) {
        return;
    }
    for (const auto &[name, foundAt] : *stored) {
        for (const NamedCall &known : namedCalls) {
            if (known.name == name) {
                m_missing[known.call] = {foundAt};
            }
        }
    }
}

bool ServiceOffer::reportsBalance() const
{
    return isBalanceReported([this](ReadCall call) { return isMissing(call); });
}

bool ServiceOffer::isWorthAsking(ReadCall call) const
{
    const auto found = m_missing.find(call);
    if (found == m_missing.end() || found->second.askAgain) {
        return true;
    }
    // If the clock was set back, the next try must not be later than a day from now.
    const auto since = m_clock.now() - found->second.foundAt;
    return since >= askAgainAfter || since < std::chrono::milliseconds(0);
}

void ServiceOffer::lookAgain(ReadCall call)
{
    if (const auto found = m_missing.find(call); found != m_missing.end()) {
        found->second.askAgain = true;
    }
}

void ServiceOffer::noteOffered(ReadCall call)
{
    m_answered.insert(call);
    if (m_missing.erase(call) == 0) {
        return;
    }
    m_store.write(
        [name = nameOf(call)](CacheWriter &writer) {
            writer.account().removeMissingCall(name);
            return Stored{};
        },
        this, {});
    Q_EMIT changed(call);
}

void ServiceOffer::noteMissing(ReadCall call)
{
    const bool isNew = !isMissing(call);
    const Instant now = m_clock.now();
    m_missing[call] = {now};
    m_store.write(
        [name = nameOf(call), now](CacheWriter &writer) {
            writer.account().putMissingCall(name, now);
            return Stored{};
        },
        this, {});
    if (isNew) {
        Q_EMIT changed(call);
    }
}

void ServiceOffer::notePage(ReadCall call)
{
    const bool isNew = !isMissing(call);
    m_missing[call] = {m_clock.now(), true};
    if (isNew) {
        Q_EMIT changed(call);
    }
}

ApiError ServiceOffer::noted(ReadCall call, ApiError error)
{
    if (error.kind == ErrorKind::NotOffered) {
        return error;
    }
    if (isNotOffered(error)) {
        noteMissing(call);
        error.kind = ErrorKind::NotOffered;
    } else if (error.isPage && !isCertain(call) && !m_answered.empty() &&
               m_answered.count(call) == 0) {
        // A network that asks for a sign-in answers every call with its page.
        notePage(call);
        error.kind = ErrorKind::NotOffered;
    }
    return error;
}

ApiError ServiceOffer::notOffered()
{
    ApiError error;
    error.kind = ErrorKind::NotOffered;
    return error;
}

} // namespace relaybook
