// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/decimal.h"
#include "sandbox/generate.h"
#include "sandbox/random.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace sandbox {

namespace {

constexpr std::uint64_t subUserIdentity = 0x21;
constexpr std::uint64_t subUserContent = 0x22;

constexpr std::array<std::string_view, 24> firstWords{
    "acme",   "bright",  "cobalt",  "delta", "ember",    "fjord",  "granite", "harbor",
    "indigo", "juniper", "kestrel", "lumen", "meridian", "nimbus", "opal",    "pioneer",
    "quarry", "redwood", "summit",  "tidal", "umbra",    "vertex", "willow",  "zephyr"};

constexpr std::array<std::string_view, 16> secondWords{
    "ads",  "analytics", "brands",  "commerce", "data",   "digital", "fares",  "insight",
    "labs", "market",    "pricing", "research", "retail", "search",  "social", "travel"};

constexpr std::array<std::string_view, 8> oddSubUserNames{
    "Élodie & Fils – veille tarifaire",
    "شركة المسار الشمالي",
    "東京リサーチ",
    "🦊-scraper",
    "meridian =HYPERLINK(\"http://example.net\",\"open\")",
    "O'Brien, \"Quotes\" & Sons; Ltd",
    "Ärzte-für-Daten_ÜBERMORGEN",
    "a-customer-with-a-name-as-long-as-the-service-allows-because-somebody-pasted-the-whole-line-"
    "of-the-trade-register-into-the-field-and-nobody-ever-shortened-it-afterwards-limited-"
    "liability-company-and-partners-holding-international-branch-office-north",
};

constexpr std::array<std::string_view, 12> notes{
    "Paid until Dec 1, invoice 2231",
    "VIP — do not cut off",
    "Trial, ask on Friday",
    "Prefers SOCKS5, EU only",
    "Agency, 3 brands",
    "Paid until Jan 15, invoice 2304",
    "Pays by bank transfer, slow but sure",
    "Asked for a second account",
    "Moved from the old plan",
    "Monthly 50 GB, tops up by itself",
    "Contact: ops@customer.example",
    "Do not call before 10:00 UTC",
};

constexpr std::array<std::string_view, 6> oddNotes{
    "First line: paid in advance\nSecond line: calls every Monday\n\nLast line: ask for Jana",
    "",
    "ملاحظة: يفضل التواصل بالبريد الإلكتروني",
    "👍 happy since 2024 👍",
    "=1+1 is how this note begins, \"quoted\" too",
    "A long note. The customer runs price comparisons for several shops, wants sticky sessions of "
    "thirty minutes in Germany and Austria, sends the list of addresses by mail at the end of "
    "every month, pays on the tenth, and has twice asked whether unused traffic is carried over; "
    "it is, but only while the account is active. Talk to them before changing anything.",
};

std::string clientName(std::int64_t id)
{
    std::string digits;
    appendInteger(digits, id);
    return "client_" + std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

std::string pickName(Random &random, std::int64_t id, std::set<std::string> &taken)
{
    const std::int64_t odd = (id - 19) / 31;
    if (id >= 19 && (id - 19) % 31 == 0 &&
        odd < static_cast<std::int64_t>(oddSubUserNames.size())) {
        return std::string(oddSubUserNames.at(static_cast<std::size_t>(odd)));
    }
    if (!random.chance(26) || (id >= 138 && id <= 152)) {
        return clientName(id);
    }
    std::string name(random.pick(firstWords));
    name.push_back(random.chance(50) ? '-' : '_');
    name += random.pick(secondWords);
    return taken.insert(name).second ? name : clientName(id);
}

std::optional<std::string> pickNote(Random &random, std::int64_t id)
{
    const std::int64_t odd = (id - 12) / 23;
    if (id >= 12 && (id - 12) % 23 == 0 && odd < static_cast<std::int64_t>(oddNotes.size())) {
        return std::string(oddNotes.at(static_cast<std::size_t>(odd)));
    }
    if (random.chance(38)) {
        return std::nullopt;
    }
    return std::string(random.pick(notes));
}

/// A few additions whose sum is the traffic that the sub-user has and has used.
void setTraffic(SubUser &sub, Random &random, Seconds now)
{
    constexpr std::array<std::int64_t, 7> portions{5, 5, 10, 10, 25, 50, 100};
    const std::int64_t times = random.between(1, 5);
    const Seconds slot = std::max<Seconds>(1, (now - sub.createdAt) / (times + 1));
    std::int64_t given = 0;
    for (std::int64_t i = 0; i < times; ++i) {
        const std::int64_t bytes = random.pick(portions) * bytesPerGb;
        sub.history.push_back(
            Allocation{sub.id * 100 + i + 1, sub.createdAt + i * slot, bytes, given});
        given += bytes;
    }
    std::int64_t permille = random.below(990);
    if (random.chance(12)) {
        permille = random.between(920, 1'000);
    }
    sub.usedBytes = given / 1'000 * permille / bytesPerCentiGb * bytesPerCentiGb;
    sub.balanceBytes = given - sub.usedBytes;
    sub.updatedAt =
        std::max(sub.createdAt, std::min(now - 30, sub.history.back().at + random.below(slot)));
}

void setLists(SubUser &sub, Random &random)
{
    constexpr std::array<std::string_view, 4> patterns{"*.gambling.example", "ads.example.com",
                                                       "*.tracker.example", "video.example.org"};
    constexpr std::array<std::string_view, 4> addresses{"203.0.113.7/32", "198.51.100.0/24",
                                                        "192.0.2.44/32", "2001:db8:12::/48"};
    const std::int64_t blocked = random.chance(30) ? random.between(1, 4) : 0;
    for (std::int64_t i = 0; i < blocked; ++i) {
        sub.blocked.push_back(
            ListEntry{sub.id * 1'000 + i + 1, std::string(patterns.at(static_cast<std::size_t>(i))),
                      i == 0 ? std::optional<std::string>("asked by customer") : std::nullopt,
                      sub.createdAt + 3'600});
    }
    const std::int64_t allowed = random.chance(40) ? random.between(1, 4) : 0;
    for (std::int64_t i = 0; i < allowed; ++i) {
        sub.allowed.push_back(ListEntry{
            sub.id * 1'000 + i + 1, std::string(addresses.at(static_cast<std::size_t>(i))),
            i == 0 ? std::optional<std::string>("office") : std::nullopt, sub.createdAt + 7'200});
    }
}

std::string pickService(Random &random)
{
    const std::int64_t at = random.below(100);
    if (at < 62) {
        return "residential";
    }
    return at < 92 ? "mobile" : "residential_premium";
}

} // namespace

SubUser makeSubUserShell(std::uint64_t seed, std::int64_t id)
{
    Random random(mix(seed, subUserIdentity, static_cast<std::uint64_t>(id)));
    SubUser sub;
    sub.id = id;
    sub.user = "sub-" + random.hex(8);
    sub.password = random.word(14);
    return sub;
}

std::vector<SubUser> makeSubUsers(const Recipe &recipe)
{
    std::set<std::string> taken;
    std::vector<SubUser> subs;
    subs.reserve(static_cast<std::size_t>(recipe.subUsers));
    const Seconds slot = std::max<Seconds>(1, historySpan / std::max(1, recipe.subUsers));
    for (std::int64_t id = 1; id <= recipe.subUsers; ++id) {
        Random random(mix(recipe.seed, subUserContent, static_cast<std::uint64_t>(id)));
        SubUser sub = makeSubUserShell(recipe.seed, id);
        sub.username = pickName(random, id, taken);
        sub.note = pickNote(random, id);
        sub.serviceType = pickService(random);
        sub.createdAt =
            recipe.createdAt - historySpan + (id - 1) * slot + random.below(slot) - secondsPerDay;
        setTraffic(sub, random, recipe.createdAt);
        setLists(sub, random);
        subs.push_back(std::move(sub));
    }
    return subs;
}

} // namespace sandbox
