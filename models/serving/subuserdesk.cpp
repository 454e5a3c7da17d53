// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/serving/subuserdesk.h"

#include "api/http/apiclient.h"
#include "models/serving/operationmade.h"
#include "models/serving/operationpools.h"
#include "models/serving/servingparts.h"

#include <QFile>

#include <algorithm>

namespace relaybook {
namespace {

bool contains(const std::vector<qint64> &ids, qint64 id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// The looks that the user was shown: a trace in a later one is not known to them.
std::vector<const SubUserLook *> shownLooks(const SubUserOperation &operation,
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

void dismissShown(SubUserOperation &operation, const std::vector<const SubUserLook *> &shown)
{
    for (const SubUserLook *look : shown) {
        for (const SubUserLook::Candidate &each : look->candidates) {
            if (!contains(operation.dismissed, each.id)) {
                operation.dismissed.push_back(each.id);
            }
        }
    }
}

} // namespace

std::optional<TrafficAmount> magnitudeOf(std::optional<TrafficAmount> amount)
{
    return amount && amount->isNegative()
               ? std::optional(TrafficAmount::fromUnits(-amount->units()))
               : amount;
}

SubUserDesk::SubUserDesk(const QString &directory, ApiClient *client, AuthSession &auth,
                         ServiceOffer &offer, const Clock &clock, JournalMemory memory,
                         Tuning tuning)
    : m_client(client)
    , m_auth(auth)
    , m_clock(clock)
    , m_memory(std::move(memory))
    , m_tuning(std::move(tuning))
    , m_journal(std::make_unique<SubUserJournal>(directory, clock))
{
    if (m_client) {
        m_reader = std::make_unique<SubUserReader>(*m_client, offer, m_clock);
        connect(m_client, &ApiClient::viewOnlyChanged, this, &SubUserDesk::stateChanged);
    }
    connect(&m_auth, &AuthSession::changed, this, &SubUserDesk::stateChanged);
    connect(&m_auth, &AuthSession::settled, this, &SubUserDesk::stateChanged);
    m_lookTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, &SubUserDesk::lookNow);
    openJournal();
}

SubUserDesk::~SubUserDesk() = default;

bool SubUserConfirmation::isFine() const
{
    return std::all_of(items.begin(), items.end(),
                       [](const Item &item) { return item.verdict == RequestVerdict::Fine; });
}

// ---------------------------------------------------------------------------------- the journal

/// Where there never was a journal none is made before it is needed.
void SubUserDesk::openJournal(bool atUsersWord)
{
    m_journalProblem.reset();
    m_journalOpen = false;
    const quint64 epoch = ++m_journalEpoch;
    const bool remembered = m_memory.existed && m_memory.existed();
    if (!remembered && !m_journal->exists()) {
        m_ready = true;
        return;
    }
    if (!QFile::exists(m_journal->path())) {
        m_journalProblem = DeskProblem{DeskProblem::Missing, m_journal->path(), {}};
        m_ready = true;
        return;
    }
    using Trust = SubUserJournal::Trust;
    m_journalOpen = true;
    m_journal->open(remembered, atUsersWord ? Trust::AtUsersWord : Trust::AsFound,
                    [this, epoch](const auto &opened) {
                        if (epoch == m_journalEpoch) {
                            onOpened(opened);
                        }
                    });
}

void SubUserDesk::onOpened(const StoreResult<std::vector<SubUserOperation>> &opened)
{
    m_ready = true;
    if (!opened) {
        close(opened.error());
        return;
    }
    m_operations.assign(opened->begin(), opened->end());
    m_places.clear();
    for (size_t i = 0; i < m_operations.size(); ++i) {
        m_places.insert(m_operations[i].id, i);
    }
    if (m_memory.remember) {
        m_memory.remember();
    }
    if (m_tuning.follows) {
        leaveNothingHalfDone();
    }
    Q_EMIT stateChanged();
}

/// What a crash left: an operation that was only written was never sent, for "sending" is on the
/// disk before the request; one that was being sent may have been carried out.
void SubUserDesk::leaveNothingHalfDone()
{
    std::vector<SubUserOperation> changed;
    const Instant now = m_clock.now();
    for (SubUserOperation &operation : m_operations) {
        if (operation.state == SubUserOperation::State::Written) {
            operation.state = SubUserOperation::State::NotSent;
            operation.notSentFor = SubUserOperation::NotSentFor::Interrupted;
            operation.endedAt = now;
            m_interrupted.append(operation.id);
            changed.push_back(operation);
        } else if (operation.state == SubUserOperation::State::Sending) {
            operation.state = SubUserOperation::State::Unknown;
            changed.push_back(operation);
        }
        if (operation.state == SubUserOperation::State::Unknown) {
            startLooking(operation.id, std::chrono::milliseconds(0));
        } else if (isWatched(operation)) {
            startLooking(operation.id, m_tuning.lookPauses.front());
        }
    }
    keep(std::move(changed));
}

void SubUserDesk::close(const StoreError &error)
{
    m_journalProblem = DeskProblem{problemOf(error.kind), m_journal->path(), error.detail};
    Q_EMIT stateChanged();
}

std::optional<DeskProblem> SubUserDesk::problem() const
{
    const auto closed = [this](DeskProblem::Kind kind) {
        return DeskProblem{kind, m_journal->path(), {}};
    };
    if (!m_ready) {
        return closed(DeskProblem::Opening);
    }
    if (m_journalProblem) {
        return m_journalProblem;
    }
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

Result<QString> SubUserDesk::setJournalAside()
{
    if (isUnderWay()) {
        return tl::unexpected(ownError(QStringLiteral("an operation is in progress")));
    }
    const auto aside = m_journal->setAside();
    if (!aside) {
        return tl::unexpected(ownError(aside.error().detail));
    }
    if (m_memory.forget) {
        m_memory.forget();
    }
    forgetJournal();
    openJournal();
    Q_EMIT stateChanged();
    return *aside;
}

void SubUserDesk::useJournalAsItIs()
{
    if (isUnderWay() || !m_journalProblem) {
        return;
    }
    forgetJournal();
    openJournal(true);
    Q_EMIT stateChanged();
}

/// What was read or confirmed beside the operations of before is void, too.
void SubUserDesk::forgetJournal()
{
    m_lookCall.cancel();
    m_lookingAt.clear();
    m_looking.clear();
    m_operations.clear();
    m_places.clear();
    m_confirmations.clear();
    m_outcomes.clear();
    m_interrupted.clear();
    m_ready = false;
}

void SubUserDesk::flush()
{
    m_journal->flush();
}

/// `written` is not called if another journal is in use by then.
void SubUserDesk::write(std::vector<SubUserOperation> operations,
                        std::function<void(const StoreResult<Stored> &)> written)
{
    m_journal->put(std::move(operations), [this, epoch = m_journalEpoch,
                                           written = std::move(written)](const auto &result) {
        if (epoch == m_journalEpoch) {
            written(result);
        }
    });
}

void SubUserDesk::keep(const SubUserOperation &operation)
{
    keep(std::vector<SubUserOperation>{operation});
}

void SubUserDesk::keep(std::vector<SubUserOperation> operations)
{
    if (operations.empty()) {
        return;
    }
    write(std::move(operations), [this](const StoreResult<Stored> &written) {
        if (!written) {
            close(written.error());
        }
    });
}

// ------------------------------------------------------------------------------- the operations

SubUserOperation *SubUserDesk::find(const QString &id)
{
    const auto found = m_places.constFind(id);
    return found == m_places.cend() ? nullptr : &m_operations[*found];
}

const SubUserOperation *SubUserDesk::operation(const QString &id) const
{
    const auto found = m_places.constFind(id);
    return found == m_places.cend() ? nullptr : &m_operations[*found];
}

const SubUserOperation *SubUserDesk::unknownOf(SubUserId id) const
{
    const auto found =
        std::find_if(m_operations.rbegin(), m_operations.rend(), [id](const auto &each) {
            return each.state == SubUserOperation::State::Unknown && each.request.subUser == id;
        });
    return found == m_operations.rend() ? nullptr : &*found;
}

bool SubUserDesk::isUnderWay() const
{
    return m_running != nullptr ||
           std::any_of(m_operations.begin(), m_operations.end(),
                       [](const SubUserOperation &each) { return each.isUnderWay(); });
}

qint64 SubUserDesk::unknownCount() const
{
    return std::count_if(m_operations.begin(), m_operations.end(),
                         [](const SubUserOperation &each) {
                             return each.state == SubUserOperation::State::Unknown;
                         });
}

PoolMoves SubUserDesk::poolMoves(const QString &type, const PoolReadings &readings) const
{
    if (!m_ready || m_journalProblem) {
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
    SubUserOperation *operation = find(operationId);
    if (operation == nullptr || operation->state != SubUserOperation::State::Unknown) {
        return false;
    }
    SubUserRequest &request = operation->request;
    const bool isCreate = request.kind == SubUserRequest::Kind::Create;
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
    operation->decidedBy = SubUserOperation::DecidedBy::User;
    operation->endedAt = m_clock.now();
    if (decision == Decision::NotDone) {
        dismissShown(*operation, shown);
        operation->state = SubUserOperation::State::NotDone;
        watch(operationId);
    } else {
        operation->state = SubUserOperation::State::Completed;
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
