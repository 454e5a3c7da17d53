// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuserdesk.h"

#include "api/http/apiclient.h"
#include "models/serving/operationfields.h"
#include "models/serving/operationmade.h"
#include "models/serving/operationpools.h"
#include "models/serving/servingparts.h"

#include <algorithm>

namespace relaybook {
namespace {

bool contains(const std::vector<qint64> &ids, qint64 id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// The looks that the user was shown: a trace in a later one is not known to them.
std::vector<const SubUserLook *> shownLooks(const SubUserOrder &operation,
                                            std::optional<qint64> seenLook)
{
    std::vector<const SubUserLook *> shown;
    for (const SubUserLook &look : operation.looks) {
        if (!seenLook || look.number <= *seenLook) {
            shown.push_back(&look);
        }
    }
    return shown;
}

/// As the newest of the looks saw it.
std::optional<SubUserLook::Candidate> shownCandidate(const std::vector<const SubUserLook *> &shown,
                                                     qint64 id)
{
    std::optional<SubUserLook::Candidate> found;
    for (const SubUserLook *look : shown) {
        for (const SubUserLook::Candidate &each : look->candidates) {
            if (each.id == id) {
                found = each;
            }
        }
    }
    return found;
}

void dismissShown(SubUserOrder &operation, const std::vector<const SubUserLook *> &shown)
{
    for (const SubUserLook *look : shown) {
        for (const SubUserLook::Candidate &each : look->candidates) {
            if (!contains(operation.dismissed, each.id)) {
                operation.dismissed.push_back(each.id);
            }
        }
    }
}

QString kindName(SubUserRequest::Kind kind)
{
    switch (kind) {
    case SubUserRequest::Kind::Give:
        return QStringLiteral("give");
    case SubUserRequest::Kind::Take:
        return QStringLiteral("take_back");
    case SubUserRequest::Kind::Create:
        return QStringLiteral("create_sub_user");
    case SubUserRequest::Kind::Delete:
        break;
    }
    return QStringLiteral("delete_sub_user");
}

/// The row of the service by which the order was found to be carried out.
std::vector<Evidence> evidenceOf(const SubUserOrder &order)
{
    const SubUserRequest &request = order.request;
    if (order.state != OrderState::Completed) {
        return {};
    }
    if (order.proof) {
        return {{Evidence::Kind::Allocation,
                 QString(request.subUser.text() % u'/' % QString::number(*order.proof))}};
    }
    if (request.kind == SubUserRequest::Kind::Create && request.subUser != SubUserId()) {
        return {{Evidence::Kind::SubUser, request.subUser.text()}};
    }
    return {};
}

} // namespace

std::optional<TrafficAmount> magnitudeOf(std::optional<TrafficAmount> amount)
{
    return amount && amount->isNegative()
               ? std::optional(TrafficAmount::fromUnits(-amount->units()))
               : amount;
}

SubUserDesk::SubUserDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth,
                         ServiceOffer &offer, const Clock &clock, Tuning tuning)
    : m_journal(journal)
    , m_client(client)
    , m_auth(auth)
    , m_clock(clock)
    , m_tuning(std::move(tuning))
{
    if (m_client) {
        m_reader = std::make_unique<SubUserReader>(*m_client, offer, m_clock);
        connect(m_client, &ApiClient::viewOnlyChanged, this, &SubUserDesk::stateChanged);
    }
    connect(&m_auth, &AuthSession::changed, this, &SubUserDesk::stateChanged);
    connect(&m_auth, &AuthSession::settled, this, &SubUserDesk::stateChanged);
    connect(&m_journal, &OrderJournal::changed, this, &SubUserDesk::stateChanged);
    m_lookTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, &SubUserDesk::lookNow);
    joinJournal();
}

SubUserDesk::~SubUserDesk() = default;

bool SubUserConfirmation::isFine() const
{
    return std::all_of(items.begin(), items.end(),
                       [](const Item &item) { return item.verdict == RequestVerdict::Fine; });
}

// ---------------------------------------------------------------------------------- the journal

void SubUserDesk::joinJournal()
{
    OrderJournal::Part part;
    using Kind = SubUserRequest::Kind;
    for (const Kind kind : {Kind::Give, Kind::Take, Kind::Create, Kind::Delete}) {
        part.kinds.append(kindName(kind));
    }
    part.hasLongHistory = true;
    part.reader = [this] { return m_read.begin(&operationFromJson); };
    part.opened = [this] { takeOrders(m_read.take()); };
    part.forget = [this] { forgetOrders(); };
    part.isUnderWay = [this] { return isUnderWay(); };
    m_journal.add(std::move(part));
}

void SubUserDesk::takeOrders(std::vector<SubUserOrder> orders)
{
    m_operations.assign(std::make_move_iterator(orders.begin()),
                        std::make_move_iterator(orders.end()));
    m_places.clear();
    for (size_t i = 0; i < m_operations.size(); ++i) {
        m_places.insert(m_operations[i].id, i);
    }
    if (m_tuning.follows) {
        leaveNothingHalfDone();
    }
}

/// What a crash left: an operation that was only written was never sent, for "sending" is on the
/// disk before the request; one that was being sent may have been carried out.
void SubUserDesk::leaveNothingHalfDone()
{
    std::vector<SubUserOrder> changed;
    const Instant now = m_clock.now();
    for (SubUserOrder &operation : m_operations) {
        if (operation.state == OrderState::Waiting) {
            operation.state = OrderState::NotSent;
            operation.notSentFor = NotSentFor::Interrupted;
            operation.endedAt = now;
            m_interrupted.append(operation.id);
            changed.push_back(operation);
        } else if (operation.state == OrderState::Sending) {
            operation.state = OrderState::Unknown;
            changed.push_back(operation);
        }
        if (operation.state == OrderState::Unknown) {
            startLooking(operation.id, std::chrono::milliseconds(0));
        } else if (isWatched(operation)) {
            startLooking(operation.id, m_tuning.lookPauses.front());
        }
    }
    keep(std::move(changed));
}

std::optional<DeskProblem> SubUserDesk::problem() const
{
    if (auto problem = m_journal.problem()) {
        return problem;
    }
    const auto closed = [this](DeskProblem::Kind kind) { return m_journal.problemOfKind(kind); };
    if (!m_client || !m_tuning.follows) {
        return closed(DeskProblem::Offline);
    }
    if (m_client->isViewOnly()) {
        return closed(DeskProblem::ViewOnly);
    }
    if (m_auth.isAwaited(TokenKind::Reseller)) {
        return closed(DeskProblem::TokenAwaited);
    }
    if (m_auth.isGivenUp(TokenKind::Reseller)) {
        return closed(DeskProblem::TokenUnread);
    }
    if (!m_auth.has(TokenKind::Reseller)) {
        return closed(DeskProblem::Offline);
    }
    return std::nullopt;
}

/// What was read or confirmed beside the operations of before is void, too.
void SubUserDesk::forgetOrders()
{
    m_lookCall.cancel();
    m_lookingAt.clear();
    m_looking.clear();
    m_operations.clear();
    m_places.clear();
    m_confirmations.clear();
    m_outcomes.clear();
    m_interrupted.clear();
}

void SubUserDesk::keep(const SubUserOrder &operation)
{
    keep(std::vector<SubUserOrder>{operation});
}

void SubUserDesk::keep(std::vector<SubUserOrder> operations, OrderJournal::Done written)
{
    if (operations.empty()) {
        return;
    }
    m_journal.put(
        [operations = std::move(operations)] {
            std::vector<JournalRow> rows;
            rows.reserve(operations.size());
            for (const SubUserOrder &each : operations) {
                rows.push_back({each.id, kindName(each.request.kind), each.batch, each.preparedAt,
                                each.state, operationToJson(each), evidenceOf(each),
                                each.decidedBy == DecidedBy::Answer});
            }
            return rows;
        },
        std::move(written));
}

// ------------------------------------------------------------------------------- the operations

SubUserOrder *SubUserDesk::find(const QString &id)
{
    const auto found = m_places.constFind(id);
    return found == m_places.cend() ? nullptr : &m_operations[*found];
}

const SubUserOrder *SubUserDesk::operation(const QString &id) const
{
    const auto found = m_places.constFind(id);
    return found == m_places.cend() ? nullptr : &m_operations[*found];
}

const SubUserOrder *SubUserDesk::unknownOf(SubUserId id) const
{
    const auto found =
        std::find_if(m_operations.rbegin(), m_operations.rend(), [id](const auto &each) {
            return each.state == OrderState::Unknown && each.request.subUser == id;
        });
    return found == m_operations.rend() ? nullptr : &*found;
}

bool SubUserDesk::isUnderWay() const
{
    return m_running != nullptr ||
           std::any_of(m_operations.begin(), m_operations.end(),
                       [](const SubUserOrder &each) { return each.isUnderWay(); });
}

qint64 SubUserDesk::unknownCount() const
{
    return std::count_if(m_operations.begin(), m_operations.end(), [](const SubUserOrder &each) {
        return each.state == OrderState::Unknown;
    });
}

PoolMoves SubUserDesk::poolMoves(const QString &type, const PoolReadings &readings) const
{
    if (m_journal.problem()) {
        return PoolMoves::unknown();
    }
    return relaybook::poolMoves(m_operations, type, readings, m_clock.now());
}

std::optional<SubUser> SubUserDesk::takeCreated(const QString &operationId)
{
    const auto found = m_created.extract(operationId);
    return found.empty() ? std::nullopt : std::optional(found.mapped());
}

bool SubUserDesk::userDecides(const QString &operationId, Decision decision,
                              std::optional<qint64> candidate, std::optional<qint64> seenLook)
{
    SubUserOrder *operation = find(operationId);
    if (operation == nullptr || operation->state != OrderState::Unknown) {
        return false;
    }
    SubUserRequest &request = operation->request;
    const bool isCreate = request.kind == SubUserRequest::Kind::Create;
    const bool isBeingMade =
        isCreate && std::any_of(m_operations.begin(), m_operations.end(), [&](const auto &other) {
            return other.state == OrderState::Sending && isOfSameSubUser(other.request, request);
        });
    if (isBeingMade && decision == Decision::Done) {
        return false; // its answer may be about the same sub-user
    }
    const bool isTaken =
        candidate && std::any_of(m_operations.begin(), m_operations.end(), [&](const auto &other) {
            if (other.id == operationId) {
                return false;
            }
            return isCreate ? other.request.kind == SubUserRequest::Kind::Create &&
                                  other.request.subUser == SubUserId(*candidate)
                            : other.proof == candidate && isOfSameSubUser(other.request, request);
        });
    const auto shown = shownLooks(*operation, seenLook);
    const auto chosen = candidate ? shownCandidate(shown, *candidate) : std::nullopt;
    if (isTaken || (candidate && !chosen)) {
        return false;
    }
    m_looking.erase(operationId);
    operation->decidedBy = DecidedBy::User;
    operation->endedAt = m_clock.now();
    if (decision == Decision::NotDone) {
        dismissShown(*operation, shown);
        operation->state = OrderState::NotDone;
        watch(operationId);
    } else {
        operation->state = OrderState::Completed;
        if (isCreate && chosen) {
            // With how much it was made is not told: what it has now may be used, or given since.
            request.subUser = SubUserId(chosen->id);
            noteMade(*operation, chosen->name, chosen->service);
        } else if (chosen) {
            operation->proof = chosen->id;
            operation->moved = magnitudeOf(chosen->amount);
        }
    }
    keep(*operation);
    const SubUserRequest decided = request;
    forgetReadings(decided);
    lookSoon(decided);
    report(operationId);
    if (decided.subUser != SubUserId()) {
        Q_EMIT subUserMoved(decided.subUser);
    }
    Q_EMIT poolsMoved();
    m_isIdleDue = true;
    restIfIdle();
    return true;
}

} // namespace relaybook
