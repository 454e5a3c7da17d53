// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/generate.h"
#include "sandbox/places.h"
#include "sandbox/random.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandbox {

namespace {

constexpr std::uint64_t proxyIdentity = 0x11;
constexpr std::uint64_t proxyContent = 0x12;
constexpr std::int64_t firstNumber = 20'001;

constexpr std::array<std::string_view, 10> uses{
    "checkout",    "serp",        "price-watch",  "ads-verify",  "social",
    "brand-guard", "stock-alert", "travel-fares", "review-scan", "seo-audit"};

constexpr std::array<std::string_view, 9> oddProxyNames{
    "vérification-prix-île-de-france",
    "مراقبة-الأسعار-01",
    "🛒 checkout (backup)",
    "serp-\"quoted\", comma; semicolon",
    "stock-alert =SUM(A1:A9)",
    "social  with two spaces  ",
    "price-watch <b>not bold</b> & co",
    "価格監視-東京-07",
    "price-watch-for-the-spring-campaign-of-a-customer-who-likes-very-long-names-and-asked-that-"
    "every-proxy-carry-the-full-name-of-the-shop-the-department-and-the-person-who-ordered-it-so-"
    "that-nobody-has-to-look-it-up-in-a-second-list-ever-again",
};

struct Spread
{
    int percent;
    std::string_view type;
};

constexpr std::array<Spread, 5> types{Spread{45, "residential"}, Spread{22, "datacenter"},
                                      Spread{18, "mobile"}, Spread{10, "residential_premium"},
                                      Spread{5, "mobile_premium"}};

std::string pickType(Random &random)
{
    std::int64_t at = random.below(100);
    for (const Spread &spread : types) {
        if (at < spread.percent) {
            return std::string(spread.type);
        }
        at -= spread.percent;
    }
    return std::string(types.front().type);
}

/// Contains every place as often as its country's weight, to draw from.
std::vector<Place> weightedPlaces()
{
    std::vector<Place> drawn;
    for (const Country &country : countries()) {
        const std::vector<Place> all = placesOf(country.code);
        const int copies = std::max(1, country.weight * 12 / static_cast<int>(all.size()));
        for (const Place &place : all) {
            drawn.insert(drawn.end(), static_cast<std::size_t>(copies), place);
        }
    }
    return drawn;
}

std::string ordinal(std::int64_t number)
{
    std::string digits;
    appendInteger(digits, number);
    return digits.size() < 2 ? "0" + digits : digits;
}

void setRotation(Proxy &proxy, Random &random)
{
    constexpr std::array<int, 5> minutes{10, 10, 30, 30, 60};
    if (random.chance(45)) {
        proxy.behavior = "keep";
        if (!random.chance(10)) {
            proxy.lifetimeMinutes = random.pick(minutes);
        }
        return;
    }
    proxy.behavior = "rotate";
    if (random.chance(60)) {
        proxy.rotateType = "each_request";
        return;
    }
    proxy.rotateType = "interval";
    proxy.rotateInterval = random.pick(minutes);
}

void setTraffic(Proxy &proxy, Random &random)
{
    constexpr std::array<std::int64_t, 8> limits{10, 10, 25, 25, 50, 50, 100, 250};
    const std::int64_t gb = random.pick(limits);
    if (!random.chance(4)) {
        proxy.limitBytes = gb * bytesPerGb;
    }
    // Most proxies are half used, some nearly empty, a few over their limit.
    const std::int64_t atMost = random.below(700);
    std::int64_t permille = std::max(random.below(1'000), atMost);
    if (random.chance(2)) {
        permille = random.between(1'000, 1'040);
    } else if (random.chance(6)) {
        permille = 0;
    }
    proxy.usedBytes = gb * permille / 10 * bytesPerCentiGb;
}

Proxy makeProxy(const Recipe &recipe, std::int64_t index, const std::vector<Place> &drawn)
{
    Random random(mix(recipe.seed, proxyContent, static_cast<std::uint64_t>(index)));
    Proxy proxy = makeProxyShell(recipe.seed, index, pickType(random));
    const Place place = random.pick(drawn);
    proxy.country = place.country;
    if (!random.chance(4)) {
        proxy.region = place.region;
    }
    if (proxy.region && !random.chance(5)) {
        proxy.city = place.city;
    }

    // The first proxies have the usual purposes, as in any account that began small.
    const std::string_view use =
        index < 15 ? uses.at(static_cast<std::size_t>(index % 5)) : random.pick(uses);
    proxy.name = std::string(use) + '-' + lowered(place.country) + '-' + ordinal(index + 1);
    const std::int64_t odd = (index - 23) / 37;
    if (index >= 23 && (index - 23) % 37 == 0 &&
        odd < static_cast<std::int64_t>(oddProxyNames.size())) {
        proxy.name = oddProxyNames.at(static_cast<std::size_t>(odd));
    }

    setRotation(proxy, random);
    setTraffic(proxy, random);
    // Ids rise with age, so the time of creation follows the index, slightly uneven.
    const Seconds slot = std::max<Seconds>(1, historySpan / std::max(1, recipe.proxies));
    proxy.createdAt =
        recipe.createdAt - historySpan + index * slot + random.below(slot) - 10 * secondsPerDay;
    proxy.updatedAt =
        std::min(recipe.createdAt - 60, proxy.createdAt + random.below(historySpan / 2));
    proxy.updatedAt = std::max(proxy.updatedAt, proxy.createdAt);
    return proxy;
}

} // namespace

Proxy makeProxyShell(std::uint64_t seed, std::int64_t index, const std::string &type)
{
    Random random(mix(seed, proxyIdentity, static_cast<std::uint64_t>(index)));
    Proxy proxy;
    proxy.id = random.uuid();
    proxy.number = firstNumber + index;
    proxy.type = type;
    proxy.host = type.rfind("mobile", 0) == 0 ? "mobile.gw.example.net" : "gw.example.net";
    if (type == "datacenter") {
        proxy.host = "dc.gw.example.net";
    }
    proxy.portHttp = static_cast<int>(10'000 + index % 20'000);
    proxy.portSocks = proxy.portHttp + 20'000;
    proxy.user = "user-" + random.hex(6);
    proxy.password = random.word(16);
    return proxy;
}

std::vector<Proxy> makeProxies(const Recipe &recipe)
{
    const std::vector<Place> drawn = weightedPlaces();
    std::vector<Proxy> proxies;
    proxies.reserve(static_cast<std::size_t>(recipe.proxies));
    for (int index = 0; index < recipe.proxies; ++index) {
        proxies.push_back(makeProxy(recipe, index, drawn));
    }
    return proxies;
}

} // namespace sandbox
