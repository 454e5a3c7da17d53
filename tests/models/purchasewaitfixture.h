// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a PurchaseDesk whose service and computer share a clock that a test moves forward,
// and events at the service in the meantime: prices that double, and orders by somebody else.

#pragma once

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "tests/models/purchasefixture.h"

#include <atomic>

namespace relaybook::testing {

class PurchaseWaitFixture : protected PurchaseFixture
{
protected:
    void makeWaitingDesk()
    {
        using std::chrono::milliseconds;
        SandboxSettings settings = smallAccount();
        m_ahead = 0;
        settings.clock = [this] { return std::int64_t(time(nullptr)) + m_ahead; };
        m_desk = std::make_unique<SessionFixture>(settings);
        m_desk->buying.looks.pauses = {milliseconds(5), milliseconds(10), milliseconds(20)};
    }
    void advance(std::chrono::seconds by)
    {
        m_ahead += by.count();
        m_desk->clock.advance(by);
    }
    [[nodiscard]] std::uint64_t arrived() const
    {
        return m_desk->server.counters().ordersArrived();
    }
    [[nodiscard]] bool isHeldUp(const Request &request) const
    {
        return m_desk->client->limitWait(request) > std::chrono::minutes(14);
    }
    /// A refresh in the background reaches the rate limit, for an hour: nothing can be sent with
    /// that token for the longest pause that is kept, 15 minutes.
    void useUpTheLimit()
    {
        m_desk->fault("too-many-requests=3600,on=getResellerBalance,next=1");
        m_background = m_desk->client->send(
            GetResellerBalance{}, &m_here, [](const Result<ResellerBalance> &) {},
            Lane::Background);
        QTRY_VERIFY(isHeldUp(TopUpTraffic{}.toRequest()));
    }
    void doublePrices()
    {
        auto prices = m_desk->server.prices();
        for (auto &type : prices) {
            type.flatPerGb = type.flatPerGb + type.flatPerGb;
            for (auto &tier : type.tiers) {
                tier.perGb = tier.perGb + tier.perGb;
            }
        }
        m_desk->server.setPrices(prices);
    }
    /// Makes both types cost the same, so that only their names differ.
    void equalPrices()
    {
        auto prices = m_desk->server.prices();
        for (auto &type : prices) {
            type.tiers = prices.front().tiers;
            type.flatPerGb = prices.front().flatPerGb;
        }
        m_desk->server.setPrices(prices);
    }
    /// Buys at the service as somebody else, to whom the rate limits of this program do not apply.
    void bookElsewhere(const char *amount, const QString &type = residential)
    {
        Pacer pacer(m_desk->clock);
        ApiClient other(ApiClient::Config{*ServiceAddress::parse(m_desk->url())}, m_desk->auth,
                        pacer, m_desk->clock);
        bool booked = false;
        const Call call =
            other.send(TopUpTraffic{gb(amount), type}, &m_here,
                       [&](const Result<TopUpReceipt> &answer) { booked = answer.has_value(); });
        QTRY_VERIFY(booked);
    }
    [[nodiscard]] TransactionId newestRow() const
    {
        return TransactionId(m_desk->server.transactions().back().id);
    }
    /// Confirms an order that is sent and lost on its way.
    [[nodiscard]] QString lost(const char *amount)
    {
        const auto shown = confirm(amount);
        if (!shown) {
            return {};
        }
        m_desk->fault("drop,on=topUpTraffic,next=1");
        const QString id = buy(shown->number, true).orderId;
        const auto looked = [&] { return desk().order(id)->looks.size() >= 3; };
        return testing::waitUntil(looked) ? id : QString();
    }
    [[nodiscard]] bool endsNotCharged(const QString &id)
    {
        advance(std::chrono::minutes(3));
        return testing::waitUntil([&] { return desk().order(id)->state == OrderState::NotDone; });
    }

    std::atomic<std::int64_t> m_ahead{0};
    QObject m_here;
    Call m_background;
};

} // namespace relaybook::testing
