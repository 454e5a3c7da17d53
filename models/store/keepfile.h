// SPDX-License-Identifier: GPL-3.0-or-later
// What the user wrote and nobody could fetch again: drafts of notes and earlier notes. Every write
// is on disk when its job is done, off the GUI thread. A file that is damaged or of a newer version
// is never rebuilt, emptied or moved by itself: it is reported, and nothing is kept until the user
// decides.

#pragma once

#include "api/types/clock.h"
#include "api/types/ids.h"
#include "models/store/migration.h"
#include "models/store/serialthread.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

struct NoteDraft
{
    QString text;
    QString basedOn; ///< the note as it was when the writing began
    Instant savedAt{};
    friend bool operator==(const NoteDraft &, const NoteDraft &) = default;
};

struct EarlierNote
{
    QString text;
    Instant replacedAt{};
    friend bool operator==(const EarlierNote &, const EarlierNote &) = default;
};

class KeepFile : public QObject
{
    Q_OBJECT

public:
    KeepFile(const QString &directory, const Clock &clock);
    ~KeepFile() override;

    /// Why nothing can be kept; nothing where all is well.
    [[nodiscard]] const std::optional<StoreError> &problem() const { return m_problem; }
    [[nodiscard]] const QString &path() const { return m_path; }

    [[nodiscard]] std::optional<NoteDraft> draft(SubUserId id) const;
    void saveDraft(SubUserId id, const QString &text, const QString &basedOn);
    void dropDraft(SubUserId id);
    /// The newest first, at most twenty.
    [[nodiscard]] std::vector<EarlierNote> earlierNotes(SubUserId id);
    void addEarlierNote(SubUserId id, const QString &text);

    [[nodiscard]] QString fact(const QString &name) const;
    void setFact(const QString &name, const QString &value);

    /// At the user's word: renames the file that cannot be used and begins a new one; gives the
    /// path of the old.
    [[nodiscard]] StoreResult<QString> setAside();
    void waitForWriter();

Q_SIGNALS:
    /// Something could not be kept.
    void failed(const relaybook::StoreError &error);

private:
    void open();
    StoreResult<Stored> openFile();
    void readAll();
    void write(std::function<void(Connection &)> job);
    void writeDraft(SubUserId id, const NoteDraft &draft);

    QString m_path;
    const Clock &m_clock;
    std::optional<StoreError> m_problem;
    QHash<SubUserId, NoteDraft> m_drafts;
    QHash<QString, QString> m_facts;
    std::unique_ptr<Connection> m_reader;
    std::unique_ptr<Connection> m_writing; ///< used on the writer's thread only
    SerialThread m_writer;
};

} // namespace relaybook
