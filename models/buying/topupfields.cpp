// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/topupfields.h"

#include "models/orders/orderfields.h"

namespace relaybook {

template <class Io>
void fields(Io &io, AccountReading &reading)
{
    io("at", reading.at);
    io("balance", reading.balance);
    io("pool", reading.pool);
    io("total", reading.total);
    io("pool_asked", reading.poolAsked);
    io("pool_read", reading.poolRead);
    io("ledger_read", reading.ledgerRead);
    io("balance_offered", reading.balanceOffered);
    io("pool_offered", reading.poolOffered);
    io("mark", reading.mark);
}

template <class Io>
void fields(Io &io, Look::Candidate &candidate)
{
    io("id", candidate.id);
    io("charged", candidate.charged);
    io("has_price", candidate.hasPrice);
    io("is_shared", candidate.isShared);
    io("arrival", candidate.arrival);
}

template <class Io>
void fields(Io &io, Look &look)
{
    commonFields(io, look);
    io("reading", look.reading);
    io.choice("ledger", look.ledger, Look::Ledger::NotCounted);
    io("new_rows", look.newRows);
    io("new_debits", look.newDebits);
    io("of_others", look.ofOthers);
    io("moved", look.moved);
    io("candidates", look.candidates);
    io("rivals", look.rivals);
    io("may_be_other_account", look.mayBeOtherAccount);
    io("balance_fits", look.balanceFits);
    io("is_figure_missing", look.isFigureMissing);
}

template <class Io>
void fields(Io &io, Finding &finding)
{
    io.choice("kind", finding.kind, Finding::Kind::LateCharge);
    io.choice("level", finding.level, Finding::Level::Alarm);
    io("expected_money", finding.expectedMoney);
    io("found_money", finding.foundMoney);
    io("expected_traffic", finding.expectedTraffic);
    io("found_traffic", finding.foundTraffic);
}

template <class Io>
void fields(Io &io, TopUpReceipt &receipt)
{
    io("proxy_type", receipt.proxyType);
    io("traffic_balance", receipt.trafficBalance);
    io("added", receipt.amountAdded);
    io("cost", receipt.cost);
    io("raw", receipt.raw);
}

template <class Io>
void fields(Io &io, TopUpOrder &order)
{
    commonFields(io, order);
    io("proxy_type", order.proxyType);
    io("amount", order.amount);
    io("expected_cost", order.expectedCost);
    io("rate_per_gb", order.ratePerGb);
    io.choice("price_source", order.priceSource, PriceList::Source::FlatPrice);
    io("before", order.before);
    io("proxies_created", order.proxiesCreated);
    io("receipt", order.receipt);
    io("proof", order.proof);
    io("charged", order.charged);
    io("looks", order.looks);
    io("findings", order.findings);
    io("dismissed", order.dismissed);
}

QByteArray orderToJson(const TopUpOrder &order)
{
    return stored::toDocument(order);
}

std::optional<TopUpOrder> orderFromJson(const QByteArray &json)
{
    return stored::fromDocument<TopUpOrder>(json);
}

} // namespace relaybook
