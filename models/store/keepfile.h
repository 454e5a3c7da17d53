// SPDX-License-Identifier: GPL-3.0-or-later
// What the user wrote and nobody could fetch again: drafts of notes, earlier notes, and the ids of
// proxies and sub-users that were added by hand. Every write
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

struct AddedSubUser
{
    QString name; ///< the user's own name for it; may be empty
    Instant addedAt{};
    friend bool operator==(const AddedSubUser &, const AddedSubUser &) = default;
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

    /// Rows that the user added by id.
    [[nodiscard]] const QHash<ProxyId, Instant> &addedProxies() const { return m_proxies; }
    [[nodiscard]] const QHash<SubUserId, AddedSubUser> &addedSubUsers() const { return m_subUsers; }
    void addProxies(const std::vector<ProxyId> &ids);
    void addSubUsers(const QHash<SubUserId, QString> &names);
    void removeProxy(const ProxyId &id);
    void removeSubUser(SubUserId id);

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
    void writeProxies(const QHash<ProxyId, Instant> &proxies);
    void writeSubUsers(const QHash<SubUserId, AddedSubUser> &subUsers);

    QString m_path;
    const Clock &m_clock;
    std::optional<StoreError> m_problem;
    QHash<SubUserId, NoteDraft> m_drafts;
    QHash<ProxyId, Instant> m_proxies;
    QHash<SubUserId, AddedSubUser> m_subUsers;
    QHash<QString, QString> m_facts;
    std::unique_ptr<Connection> m_reader;
    std::unique_ptr<Connection> m_writing; ///< used on the writer's thread only
    SerialThread m_writer;
};

} // namespace relaybook
