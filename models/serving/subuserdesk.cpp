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
    const auto told = std::find_if(shown.rbegin(), shown.rend(),
                                   [](const SubUserLook *look) { return look->fall.has_value(); });
    if (told != shown.rend()) {
        operation.dismissedFall = (*told)->fall;
    } else if (!operation.looks.empty() && operation.looks.back().fall) {
        operation.dismissedFall = TrafficAmount(); // it was not in view
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

const SubUserOrder &own(const Order &order)
{
    return static_cast<const SubUserOrder &>(order);
}

std::optional<TrafficAmount> magnitudeOf(std::optional<TrafficAmount> amount)
{
    return amount && amount->isNegative()
               ? std::optional(TrafficAmount::fromUnits(-amount->units()))
               : amount;
}

SubUserDesk::SubUserDesk(OrderJournal &journal, ApiClient *client, AuthSession &auth,
                         ServiceOffer &offer, const Clock &clock, const Tuning &tuning)
    : OrderEngine({journal, client, auth, clock},
                  {{kindName(SubUserRequest::Kind::Give), kindName(SubUserRequest::Kind::Take),
                    kindName(SubUserRequest::Kind::Create), kindName(SubUserRequest::Kind::Delete)},
                   true,
                   {TokenKind::Reseller}},
                  tuning)
    , m_namesFreshFor(tuning.namesFreshFor)
{
    if (client != nullptr) {
        m_reader = std::make_unique<SubUserReader>(*client, offer, clock);
    }
}

SubUserDesk::~SubUserDesk()
{
    endCalls();
}

// ---------------------------------------------------------------------------------- the journal

SubUserDesk::ReadRow SubUserDesk::beginReading()
{
    return m_read.begin(&operationFromJson);
}

void SubUserDesk::takeRead()
{
    std::vector<SubUserOrder> orders = m_read.take();
    m_operations.assign(std::make_move_iterator(orders.begin()),
                        std::make_move_iterator(orders.end()));
    m_places.clear();
    for (size_t i = 0; i < m_operations.size(); ++i) {
        m_places.insert(m_operations[i].id, i);
    }
}

void SubUserDesk::forget()
{
    m_operations.clear();
    m_places.clear();
    m_confirmations.clear();
}

std::function<JournalRow()> SubUserDesk::rowOf(const Order &order) const
{
    return [operation = own(order)] {
        return JournalRow{operation.id,          kindName(operation.request.kind),
                          operation.batch,       operation.preparedAt,
                          operation.state,       operationToJson(operation),
                          evidenceOf(operation), operation.decidedBy == DecidedBy::Answer};
    };
}

// ------------------------------------------------------------------------------- the operations

SubUserOrder *SubUserDesk::find(const QString &id)
{
    const auto found = m_places.constFind(id);
    return found == m_places.cend() ? nullptr : &m_operations[*found];
}

const SubUserOrder *SubUserDesk::order(const QString &id) const
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

void SubUserDesk::forEach(const std::function<void(const Order &order)> &visit) const
{
    for (const SubUserOrder &each : m_operations) {
        visit(each);
    }
}

OrderSummary SubUserDesk::summaryOf(const Order &order) const
{
    const SubUserOrder &shown = own(order);
    OrderSummary summary;
    switch (shown.request.kind) {
    case SubUserRequest::Kind::Give:
        summary.kind = OrderKind::Give;
        break;
    case SubUserRequest::Kind::Take:
        summary.kind = OrderKind::TakeBack;
        break;
    case SubUserRequest::Kind::Create:
        summary.kind = OrderKind::CreateSubUser;
        break;
    case SubUserRequest::Kind::Delete:
        summary.kind = OrderKind::DeleteSubUser;
        break;
    }
    summary.type = poolOf(shown);
    summary.customer = shown.madeName.isEmpty() ? shown.request.username : shown.madeName;
    summary.customerId =
        shown.request.subUser.value() > 0 ? shown.request.subUser.text() : QString();
    summary.amount = amountOf(shown);
    summary.differences = madeOtherwise(shown).any() ? 1 : 0;
    return summary;
}

QString SubUserDesk::objectOf(const Order &order) const
{
    return keyOf(own(order).request);
}

bool SubUserDesk::areRivals(const Order &a, const Order &b) const
{
    return isOfSameSubUser(own(a).request, own(b).request);
}

PoolMoves SubUserDesk::poolMoves(const QString &type, const PoolReadings &readings) const
{
    if (parts().journal.problem() || !parts().journal.isWholeSince(readings.asked)) {
        return PoolMoves::unknown();
    }
    return relaybook::poolMoves(m_operations, type, readings);
}

bool SubUserDesk::isCreating() const
{
    return std::any_of(m_operations.begin(), m_operations.end(), [](const SubUserOrder &each) {
        return each.isUnderWay() && each.request.kind == SubUserRequest::Kind::Create;
    });
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
    if (decision == Decision::NotDone) {
        dismissShown(*operation, shown);
    } else if (isCreate && chosen) {
        // With how much it was made is not told: what it has now may be used, or given since.
        request.subUser = SubUserId(chosen->id);
        noteMade(*operation, chosen->name, chosen->service);
    } else if (chosen) {
        operation->proof = chosen->id;
        operation->moved = magnitudeOf(chosen->amount);
    }
    decide(*operation, decision == Decision::Done);
    return true;
}

} // namespace relaybook
