// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that looks for traces of operations whose outcome is unknown. One look
// runs at a time, so that many operations do not use up the service's limits.

#include "api/http/apiclient.h"
#include "models/serving/operationclaims.h"
#include "models/serving/operationmade.h"
#include "models/serving/servingparts.h"

#include <algorithm>

namespace relaybook {

SubUserReader::Want wantOf(const SubUserOrder &operation, const SubUserOrders &all)
{
    SubUserReader::Want want;
    if (operation.request.kind == SubUserRequest::Kind::Create) {
        want.names.append(operation.request.username);
    } else {
        want.subUser = operation.request.subUser;
        addMarks(want.until, operation, all);
    }
    // For the user, who may have to decide; not for judge(). One that was found not done is looked
    // at for its own trace only.
    want.pools = operation.state == OrderState::Unknown;
    return want;
}

/// Nothing more can be done for a sub-user that is gone; that it is gone is the trace of a
/// deletion.
bool SubUserDesk::isWatched(const Order &order) const
{
    const SubUserRequest &request = own(order).request;
    const bool isGone =
        request.kind != SubUserRequest::Kind::Create && m_gone.contains(request.subUser);
    const bool isOver = isGone && (request.kind != SubUserRequest::Kind::Delete ||
                                   isDeletedByOther(own(order), m_operations));
    return mayBeDoneLate(own(order)) && !isOver;
}

Call SubUserDesk::readForLook(const QString &id, std::function<void()> done)
{
    return m_reader->read(wantOf(*operation(id), m_operations), this,
                          [this, id, done = std::move(done)](const SubUserSnapshot &snapshot) {
                              SubUserOrder *wanted = find(id);
                              const bool isOpen =
                                  wanted != nullptr &&
                                  (wanted->state == OrderState::Unknown || mayBeDoneLate(*wanted));
                              if (isOpen) { // else the user decided in the meantime
                                  applyLook(*wanted, snapshot);
                                  noteGone(SubUserRequest(wanted->request), snapshot);
                              }
                              done();
                          });
}

/// The history is read back to every operation of the sub-user that may still be carried out:
/// another one is not to be sent beside the one that it replaces.
std::vector<AllocationMark> SubUserDesk::doubtfulMarks(const SubUserRequest &request) const
{
    std::vector<AllocationMark> until;
    for (const SubUserOrder &each : m_operations) {
        const bool isDoubtful = each.state == OrderState::Unknown || mayBeDoneLate(each);
        if (isDoubtful && isOfSameSubUser(each.request, request)) {
            addMarks(until, each, m_operations);
        }
    }
    return until;
}

/// Before an operation of the same sub-user is shown or sent: what was read for it tells of those
/// before it.
void SubUserDesk::examine(const SubUserRequest &request, const SubUserSnapshot &snapshot)
{
    QStringList looked;
    for (size_t i = 0; i < m_operations.size(); ++i) { // it may grow meanwhile
        SubUserOrder &each = m_operations[i];
        const bool isDoubtful = each.state == OrderState::Unknown || mayBeDoneLate(each);
        if (isDoubtful && isOfSameSubUser(each.request, request)) {
            applyLook(each, snapshot);
            looked.append(each.id);
        }
    }
    followAfterLook(looked);
}

/// A late trace that is no row has to be told by two looks in a row.
void SubUserDesk::keepForNext(SubUserOrder &operation, const SubUserLook &look)
{
    if (operation.state != OrderState::NotDone) {
        return;
    }
    const SubUserLook last = operation.looks.empty() ? SubUserLook() : operation.looks.back();
    const bool isPresenceNew = operation.request.kind == SubUserRequest::Kind::Delete &&
                               !operation.looks.empty() &&
                               last.reading.presence != look.reading.presence;
    const bool isFallNew =
        look.fall && (!last.fall || !isNear(*last.fall, *look.fall, figuresUnits));
    // The user decided without such a figure in view: what falls after two looks is new.
    const bool isFirst = isFallToldAgain(operation, look) &&
                         operation.decidedBy == DecidedBy::User && !operation.dismissedFall;
    if (isFirst) {
        operation.dismissedFall = look.fall;
    }
    if (isPresenceNew || isFallNew) {
        appendLook(operation.looks, look);
    }
    if (isPresenceNew || isFallNew || isFirst) {
        keep(operation);
    }
}

void SubUserDesk::applyLook(SubUserOrder &operation, const SubUserSnapshot &snapshot)
{
    SubUserLook look = judge(operation, m_operations, snapshot);
    if (!look.reading.pool) { // a sub-user that is gone tells no service
        look.reading.pool = leftInPool(snapshot.pools, poolOf(operation));
    }
    const Concluded concluded = conclude(operation, look, snapshot.beganAt);
    if (concluded == Concluded::Nothing) {
        keepForNext(operation, look);
        return;
    }
    appendLook(operation.looks, look);
    if (concluded == Concluded::Completed) {
        complete(operation, look, snapshot);
    }
    keep(operation);
}

void SubUserDesk::complete(SubUserOrder &operation, const SubUserLook &look,
                           const SubUserSnapshot &snapshot)
{
    SubUserRequest &request = operation.request;
    Q_EMIT poolsMoved();
    switch (request.kind) {
    case SubUserRequest::Kind::Give:
    case SubUserRequest::Kind::Take: {
        const SubUserLook::Candidate &proof = look.candidates.front();
        operation.proof = proof.id;
        operation.moved = magnitudeOf(proof.amount);
        break;
    }
    case SubUserRequest::Kind::Create:
        request.subUser = SubUserId(look.candidates.front().id);
        for (const SubUser &row : snapshot.found) {
            if (row.id == request.subUser) {
                noteMade(operation, nameMade(operation, row), row.serviceType);
                m_created.insert_or_assign(operation.id, row);
                Q_EMIT subUserRead(row);
            }
        }
        break;
    case SubUserRequest::Kind::Delete:
        noteGone(request.subUser);
        return;
    }
    Q_EMIT subUserMoved(request.subUser);
}

void SubUserDesk::noteGone(const SubUserRequest &request, const SubUserSnapshot &snapshot)
{
    using Presence = SubUserReading::Presence;
    if (request.kind == SubUserRequest::Kind::Create) {
        return;
    }
    if (snapshot.reading.presence == Presence::Gone) {
        noteGone(request.subUser);
    } else if (snapshot.reading.presence == Presence::There) {
        if (m_gone.remove(request.subUser)) {
            for (const SubUserOrder &each : m_operations) {
                if (each.state == OrderState::NotDone && each.request.subUser == request.subUser) {
                    watch(each);
                }
            }
        }
    }
}

/// Told once, however often it is found gone.
void SubUserDesk::noteGone(SubUserId id)
{
    if (!m_gone.contains(id)) {
        m_gone.insert(id);
        noteIdleDue();
        Q_EMIT subUserGone(id);
    }
}

} // namespace relaybook
