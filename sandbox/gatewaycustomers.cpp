// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/gatewaycustomers.h"

#include "sandbox/places.h"
#include "sandbox/random.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>

namespace sandbox {

namespace {

constexpr std::uint64_t purposeProxyExit = 0x81;
constexpr std::uint64_t purposeSubUserExit = 0x82;
constexpr std::string_view clientAddress = "127.0.0.1";
constexpr int secondsPerMinute = 60;

/// The address of the given number, in the three networks that are reserved for documentation.
std::string documentationAddress(std::uint64_t number)
{
    constexpr std::array<std::string_view, 3> networks{"192.0.2.", "198.51.100.", "203.0.113."};
    constexpr std::uint64_t hosts = 254;
    number %= networks.size() * hosts;
    return std::string(networks.at(number / hosts)) + std::to_string(number % hosts + 1);
}

/// Numbers of addresses: two consecutive steps never have the same, and 762 steps have all.
std::uint64_t addressNumber(std::uint64_t start, std::uint64_t step)
{
    constexpr std::uint64_t addresses = 762;
    constexpr std::uint64_t stride = 305; // has no factor in common with the number of addresses
    return (start % addresses + step % addresses * stride) % addresses;
}

/// Whether the host is the pattern, or ends like one that begins with "*."
bool matchesPattern(std::string_view host, std::string_view pattern)
{
    const std::string name = lowered(host);
    const std::string wanted = lowered(pattern);
    return wanted.starts_with("*.") ? name.ends_with(std::string_view(wanted).substr(1))
                                    : name == wanted;
}

std::optional<std::uint32_t> ipv4In(std::string_view text)
{
    constexpr int parts = 4;
    constexpr unsigned largest = 255;
    constexpr unsigned bitsOfPart = 8;
    std::uint32_t address = 0;
    for (int i = 0; i < parts; ++i) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const bool isLast = i == parts - 1;
        const std::string_view digits = text.substr(0, end);
        if (digits.empty() || digits.size() > 3 || isLast != (end == text.size()) ||
            digits.find_first_not_of("0123456789") != std::string_view::npos) {
            return std::nullopt;
        }
        const unsigned part = static_cast<unsigned>(std::stoul(std::string(digits)));
        if (part > largest) {
            return std::nullopt;
        }
        address = address << bitsOfPart | part;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return address;
}

/// Whether the client's address is in the range, "127.0.0.0/8" or "127.0.0.1".
bool isClientIn(std::string_view range)
{
    constexpr int allBits = 32;
    const std::size_t slash = std::min(range.find('/'), range.size());
    const auto network = ipv4In(range.substr(0, slash));
    const auto client = ipv4In(clientAddress);
    if (!network || !client) {
        return false; // IPv6
    }
    const int bits =
        slash < range.size() ? std::stoi(std::string(range.substr(slash + 1))) : allBits;
    return bits == 0 || (*network ^ *client) >> (allBits - std::clamp(bits, 1, allBits)) == 0;
}

template <typename List, typename Fits>
bool anyOf(const List &list, Fits fits)
{
    return std::any_of(list.begin(), list.end(),
                       [&](const ListEntry &entry) { return fits(entry.text); });
}

} // namespace

std::string exitText(const Exit &exit)
{
    std::string text = R"({"ip":)";
    appendQuoted(text, exit.address);
    text += R"(,"country":)";
    if (exit.country.empty()) {
        text += "null";
    } else {
        appendQuoted(text, exit.country);
    }
    return text + '}';
}

GatewayCustomers::GatewayCustomers(State &state, std::function<Seconds()> clock)
    : m_state(state)
    , m_clock(std::move(clock))
{
}

std::optional<GatewayCustomers::Customer> GatewayCustomers::find(std::string_view user,
                                                                 std::string_view password) const
{
    const auto fits = [&](const auto &each) {
        return each.user == user && each.password == password;
    };
    const std::shared_lock lock(m_state.mutex());
    const auto &proxies = m_state.account().proxies();
    const auto proxy = std::find_if(proxies.begin(), proxies.end(), fits);
    if (proxy != proxies.end()) {
        return proxy->id;
    }
    const auto &subs = m_state.account().subUsers();
    const auto sub = std::find_if(subs.begin(), subs.end(), fits);
    return sub != subs.end() ? std::optional<Customer>(sub->id) : std::nullopt;
}

GatewayCustomers::Refusal GatewayCustomers::refusal(const Customer &customer,
                                                    std::string_view host) const
{
    const std::shared_lock lock(m_state.mutex());
    if (const auto *const id = std::get_if<std::string>(&customer)) {
        const Proxy *const proxy = m_state.account().findProxy(*id);
        const bool hasTraffic =
            proxy != nullptr && (!proxy->limitBytes || proxy->usedBytes < *proxy->limitBytes);
        return hasTraffic ? Refusal::None : Refusal::NoTraffic;
    }
    const SubUser *const sub = m_state.account().findSubUser(std::get<std::int64_t>(customer));
    if (sub == nullptr || sub->balanceBytes <= 0) {
        return Refusal::NoTraffic;
    }
    if (!sub->allowed.empty() && !anyOf(sub->allowed, isClientIn)) {
        return Refusal::AddressNotAllowed;
    }
    const auto blocks = [&](std::string_view pattern) { return matchesPattern(host, pattern); };
    return anyOf(sub->blocked, blocks) ? Refusal::DomainBlocked : Refusal::None;
}

Exit GatewayCustomers::nextExit(const Customer &customer)
{
    const std::uint64_t request = m_requests++;
    const std::shared_lock lock(m_state.mutex());
    if (const auto *const id = std::get_if<std::string>(&customer)) {
        const Proxy *const proxy = m_state.account().findProxy(*id);
        return proxy == nullptr ? Exit() : exitOf(*proxy, request);
    }
    const SubUser *const sub = m_state.account().findSubUser(std::get<std::int64_t>(customer));
    return sub == nullptr ? Exit() : exitOf(*sub, request);
}

Exit GatewayCustomers::exitOf(const Proxy &proxy, std::uint64_t request) const
{
    const std::uint64_t start = mix(m_state.account().recipe().seed, purposeProxyExit,
                                    static_cast<std::uint64_t>(proxy.number));
    std::uint64_t step = 0;
    if (proxy.behavior == "rotate") {
        const auto interval = static_cast<std::int64_t>(proxy.rotateInterval.value_or(1));
        step = proxy.rotateType == "interval"
                   ? static_cast<std::uint64_t>(m_clock() / (interval * secondsPerMinute))
                   : request;
    }
    return Exit{documentationAddress(addressNumber(start, step)), proxy.country};
}

Exit GatewayCustomers::exitOf(const SubUser &sub, std::uint64_t request) const
{
    const std::uint64_t start = mix(m_state.account().recipe().seed, purposeSubUserExit,
                                    static_cast<std::uint64_t>(sub.id));
    const std::uint64_t number = addressNumber(start, request);
    Random random(mix(start, purposeSubUserExit, number));
    return Exit{documentationAddress(number), std::string(random.pick(countries()).code)};
}

bool GatewayCustomers::charge(const Customer &customer, std::int64_t bytes)
{
    const std::unique_lock lock(m_state.mutex());
    const Seconds now = m_clock();
    if (const auto *const id = std::get_if<std::string>(&customer)) {
        const Proxy *const found = m_state.account().findProxy(*id);
        if (found == nullptr) {
            return false;
        }
        Proxy proxy = *found;
        proxy.usedBytes += bytes;
        proxy.updatedAt = std::max(now, proxy.updatedAt);
        return !m_state.commit({PutProxy{std::move(proxy)}});
    }
    const SubUser *const found = m_state.account().findSubUser(std::get<std::int64_t>(customer));
    if (found == nullptr) {
        return false;
    }
    SubUser sub = *found;
    const std::int64_t taken = std::min(sub.balanceBytes, bytes);
    sub.balanceBytes -= taken;
    sub.usedBytes += taken;
    sub.updatedAt = std::max(now, sub.updatedAt);
    return !m_state.commit({PutSubUser{std::move(sub)}});
}

} // namespace sandbox
