// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuserconfirmation.h"

#include "models/serving/subuserreader.h"
#include "models/text/secretname.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace relaybook {
namespace {

using Verdict = RequestVerdict;

constexpr qsizetype longestName = 255; // contract section 4

bool takesFromPool(SubUserRequest::Kind kind)
{
    return kind == SubUserRequest::Kind::Give || kind == SubUserRequest::Kind::Create;
}

Verdict verdictOf(const SubUserConfirmation::Item &item, bool isRead)
{
    const SubUserRequest &request = item.request;
    if (takesFromPool(request.kind) && request.amount < leastTraffic()) {
        return Verdict::AmountTooSmall;
    }
    if (request.kind == SubUserRequest::Kind::Create) {
        if (request.username.isEmpty()) {
            return Verdict::NameEmpty;
        }
        if (request.username.size() > longestName) {
            return Verdict::NameTooLong;
        }
        if (isNameLikeSecret(request.username)) {
            return Verdict::NameIsSecret;
        }
        return item.before.named.empty() ? Verdict::Fine : Verdict::NameTaken;
    }
    if (isRead && item.before.presence == SubUserReading::Presence::Gone) {
        return Verdict::Gone;
    }
    if (request.kind != SubUserRequest::Kind::Take) {
        return Verdict::Fine;
    }
    if (!request.shownLeft) {
        return Verdict::LeftUnknown;
    }
    if (request.shownLeft->isZero() || request.shownLeft->isNegative()) {
        return Verdict::NothingLeft;
    }
    const auto amount = amountToTake(request);
    if (amount && *amount < leastTraffic()) {
        return Verdict::AmountTooSmall;
    }
    return amount && *amount > *request.shownLeft ? Verdict::LessLeft : Verdict::Fine;
}

/// The same sub-user or the same new name twice, and more from a pool than it holds.
void compareAll(SubUserConfirmation &confirmation)
{
    QSet<QString> seen;
    QHash<QString, std::optional<TrafficAmount>> sums; // nothing: more than can be counted
    for (auto &item : confirmation.items) {
        const QString key = keyOf(item.request);
        if (seen.contains(key) && item.verdict == Verdict::Fine) {
            item.verdict = item.request.kind == SubUserRequest::Kind::Create ? Verdict::NameTwice
                                                                             : Verdict::Twice;
        }
        seen.insert(key);
        if (takesFromPool(item.request.kind) && item.verdict == Verdict::Fine) {
            auto sum = sums.value(item.request.serviceType, TrafficAmount());
            sums.insert(item.request.serviceType,
                        sum ? sum->plus(item.request.amount) : std::nullopt);
        }
    }
    for (auto &item : confirmation.items) {
        const auto pool = leftInPool(confirmation.pools, item.request.serviceType);
        const auto sum = sums.value(item.request.serviceType, TrafficAmount());
        if (takesFromPool(item.request.kind) && item.verdict == Verdict::Fine && pool &&
            (!sum || *sum > *pool)) {
            item.verdict = Verdict::NotEnoughTraffic;
        }
    }
}

} // namespace

bool SubUserConfirmation::isFine() const
{
    return std::all_of(items.begin(), items.end(),
                       [](const Item &item) { return item.verdict == RequestVerdict::Fine; });
}

void giveVerdicts(SubUserConfirmation &confirmation, bool isRead)
{
    for (auto &item : confirmation.items) {
        item.verdict = verdictOf(item, isRead);
    }
    compareAll(confirmation);
}

} // namespace relaybook
