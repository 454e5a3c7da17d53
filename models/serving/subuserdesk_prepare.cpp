// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SubUserDesk that reads what the user has to see, checks the requests, and writes
// confirmed operations to the journal.

#include "api/endpoints/subusers.h"
#include "api/http/apiclient.h"
#include "models/serving/servingparts.h"

#include <QSet>
#include <QUuid>

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
        if (request.username.trimmed().isEmpty()) {
            return Verdict::NameEmpty;
        }
        if (request.username.size() > longestName) {
            return Verdict::NameTooLong;
        }
        return item.before.named.empty() ? Verdict::Fine : Verdict::NameTaken;
    }
    if (isRead && item.before.presence == SubUserReading::Presence::Gone) {
        return Verdict::Gone;
    }
    const bool takesNothing = request.kind == SubUserRequest::Kind::Take && request.shownLeft &&
                              (request.shownLeft->isZero() || request.shownLeft->isNegative());
    return takesNothing ? Verdict::NothingLeft : Verdict::Fine;
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

QString keyOf(const SubUserRequest &request)
{
    return request.kind == SubUserRequest::Kind::Create
               ? QString(u"name " % request.username.toLower())
               : QString(u"id " % request.subUser.text());
}

SubUserReading namedReading(const SubUserRequest &request, const SubUserSnapshot &snapshot)
{
    SubUserReading reading = snapshot.reading;
    reading.named.clear();
    for (const SubUser &row : snapshot.found) {
        if (row.username.compare(request.username, Qt::CaseInsensitive) == 0) {
            reading.named.push_back(row.id);
        }
    }
    if (reading.presence != SubUserReading::Presence::NotRead) {
        reading.presence = reading.named.empty() ? SubUserReading::Presence::Gone
                                                 : SubUserReading::Presence::There;
    }
    reading.pool = leftInPool(snapshot.pools, request.serviceType);
    return reading;
}

/// What the service does not offer is not missed.
std::optional<ApiError> whatIsMissing(const SubUserRequest &request,
                                      const SubUserSnapshot &snapshot)
{
    using Presence = SubUserReading::Presence;
    using History = SubUserReading::History;
    const SubUserReading &reading = snapshot.reading;
    const bool needsHistory =
        request.kind == SubUserRequest::Kind::Give || request.kind == SubUserRequest::Kind::Take;
    const bool noPresence = reading.presence == Presence::NotRead && snapshot.isPresenceOffered;
    const bool noHistory =
        needsHistory && reading.presence == Presence::There && reading.history == History::NotRead;
    if (!noPresence && !noHistory) {
        return std::nullopt;
    }
    return snapshot.error.value_or(ownError(QStringLiteral("the sub-user could not be read")));
}

// ------------------------------------------------------------------------- what would be done

Call SubUserDesk::prepare(std::vector<SubUserRequest> requests, QObject *guard,
                          PrepareHandler handler)
{
    std::optional<ApiError> refused;
    if (const auto trouble = problem()) {
        refused = ownError(trouble->detail);
        refused->kind = errorKindOf(trouble->kind);
    } else if (requests.empty()) {
        refused = ownError(QStringLiteral("nothing was asked for"));
    }
    if (refused) {
        QMetaObject::invokeMethod(
            guard,
            [handler = std::move(handler), error = *refused] { handler(tl::unexpected(error)); },
            Qt::QueuedConnection);
        return {};
    }
    SubUserReader::Want want;
    want.pools = true;
    for (const SubUserRequest &request : requests) {
        if (request.kind == SubUserRequest::Kind::Create) {
            want.names.append(request.username);
        }
    }
    const bool isSingle = requests.size() == 1 && want.names.isEmpty();
    if (isSingle) {
        want.subUser = requests.front().subUser;
        want.span = doubtfulSpan(requests.front());
    }
    return m_reader->read(
        std::move(want), guard,
        [this, requests = std::move(requests), isSingle,
         handler = std::move(handler)](const SubUserSnapshot &snapshot) {
            if (!snapshot.pools.empty()) {
                Q_EMIT poolsRead(snapshot.pools);
            }
            const bool hasNames = std::any_of(requests.begin(), requests.end(), [](const auto &r) {
                return r.kind == SubUserRequest::Kind::Create;
            });
            std::optional<ApiError> missing =
                isSingle || hasNames ? whatIsMissing(requests.front(), snapshot) : std::nullopt;
            if (!missing && snapshot.pools.empty() && snapshot.poolsOffered) {
                missing = snapshot.error;
            }
            if (missing) {
                handler(tl::unexpected(*missing));
                return;
            }
            if (requests.size() == 1) {
                examine(requests.front(), snapshot);
            }
            SubUserConfirmation confirmation = confirmationOf(requests, snapshot);
            hold(confirmation, snapshot, isSingle || hasNames);
            handler(confirmation);
        });
}

SubUserConfirmation SubUserDesk::confirmationOf(std::vector<SubUserRequest> requests,
                                                const SubUserSnapshot &snapshot) const
{
    using Kind = SubUserRequest::Kind;
    const bool isSingle = requests.size() == 1 && requests.front().kind != Kind::Create;
    SubUserConfirmation confirmation;
    confirmation.pools = snapshot.pools;
    confirmation.items.reserve(requests.size());
    for (SubUserRequest &request : requests) {
        SubUserConfirmation::Item item;
        if (request.kind == Kind::Create) {
            item.before = namedReading(request, snapshot);
        } else if (isSingle) {
            item.before = snapshot.reading;
            if (!snapshot.found.empty()) {
                request.username = snapshot.found.front().username;
                request.serviceType = snapshot.found.front().serviceType;
            }
            request.shownLeft = snapshot.reading.left;
        } else {
            item.before.pool = leftInPool(snapshot.pools, request.serviceType);
            item.before.left = request.shownLeft;
        }
        item.request = std::move(request);
        item.verdict = verdictOf(item, isSingle);
        confirmation.items.push_back(std::move(item));
    }
    compareAll(confirmation);
    return confirmation;
}

void SubUserDesk::hold(SubUserConfirmation &confirmation, const SubUserSnapshot &snapshot,
                       bool wasRead)
{
    constexpr size_t mostHeld = 32;
    confirmation.number = m_nextConfirmation++;
    Held held{confirmation, wasRead ? std::optional(snapshot.readAt) : std::nullopt, {}};
    held.outcomes.reserve(confirmation.items.size());
    for (const auto &item : confirmation.items) {
        held.outcomes.push_back(m_outcomes.value(keyOf(item.request)));
    }
    m_confirmations.emplace(confirmation.number, std::move(held));
    if (m_confirmations.size() > mostHeld) {
        m_confirmations.erase(m_confirmations.begin());
    }
}

// ---------------------------------------------------------------------------- what is to be done

void SubUserDesk::run(quint64 confirmation, bool riskAccepted, QObject *guard, RunHandler handler)
{
    const auto refuse = [&](RunAnswer::Kind kind) {
        QMetaObject::invokeMethod(
            guard,
            [handler, kind] {
                RunAnswer answer;
                answer.kind = kind;
                handler(answer);
            },
            Qt::QueuedConnection);
    };
    const auto held = m_confirmations.find(confirmation);
    if (held == m_confirmations.end()) {
        refuse(RunAnswer::AlreadyUsed);
        return;
    }
    if (problem()) {
        refuse(RunAnswer::Closed);
        return;
    }
    if (!held->second.confirmation.isFine()) {
        refuse(RunAnswer::NotFine);
        return;
    }
    QSet<QString> keys;
    for (const auto &item : held->second.confirmation.items) {
        keys.insert(keyOf(item.request));
    }
    bool isUnknown = false;
    for (const SubUserOperation &each : m_operations) {
        if (!each.isOpen() || !keys.contains(keyOf(each.request))) {
            continue;
        }
        if (each.isUnderWay()) {
            refuse(RunAnswer::Busy);
            return;
        }
        isUnknown = true;
    }
    if (isUnknown && !riskAccepted) {
        refuse(RunAnswer::NeedsRiskAccepted);
        return;
    }
    const Held used = std::move(held->second);
    m_confirmations.erase(held); // used up: whatever comes, it is never sent twice
    queueOperations(used, riskAccepted, guard, std::move(handler));
}

void SubUserDesk::queueOperations(const Held &held, bool riskAccepted, QObject *guard,
                                  RunHandler handler)
{
    const auto newId = [] { return QUuid::createUuid().toString(QUuid::WithoutBraces); };
    RunAnswer answer;
    answer.kind = RunAnswer::Queued;
    answer.batch = newId();
    std::vector<SubUserOperation> made;
    made.reserve(held.confirmation.items.size());
    for (size_t i = 0; i < held.confirmation.items.size(); ++i) {
        const auto &item = held.confirmation.items[i];
        SubUserOperation operation;
        operation.id = newId();
        operation.batch = answer.batch;
        operation.request = item.request;
        operation.before = item.before;
        operation.riskAccepted = riskAccepted;
        operation.preparedAt = m_clock.now();
        m_outcomesAt.insert(operation.id, held.outcomes[i]);
        if (held.readAt) {
            m_readTimes.insert_or_assign(operation.id, *held.readAt);
        }
        answer.operations.append(operation.id);
        m_places.insert(operation.id, m_operations.size());
        m_operations.push_back(operation);
        made.push_back(std::move(operation));
    }
    if (!m_journalOpen) {
        m_journalOpen = true;
        m_journal->open(false, SubUserJournal::Trust::AsFound, [this](const auto &opened) {
            if (!opened) {
                close(opened.error());
            } else if (m_memory.remember) {
                m_memory.remember();
            }
        });
    }
    m_journal->put(made, [this, answer, guard = QPointer<QObject>(guard),
                          handler = std::move(handler)](const StoreResult<Stored> &written) {
        RunAnswer result = answer;
        if (!written) {
            result.kind = RunAnswer::Closed;
            result.operations.clear();
            for (const QString &id : answer.operations) {
                SubUserOperation *operation = find(id);
                operation->state = SubUserOperation::State::NotSent;
                operation->error = ownError(written.error().detail);
                operation->endedAt = m_clock.now();
            }
            close(written.error());
        }
        if (guard && handler) {
            handler(result);
        }
        for (const QString &id : answer.operations) {
            if (written) {
                m_queue.push_back(id);
            }
            tell(id);
        }
        nextTurn();
    });
}

std::chrono::milliseconds SubUserDesk::limitTime(SubUserRequest::Kind kind, qint64 count) const
{
    if (!m_client) {
        return std::chrono::milliseconds(0);
    }
    // The sub-user, its history where it is needed, and the operation itself.
    constexpr qint64 callsToMove = 3;
    constexpr qint64 callsToDelete = 2;
    const qint64 calls = kind == SubUserRequest::Kind::Create   ? 1
                         : kind == SubUserRequest::Kind::Delete ? callsToDelete
                                                                : callsToMove;
    SubUserRequest request;
    request.kind = kind;
    return m_client->limitTime(requestOf(request), Lane::User, count * calls);
}

} // namespace relaybook
