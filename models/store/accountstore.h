// SPDX-License-Identifier: GPL-3.0-or-later
// Gives access to the cache file (cache.sqlite) of an account: one thread writes, the GUI thread
// reads. Replaces the file by an empty one if it turns out to be damaged.

#pragma once

#include "api/types/clock.h"
#include "models/sqlite/serialthread.h"
#include "models/store/cachefile.h"
#include "models/store/cachereader.h"
#include "models/store/cachewriter.h"

#include <QObject>
#include <QPointer>

#include <atomic>
#include <functional>
#include <memory>

namespace relaybook {

/// The cache of one account. Lives on the GUI thread.
class AccountStore : public QObject
{
    Q_OBJECT

public:
    /// Opens the cache in `directory` with openCacheFile(), on this thread.
    [[nodiscard]] static StoreResult<std::unique_ptr<AccountStore>>
    open(const QString &directory, const Clock &clock, const FileFormat &format = cacheFormat());
    /// `file` was opened with the same format, maybe on another thread.
    AccountStore(CacheFile file, const Clock &clock, const FileFormat &format = cacheFormat());
    /// Waits a moment for jobs posted with write(), then rolls back the running one and drops the
    /// others. Waits for all jobs posted with writeOwn().
    ~AccountStore() override;

    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const Clock &clock() const { return m_clock; }
    /// Changes when the file was replaced; connections opened before belong to the old file.
    [[nodiscard]] quint64 epoch() const { return m_epoch; }
    /// The new path of the damaged file, if one was found when it was opened.
    [[nodiscard]] const QString &movedAside() const { return m_movedAside; }

    /// Reads a few rows on the GUI thread. If the file turns out to be damaged, it is replaced soon
    /// after.
    template <class Work>
    auto read(Work work) -> StoreResult<std::invoke_result_t<Work, CacheReader &>>
    {
        auto result = guarded([&] {
            CacheReader reader(*m_reader);
            return work(reader);
        });
        if (!result) {
            noteError(result.error());
        }
        return result;
    }
    /// For short key queries on the GUI thread.
    [[nodiscard]] Connection &reader() { return *m_reader; }

    /// Stores data that can be loaded again. Runs `job` in one transaction on the writer thread.
    /// Then emits changed() and calls `done` on the GUI thread, unless `guard` was destroyed. If
    /// the file was replaced in the meantime, the result for the old file is discarded: changed()
    /// is not emitted, and `done` gets an error.
    template <class Job>
    void write(Job job, QObject *guard,
               std::function<void(StoreResult<std::invoke_result_t<Job, CacheWriter &>>)> done)
    {
        post(std::move(job), guard, std::move(done), true);
    }
    /// Like write(), for data that cannot be loaded again or that the user has decided: it is
    /// stored even if the store is closed meanwhile. `job` must be short.
    template <class Job>
    void writeOwn(Job job, QObject *guard,
                  std::function<void(StoreResult<std::invoke_result_t<Job, CacheWriter &>>)> done)
    {
        post(std::move(job), guard, std::move(done), false);
    }

    /// Reports an error that occurred on another connection to the file; damage leads to its
    /// replacement.
    void noteError(const StoreError &error);
    /// Continues with an empty file, soon; the present one is renamed, as a damaged one is. If that
    /// is not possible, it stays in use. For data that is loaded again: the user's own data is in
    /// other files.
    void startAgain();
    /// Whether the file was replaced because it was damaged.
    [[nodiscard]] bool wasDamaged() const { return m_wasDamaged; }
    /// Checkpoints the write-ahead log when the writer is idle.
    void tidy();
    /// Waits until all posted writes are done.
    void waitForWriter();

Q_SIGNALS:
    void changed(const relaybook::StoreChanges &changes);
    /// Receivers must close their connections to the file before they return.
    void aboutToBeReplaced();
    /// The file was renamed to `file`, and replaced by an empty one. If that failed, `file` is
    /// empty: after failed(), an empty store in memory takes the place of a damaged file; one that
    /// startAgain() was to replace stays. On Windows it fails while a CacheSnapshot of the file is
    /// open, as open files cannot be renamed there.
    void replaced(const QString &file);
    /// Writing failed: disk full, no permission.
    void failed(const relaybook::StoreError &error);

private:
    template <class Job>
    void post(Job job, QObject *guard,
              std::function<void(StoreResult<std::invoke_result_t<Job, CacheWriter &>>)> done,
              bool mayBeDropped)
    {
        using Value = std::invoke_result_t<Job, CacheWriter &>;
        auto context = QPointer<QObject>(guard);
        m_writer.post([this, job = std::move(job), context, done = std::move(done),
                       mayBeDropped]() mutable {
            auto changes = std::make_shared<StoreChanges>();
            const quint64 epoch = m_writingEpoch;
            auto result =
                std::make_shared<StoreResult<Value>>(inTransaction(job, *changes, mayBeDropped));
            // The job may hold a page of rows: free it on this thread, not on the GUI thread.
            [[maybe_unused]] const Job finished = std::move(job);
            QMetaObject::invokeMethod(
                this,
                [this, epoch, changes, result, context, done = std::move(done)] {
                    if (epoch == m_epoch) {
                        reportWritten(*changes, result->has_value() ? nullptr : &result->error());
                    } else {
                        *result = tl::unexpected(replacedMeanwhile());
                    }
                    if (context && done) {
                        done(std::move(*result));
                    }
                },
                Qt::QueuedConnection);
        });
    }

    template <class Job>
    auto inTransaction(Job &job, StoreChanges &changes, bool mayBeDropped)
        -> StoreResult<std::invoke_result_t<Job, CacheWriter &>>
    {
        if (!m_writing) {
            return tl::unexpected(m_writeRefusal);
        }
        m_writing->interruptUnless(mayBeDropped ? &m_ending : nullptr, 0);
        if (mayBeDropped && m_ending != 0) {
            return tl::unexpected(StoreError{StoreError::Kind::Interrupted, {}});
        }
        return guarded([&] {
            WriteTransaction transaction(*m_writing);
            CacheWriter writer(*m_writing, changes);
            auto value = job(writer);
            transaction.commit();
            return value;
        });
    }
    void reportWritten(const StoreChanges &changes, const StoreError *error);
    [[nodiscard]] static StoreError replacedMeanwhile();
    void replaceSoon(bool isDamaged);
    void replaceFile();
    /// On the writer thread.
    [[nodiscard]] StoreResult<CacheFile> openReplacement();

    QString m_path;
    const Clock &m_clock;
    const FileFormat &m_format;
    QString m_movedAside;
    quint64 m_epoch = 1;
    bool m_replacing = false;
    bool m_wasDamaged = true;
    std::unique_ptr<Connection> m_reader;
    std::atomic<quint64> m_ending{0};      ///< not 0: interrupts the running job
    std::unique_ptr<Connection> m_writing; ///< used only on the writer thread after it has started
    StoreError m_writeRefusal;             ///< why m_writing is null
    quint64 m_writingEpoch = 1;            ///< epoch() of m_writing; used on the writer thread
    SerialThread m_writer;
};

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::StoreChanges)
Q_DECLARE_METATYPE(relaybook::StoreError)
