// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of work on many rows that survives the end of the program: all rows are stored before
// anything is sent, and each row before it is sent. A row whose answer was lost is never sent again
// before it is known what became of it.

#pragma once

#include "models/account/batchrun.h"
#include "models/accountvalues.h"
#include "models/store/keepfile.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace relaybook {

/// Lives on the GUI thread, as long as the account's session. Of each kind there is at most one at
/// a time. Each row is a document, which the derived class writes and reads.
class StoredRun : public BatchRun
{
    Q_OBJECT

public:
    ~StoredRun() override;

    static constexpr qint64 mostRows = 10'000;

    /// Starts the work. `rows` are the documents, so that long lists can be prepared in slices; at
    /// most `mostRows`. Not while isOpen().
    void start(std::vector<QByteArray> rows) { startRows(std::move(rows), false); }
    /// As BatchRun::retry(), and stores that the rows wait.
    void retry() override;
    /// Stops, and skips all rows that were not sent.
    void cancel();
    /// Forgets the rows and their results. Not while isRunning().
    void discard();

    /// Whether rows are left that were not sent or not decided. Failed rows don't count.
    [[nodiscard]] bool isOpen() const;
    /// About how long this many rows take within the service's limits.
    [[nodiscard]] virtual std::chrono::milliseconds timeFor(qint64 rows) const = 0;
    /// Whether this was left over by an earlier session, and nothing was done with it since.
    [[nodiscard]] bool isLeftOver() const { return m_isLeftOver; }

    /// To be called whenever the status of the list that the rows are of has changed.
    void onListChanged();

protected:
    struct Storing
    {
        KeepFile &kept;
        QString kind; ///< as for KeepFile::batch()
        /// Starts loading the list that the rows are of.
        std::function<void()> loadList;
        std::function<AreaStatus()> listStatus;
    };
    StoredRun(Storing storing, QObject *parent);

    /// Reads the rows of an earlier session; the derived class calls it at the end of its
    /// constructor. A row that was being sent when the program ended has an unknown result.
    void load();
    void startRows(std::vector<QByteArray> rows, bool isUndo);
    /// The rows are others: forget what is known of the earlier ones.
    virtual void forgetRows() = 0;
    /// BatchRun::prepare() after all rows are stored.
    [[nodiscard]] virtual bool prepareRows() { return false; }

    [[nodiscard]] bool isOfUndo() const { return m_isUndo; }
    /// The user did something with what was left over.
    void noteUsed() { m_isLeftOver = false; }
    [[nodiscard]] const QByteArray &documentAt(qint64 index) const
    {
        return m_documents.at(static_cast<std::size_t>(index));
    }
    /// It is stored when the state of the row changes.
    void setDocument(qint64 index, QByteArray document)
    {
        m_documents.at(static_cast<std::size_t>(index)) = std::move(document);
    }
    /// Whether the row may have been sent, and no answer says what became of it.
    [[nodiscard]] bool isSent(qint64 index) const
    {
        return m_isSent.at(static_cast<std::size_t>(index));
    }
    void setSent(qint64 index, bool isSent)
    {
        m_isSent.at(static_cast<std::size_t>(index)) = isSent;
    }
    /// Stores that the current row is being sent, and calls `send` after that is on the disk,
    /// unless the run was stopped.
    void storeSending(std::function<void()> send);
    /// Ends the current row, of which the document is damaged, or of a later version.
    void endUnreadable();
    /// The row is not to be sent any more.
    void dropSending() { m_isStoringRow = false; }
    /// Changes and stores all rows in the state `from`; those that may have been sent become
    /// Unknown. The caller emits changed(): with thousands of rows, a signal and a write for each
    /// would take too long.
    void putAll(State from, State to);
    /// Rows with an unknown result wait until they are looked up. As for putAll().
    void putUnknownToWait();

    /// Loads the list. Returns true if onListRead() is called later; false if it could not be
    /// loaded, and the run has ended.
    [[nodiscard]] bool readList();
    virtual void onListRead() { onPrepared(); }

    [[nodiscard]] bool prepare() final;
    /// The same is sent for all, so a refusal of several in a row is that of all.
    [[nodiscard]] bool isSameForAll(const ApiError &error) const override;
    /// Whether a call that may have reached the service has no answer yet, so that it cannot be
    /// dropped when the file fails.
    [[nodiscard]] virtual bool isOnItsWay() const = 0;
    /// Drops the call of the current row, which changes nothing.
    virtual void dropCall() = 0;

private:
    void onRunChanged();
    void storeAll();
    void whenStored();
    [[nodiscard]] KeptBatchRow keptRow(qint64 index) const;
    void onStoreFailed(const StoreError &problem);

    Storing m_storing;
    std::vector<QByteArray> m_documents; ///< the rows, as they are stored
    std::vector<bool> m_isSent;
    bool m_isUndo = false;
    bool m_isLeftOver = false;
    bool m_isStored = false;     ///< all rows are in the file
    quint64 m_storeAlls = 0;     ///< number of the last storeAll()
    bool m_isStoringRow = false; ///< storeSending() waits for the disk
    bool m_isCancelling = false;
    bool m_isWaitingForList = false;
    std::optional<Instant> m_listBefore; ///< the time of the list before it is loaded again
};

} // namespace relaybook
