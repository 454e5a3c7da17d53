// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/wire.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sandbox {

namespace {

constexpr std::int64_t bytesPerMb = 1'000'000;

void appendText(std::string &out, std::string_view name, std::string_view text)
{
    out += name;
    appendQuoted(out, text);
}

void appendNullable(std::string &out, std::string_view name, const std::optional<std::string> &text)
{
    out += name;
    appendQuotedOrNull(out, text);
}

void appendNumber(std::string &out, std::string_view name, std::int64_t value)
{
    out += name;
    appendInteger(out, value);
}

void appendNumber(std::string &out, std::string_view name, const std::optional<int> &value)
{
    out += name;
    if (value) {
        appendInteger(out, *value);
    } else {
        out += "null";
    }
}

void appendTime(std::string &out, std::string_view name, Seconds at)
{
    out += name;
    out += '"';
    appendIso(out, at);
    out += '"';
}

void appendGbOf(std::string &out, std::string_view name, std::int64_t bytes)
{
    out += name;
    appendGb(out, bytes);
}

void appendUrl(std::string &out, std::string_view name, std::string_view scheme, const Proxy &proxy,
               std::string_view host, int port)
{
    out += name;
    out += '"';
    out += scheme;
    out += proxy.user;
    out += ':';
    out += proxy.password;
    out += '@';
    out += host;
    out += ':';
    appendInteger(out, port);
    out += '"';
}

std::string_view productName(std::string_view type)
{
    if (type == "residential") {
        return "Residential";
    }
    if (type == "mobile") {
        return "Mobile";
    }
    if (type == "residential_premium") {
        return "Residential premium";
    }
    if (type == "mobile_premium") {
        return "Mobile premium";
    }
    return "Datacenter";
}

std::int64_t productId(std::string_view type)
{
    constexpr std::string_view known[] = {"residential", "mobile", "residential_premium",
                                          "datacenter", "mobile_premium"};
    return 11 + (std::find(std::begin(known), std::end(known), type) - std::begin(known));
}

void appendAddress(std::string &out, const GatewayAddress &at)
{
    appendText(out, "\"host\":", at.host);
    appendNumber(out, ",\"port_http\":", std::int64_t{at.portHttp});
    appendNumber(out, ",\"port_socks5\":", std::int64_t{at.portSocks});
}

void appendConnection(std::string &out, const Proxy &proxy, const WireStyle &style)
{
    const GatewayAddress at =
        style.gateway.value_or(GatewayAddress{proxy.host, proxy.portHttp, proxy.portSocks});
    out += ',';
    appendAddress(out, at);
    if (!style.credentials) {
        out += R"(,"proxy_http":null,"proxy_socks5":null)";
        return;
    }
    appendUrl(out, ",\"proxy_http\":", "http://", proxy, at.host, at.portHttp);
    appendUrl(out, ",\"proxy_socks5\":", "socks5://", proxy, at.host, at.portSocks);
}

} // namespace

DayTraffic dayTraffic(const Proxy &proxy)
{
    const std::int64_t usedMb = proxy.usedBytes / bytesPerMb;
    const std::int64_t daily = usedMb / 40;
    return DayTraffic{daily * (proxy.number % 7) / 5, daily * (proxy.number % 11) / 7};
}

void appendProxy(std::string &out, const Proxy &proxy, const WireStyle &style)
{
    const bool unknown = style.unknownTypes && proxy.number % 7 == 0;
    const std::string_view type = unknown ? std::string_view("quantum_isp") : proxy.type;
    appendText(out, "{\"id\":", proxy.id);
    appendNumber(out, ",\"proxy_id\":", proxy.number);
    appendNullable(out, ",\"name\":", proxy.name);
    appendText(out, ",\"type\":", type);
    appendText(out, ",\"country\":", proxy.country);
    appendNullable(out, ",\"region\":", proxy.region);
    appendNullable(out, ",\"city\":", proxy.city);
    appendText(out, ",\"behavior\":", proxy.behavior);
    appendNullable(out, ",\"rotate_type\":", proxy.rotateType);
    appendNumber(out, ",\"rotate_interval\":", proxy.rotateInterval);
    // Not a documented member, so it is written only if it has a value.
    if (proxy.lifetimeMinutes) {
        appendNumber(out, ",\"lifetime_minutes\":", proxy.lifetimeMinutes);
    }
    out += ",\"traffic_limit_gb\":";
    if (proxy.limitBytes) {
        appendGb(out, *proxy.limitBytes);
    } else {
        out += "null";
    }
    appendGbOf(out, ",\"traffic_gb\":", proxy.usedBytes);
    appendConnection(out, proxy, style);
    const DayTraffic day = dayTraffic(proxy);
    appendNumber(out, ",\"traffic_stats\":{\"today_mb\":", day.todayMb);
    appendNumber(out, ",\"yesterday_mb\":", day.yesterdayMb);
    appendNumber(out, "},\"product\":{\"id\":", productId(type));
    appendText(out, ",\"name\":", productName(type));
    appendTime(out, "},\"created_at\":", proxy.createdAt);
    appendTime(out, ",\"updated_at\":", proxy.updatedAt);
    out += '}';
}

void appendProxyTraffic(std::string &out, const Proxy &proxy)
{
    const DayTraffic day = dayTraffic(proxy);
    std::string number;
    appendInteger(number, proxy.number);
    appendText(out, "{\"proxy_id\":", number);
    appendText(out, ",\"config_id\":", proxy.id);
    appendNullable(out, ",\"config_name\":", proxy.name);
    appendNumber(out, ",\"today_mb\":", day.todayMb);
    appendNumber(out, ",\"yesterday_mb\":", day.yesterdayMb);
    appendNumber(out, ",\"all_time_mb\":", proxy.usedBytes / bytesPerMb);
    out += R"(,"price_per_gb":null})";
}

void appendSubUser(std::string &out, const SubUser &sub, const WireStyle &style)
{
    const bool unknown = style.unknownTypes && sub.id % 7 == 0;
    appendNumber(out, "{\"id\":", sub.id);
    appendText(out, ",\"username\":", sub.username);
    appendNullable(out, ",\"note\":", sub.note);
    appendText(out, ",\"service_type\":",
               unknown ? std::string_view("quantum_isp") : std::string_view(sub.serviceType));
    appendNumber(out, ",\"traffic_balance_bytes\":", sub.balanceBytes);
    appendGbOf(out, ",\"traffic_balance_gb\":", sub.balanceBytes);
    appendNumber(out, ",\"traffic_used_bytes\":", sub.usedBytes);
    if (style.credentials) {
        const GatewayAddress generated{"gw.example.net", 5'000, 5'001};
        out += R"(,"proxy":{)";
        appendAddress(out, style.gateway.value_or(generated));
        appendText(out, ",\"proxy_username\":", sub.user);
        appendText(out, ",\"proxy_password\":", sub.password);
        out += '}';
    } else {
        out += ",\"proxy\":null";
    }
    appendTime(out, ",\"created_at\":", sub.createdAt);
    appendTime(out, ",\"updated_at\":", sub.updatedAt);
    out += '}';
}

void spoilListRow(std::string &row, std::int64_t place, long n)
{
    constexpr std::array odd{"[]", "{}", "false"};
    if (n <= 0 || (place + 1) % n != 0) {
        return;
    }
    const auto which = static_cast<std::size_t>((place + 1) / n - 1) % (odd.size() + 1);
    if (which == odd.size()) {
        row.erase(1, row.find(',')); // {"id":…,
        return;
    }
    for (const std::string_view key : {"\"traffic_gb\":", "\"traffic_balance_gb\":"}) {
        replaceValue(row, key, odd.at(which));
    }
}

void appendEntry(std::string &out, const ListEntry &entry, bool addresses)
{
    appendNumber(out, "{\"id\":", entry.id);
    appendText(out, addresses ? ",\"cidr\":" : ",\"pattern\":", entry.text);
    appendNullable(out, ",\"comment\":", entry.comment);
    appendTime(out, ",\"created_at\":", entry.at);
    out += '}';
}

void appendAllocation(std::string &out, const Allocation &allocation)
{
    appendNumber(out, "{\"id\":", allocation.id);
    appendTime(out, ",\"created_at\":", allocation.at);
    appendGbOf(out, ",\"added_traffic_gb\":", allocation.addedBytes);
    appendNumber(out, ",\"added_traffic_mb\":", allocation.addedBytes / bytesPerMb);
    appendNumber(out, ",\"previous_traffic_mb\":", allocation.previousBytes / bytesPerMb);
    appendNumber(out, ",\"new_traffic_mb\":",
                 (allocation.previousBytes + allocation.addedBytes) / bytesPerMb);
    out += '}';
}

void appendLists(std::string &out, const SubUser &sub)
{
    const auto separate = [&out] {
        if (out.back() == '}') {
            out += ',';
        }
    };
    out += R"({"history":[)";
    for (const Allocation &allocation : sub.history) {
        separate();
        appendAllocation(out, allocation);
    }
    out += R"(],"blocklist":[)";
    for (const ListEntry &entry : sub.blocked) {
        separate();
        appendEntry(out, entry, false);
    }
    out += R"(],"whitelist":[)";
    for (const ListEntry &entry : sub.allowed) {
        separate();
        appendEntry(out, entry, true);
    }
    out += "]}";
}

void appendAccount(std::string &out, const Account &account)
{
    appendNumber(out, "{\"id\":", accountId);
    appendText(out, ",\"name\":", account.identity().name);
    appendText(out, ",\"email\":", account.identity().email);
    out += ",\"balance\":";
    appendMoney(out, account.balance());
    out += R"(,"currency":"USD","reseller_enabled":true)";
    appendTime(out, ",\"created_at\":", account.recipe().createdAt - historySpan - secondsPerDay);
    out += '}';
}

} // namespace sandbox
