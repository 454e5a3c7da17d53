// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/operationfields.h"

#include "models/orders/orderfields.h"

namespace relaybook {

template <class Io>
void fields(Io &io, SubUserReading &reading)
{
    io("at", reading.at);
    io.choice("presence", reading.presence, SubUserReading::Presence::NotSeen);
    io("presence_offered", reading.presenceOffered);
    io("left", reading.left);
    io("used", reading.used);
    io("pool", reading.pool);
    io("pool_at", reading.poolAt);
    io.choice("history", reading.history, SubUserReading::History::Whole);
    io("mark", reading.mark);
    io("named", reading.named);
}

template <class Io>
void fields(Io &io, SubUserLook::Candidate &candidate)
{
    io("id", candidate.id);
    io("amount", candidate.amount);
    io("fits", candidate.fits);
    io("is_shared", candidate.isShared);
    io("name", candidate.name);
    io("service", candidate.service);
}

template <class Io>
void fields(Io &io, SubUserLook &look)
{
    commonFields(io, look);
    io("reading", look.reading);
    io("candidates", look.candidates);
    io("new_rows", look.newRows);
    io("of_others", look.ofOthers);
    io("fall", look.fall);
}

template <class Io>
void fields(Io &io, SubUserRequest &request)
{
    io.choice("kind", request.kind, SubUserRequest::Kind::Delete);
    io("sub_user", request.subUser);
    io("username", request.username);
    io("service_type", request.serviceType);
    io("amount", request.amount);
    io("note", request.note);
    io("shown_left", request.shownLeft);
    io("fill_up_to", request.fillUpTo);
}

template <class Io>
void fields(Io &io, SubUserOrder &order)
{
    commonFields(io, order);
    io("request", order.request);
    io("before", order.before);
    io("moved", order.moved);
    io("new_balance", order.newBalance);
    io("made_name", order.madeName);
    io("made_service", order.madeService);
    io("proof", order.proof);
    io("looks", order.looks);
    io("dismissed", order.dismissed);
    io("dismissed_fall", order.dismissedFall);
}

QByteArray operationToJson(const SubUserOrder &operation)
{
    return stored::toDocument(operation);
}

std::optional<SubUserOrder> operationFromJson(const QByteArray &json)
{
    return stored::fromDocument<SubUserOrder>(json);
}

} // namespace relaybook
