// SPDX-License-Identifier: GPL-3.0-or-later
// The cache file of one account: opened, grown to the present version, written by one thread, read
// from the GUI thread, and replaced where it turns out to be damaged.

#pragma once

#include "api/types/clock.h"
#include "models/store/cachereader.h"
#include "models/store/cachewriter.h"
#include "models/store/migration.h"
#include "models/store/serialthread.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

namespace relaybook {

/// Lives on the GUI thread.
class AccountStore : public QObject
{
    Q_OBJECT

public:
    /// `directory` is made where it is missing. A damaged file is moved aside, see movedAside().
    [[nodiscard]] static StoreResult<std::unique_ptr<AccountStore>>
    open(const QString &directory, const Clock &clock, const FileFormat &format = cacheFormat());
    ~AccountStore() override;

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Changes when the file was replaced: connections opened before belong to the old one.
    [[nodiscard]] quint64 epoch() const { return m_epoch; }
    /// Where the damaged file went, if open() met one.
    [[nodiscard]] const QString &movedAside() const { return m_movedAside; }

    /// A few rows, on the GUI thread. A file found damaged here is replaced soon after.
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

    /// Runs `job` in one transaction on the writer's thread; then, back here, changed(), and
    /// `done` if `guard` still lives. Where the file was replaced meanwhile, what became of the job
    /// in the old one counts no more: there is no changed(), and `done` gets an error.
    template <class Job>
    void write(Job job, QObject *guard,
               std::function<void(StoreResult<std::invoke_result_t<Job, CacheWriter &>>)> done)
    {
        using Value = std::invoke_result_t<Job, CacheWriter &>;
        auto context = QPointer<QObject>(guard);
        m_writer.post([this, job = std::move(job), context, done = std::move(done)]() mutable {
            auto changes = std::make_shared<StoreChanges>();
            const quint64 epoch = m_writingEpoch;
            auto result = std::make_shared<StoreResult<Value>>(inTransaction(job, *changes));
            // The job may hold a page of rows: freed here, not on the GUI thread.
            [[maybe_unused]] const Job finished = std::move(job);
            QMetaObject::invokeMethod(
                this, [this, epoch, changes, result, context, done = std::move(done)] {
                    if (epoch == m_epoch) {
                        tellWritten(*changes, result->has_value() ? nullptr : &result->error());
                    } else {
                        *result = tl::unexpected(replacedMeanwhile());
                    }
                    if (context && done) {
                        done(std::move(*result));
                    }
                });
        });
    }

    /// Somebody met damage on a connection of their own.
    void noteError(const StoreError &error);
    /// Folds the write-ahead log into the file when the writer has nothing else to do.
    void tidy();
    /// Waits for everything that was given to the writer.
    void waitForWriter();

Q_SIGNALS:
    void changed(const relaybook::StoreChanges &changes);
    /// Connections to the file must be closed before this returns.
    void aboutToBeReplaced();
    /// The damaged file stands aside under `file`; an empty one took its place.
    void replaced(const QString &file);
    /// Writing failed: disk full, no permission.
    void failed(const relaybook::StoreError &error);

private:
    AccountStore(QString path, const Clock &clock, const FileFormat &format);

    template <class Job>
    auto inTransaction(Job &job, StoreChanges &changes)
        -> StoreResult<std::invoke_result_t<Job, CacheWriter &>>
    {
        if (!m_writing) {
            return tl::unexpected(m_writeRefusal);
        }
        return guarded([&] {
            WriteTransaction transaction(*m_writing);
            CacheWriter writer(*m_writing, changes);
            auto value = job(writer);
            transaction.commit();
            return value;
        });
    }
    StoreResult<Stored> openFiles();
    StoreResult<Stored> openOnce();
    void tellWritten(const StoreChanges &changes, const StoreError *error);
    [[nodiscard]] static StoreError replacedMeanwhile();
    void replaceFile();

    QString m_path;
    const Clock &m_clock;
    const FileFormat &m_format;
    QString m_movedAside;
    quint64 m_epoch = 1;
    bool m_replacing = false;
    std::unique_ptr<Connection> m_reader;
    std::unique_ptr<Connection> m_writing; ///< used on the writer's thread only, once it runs
    StoreError m_writeRefusal;             ///< why there is no m_writing
    quint64 m_writingEpoch = 1;            ///< of m_writing; used where that is
    SerialThread m_writer;
};

/// Renames `path` and what belongs to it to "<name>.damaged-<UTC time>.sqlite"; gives the new path.
[[nodiscard]] StoreResult<QString> moveDamagedAside(const QString &path, Instant now);

} // namespace relaybook

Q_DECLARE_METATYPE(relaybook::StoreChanges)
Q_DECLARE_METATYPE(relaybook::StoreError)
