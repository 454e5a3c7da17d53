// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that looks for traces of operations whose outcome is unknown. One look
// runs at a time, so that many operations do not use up the service's limits.

#include "api/http/apiclient.h"
#include "models/serving/operationmade.h"
#include "models/serving/servingparts.h"

#include <algorithm>

namespace relaybook {
namespace {

using Says = SubUserLook::Says;

/// The first looks and the newest are kept; what lies between says nothing new.
void appendLook(std::vector<SubUserLook> &looks, SubUserLook look)
{
    constexpr size_t firstKept = 3;
    constexpr size_t mostKept = 12;
    look.number = looks.empty() ? 1 : looks.back().number + 1;
    looks.push_back(std::move(look));
    if (looks.size() > mostKept) {
        looks.erase(looks.begin() + firstKept);
    }
}

} // namespace

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

void SubUserDesk::look(const QString &operationId)
{
    const SubUserOrder *wanted = operation(operationId);
    if (wanted == nullptr || !m_reader ||
        (wanted->state != OrderState::Unknown && wanted->state != OrderState::NotDone)) {
        return;
    }
    if (m_looking.count(operationId) == 0) {
        startLooking(operationId, std::chrono::milliseconds(0));
    } else {
        m_looking.at(operationId)->dueAt = m_clock.monotonic();
        planLook();
    }
}

void SubUserDesk::startLooking(const QString &id, std::chrono::milliseconds pause)
{
    if (!m_reader) {
        return; // offline: the operation waits for the next start with a connection
    }
    auto looking = std::make_unique<Looking>();
    looking->dueAt = m_clock.monotonic() + pause;
    m_looking.insert_or_assign(id, std::move(looking));
    planLook();
}

/// One that was found not done may be carried out late.
void SubUserDesk::watch(const QString &id)
{
    const SubUserOrder *watched = operation(id);
    if (watched != nullptr && isWatched(*watched)) {
        startLooking(id, latePause());
    } else {
        m_looking.erase(id);
    }
}

/// Nothing more can be done for a sub-user that is gone.
bool SubUserDesk::isWatched(const SubUserOrder &operation) const
{
    const bool isGone = operation.request.kind != SubUserRequest::Kind::Create &&
                        m_gone.contains(operation.request.subUser);
    return mayBeDoneLate(operation, m_clock.now()) && !isGone;
}

/// Each takes calls of the service's limits: of many, each is looked at less often.
std::chrono::milliseconds SubUserDesk::latePause() const
{
    constexpr qint64 few = 20;
    return m_tuning.latePause * (1 + static_cast<qint64>(m_looking.size()) / few);
}

/// Another operation of the sub-user has an outcome, and with it a row: what was in doubt may be
/// clear now.
void SubUserDesk::lookSoon(const SubUserRequest &request)
{
    for (const auto &[id, looking] : m_looking) {
        if (isOfSameSubUser(operation(id)->request, request)) {
            looking->step = 0;
            looking->dueAt =
                std::min(looking->dueAt, m_clock.monotonic() + m_tuning.lookPauses.front());
        }
    }
    planLook();
}

void SubUserDesk::planLook()
{
    if (!m_lookingAt.isEmpty() || m_looking.empty()) {
        m_lookTimer.stop();
        return;
    }
    const auto first =
        std::min_element(m_looking.begin(), m_looking.end(), [](const auto &a, const auto &b) {
            return a.second->dueAt < b.second->dueAt;
        });
    const auto pause = first->second->dueAt - m_clock.monotonic();
    m_lookTimer.start(std::max(pause, std::chrono::milliseconds(0)));
}

void SubUserDesk::lookNow()
{
    if (!m_lookingAt.isEmpty() || m_looking.empty()) {
        return;
    }
    const auto first =
        std::min_element(m_looking.begin(), m_looking.end(), [](const auto &a, const auto &b) {
            return a.second->dueAt < b.second->dueAt;
        });
    const QString id = first->first;
    m_lookingAt = id;
    m_lookBegan = m_clock.monotonic();
    m_lookCall =
        m_reader->read(wantOf(*operation(id), m_operations), this,
                       [this, id](const SubUserSnapshot &snapshot) { onLook(id, snapshot); });
    report(id);
}

void SubUserDesk::onLook(const QString &id, const SubUserSnapshot &snapshot)
{
    m_lookingAt.clear();
    SubUserOrder *wanted = find(id);
    const auto found = m_looking.find(id);
    if (wanted == nullptr || found == m_looking.end()) {
        planLook(); // the user decided in the meantime
        return;
    }
    const bool wasUnknown = wanted->state == OrderState::Unknown;
    if (!wasUnknown && wanted->state != OrderState::NotDone) {
        m_looking.erase(found); // what was read for another operation has settled it
        planLook();
        report(id);
        return;
    }
    applyLook(*wanted, snapshot);
    const SubUserRequest request = wanted->request;
    const auto entry = m_looking.find(id); // those who were told may have decided
    const bool isGone = request.kind != SubUserRequest::Kind::Create &&
                        snapshot.reading.presence == SubUserReading::Presence::Gone;
    // A walk through a long list must not be followed by the next one at once. A computer that
    // slept meanwhile must not be waited for as long again.
    const auto took = m_clock.monotonic() - m_lookBegan;
    if (entry == m_looking.end()) {
        planLook();
    } else if (wanted->state == OrderState::Unknown) {
        Looking &looking = *entry->second;
        looking.step = wasUnknown ? std::min(looking.step + 1, m_tuning.lookPauses.size() - 1) : 0;
        const auto rest = std::min(2 * took, m_tuning.lookPauses.back());
        looking.dueAt = m_clock.monotonic() + std::max(m_tuning.lookPauses.at(looking.step), rest);
    } else if (mayBeDoneLate(*wanted, m_clock.now()) && !isGone) {
        constexpr int share = 20;
        constexpr int mostPauses = 10;
        const auto rest = std::min(share * took, mostPauses * m_tuning.latePause);
        entry->second->dueAt = m_clock.monotonic() + std::max(latePause(), rest);
    } else {
        m_looking.erase(entry);
    }
    const bool isSettled = wasUnknown && wanted->state != OrderState::Unknown;
    if (isSettled) {
        lookSoon(request);
    }
    planLook();
    report(id);
    noteGone(request, snapshot);
    m_isIdleDue = m_isIdleDue || isSettled;
    restIfIdle();
}

/// The history is read back to every operation of the sub-user that may still be carried out:
/// another one is not to be sent beside the one that it replaces.
std::vector<AllocationMark> SubUserDesk::doubtfulMarks(const SubUserRequest &request) const
{
    std::vector<AllocationMark> until;
    const Instant now = m_clock.now();
    for (const SubUserOrder &each : m_operations) {
        const bool isDoubtful = each.state == OrderState::Unknown || mayBeDoneLate(each, now);
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
        const bool isDoubtful =
            each.state == OrderState::Unknown || mayBeDoneLate(each, snapshot.reading.at);
        if (isDoubtful && isOfSameSubUser(each.request, request)) {
            applyLook(each, snapshot);
            looked.append(each.id);
        }
    }
    for (const QString &id : std::as_const(looked)) {
        const bool isUnknown = operation(id)->state == OrderState::Unknown;
        if (isUnknown && m_looking.count(id) == 0) {
            startLooking(id, m_tuning.lookPauses.front());
        } else if (!isUnknown && m_lookingAt != id) {
            watch(id);
        }
        report(id);
    }
}

void SubUserDesk::applyLook(SubUserOrder &operation, const SubUserSnapshot &snapshot)
{
    SubUserLook look = judge(operation, m_operations, snapshot);
    const bool reopens = operation.state == OrderState::NotDone;
    if (reopens && !look.isTrace) {
        return; // nothing new
    }
    if (!look.reading.pool) { // a sub-user that is gone tells no service
        look.reading.pool = leftInPool(snapshot.pools, poolOf(operation));
    }
    operation.isLate = operation.isLate || reopens;
    if (operation.isLate && look.says == Says::Done) {
        look.says = Says::Conflict; // it is for the user to decide
    }
    appendLook(operation.looks, look);
    if (look.says == Says::Done) {
        complete(operation, look, snapshot);
    } else if (reopens) {
        operation.state = OrderState::Unknown;
        operation.decidedBy = DecidedBy::Nobody;
        operation.endedAt.reset();
        noteOutcome(operation.request);
    } else if (!operation.isLate) {
        countQuiet(operation, look);
    }
    keep(operation);
}

void SubUserDesk::complete(SubUserOrder &operation, const SubUserLook &look,
                           const SubUserSnapshot &snapshot)
{
    SubUserRequest &request = operation.request;
    noteOutcome(request);
    m_isIdleDue = true;
    Q_EMIT poolsMoved();
    operation.state = OrderState::Completed;
    operation.decidedBy = DecidedBy::Evidence;
    operation.endedAt = m_clock.now();
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
                noteMade(operation, row.username, row.serviceType);
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
        m_gone.remove(request.subUser);
    }
}

/// Told once, however often it is found gone.
void SubUserDesk::noteGone(SubUserId id)
{
    if (!m_gone.contains(id)) {
        m_gone.insert(id);
        m_isIdleDue = true;
        Q_EMIT subUserGone(id);
    }
}

/// Not done only after looks that agree for long enough, each with no trace anywhere.
void SubUserDesk::countQuiet(SubUserOrder &operation, const SubUserLook &look)
{
    constexpr int enoughLooks = 3;
    const auto found = m_looking.find(operation.id);
    if (found == m_looking.end()) {
        return;
    }
    Looking &looking = *found->second;
    if (look.says != Says::NoTrace) {
        looking.quietSince.reset();
        looking.quietLooks = 0;
        return;
    }
    const auto now = m_clock.monotonic();
    looking.quietSince = looking.quietSince.value_or(now);
    ++looking.quietLooks;
    if (now - *looking.quietSince >= m_tuning.quietFor && looking.quietLooks >= enoughLooks) {
        operation.state = OrderState::NotDone;
        operation.endedAt = m_clock.now();
        operation.decidedBy = DecidedBy::Evidence;
    }
}

} // namespace relaybook
