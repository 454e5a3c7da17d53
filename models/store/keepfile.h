// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the user's own data, which cannot be loaded again from the service: drafts of notes,
// earlier notes, the ids of proxies and sub-users that were added by hand, acknowledged findings of
// ledger checks, hidden entries of "Needs attention", results of proxy tests, and changes of many
// proxies. Writes run on another thread and are synced to disk. A file that is damaged or written
// by a newer version is never rebuilt, emptied or renamed automatically: the problem is reported,
// and nothing is stored until the user decides.

#pragma once

#include "api/types/clock.h"
#include "api/types/ids.h"
#include "models/sqlite/migration.h"
#include "models/sqlite/serialthread.h"

#include <QHash>
#include <QLatin1String>
#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

/// A draft of a sub-user's note.
struct NoteDraft
{
    QString text;
    QString basedOn; ///< the note when the user started to write
    Instant savedAt{};
    friend bool operator==(const NoteDraft &, const NoteDraft &) = default;
};

/// A note that was replaced.
struct EarlierNote
{
    QString text;
    Instant replacedAt{};
    friend bool operator==(const EarlierNote &, const EarlierNote &) = default;
};

/// A sub-user that the user added by id.
struct AddedSubUser
{
    QString name; ///< the user's local name for it; may be empty
    Instant addedAt{};
    friend bool operator==(const AddedSubUser &, const AddedSubUser &) = default;
};

/// A finding of a ledger check that the user acknowledged.
struct AcknowledgedFinding
{
    QString note; ///< the user's own; may be empty
    Instant at{};
    friend bool operator==(const AcknowledgedFinding &, const AcknowledgedFinding &) = default;
};

/// The result of a test of a proxy, without any secret. The numbers are those of the enumerations
/// of ProxyProtocol, ProxyTestOutcome and ProxyTestStage.
struct KeptProxyTest
{
    Instant at{};
    qint64 protocol = 0;
    qint64 outcome = 0;
    qint64 stage = 0;
    std::vector<std::optional<qint64>> times; ///< of each stage, in microseconds
    qint64 total = 0;                         ///< microseconds
    QString exitAddress;
    QString country;
    qint64 bytesSent = 0;
    qint64 bytesReceived = 0;
    friend bool operator==(const KeptProxyTest &, const KeptProxyTest &) = default;
};

/// `tested` of a proxy begins with the first text and ends with its id, that of a sub-user begins
/// with the second one.
inline constexpr QLatin1String testedProxyPrefix("proxy ");
inline constexpr QLatin1String testedSubUserPrefix("sub-user ");

/// A test with its number, which is higher for one that was stored later.
struct NumberedProxyTest
{
    qint64 number = 0;
    QString tested;
    KeptProxyTest test; ///< only `at`, `outcome` and `total`
};

/// Tests that were stored after another one.
struct LaterProxyTests
{
    qint64 last = 0; ///< the number of the last test that was ever stored in the file
    std::vector<NumberedProxyTest> tests; ///< in the order of their numbers
};

/// An entry of "Needs attention" that the user hid.
struct HiddenEntry
{
    std::optional<Instant> until; ///< nothing: for ever
    Instant at{};                 ///< when it was hidden
    /// False outside of the time from `at` to `until`: if the clock was set back, an entry is shown
    /// too early rather than too late.
    [[nodiscard]] bool isHiddenAt(Instant now) const
    {
        return !until || (at <= now && now < *until);
    }
    friend bool operator==(const HiddenEntry &, const HiddenEntry &) = default;
};

/// One row of work on many rows.
struct KeptBatchRow
{
    qint64 state = 0; ///< the number of BatchRun::State
    QByteArray document;
    QByteArray error; ///< why it failed, as JSON; may be empty
    friend bool operator==(const KeptBatchRow &, const KeptBatchRow &) = default;
};
/// Work on many rows, in the order of its rows.
struct KeptBatch
{
    bool isUndo = false;
    std::vector<KeptBatchRow> rows;
    friend bool operator==(const KeptBatch &, const KeptBatch &) = default;
};

/// The file keep.sqlite of one account.
class KeepFile : public QObject
{
    Q_OBJECT

public:
    KeepFile(const QString &directory, const Clock &clock);
    ~KeepFile() override;

    /// Why the file cannot be used; nothing if it can.
    [[nodiscard]] const std::optional<StoreError> &problem() const { return m_problem; }
    [[nodiscard]] const QString &path() const { return m_path; }

    [[nodiscard]] std::optional<NoteDraft> draft(SubUserId id) const;
    void saveDraft(SubUserId id, const QString &text, const QString &basedOn);
    void dropDraft(SubUserId id);
    /// Replaced notes, newest first, at most twenty.
    [[nodiscard]] std::vector<EarlierNote> earlierNotes(SubUserId id);
    void addEarlierNote(SubUserId id, const QString &text);

    /// Proxies and sub-users that the user added by id.
    [[nodiscard]] const QHash<ProxyId, Instant> &addedProxies() const { return m_proxies; }
    [[nodiscard]] const QHash<SubUserId, AddedSubUser> &addedSubUsers() const { return m_subUsers; }
    void addProxies(const std::vector<ProxyId> &ids);
    void addSubUsers(const QHash<SubUserId, QString> &names);
    void removeProxy(const ProxyId &id);
    void removeSubUser(SubUserId id);

    /// By the keys of ledgerfindings.h.
    [[nodiscard]] const QHash<QString, AcknowledgedFinding> &acknowledged() const
    {
        return m_acknowledged;
    }
    void acknowledge(const QStringList &findings, const QString &note);
    /// These findings are open again.
    void reopen(const QStringList &findings);

    static constexpr int keptProxyTests = 100; ///< of each proxy and each sub-user
    /// Newest first. `tested` identifies a proxy or a sub-user.
    [[nodiscard]] std::vector<KeptProxyTest> proxyTests(const QString &tested);
    /// In one commit. Deletes the oldest ones where there are too many.
    void addProxyTests(std::vector<std::pair<QString, KeptProxyTest>> tests);
    /// Reads the tests after the one with this number, at most `most`, on the writer's thread.
    /// Calls `handler` later, unless `guard` was destroyed: with null if the file cannot be read.
    void proxyTestsAfter(qint64 number, qint64 most, QObject *guard,
                         std::function<void(const LaterProxyTests *)> handler);

    /// Entries of "Needs attention" that the user hid, by AttentionEntry::key.
    [[nodiscard]] const QHash<QString, HiddenEntry> &hiddenAttention() const { return m_hidden; }
    /// Hides it until this time; for ever if there is none.
    void hideAttention(const QString &entry, const std::optional<Instant> &until);
    void showAttention(const QStringList &entries);

    /// The work of this kind on many rows that was started last, unless it was dropped. `kind` is a
    /// name that never changes, such as "proxy_edits".
    [[nodiscard]] KeptBatch batch(const QString &kind);
    /// Replaces the work of this kind before. `done` is called after the rows are on the disk; not
    /// if they could not be written.
    void startBatch(const QString &kind, const KeptBatch &batch, std::function<void()> done = {});
    /// Rows by their numbers, in one transaction.
    void storeBatchRows(const QString &kind,
                        const std::vector<std::pair<qint64, KeptBatchRow>> &rows,
                        std::function<void()> done = {});
    void dropBatch(const QString &kind);

    [[nodiscard]] QString fact(const QString &name) const;
    void setFact(const QString &name, const QString &value);

    /// Renames the unusable file and starts a new one; only after the user agreed. Returns the path
    /// of the old file.
    [[nodiscard]] StoreResult<QString> setAside();
    void waitForWriter();

Q_SIGNALS:
    /// A draft of this sub-user's note was started or dropped.
    void draftsChanged(relaybook::SubUserId id);
    /// An earlier note of this sub-user was stored.
    void earlierNotesChanged(relaybook::SubUserId id);
    void acknowledgedChanged();
    void hiddenAttentionChanged();
    /// A test was stored.
    void proxyTestsChanged(const QString &tested);
    /// Something could not be stored.
    void failed(const relaybook::StoreError &error);

private:
    void open();
    StoreResult<Stored> openFile();
    void readAll();
    /// `done` is called on the GUI thread after the job was committed.
    void write(std::function<void(Connection &)> job, std::function<void()> done = {});
    void writeDraft(SubUserId id, const NoteDraft &draft);
    void writeProxies(const QHash<ProxyId, Instant> &proxies);
    void writeSubUsers(const QHash<SubUserId, AddedSubUser> &subUsers);
    void writeAcknowledged(const QHash<QString, AcknowledgedFinding> &findings);
    void writeHidden(const QHash<QString, HiddenEntry> &entries);

    QString m_path;
    const Clock &m_clock;
    std::optional<StoreError> m_problem;
    QHash<SubUserId, NoteDraft> m_drafts;
    QHash<ProxyId, Instant> m_proxies;
    QHash<SubUserId, AddedSubUser> m_subUsers;
    QHash<QString, AcknowledgedFinding> m_acknowledged;
    QHash<QString, HiddenEntry> m_hidden;
    QHash<QString, QString> m_facts;
    std::unique_ptr<Connection> m_reader;
    std::unique_ptr<Connection> m_writing; ///< used only on the writer thread
    SerialThread m_writer;
};

} // namespace relaybook
