// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one note to many sub-users, one after the other: replaces their notes, or adds a text to
// them. Every row has its own result, and those that were not saved can be tried again.

#pragma once

#include "api/http/call.h"
#include "api/types/apierror.h"
#include "api/types/result.h"
#include "api/types/subuser.h"

#include <QObject>
#include <QString>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class StoredRows;

/// The note with the text added on a line of its own; the same note if it ends with the text.
[[nodiscard]] QString noteWith(const QString &note, const QString &text);

/// Lives on the GUI thread. A call whose response was lost may be sent again: replacing twice has
/// the same effect, and a text is added only if it is missing.
class NoteRun : public QObject
{
    Q_OBJECT

public:
    enum class Way { Add, Replace };
    enum class State {
        Waiting, ///< not tried yet
        Running,
        Saved,
        Unchanged, ///< the note already was the same
        Gone,      ///< the sub-user was deleted
        NotSaved,  ///< `error` says why
    };
    Q_ENUM(State)

    struct Row
    {
        SubUserId id;
        State state = State::Waiting;
        std::optional<ApiError> error;
        bool isNoteUnknown = false; ///< nothing was added, because the current note is unknown
    };

    /// Starts loading the list of sub-users. Returns false if that is not possible, e.g. because
    /// the service does not list them.
    using LoadList = std::function<bool()>;
    NoteRun(AccountActions &actions, const StoredRows &rows, LoadList loadList,
            QObject *parent = nullptr);
    ~NoteRun() override;

    /// Writes the note of every row. Before notes are replaced, the list is loaded, so that what
    /// the service has now becomes the earlier note; onListLoaded() continues.
    void start(const std::vector<SubUserId> &ids, Way way, const QString &text);
    /// Tries the rows again that were not saved or not tried.
    void retry();
    /// Sends nothing more. A note that was sent is still saved.
    void stop();

    /// To be called whenever the list of sub-users was loaded, or could not be.
    void onListLoaded();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] bool isLoadingList() const { return m_isLoadingList; }
    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] qint64 count(State state) const
    {
        return m_counts.at(static_cast<std::size_t>(state));
    }
    /// How many rows retry() would try.
    [[nodiscard]] qint64 left() const { return count(State::Waiting) + count(State::NotSaved); }
    /// The error that ended the run early, because the next rows would fail in the same way.
    [[nodiscard]] const std::optional<ApiError> &stoppedBy() const { return m_stoppedBy; }

Q_SIGNALS:
    void rowChanged(qint64 index);
    void finished(); ///< not after stop()

private:
    void put(Row &row, State state);
    void next();
    void add(SubUserId id);
    void addTo(const QString &note);
    void save(const QString &before, const QString &note);
    void end(State state, std::optional<ApiError> error = {});
    [[nodiscard]] bool endsAll(const ApiError &error);

    AccountActions &m_actions;
    const StoredRows &m_stored;
    LoadList m_loadList;
    std::vector<Row> m_rows;
    std::array<qint64, 6> m_counts{}; ///< by state
    Way m_way = Way::Add;
    QString m_text;
    std::size_t m_next = 0;
    bool m_isRunning = false;
    bool m_isLoadingList = false;
    bool m_isSaving = false; ///< the current row is being written, not read
    int m_failedInARow = 0;
    std::optional<ApiError> m_stoppedBy;
    quint64 m_turn = 0; ///< increased by stop(), so that older responses are ignored
    Call m_call;
};

} // namespace relaybook
