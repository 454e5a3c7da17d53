// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxyeditrun.h"

#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "models/account/accountactions.h"
#include "models/account/storedrows.h"
#include "models/sync/serviceoffer.h"

#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace relaybook {

namespace {

// A list that was loaded longer ago could miss too much.
constexpr qint64 rowsPerList = 100;

} // namespace

ProxyEditRun::ProxyEditRun(Parts parts, QObject *parent)
    : BatchRun(parent)
    , m_parts(std::move(parts))
{
    connect(this, &BatchRun::rowChanged, this, [this](qint64 index) {
        if (row(index).state != State::Running) { // send() stores that itself
            store(index);
        }
    });
    connect(this, &BatchRun::changed, this, [this] {
        m_isLeftOver = m_isLeftOver && !isRunning();
        if (!isRunning() && std::exchange(m_isCancelling, false)) {
            putAll(State::Waiting, State::Skipped);
            putAll(State::Changed, State::Skipped);
        }
    });
    connect(&m_parts.kept, &KeepFile::failed, this, &ProxyEditRun::onStoreFailed);
    load();
}

ProxyEditRun::~ProxyEditRun() = default;

// ------------------------------------------------------------------------------------- the rows

/// A row that was being sent when the program ended has an unknown result. What was changed
/// elsewhere is found again.
void ProxyEditRun::load()
{
    KeptProxyEdits kept = m_parts.kept.proxyEdits();
    std::vector<Row> rows;
    for (KeptProxyEdit &each : kept.rows) {
        auto state =
            static_cast<State>(std::clamp<qint64>(each.state, 0, static_cast<qint64>(lastState)));
        if (state == State::Running) {
            state = State::Unknown;
        } else if (state == State::Changed) {
            state = State::Waiting;
        }
        rows.push_back({state, {}});
        m_isSent.push_back(state == State::Unknown);
        m_documents.push_back(std::move(each.document));
    }
    m_isUndo = kept.isUndo;
    setRows(std::move(rows));
    if (!isOpen()) {
        if (size() > 0) {
            discard();
        }
        return;
    }
    m_isLeftOver = true;
    m_isStored = true;
    for (qint64 index = 0; index < size(); ++index) {
        if (row(index).state == State::Done || row(index).state == State::Failed) {
            noteUndo(index, rowAt(index));
        }
    }
}

void ProxyEditRun::start(std::vector<QByteArray> rows)
{
    startRows(std::move(rows), false);
}

void ProxyEditRun::startRows(std::vector<QByteArray> rows, bool isUndo)
{
    m_documents = std::move(rows);
    m_isSent.assign(m_documents.size(), false);
    m_found.clear();
    m_leftOut.clear();
    m_back.clear();
    m_isUndo = isUndo;
    m_isLeftOver = false;
    m_cannotReadEach = false;
    m_isStored = false;
    setRows(std::vector<Row>(m_documents.size()));
    resume();
}

/// Stores all rows, of a new run or after they could not be stored.
void ProxyEditRun::storeAll()
{
    std::vector<std::pair<qint64, KeptProxyEdit>> begun;
    for (qint64 index = 0; index < size(); ++index) {
        KeptProxyEdit kept = keptRow(index);
        if (kept.state != static_cast<qint64>(State::Waiting)) {
            begun.emplace_back(index, std::move(kept));
        }
    }
    m_parts.kept.startProxyEdits(m_documents, m_isUndo);
    m_parts.kept.storeProxyEdits(begun, [self = QPointer(this), storing = ++m_storing] {
        if (self && storing == self->m_storing) {
            self->whenStored();
        }
    });
}

void ProxyEditRun::whenStored()
{
    m_isStored = true;
    if (isRunning() && isPreparing() && !prepareList()) {
        onPrepared();
    }
}

void ProxyEditRun::retry()
{
    if (!isRunning()) {
        putAll(State::Failed, State::Waiting);
        BatchRun::retry();
    }
}

void ProxyEditRun::undo()
{
    if (!canUndo()) {
        return;
    }
    std::vector<QByteArray> rows;
    rows.reserve(m_back.size());
    for (auto &[index, document] : m_back) {
        rows.push_back(std::move(document));
    }
    startRows(std::move(rows), true);
}

void ProxyEditRun::noteUndo(qint64 index, const ProxyEditRow &row)
{
    if (const auto back = m_isUndo ? std::nullopt : undoOf(row)) {
        m_back[index] = toJson(*back);
    }
}

bool ProxyEditRun::canUndo() const
{
    // Rows without a result would be forgotten. Without a call for reading, some never have one.
    const bool isKnown = count(State::Unknown) == 0 || check() == Check::None;
    return !isRunning() && !m_back.empty() && isKnown && count(State::Waiting) == 0;
}

bool ProxyEditRun::isOpen() const
{
    return isRunning() || count(State::Waiting) + count(State::Unknown) + count(State::Changed) > 0;
}

ProxyEditRow ProxyEditRun::rowAt(qint64 index) const
{
    return proxyEditRowFrom(m_documents.at(static_cast<std::size_t>(index)))
        .value_or(ProxyEditRow());
}

std::optional<Proxy> ProxyEditRun::foundAt(qint64 index) const
{
    const auto found = m_found.find(index);
    return found == m_found.end() ? std::nullopt : std::optional(found->second);
}

QStringList ProxyEditRun::leftOutAt(qint64 index) const
{
    const auto found = m_leftOut.find(index);
    return found == m_leftOut.end() ? QStringList() : found->second;
}

void ProxyEditRun::setDocument(qint64 index, const ProxyEditRow &row)
{
    m_documents.at(static_cast<std::size_t>(index)) = toJson(row);
}

/// One that waits to be read because it may have been sent is unknown after a restart.
KeptProxyEdit ProxyEditRun::keptRow(qint64 index) const
{
    const auto place = static_cast<std::size_t>(index);
    const State state = row(index).state;
    const bool isUnknown = state == State::Waiting && m_isSent.at(place);
    return {static_cast<qint64>(isUnknown ? State::Unknown : state), m_documents.at(place)};
}

void ProxyEditRun::store(qint64 index)
{
    m_parts.kept.storeProxyEdit(index, keptRow(index));
}

/// Rows that may have been sent stay unknown. The caller emits changed(): with thousands of rows, a
/// signal and a write for each would take too long.
void ProxyEditRun::putAll(State from, State to)
{
    const QSignalBlocker blocker(this);
    std::vector<std::pair<qint64, KeptProxyEdit>> edits;
    for (qint64 index = 0; index < size(); ++index) {
        if (row(index).state == from) {
            put(index, m_isSent.at(static_cast<std::size_t>(index)) ? State::Unknown : to);
            edits.emplace_back(index, keptRow(index));
        }
    }
    if (!edits.empty()) {
        m_parts.kept.storeProxyEdits(edits);
    }
}

void ProxyEditRun::changeAnyway()
{
    if (isRunning()) {
        return;
    }
    for (const auto &[index, found] : m_found) {
        if (row(index).state == State::Changed) {
            ProxyEditRow changed = rowAt(index);
            changed.before = found;
            setDocument(index, changed);
        }
    }
    putAll(State::Changed, State::Waiting);
    m_found.clear();
    resume();
}

void ProxyEditRun::leaveChanged()
{
    m_isLeftOver = false;
    putAll(State::Changed, State::Skipped);
    Q_EMIT changed();
}

void ProxyEditRun::cancel()
{
    m_isCancelling = true;
    m_isLeftOver = false;
    if (isRunning()) {
        stop(); // changed() follows, now or after the row that is on its way
    } else {
        Q_EMIT changed();
    }
}

void ProxyEditRun::discard()
{
    m_documents.clear();
    m_isSent.clear();
    m_found.clear();
    m_leftOut.clear();
    m_back.clear();
    m_isLeftOver = false;
    m_parts.kept.dropProxyEdits();
    setRows({});
}

// ------------------------------------------------------------------------------------- one row

ProxyEditRun::Check ProxyEditRun::check() const
{
    if (m_parts.client != nullptr && !m_cannotReadEach &&
        m_parts.offer.isWorthAsking(ReadCall::Proxy)) {
        return Check::Each;
    }
    return m_parts.client != nullptr && m_parts.offer.isWorthAsking(ReadCall::Proxies)
               ? Check::InList
               : Check::None;
}

std::chrono::milliseconds ProxyEditRun::timeFor(qint64 rows) const
{
    const qint64 callsPerRow = check() == Check::Each ? 2 : 1;
    return m_parts.client == nullptr
               ? std::chrono::milliseconds(0)
               : m_parts.client->limitTime(UpdateProxy{}.toRequest(), Lane::Background,
                                           rows * callsPerRow);
}

bool ProxyEditRun::prepare()
{
    m_isWaitingForList = false; // of an earlier turn
    if (!m_isStored) {
        storeAll();
        return isRunning(); // not if that failed at once
    }
    return prepareList();
}

bool ProxyEditRun::prepareList()
{
    if (check() != Check::InList) {
        return false;
    }
    m_sinceList = 0;
    m_isWaitingForList = true;
    m_listBefore = m_parts.listStatus().asOf;
    m_parts.loadList();
    if (m_parts.listStatus().state == AreaStatus::Loading) {
        return true;
    }
    onListChanged(); // it could not be loaded, so the run has ended
    return false;
}

void ProxyEditRun::onListChanged()
{
    const AreaStatus status = m_parts.listStatus();
    if (!m_isWaitingForList || status.state == AreaStatus::Loading) {
        return;
    }
    m_isWaitingForList = false;
    if (status.state == AreaStatus::Loaded && status.asOf != m_listBefore) {
        onPrepared();
    } else if (status.state == AreaStatus::Loaded) { // that of before: loading was cancelled
        ApiError error;
        error.kind = ErrorKind::Cancelled;
        endBy(error);
    } else {
        endBy(status.error.value_or(ServiceOffer::notOffered()));
    }
}

void ProxyEditRun::begin(qint64 index)
{
    m_phase = Phase::Reading;
    m_leftOut.erase(index);
    m_found.erase(index);
    if (check() == Check::Each) {
        read(index);
        return;
    }
    if (check() == Check::InList && m_sinceList++ >= rowsPerList) {
        prepareAgain();
        return;
    }
    const ProxyEditRow wanted = rowAt(index);
    const auto stored = m_parts.rows.proxy(wanted.id);
    if (!stored && check() == Check::InList) {
        end(State::Gone);
    } else {
        compare(index, stored.value_or(wanted.before));
    }
}

void ProxyEditRun::read(qint64 index)
{
    m_call = m_parts.actions.readProxy(
        rowAt(index).id, this,
        [this, index, turn = turn()](const Result<Proxy> &now) {
            if (turn == this->turn()) {
                whenRead(index, now);
            }
        },
        Lane::Background);
}

void ProxyEditRun::whenRead(qint64 index, const Result<Proxy> &now)
{
    if (now) {
        compare(index, *now);
        return;
    }
    const ApiError &error = now.error();
    if (error.kind == ErrorKind::NotOffered) {
        m_cannotReadEach = true;
        if (check() == Check::None) { // the preview said that it is read
            endBy(error);
        } else {
            prepareAgain();
        }
    } else if (error.kind == ErrorKind::NotFound) {
        end(State::Gone, error);
    } else {
        end(m_isSent.at(static_cast<std::size_t>(index)) ? State::Unknown : State::Failed, error);
    }
}

void ProxyEditRun::compare(qint64 index, const Proxy &now)
{
    const bool isSent = m_isSent.at(static_cast<std::size_t>(index));
    const ProxyEditDecision decision = decideProxyEdit(rowAt(index), now);
    switch (decision.kind) {
    case ProxyEditDecision::Kind::Set:
        if (isSent) {
            endDone(index, now);
        } else {
            end(State::Unchanged);
        }
        break;
    case ProxyEditDecision::Kind::Send:
        if (isSent && check() == Check::None) {
            end(State::Unknown); // `now` is not what the service has
        } else {
            send(index, decision.edit, now);
        }
        break;
    case ProxyEditDecision::Kind::Elsewhere:
        m_isSent.at(static_cast<std::size_t>(index)) = false;
        m_found[index] = editableValues(now);
        end(State::Changed);
        break;
    }
}

/// Stores that the row is being sent before it is.
void ProxyEditRun::send(qint64 index, const ProxyEdit &edit, const Proxy &now)
{
    ProxyEditRow sent = rowAt(index);
    if (!sent.after && isReported(now)) { // else a part of it was applied before
        sent.before = editableValues(now);
        setDocument(index, sent);
    }
    m_phase = Phase::Storing;
    m_parts.kept.storeProxyEdit(
        index, {qint64(State::Running), m_documents.at(static_cast<std::size_t>(index))},
        [self = QPointer(this), index, edit, turn = turn()] {
            if (self && turn == self->turn() && self->m_phase == Phase::Storing) {
                self->sendNow(index, edit);
            }
        });
}

void ProxyEditRun::sendNow(qint64 index, const ProxyEdit &edit)
{
    m_phase = Phase::Saving;
    m_isSent.at(static_cast<std::size_t>(index)) = true;
    m_call = m_parts.actions.saveProxy(
        rowAt(index).id, edit, this,
        [this, index, turn = turn()](const Result<ProxySaved> &saved) {
            if (turn == this->turn()) {
                whenSaved(index, saved);
            }
        },
        Lane::Background);
}

void ProxyEditRun::whenSaved(qint64 index, const Result<ProxySaved> &saved)
{
    if (!saved && saved.error().mayHaveHappened) {
        look(index, saved.error());
        return;
    }
    m_isSent.at(static_cast<std::size_t>(index)) = false;
    if (saved && saved->leftOut.isEmpty()) {
        endDone(index, saved->now);
    } else if (saved) {
        ProxyEditRow row = rowAt(index);
        row.after = editableValues(saved->now);
        setDocument(index, row);
        noteUndo(index, row);
        m_leftOut[index] = saved->leftOut;
        end(State::Failed);
    } else if (saved.error().kind == ErrorKind::NotFound) {
        end(State::Gone, saved.error());
    } else {
        end(State::Failed, saved.error());
    }
}

/// The answer was lost: the proxy shows what became of the change. Nothing is sent again.
void ProxyEditRun::look(qint64 index, const ApiError &lost)
{
    if (check() != Check::Each) {
        end(State::Unknown, lost);
        return;
    }
    m_phase = Phase::Looking;
    m_lost = lost;
    m_call = m_parts.actions.readProxy(
        rowAt(index).id, this,
        [this, index, turn = turn()](const Result<Proxy> &now) {
            if (turn == this->turn()) {
                whenLooked(index, now);
            }
        },
        Lane::Background);
}

void ProxyEditRun::whenLooked(qint64 index, const Result<Proxy> &now)
{
    if (!now) {
        const bool isGone = now.error().kind == ErrorKind::NotFound;
        end(isGone ? State::Gone : State::Unknown, isGone ? now.error() : m_lost);
        return;
    }
    const auto kind = decideProxyEdit(rowAt(index), *now).kind;
    if (kind == ProxyEditDecision::Kind::Set) {
        endDone(index, *now);
    } else if (kind == ProxyEditDecision::Kind::Elsewhere) {
        m_isSent.at(static_cast<std::size_t>(index)) = false;
        m_found[index] = editableValues(*now);
        end(State::Changed);
    } else { // it still counts as sent: a late service may apply it after this reading
        ApiError error = m_lost;
        error.mayHaveHappened = false; // the proxy has the old values
        end(State::Failed, error);
    }
}

void ProxyEditRun::endDone(qint64 index, const Proxy &now)
{
    m_isSent.at(static_cast<std::size_t>(index)) = false;
    ProxyEditRow row = rowAt(index);
    row.after = editableValues(now);
    setDocument(index, row);
    noteUndo(index, row);
    end(State::Done);
}

std::optional<BatchRun::Row> ProxyEditRun::interrupt(qint64 index)
{
    switch (m_phase) {
    case Phase::Reading:
        m_call.cancel();
        break;
    case Phase::Storing:
        m_phase = Phase::Reading; // sendNow() is not called any more
        break;
    case Phase::Saving:
        if (!m_call.isUnsent()) {
            return std::nullopt;
        }
        m_call.cancel();
        m_isSent.at(static_cast<std::size_t>(index)) = false;
        break;
    case Phase::Looking:
        m_call.cancel();
        return Row{State::Unknown, m_lost};
    }
    return Row{m_isSent.at(static_cast<std::size_t>(index)) ? State::Unknown : State::Waiting, {}};
}

/// The same values are sent to all, so a refusal of several in a row is that of all.
bool ProxyEditRun::isSameForAll(const ApiError &error) const
{
    return (error.kind == ErrorKind::Validation || error.kind == ErrorKind::Refused) &&
           failedInARow() >= mostFailuresInARow;
}

/// Nothing is sent that is not stored.
void ProxyEditRun::onStoreFailed(const StoreError &problem)
{
    m_isStored = false;
    ++m_storing;
    if (!isRunning()) {
        return;
    }
    if (current() && (m_phase == Phase::Saving || m_phase == Phase::Looking)) {
        stop();
        return;
    }
    m_call.cancel();
    m_phase = Phase::Reading;
    ApiError error;
    error.kind = ErrorKind::Local;
    error.description = problem.detail;
    endBy(error);
}

} // namespace relaybook
