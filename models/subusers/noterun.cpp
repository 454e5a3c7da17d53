// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/noterun.h"

#include "models/account/accountactions.h"
#include "models/account/storedrows.h"

#include <utility>

namespace relaybook {
namespace {

constexpr int mostFailuresInARow = 3;

} // namespace

QString noteWith(const QString &note, const QString &text)
{
    if (note.trimmed().isEmpty()) {
        return text;
    }
    if (note == text || note.endsWith(QLatin1Char('\n') + text)) {
        return note;
    }
    return note % QLatin1Char('\n') % text;
}

NoteRun::NoteRun(AccountActions &actions, const StoredRows &rows, LoadList loadList,
                 QObject *parent)
    : QObject(parent)
    , m_actions(actions)
    , m_stored(rows)
    , m_loadList(std::move(loadList))
{
}

NoteRun::~NoteRun() = default;

void NoteRun::put(Row &row, State state)
{
    --m_counts.at(static_cast<std::size_t>(row.state));
    row.state = state;
    ++m_counts.at(static_cast<std::size_t>(state));
}

void NoteRun::start(const std::vector<SubUserId> &ids, Way way, const QString &text)
{
    m_rows.clear();
    m_rows.reserve(ids.size());
    for (const SubUserId id : ids) {
        m_rows.push_back({id, State::Waiting, {}, false});
    }
    m_counts = {};
    m_counts.at(static_cast<std::size_t>(State::Waiting)) = static_cast<qint64>(ids.size());
    m_way = way;
    m_text = text;
    retry();
}

void NoteRun::retry()
{
    for (Row &row : m_rows) {
        if (row.state == State::NotSaved) {
            put(row, State::Waiting);
            row.error.reset();
            row.isNoteUnknown = false;
        }
    }
    m_next = 0;
    m_failedInARow = 0;
    m_stoppedBy.reset();
    m_isRunning = true;
    ++m_turn;
    m_isLoadingList = m_way == Way::Replace && m_loadList();
    if (!m_isLoadingList) {
        next();
    }
}

void NoteRun::onListLoaded()
{
    if (std::exchange(m_isLoadingList, false) && m_isRunning) {
        next();
    }
}

void NoteRun::stop()
{
    if (!m_isRunning) {
        return;
    }
    m_isRunning = false;
    m_isLoadingList = false;
    ++m_turn;
    if (m_next < m_rows.size() && m_rows[m_next].state == State::Running) {
        Row &row = m_rows[m_next];
        // A note that was sent is still saved, and the one before is kept as an earlier note.
        const bool isUnsent = m_call.withdraw() || !m_isSaving;
        put(row, isUnsent ? State::Waiting : State::NotSaved);
        if (row.state == State::NotSaved) {
            ApiError error;
            error.kind = ErrorKind::Cancelled;
            error.mayHaveHappened = true;
            row.error = error;
        }
        Q_EMIT rowChanged(static_cast<qint64>(m_next));
    }
}

void NoteRun::next()
{
    while (m_next < m_rows.size() && m_rows[m_next].state != State::Waiting) {
        ++m_next;
    }
    if (m_next == m_rows.size() || m_stoppedBy) {
        m_isRunning = false;
        Q_EMIT finished();
        return;
    }
    Row &row = m_rows[m_next];
    put(row, State::Running);
    m_isSaving = false;
    Q_EMIT rowChanged(static_cast<qint64>(m_next));
    if (m_way == Way::Add) {
        add(row.id);
        return;
    }
    const auto stored = m_stored.subUser(row.id);
    save(stored ? stored->note.value_or(QString()) : QString(), m_text);
}

/// Adds the text to the note that the service has now. If the service has no call for a single
/// sub-user, the stored note is used.
void NoteRun::add(SubUserId id)
{
    m_call = m_actions.readSubUser(id, this, [this, id, turn = m_turn](const auto &now) {
        if (turn != m_turn) {
            return;
        }
        if (now) {
            addTo(now->note.value_or(QString()));
            return;
        }
        const ApiError &error = now.error();
        if (error.kind != ErrorKind::NotOffered) {
            end(error.kind == ErrorKind::NotFound ? State::Gone : State::NotSaved, error);
            return;
        }
        const auto stored = m_stored.subUser(id);
        if (stored && isNoteKnown(*stored)) {
            addTo(stored->note.value_or(QString()));
        } else {
            m_rows[m_next].isNoteUnknown = true;
            end(State::NotSaved);
        }
    });
}

void NoteRun::addTo(const QString &note)
{
    save(note, noteWith(note, m_text));
}

void NoteRun::save(const QString &before, const QString &note)
{
    const bool isAdded = m_way == Way::Add;
    if (isAdded && note == before) {
        end(State::Unchanged);
        return;
    }
    m_isSaving = true;
    m_call = m_actions.saveNote(m_rows[m_next].id, note, this,
                                [this, turn = m_turn](const Result<SubUser> &saved) {
                                    if (turn != m_turn) {
                                        return;
                                    }
                                    if (saved) {
                                        end(State::Saved);
                                    } else if (saved.error().kind == ErrorKind::NotFound) {
                                        end(State::Gone, saved.error());
                                    } else {
                                        end(State::NotSaved, saved.error());
                                    }
                                });
}

void NoteRun::end(State state, std::optional<ApiError> error)
{
    Row &row = m_rows[m_next];
    put(row, state);
    row.error = std::move(error);
    m_failedInARow = state == State::NotSaved ? m_failedInARow + 1 : 0;
    if (state == State::NotSaved && row.error && endsAll(*row.error)) {
        m_stoppedBy = row.error;
    }
    Q_EMIT rowChanged(static_cast<qint64>(m_next));
    ++m_next;
    // Runs later, because this may run in the handler of the call that is replaced.
    QMetaObject::invokeMethod(
        this,
        [this, turn = m_turn] {
            if (turn == m_turn) {
                next();
            }
        },
        Qt::QueuedConnection);
}

/// Whether the cause is not the row but the service, the network or the account, so that the next
/// rows would fail in the same way.
bool NoteRun::endsAll(const ApiError &error)
{
    switch (error.kind) {
    case ErrorKind::Unauthorized:
    case ErrorKind::Forbidden:
    case ErrorKind::NotOffered:
    case ErrorKind::Tls:
    case ErrorKind::TokenUnavailable:
    case ErrorKind::ViewOnly:
    case ErrorKind::BadSettings:
        return true;
    case ErrorKind::Validation:
        return m_way == Way::Replace; // it would refuse the same note again
    case ErrorKind::NotFound:
    case ErrorKind::Refused:
    case ErrorKind::NotEnoughMoney:
        return false;
    case ErrorKind::Offline:
    case ErrorKind::Timeout:
    case ErrorKind::Cancelled:
    case ErrorKind::TooManyRequests:
    case ErrorKind::ServiceFailure:
    case ErrorKind::NotUnderstood:
    case ErrorKind::Local:
    case ErrorKind::Blocked:
        break;
    }
    return m_failedInARow >= mostFailuresInARow;
}

} // namespace relaybook
