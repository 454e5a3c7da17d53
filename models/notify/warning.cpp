// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/notify/warning.h"

namespace relaybook {

namespace {

bool lastsLessThanADay(const AttentionEntry &entry)
{
    return (entry.left && entry.left->units() <= 0) || (entry.days && *entry.days < 1);
}

} // namespace

QString warningKindName(WarningKind kind)
{
    switch (kind) {
    case WarningKind::OutOfTraffic:
        return QStringLiteral("out-of-traffic");
    case WarningKind::UnknownOrder:
        return QStringLiteral("unknown-order");
    case WarningKind::DoubleCharge:
        break;
    }
    return QStringLiteral("double-charge");
}

std::optional<WarningKind> warningKindOf(const AttentionEntry &entry)
{
    switch (entry.kind) {
    case AttentionKind::DoubleCharge:
        return WarningKind::DoubleCharge;
    case AttentionKind::UnknownOrder:
        return WarningKind::UnknownOrder;
    case AttentionKind::PoolRunsOut:
    case AttentionKind::SubUserRunsOut:
        return lastsLessThanADay(entry) ? std::optional(WarningKind::OutOfTraffic) : std::nullopt;
    default:
        return std::nullopt;
    }
}

std::vector<Warning> warningsOf(const QString &account, const std::vector<AttentionEntry> &entries,
                                const std::function<bool(Area)> &isLoaded)
{
    std::vector<Warning> warnings;
    for (const AttentionEntry &entry : entries) {
        const auto kind = warningKindOf(entry);
        const Area area =
            entry.kind == AttentionKind::SubUserRunsOut ? Area::SubUsers : Area::Account;
        if (kind && (*kind != WarningKind::OutOfTraffic || isLoaded(area))) {
            warnings.push_back({*kind, account, entry});
        }
    }
    return warnings;
}

} // namespace relaybook
