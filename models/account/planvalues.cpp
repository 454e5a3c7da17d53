// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/planvalues.h"

#include "api/json/jsonreader.h"

namespace relaybook {
namespace {

std::optional<Instant> firstInstant(const JsonValue &value,
                                    std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const auto found = value.instant(key)) {
            return found;
        }
    }
    return std::nullopt;
}

/// The amount of a member in gigabytes, megabytes or bytes.
std::optional<TrafficAmount> trafficIn(const JsonValue &value)
{
    for (const std::string_view key :
         {"total_gb", "traffic_gb", "used_gb", "total_traffic_gb", "traffic_used_gb", "gb"}) {
        if (const auto found = value.gigabytes(key)) {
            return found;
        }
    }
    for (const std::string_view key : {"total_mb", "traffic_mb", "used_mb", "mb"}) {
        if (const auto found = value.megabytes(key)) {
            return found;
        }
    }
    for (const std::string_view key :
         {"total_bytes", "traffic_bytes", "used_bytes", "traffic_used_bytes", "bytes"}) {
        if (const auto found = value.bytes(key)) {
            return found;
        }
    }
    return std::nullopt;
}

} // namespace

AccountPlan readPlan(const QByteArray &json)
{
    JsonReader reader(json);
    const JsonValue plan = reader.root();
    AccountPlan read;
    for (const std::string_view key : {"name", "plan_name", "plan", "title", "type", "slug"}) {
        const JsonValue name = plan.member(key);
        if (name.isText() && !name.asText().trimmed().isEmpty()) {
            read.name = name.asText().trimmed();
            break;
        }
    }
    read.active = plan.boolean("active");
    read.since = firstInstant(plan, {"since", "starts_at", "started_at", "created_at"});
    read.until = firstInstant(
        plan, {"renews_at", "expires_at", "ends_at", "valid_until", "next_billing_at"});
    return read;
}

PeriodTraffic readPeriodTraffic(const QByteArray &json)
{
    JsonReader reader(json);
    const JsonValue traffic = reader.root();
    PeriodTraffic read;
    read.total = trafficIn(traffic);
    std::optional<TrafficAmount> sum = TrafficAmount();
    const JsonValue parts =
        traffic.isArray() ? traffic
                          : traffic.anyOf({"points", "chart", "data", "traffic", "hours", "days"});
    parts.forEachItem([&](const JsonValue &part) {
        const auto amount = trafficIn(part);
        if (!amount) {
            return;
        }
        ++read.parts;
        sum = sum ? sum->plus(*amount) : std::nullopt;
        if (!read.most || *amount > *read.most) {
            read.most = amount;
            read.mostAt = firstInstant(part, {"at", "date", "time", "timestamp", "hour"});
        }
    });
    if (!read.total && read.parts > 0) {
        read.total = sum;
    }
    return read;
}

} // namespace relaybook
