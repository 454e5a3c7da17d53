// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/account.h"

#include "sandbox/random.h"

#include <algorithm>
#include <limits>

namespace sandbox {

namespace {

constexpr std::uint64_t purposeSignIn = 0x41;
constexpr std::uint64_t purposePersonal = 0x42;
constexpr std::uint64_t purposeReseller = 0x43;

auto subUserAt(std::vector<SubUser> &subs, std::int64_t id)
{
    return std::lower_bound(subs.begin(), subs.end(), id,
                            [](const SubUser &sub, std::int64_t v) { return sub.id < v; });
}

} // namespace

Identity identityFor(std::uint64_t tokenSeed)
{
    Random random(mix(tokenSeed, purposeSignIn, 0));
    Identity identity;
    identity.password = "sandbox-" + random.word(10);
    identity.resellerKey = random.uuid();
    identity.personalToken = personalTokenText(tokenSeed, 1);
    return identity;
}

std::string personalTokenText(std::uint64_t tokenSeed, std::int64_t id)
{
    Random random(mix(tokenSeed, purposePersonal, static_cast<std::uint64_t>(id)));
    std::string text;
    appendInteger(text, id);
    return text + '|' + random.word(40);
}

std::string resellerTokenText(std::uint64_t tokenSeed, std::int64_t number)
{
    Random random(mix(tokenSeed, purposeReseller, static_cast<std::uint64_t>(number)));
    return "rat_" + random.word(48);
}

Account::Account(const Recipe &recipe, PriceList prices)
    : m_recipe(recipe)
    , m_identity(identityFor(recipe.tokenSeed))
    , m_prices(prices.empty() ? defaultPrices() : std::move(prices))
    , m_proxies(makeProxies(recipe))
    , m_nextProxyIndex(recipe.proxies)
    , m_subUsers(makeSubUsers(recipe))
    , m_nextSubUserId(recipe.subUsers + 1)
    , m_ledger(makeLedger(recipe, m_prices))
    , m_nextRowId(m_ledger.nextId())
{
    indexProxies();
    if (!m_ledger.rows().empty()) {
        m_balance = m_ledger.rows().back().after;
    }
    for (const TypePrice &type : m_prices) {
        m_pools.emplace_back(type.slug, type.poolBytes);
    }
    m_personalTokens.push_back(
        PersonalToken{1, m_identity.personalToken, "sandbox", recipe.createdAt, false});
}

const Proxy *Account::findProxy(std::string_view id) const
{
    const auto found = m_proxyIndex.find(lowered(id));
    return found == m_proxyIndex.end() ? nullptr : &m_proxies.at(found->second);
}

const SubUser *Account::findSubUser(std::int64_t id) const
{
    const auto found =
        std::lower_bound(m_subUsers.begin(), m_subUsers.end(), id,
                         [](const SubUser &sub, std::int64_t v) { return sub.id < v; });
    return found == m_subUsers.end() || found->id != id ? nullptr : &*found;
}

std::int64_t Account::poolBytes(std::string_view type) const
{
    const auto found = std::find_if(m_pools.begin(), m_pools.end(),
                                    [&](const auto &pool) { return pool.first == type; });
    return found == m_pools.end() ? 0 : found->second;
}

std::int64_t Account::totalBytes() const
{
    std::int64_t total = 0;
    for (const auto &[type, bytes] : m_pools) {
        total += bytes;
    }
    for (const SubUser &sub : m_subUsers) {
        total += sub.balanceBytes;
    }
    return total;
}

Book Account::booking(Money amount, Seconds now, TransactionText text) const
{
    Book book;
    book.row.id = m_nextRowId;
    // Times rise with the ids even if the clock was set back.
    book.row.at = m_ledger.rows().empty() ? now : std::max(now, m_ledger.rows().back().at);
    book.row.amount = amount;
    book.row.after = m_balance + amount;
    book.text = std::move(text);
    return book;
}

void Account::apply(const Change &change)
{
    std::visit([this](const auto &kind) { take(kind); }, change);
}

void Account::take(const PutProxy &change)
{
    const auto found = m_proxyIndex.find(change.proxy.id);
    if (found != m_proxyIndex.end()) {
        m_proxies.at(found->second) = change.proxy;
        return;
    }
    m_proxyIndex.emplace(change.proxy.id, m_proxies.size());
    m_proxies.push_back(change.proxy);
    ++m_nextProxyIndex;
}

void Account::take(const RemoveProxy &change)
{
    const auto found = m_proxyIndex.find(change.id);
    if (found == m_proxyIndex.end()) {
        return;
    }
    m_proxies.erase(m_proxies.begin() + static_cast<std::ptrdiff_t>(found->second));
    indexProxies();
}

void Account::take(const PutSubUser &change)
{
    const auto at = subUserAt(m_subUsers, change.sub.id);
    if (at != m_subUsers.end() && at->id == change.sub.id) {
        *at = change.sub;
    } else {
        m_subUsers.insert(at, change.sub);
    }
    m_nextSubUserId = std::max(m_nextSubUserId, change.sub.id + 1);
}

void Account::take(const RemoveSubUser &change)
{
    const auto at = subUserAt(m_subUsers, change.id);
    if (at != m_subUsers.end() && at->id == change.id) {
        m_subUsers.erase(at);
    }
}

void Account::take(const SetPool &change)
{
    const auto found = std::find_if(m_pools.begin(), m_pools.end(),
                                    [&](const auto &pool) { return pool.first == change.type; });
    if (found == m_pools.end()) {
        m_pools.emplace_back(change.type, change.bytes);
    } else {
        found->second = change.bytes;
    }
}

void Account::take(const Book &change)
{
    m_ledger.append(change.row, change.text);
    m_balance = change.row.after;
    m_nextRowId = change.row.id + 1;
}

void Account::take(const RewriteRow &change)
{
    m_ledger.rewrite(change.id, change.json);
}

void Account::take(const RemoveRow &change)
{
    m_ledger.erase(change.id);
}

void Account::take(const PutToken &change)
{
    const auto found =
        std::find_if(m_personalTokens.begin(), m_personalTokens.end(),
                     [&](const PersonalToken &token) { return token.id == change.token.id; });
    if (found == m_personalTokens.end()) {
        m_personalTokens.push_back(change.token);
    } else {
        *found = change.token;
    }
}

void Account::take(const PutResellerToken &change)
{
    m_resellerToken = change.token;
}

void Account::indexProxies()
{
    m_proxyIndex.clear();
    m_proxyIndex.reserve(m_proxies.size());
    for (std::size_t i = 0; i < m_proxies.size(); ++i) {
        m_proxyIndex.emplace(m_proxies[i].id, i);
    }
}

} // namespace sandbox
