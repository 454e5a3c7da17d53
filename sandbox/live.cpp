// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/live.h"

#include "sandbox/ledgercalls.h"
#include "sandbox/random.h"

#include <algorithm>

namespace sandbox {

namespace {

void useSubUser(const Account &account, Random &random, Seconds now, std::vector<Change> &changes)
{
    const auto &subs = account.subUsers();
    if (subs.empty()) {
        return;
    }
    SubUser sub = random.pick(subs);
    const std::int64_t bytes = std::min(sub.balanceBytes, random.between(1, 30) * bytesPerCentiGb);
    if (bytes == 0) {
        return;
    }
    sub.balanceBytes -= bytes;
    sub.usedBytes += bytes;
    sub.updatedAt = std::max(now, sub.updatedAt);
    changes.emplace_back(PutSubUser{std::move(sub)});
}

void useProxy(const Account &account, Random &random, Seconds now, std::vector<Change> &changes)
{
    if (account.proxies().empty()) {
        return;
    }
    Proxy proxy = random.pick(account.proxies());
    proxy.usedBytes += random.between(1, 25) * bytesPerCentiGb;
    proxy.updatedAt = std::max(now, proxy.updatedAt);
    changes.emplace_back(PutProxy{std::move(proxy)});
}

} // namespace

std::vector<Change> liveStep(const Account &account, std::uint64_t draw, Seconds now)
{
    Random random(draw);
    std::vector<Change> changes;
    const std::int64_t what = random.below(100);
    if (what < 25) {
        changes = ordinaryTransaction(account, random.next(), now);
    } else if (what < 32) {
        changes.emplace_back(account.booking(
            Money::cents(random.between(2, 20) * 5'000), now,
            {"deposit", "Card ending 4242", std::nullopt, R"({"method":"card","last4":"4242"})"}));
    } else if (what < 38) {
        changes.emplace_back(account.booking(
            Money::cents(random.between(1, 40) * 75), now,
            {"refund", "Unused traffic", std::nullopt, R"({"reason":"unused traffic"})"}));
    }
    const TypePrice &type = random.pick(account.prices());
    const bool pooled = std::any_of(changes.begin(), changes.end(), [](const Change &change) {
        return std::holds_alternative<SetPool>(change);
    });
    const std::int64_t pool = account.poolBytes(type.slug);
    if (!pooled && pool > 0) {
        changes.emplace_back(
            SetPool{type.slug, pool - std::min(pool, random.between(1, 40) * bytesPerCentiGb)});
    }
    useSubUser(account, random, now, changes);
    useProxy(account, random, now, changes);
    return changes;
}

} // namespace sandbox
