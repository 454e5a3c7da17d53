// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subusers/noterun.h"

#include "api/types/result.h"
#include "models/account/accountactions.h"
#include "models/account/storedrows.h"

#include <utility>

namespace relaybook {

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
    : BatchRun(parent)
    , m_actions(actions)
    , m_stored(rows)
    , m_loadList(std::move(loadList))
{
}

NoteRun::~NoteRun() = default;

void NoteRun::start(const std::vector<SubUserId> &ids, Way way, const QString &text)
{
    m_ids = ids;
    m_unknown.clear();
    m_lost.clear();
    m_way = way;
    m_text = text;
    setRows(std::vector<Row>(ids.size()));
    retry();
}

bool NoteRun::prepare()
{
    return m_way == Way::Replace && m_loadList();
}

std::optional<BatchRun::Row> NoteRun::interrupt(qint64 index)
{
    // A note that was sent is still saved, and the one before is kept as an earlier note.
    if (m_call.withdraw() || !m_isSaving) {
        return m_lost.contains(index) ? Row{State::Unknown, {}} : Row{};
    }
    ApiError error;
    error.kind = ErrorKind::Cancelled;
    error.mayHaveHappened = true;
    m_lost.insert(index);
    return Row{State::Unknown, error};
}

void NoteRun::begin(qint64 index)
{
    const SubUserId id = idOf(index);
    m_unknown.erase(index);
    m_isSaving = false;
    m_call = m_actions.readSubUser(id, this, [this, id, turn = turn()](const auto &now) {
        if (turn != this->turn()) {
            return;
        }
        if (now) {
            write(now->note.value_or(QString()));
            return;
        }
        if (now.error().kind != ErrorKind::NotOffered) {
            endWith(now.error());
            return;
        }
        const auto stored = m_stored.subUser(id);
        if (m_way == Way::Replace || (stored && isNoteKnown(*stored))) {
            write(stored ? stored->note.value_or(QString()) : QString());
        } else {
            m_unknown.insert(*current());
            end(m_lost.contains(*current()) ? State::Unknown : State::Failed);
        }
    });
}

void NoteRun::write(const QString &before)
{
    const QString note = m_way == Way::Add ? noteWith(before, m_text) : m_text;
    if (m_way == Way::Add && note == before) {
        endSaved(State::Unchanged);
        return;
    }
    m_isSaving = true;
    m_call = m_actions.saveNote(idOf(*current()), note, this,
                                [this, turn = turn()](const Result<SubUser> &saved) {
                                    if (turn != this->turn()) {
                                        return;
                                    }
                                    if (saved) {
                                        endSaved(State::Done);
                                    } else {
                                        endWith(saved.error());
                                    }
                                });
}

void NoteRun::endSaved(State state)
{
    m_lost.erase(*current());
    end(state);
}

void NoteRun::endWith(const ApiError &error)
{
    const qint64 row = *current();
    if (error.kind == ErrorKind::NotFound) {
        m_lost.erase(row);
        end(State::Gone, error);
        return;
    }
    if (error.mayHaveHappened && m_isSaving) {
        m_lost.insert(row);
    }
    // What was sent before may still have been saved.
    end(m_lost.contains(row) ? State::Unknown : State::Failed, error);
}

bool NoteRun::isSameForAll(const ApiError &error) const
{
    // It would refuse the same note again.
    return error.kind == ErrorKind::Validation && m_way == Way::Replace;
}

} // namespace relaybook
