// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one note to many sub-users, one after the other: replaces their notes, or adds a text to
// them. Every row has its own result, and those that were not saved can be tried again.

#pragma once

#include "api/http/call.h"
#include "api/types/subuser.h"
#include "models/account/batchrun.h"

#include <QString>

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace relaybook {

class AccountActions;
class StoredRows;

/// The note with the text added on a line of its own; the same note if it ends with the text.
[[nodiscard]] QString noteWith(const QString &note, const QString &text);

/// Lives on the GUI thread. A row whose answer was lost is Unknown, and may be sent again:
/// replacing twice has the same effect, and a text is added only if it is missing.
class NoteRun : public BatchRun
{
    Q_OBJECT

public:
    enum class Way { Add, Replace };

    /// Starts loading the list of sub-users. Returns false if that is not possible, e.g. because
    /// the service does not list them.
    using LoadList = std::function<bool()>;
    NoteRun(AccountActions &actions, const StoredRows &rows, LoadList loadList,
            QObject *parent = nullptr);
    ~NoteRun() override;

    /// Writes the note of every row. Each one is read immediately before, so that what the service
    /// has now becomes the earlier note. For services without that call, the list is loaded before
    /// notes are replaced; onListLoaded() continues.
    void start(const std::vector<SubUserId> &ids, Way way, const QString &text);
    /// To be called whenever the list of sub-users was loaded, or could not be.
    void onListLoaded() { onPrepared(); }

    [[nodiscard]] SubUserId idOf(qint64 index) const
    {
        return m_ids.at(static_cast<std::size_t>(index));
    }
    /// Whether an answer for this row was lost, and none has shown since what its note is.
    [[nodiscard]] bool isLost(qint64 index) const { return m_lost.contains(index); }
    [[nodiscard]] qint64 lostCount() const { return static_cast<qint64>(m_lost.size()); }
    /// Whether nothing was added to this row's note, because it is not known.
    [[nodiscard]] bool isNoteUnknown(qint64 index) const { return m_unknown.contains(index); }

protected:
    [[nodiscard]] bool prepare() override;
    void begin(qint64 index) override;
    [[nodiscard]] std::optional<Row> interrupt(qint64 index) override;
    [[nodiscard]] bool isSameForAll(const ApiError &error) const override;

private:
    void write(const QString &before);
    void endSaved(State state);
    void endWith(const ApiError &error);

    AccountActions &m_actions;
    const StoredRows &m_stored;
    LoadList m_loadList;
    std::vector<SubUserId> m_ids;
    std::set<qint64> m_unknown; ///< see isNoteUnknown()
    std::set<qint64> m_lost;    ///< see isLost()
    Way m_way = Way::Add;
    QString m_text;
    bool m_isSaving = false; ///< the current row is being written, not read
    Call m_call;
};

} // namespace relaybook
