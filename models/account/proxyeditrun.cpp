// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/proxyeditrun.h"

#include "api/endpoints/proxies.h"
#include "api/http/apiclient.h"
#include "models/account/accountactions.h"
#include "models/account/storedrows.h"
#include "models/sync/serviceoffer.h"

#include <QElapsedTimer>

#include <utility>

namespace relaybook {

namespace {

// A list that was loaded longer ago could miss too much.
constexpr qint64 rowsPerList = 100;
constexpr qint64 sliceMilliseconds = 8;

} // namespace

ProxyEditRun::ProxyEditRun(Parts parts, QObject *parent)
    : StoredRun({parts.kept, QStringLiteral("proxy_edits"), parts.loadList, parts.listStatus},
                parent)
    , m_parts(std::move(parts))
{
    connect(&m_undoOfLoaded, &QTimer::timeout, this, &ProxyEditRun::noteUndoOfLoaded);
    load();
    if (size() > 0 && !isUndo()) {
        m_undoOfLoaded.start(0);
    }
}

ProxyEditRun::~ProxyEditRun() = default;

// ------------------------------------------------------------------------------------- the rows

void ProxyEditRun::forgetRows()
{
    m_found.clear();
    m_anyway.clear();
    m_back.clear();
    m_partlyBack.clear();
    m_undoOfLoaded.stop();
    m_cannotReadEach = false;
}

/// In slices, because reading ten thousand rows takes longer than a frame.
void ProxyEditRun::noteUndoOfLoaded()
{
    QElapsedTimer slice;
    slice.start();
    while (m_nextLoaded < size() && slice.elapsed() < sliceMilliseconds) {
        const qint64 index = m_nextLoaded++;
        if (row(index).state == State::Done || row(index).state == State::Failed) {
            noteUndo(index, rowAt(index));
        }
    }
    if (m_nextLoaded == size()) {
        m_undoOfLoaded.stop();
        Q_EMIT changed(); // canUndo()
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
    if (const auto back = isUndo() ? std::nullopt : undoOf(row)) {
        m_back[index] = toJson(back->row);
        if (back->isPart) {
            m_partlyBack.insert(index);
        }
    }
}

qint64 ProxyEditRun::notUndoable() const
{
    qint64 rows = 0;
    for (qint64 index = 0; index < size(); ++index) {
        rows += row(index).state == State::Done && !m_back.contains(index) ? 1 : 0;
    }
    return rows;
}

bool ProxyEditRun::canUndo() const
{
    // Rows without a result would be forgotten. Without a call for reading, some never have one.
    const bool isKnown = count(State::Unknown) == 0 || check() == Check::None;
    return !isRunning() && !m_back.empty() && !m_undoOfLoaded.isActive() && isKnown &&
           count(State::Waiting) == 0;
}

ProxyEditRow ProxyEditRun::rowAt(qint64 index) const
{
    return proxyEditRowFrom(documentAt(index)).value_or(ProxyEditRow());
}

std::optional<Proxy> ProxyEditRun::foundAt(qint64 index) const
{
    const auto found = m_found.find(index);
    return found == m_found.end() ? std::nullopt : std::optional(found->second);
}

QStringList ProxyEditRun::leftOutAt(qint64 index) const
{
    if (row(index).state != State::Failed || row(index).error) {
        return {};
    }
    const ProxyEditRow edited = rowAt(index);
    return edited.after ? fieldsLeftOut(edited.wanted, *edited.after) : QStringList();
}

void ProxyEditRun::changeAnyway()
{
    if (isRunning()) {
        return;
    }
    m_anyway = std::exchange(m_found, {});
    putAll(State::Changed, State::Waiting);
    resume();
}

void ProxyEditRun::leaveChanged()
{
    noteUsed();
    putAll(State::Changed, State::Skipped);
    Q_EMIT changed();
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

bool ProxyEditRun::prepareRows()
{
    if (check() != Check::InList) {
        return false;
    }
    m_sinceList = 0;
    return readList();
}

void ProxyEditRun::begin(qint64 index)
{
    if (!proxyEditRowFrom(documentAt(index))) {
        endUnreadable();
        return;
    }
    m_phase = Phase::Reading;
    m_found.erase(index);
    if (const auto anyway = m_anyway.extract(index)) {
        ProxyEditRow seen = rowAt(index);
        seen.before = anyway.mapped();
        setRow(index, seen);
    }
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
        end(isSent(index) ? State::Unknown : State::Failed, error);
    }
}

void ProxyEditRun::compare(qint64 index, const Proxy &now)
{
    const bool wasSent = isSent(index);
    const ProxyEditDecision decision = decideProxyEdit(rowAt(index), now);
    switch (decision.kind) {
    case ProxyEditDecision::Kind::Set:
        if (wasSent) {
            endDone(index, now);
        } else {
            end(State::Unchanged);
        }
        break;
    case ProxyEditDecision::Kind::Send:
        if (wasSent && check() == Check::None) {
            end(State::Unknown); // `now` is not what the service has
        } else {
            send(index, decision.edit, now);
        }
        break;
    case ProxyEditDecision::Kind::Elsewhere:
        setSent(index, false);
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
        setRow(index, sent);
    }
    storeSending([this, index, edit] { sendNow(index, edit); });
}

void ProxyEditRun::sendNow(qint64 index, const ProxyEdit &edit)
{
    m_phase = Phase::Saving;
    setSent(index, true);
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
    setSent(index, false);
    if (saved && saved->leftOut.isEmpty()) {
        endDone(index, saved->now);
    } else if (saved) {
        ProxyEditRow row = rowAt(index);
        row.after = editableValues(saved->now);
        setRow(index, row);
        noteUndo(index, row);
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
        setSent(index, false);
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
    setSent(index, false);
    ProxyEditRow row = rowAt(index);
    row.after = editableValues(now);
    setRow(index, row);
    noteUndo(index, row);
    end(State::Done);
}

std::optional<BatchRun::Row> ProxyEditRun::interrupt(qint64 index)
{
    switch (m_phase) {
    case Phase::Reading:
        m_call.cancel();
        dropSending();
        break;
    case Phase::Saving:
        if (!m_call.isUnsent()) {
            return std::nullopt;
        }
        m_call.cancel();
        setSent(index, false);
        break;
    case Phase::Looking:
        m_call.cancel();
        return Row{State::Unknown, m_lost};
    }
    return Row{isSent(index) ? State::Unknown : State::Waiting, {}};
}

void ProxyEditRun::dropCall()
{
    m_call.cancel();
    m_phase = Phase::Reading;
}

} // namespace relaybook
