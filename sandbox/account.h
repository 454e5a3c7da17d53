// SPDX-License-Identifier: GPL-3.0-or-later
// The complete account of the sandbox in memory, and the changes that can be applied to it. A
// change contains all of its results, so that applying it again after a restart gives the same
// state.
#pragma once

#include "sandbox/entities.h"
#include "sandbox/generate.h"
#include "sandbox/ledger.h"
#include "sandbox/prices.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace sandbox {

struct PersonalToken
{
    std::int64_t id = 0;
    std::string text;
    std::string name;
    Seconds createdAt = 0;
    bool revoked = false;
};

struct ResellerToken
{
    std::int64_t number = 0; ///< number of exchanges so far
    std::string text;
    Seconds expiresAt = 0;
};

struct PutProxy
{
    Proxy proxy;
};
struct RemoveProxy
{
    std::string id;
};
struct PutSubUser
{
    SubUser sub;
};
struct RemoveSubUser
{
    std::int64_t id = 0;
};
struct SetPool
{
    std::string type;
    std::int64_t bytes = 0;
};
/// Adds a transaction to the ledger.
struct Book
{
    Row row; ///< with id, amount and after filled in
    TransactionText text;
};
/// Replaces the JSON of a transaction.
struct RewriteRow
{
    std::int64_t id = 0;
    std::string json;
};
struct RemoveRow
{
    std::int64_t id = 0;
};
struct PutToken
{
    PersonalToken token;
};
struct PutResellerToken
{
    ResellerToken token;
};

/// One change of the account, as stored in the journal.
using Change = std::variant<PutProxy, RemoveProxy, PutSubUser, RemoveSubUser, SetPool, Book,
                            RewriteRow, RemoveRow, PutToken, PutResellerToken>;

/// The owner and the credentials of the account, derived from the seed.
struct Identity
{
    std::string name = "North Relay";
    std::string email = "owner@northrelay.example";
    std::string password;
    std::string personalToken;
    std::string resellerKey;
};

Identity identityFor(std::uint64_t seed);
std::string personalTokenText(std::uint64_t tokenSeed, std::int64_t id);
std::string resellerTokenText(std::uint64_t tokenSeed, std::int64_t number);

class Account
{
public:
    Account(const Recipe &recipe, PriceList prices);

    const Recipe &recipe() const { return m_recipe; }
    const Identity &identity() const { return m_identity; }

    const PriceList &prices() const { return m_prices; }
    void setPrices(PriceList prices) { m_prices = std::move(prices); }

    const std::vector<Proxy> &proxies() const { return m_proxies; }
    const Proxy *findProxy(std::string_view id) const;
    std::int64_t nextProxyIndex() const { return m_nextProxyIndex; }

    const std::vector<SubUser> &subUsers() const { return m_subUsers; }
    const SubUser *findSubUser(std::int64_t id) const;
    std::int64_t nextSubUserId() const { return m_nextSubUserId; }

    const Ledger &ledger() const { return m_ledger; }
    Money balance() const { return m_balance; }

    std::int64_t poolBytes(std::string_view type) const;
    /// All traffic of the reseller: the pools plus the balances of the sub-users.
    std::int64_t totalBytes() const;

    const std::vector<PersonalToken> &personalTokens() const { return m_personalTokens; }
    const ResellerToken &resellerToken() const { return m_resellerToken; }

    /// The change that adds a transaction of this amount as the next row. The caller gives its
    /// texts.
    Book booking(Money amount, Seconds now, TransactionText text) const;

    /// Applies a change to the account.
    void apply(const Change &change);

private:
    void take(const PutProxy &change);
    void take(const RemoveProxy &change);
    void take(const PutSubUser &change);
    void take(const RemoveSubUser &change);
    void take(const SetPool &change);
    void take(const Book &change);
    void take(const RewriteRow &change);
    void take(const RemoveRow &change);
    void take(const PutToken &change);
    void take(const PutResellerToken &change);
    void indexProxies();

    Recipe m_recipe;
    Identity m_identity;
    PriceList m_prices;
    std::vector<Proxy> m_proxies;
    std::unordered_map<std::string, std::size_t> m_proxyIndex;
    std::int64_t m_nextProxyIndex = 0;
    std::vector<SubUser> m_subUsers; ///< ids ascending
    std::int64_t m_nextSubUserId = 1;
    Ledger m_ledger;
    std::int64_t m_nextRowId = 0; ///< never reused, even if the newest row is removed
    Money m_balance;
    std::vector<std::pair<std::string, std::int64_t>> m_pools;
    std::vector<PersonalToken> m_personalTokens;
    ResellerToken m_resellerToken;
};

} // namespace sandbox
