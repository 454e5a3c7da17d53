// SPDX-License-Identifier: GPL-3.0-or-later
// Endpoints of the sub-users: their traffic, history, blocklist and whitelist (contract section 4).

#pragma once

#include "api/http/request.h"
#include "api/types/done.h"
#include "api/types/listof.h"
#include "api/types/page.h"
#include "api/types/result.h"
#include "api/types/subuser.h"

#include <QStringList>

namespace relaybook {

/// GET /reseller/sub-users. No paging is documented: `page` is sent only if an earlier response was
/// paged. A row that cannot be read goes to `unreadable`; the others are still decoded.
struct ListSubUsers
{
    std::optional<qint64> page;
    QString link = {}; ///< NextPage::query, to be sent instead of `page`; empty if there is none

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

/// POST /reseller/sub-users. Takes traffic out of the reseller's pool, so it is sent like a
/// purchase: once, and never repeated.
struct CreateSubUser
{
    NewSubUser subUser;

    using Response = SubUser;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<SubUser> decode(const QByteArray &body);
};

/// DELETE /reseller/sub-users/{subId}. The service returns unused traffic to the reseller, so it is
/// sent like a purchase: once, and never repeated. A success with an empty body is not understood.
struct DeleteSubUser
{
    SubUserId id;

    using Response = Done;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<Done> decode(const QByteArray &body);
};

/// PATCH /reseller/sub-users/{subId}/note. A response without a body is also a success.
struct UpdateSubUserNote
{
    SubUserId id;
    QString note;

    using Response = NoteAnswer;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<NoteAnswer> decode(const QByteArray &body);
};

/// POST …/traffic/add: moves traffic from the pool to the sub-user. Sent once, never repeated. A
/// success without the amount moved is not understood.
struct AddSubUserTraffic
{
    SubUserId id;
    TrafficAmount amount; ///< at least 0.01 GB

    using Response = TrafficMove;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<TrafficMove> decode(const QByteArray &body);
};

/// POST …/traffic/drop: moves `amount`, or all traffic left, back to the pool. A service may know
/// only one of the two forms. A success without the amount moved is not understood.
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

/// GET …/history: the traffic given to the sub-user, with times. Its paging members are inside
/// `data`.
struct ListSubUserAllocations
{
    SubUserId id;
    qint64 page = 1;
    qint64 perPage = 20;
    QString link = {}; ///< NextPage::query, to be sent instead of `page`; empty if there is none

    using Response = PageOf<Allocation>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<PageOf<Allocation>> decode(const QByteArray &body);
};

/// GET …/blocklist
struct ListBlocked
{
    SubUserId id;

    using Response = ListOf<AccessRule>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<AccessRule>> decode(const QByteArray &body);
};

/// POST …/blocklist. An empty comment is not sent.
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

/// GET …/whitelist. An empty whitelist allows every address.
struct ListAllowed
{
    SubUserId id;

    using Response = ListOf<AccessRule>;
    [[nodiscard]] Request toRequest() const;
    [[nodiscard]] static Result<ListOf<AccessRule>> decode(const QByteArray &body);
};

/// POST …/whitelist. An empty comment is not sent. Older services name the address ip_or_cidr.
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
