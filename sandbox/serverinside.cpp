// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of Server that read and change its data directly, without HTTP.
#include "sandbox/serverparts.h"
#include "sandbox/wire.h"

#include <shared_mutex>

namespace sandbox {

namespace {

TransactionView viewOf(const Ledger &ledger, const Row &row)
{
    TransactionView view;
    view.id = row.id;
    view.amount = moneyText(row.amount);
    view.balanceBefore = moneyText(row.before());
    view.balanceAfter = moneyText(row.after);
    view.createdAt = isoText(row.at);
    view.type = ledger.typeName(row);
    ledger.appendJson(view.json, row);
    return view;
}

/// Reads the account under its lock.
template <typename Function>
auto read(State &state, Function function)
{
    const std::shared_lock lock(state.mutex());
    return function(state.account());
}

bool change(State &state, const std::function<std::vector<Change>(const Account &)> &make)
{
    const std::unique_lock lock(state.mutex());
    const std::vector<Change> changes = make(state.account());
    return !changes.empty() && !state.commit(changes);
}

} // namespace

std::string Server::balance() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return moneyText(account.balance()); });
}

std::string Server::poolGb(const std::string &type) const
{
    return read(m_implementation->m_state,
                [&](const Account &account) { return gbText(account.poolBytes(type)); });
}

std::string Server::totalGb() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return gbText(account.totalBytes()); });
}

std::optional<std::string> Server::proxy(const std::string &id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        const Proxy *found = account.findProxy(id);
        std::optional<std::string> text;
        if (found != nullptr) {
            appendProxy(text.emplace(), *found, m_implementation->directStyle());
        }
        return text;
    });
}

std::optional<std::string> Server::subUser(std::int64_t id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        const SubUser *found = account.findSubUser(id);
        std::optional<std::string> text;
        if (found != nullptr) {
            appendSubUser(text.emplace(), *found, m_implementation->directStyle());
        }
        return text;
    });
}

std::optional<std::string> Server::subUserLists(std::int64_t id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        const SubUser *found = account.findSubUser(id);
        std::optional<std::string> text;
        if (found != nullptr) {
            appendLists(text.emplace(), *found);
        }
        return text;
    });
}

std::vector<std::string> Server::proxyIds() const
{
    return read(m_implementation->m_state, [](const Account &account) {
        std::vector<std::string> ids;
        for (const Proxy &proxy : account.proxies()) {
            ids.push_back(proxy.id);
        }
        return ids;
    });
}

std::vector<std::int64_t> Server::subUserIds() const
{
    return read(m_implementation->m_state, [](const Account &account) {
        std::vector<std::int64_t> ids;
        for (const SubUser &sub : account.subUsers()) {
            ids.push_back(sub.id);
        }
        return ids;
    });
}

std::size_t Server::transactionCount() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return account.ledger().size(); });
}

std::vector<TransactionView> Server::transactions() const
{
    return read(m_implementation->m_state, [](const Account &account) {
        std::vector<TransactionView> views;
        views.reserve(account.ledger().size());
        for (const Row &row : account.ledger().rows()) {
            views.push_back(viewOf(account.ledger(), row));
        }
        return views;
    });
}

std::optional<TransactionView> Server::transaction(std::int64_t id) const
{
    return read(m_implementation->m_state, [&](const Account &account) {
        std::optional<TransactionView> view;
        if (const auto index = account.ledger().indexOf(id)) {
            view = viewOf(account.ledger(), account.ledger().rows()[*index]);
        }
        return view;
    });
}

std::int64_t Server::createdAt() const
{
    return read(m_implementation->m_state,
                [](const Account &account) { return account.recipe().createdAt; });
}

PriceList Server::prices() const
{
    return read(m_implementation->m_state, [](const Account &account) { return account.prices(); });
}

// Direct access to the data

void Server::setPrices(const PriceList &prices)
{
    m_implementation->m_state.setPrices(prices);
}

bool Server::bookTransaction()
{
    return !m_implementation->m_service.bookOrdinary();
}

bool Server::bookDeposit(const std::string &amount, const std::string &description)
{
    const auto money = parseMoney(amount);
    if (!money) {
        return false;
    }
    const Seconds now = m_implementation->m_options.clock();
    return change(m_implementation->m_state, [&](const Account &account) -> std::vector<Change> {
        return {account.booking(*money, now, {"deposit", description, std::nullopt, "null"})};
    });
}

bool Server::setPoolGb(const std::string &type, const std::string &gb)
{
    const auto bytes = parseFixed(gb, 9);
    if (!bytes) {
        return false;
    }
    return change(m_implementation->m_state, [&](const Account &) -> std::vector<Change> {
        return {SetPool{type, *bytes}};
    });
}

bool Server::rewriteTransaction(std::int64_t id, const std::string &json)
{
    return change(m_implementation->m_state, [&](const Account &account) -> std::vector<Change> {
        if (!account.ledger().indexOf(id)) {
            return {};
        }
        return {RewriteRow{id, json}};
    });
}

bool Server::removeTransaction(std::int64_t id)
{
    return change(m_implementation->m_state, [&](const Account &account) -> std::vector<Change> {
        if (!account.ledger().indexOf(id)) {
            return {};
        }
        return {RemoveRow{id}};
    });
}

void Server::expireResellerToken()
{
    m_implementation->m_service.expireResellerToken();
}

void Server::revokePersonalTokens()
{
    m_implementation->m_service.revokePersonalTokens();
}

} // namespace sandbox
