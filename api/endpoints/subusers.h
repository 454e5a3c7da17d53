// SPDX-License-Identifier: GPL-3.0-or-later
// Sub-users, their traffic and who may use it (contract section 4).

#pragma once

#include "api/http/request.h"
#include "api/types/done.h"
#include "api/types/page.h"
#include "api/types/result.h"
#include "api/types/subuser.h"

#include <QStringList>

namespace relaybook {

/// GET /reseller/sub-users. No paging is documented: a page is asked for only where an earlier
/// answer had some. A row that cannot be read does not spoil the others.
struct ListSubUsers
{
    std::optional<qint64> page;

    using Response = PageOf<SubUser>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<PageOf<SubUser>> decode(const QByteArray &body);
};

/// GET /reseller/sub-users/{subId}
struct GetSubUser
{
    SubUserId id;

    using Response = SubUser;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<SubUser> decode(const QByteArray &body);
};

/// POST /reseller/sub-users: takes traffic out of the reseller's pool, so it is sent as carefully
/// as a purchase.
struct CreateSubUser
{
    NewSubUser subUser;

    using Response = SubUser;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<SubUser> decode(const QByteArray &body);
};

/// DELETE /reseller/sub-users/{subId}: unused traffic returns to the reseller.
struct DeleteSubUser
{
    SubUserId id;

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

/// PATCH /reseller/sub-users/{subId}/note. An answer without a body is a success too.
struct UpdateSubUserNote
{
    SubUserId id;
    QString note;

    using Response = NoteAnswer;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<NoteAnswer> decode(const QByteArray &body);
};

/// POST …/traffic/add: moves traffic from the pool to the sub-user. Sent once, repeated by nothing.
struct AddSubUserTraffic
{
    SubUserId id;
    TrafficAmount amount; ///< at least 0.01 GB

    using Response = TrafficMove;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<TrafficMove> decode(const QByteArray &body);
};

/// POST …/traffic/drop: takes back all that is left; an amount is for older services only.
struct DropSubUserTraffic
{
    SubUserId id;
    std::optional<TrafficAmount> amount;

    using Response = TrafficMove;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<TrafficMove> decode(const QByteArray &body);
};

/// GET …/traffic
struct GetSubUserTraffic
{
    SubUserId id;

    using Response = SubUserTraffic;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<SubUserTraffic> decode(const QByteArray &body);
};

/// GET …/history: what was allocated when; its paging stands inside `data`.
struct ListSubUserAllocations
{
    SubUserId id;
    qint64 page = 1;
    qint64 perPage = 20;

    using Response = PageOf<Allocation>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<PageOf<Allocation>> decode(const QByteArray &body);
};

/// GET …/blocklist
struct ListBlocked
{
    SubUserId id;

    using Response = std::vector<AccessRule>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<std::vector<AccessRule>> decode(const QByteArray &body);
};

/// POST …/blocklist. An empty comment is left out.
struct AddBlocked
{
    SubUserId id;
    QString pattern; ///< at most 255 characters
    QString comment;

    using Response = RuleAnswer;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<RuleAnswer> decode(const QByteArray &body);
};

/// POST …/blocklist/bulk
struct AddBlockedBulk
{
    SubUserId id;
    QStringList patterns; ///< at most 500

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

/// DELETE …/blocklist/{id}
struct RemoveBlocked
{
    SubUserId id;
    AccessRuleId rule;

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

/// GET …/whitelist: empty lets everybody in.
struct ListAllowed
{
    SubUserId id;

    using Response = std::vector<AccessRule>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<std::vector<AccessRule>> decode(const QByteArray &body);
};

/// POST …/whitelist. An empty comment is left out. Older services call the address ip_or_cidr.
struct AddAllowed
{
    SubUserId id;
    QString address; ///< IP or CIDR
    QString comment;
    bool olderService = false;

    using Response = RuleAnswer;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<RuleAnswer> decode(const QByteArray &body);
};

/// DELETE …/whitelist/{id}
struct RemoveAllowed
{
    SubUserId id;
    AccessRuleId rule;

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

} // namespace relaybook
