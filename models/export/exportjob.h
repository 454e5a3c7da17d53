// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an export on its own thread with its own database connection. The window stays responsive,
// and closing it does not wait for the export.

#pragma once

#include "api/types/mailbox.h"
#include "models/export/exportrun.h"

#include <QObject>

#include <memory>

namespace relaybook {

/// One export at a time. Lives on the thread that created it. The destructor cancels the export and
/// deletes the incomplete file. It does not wait for the thread: the application does when it ends.
class ExportJob : public QObject
{
    Q_OBJECT

public:
    explicit ExportJob(QObject *parent = nullptr);
    ~ExportJob() override;

    void start(const ExportRequest &request);
    /// Cancels the export. finished() is emitted with ErrorKind::Cancelled, unless the file was
    /// already complete.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_control != nullptr; }

    /// Counts the rows that would be exported. Only the last request is answered.
    void count(const ExportRequest &request);

Q_SIGNALS:
    void progress(qint64 done, qint64 total);
    void finished(const relaybook::Result<relaybook::ExportOutcome> &outcome);
    void counted(const relaybook::Result<qint64> &rows);

private:
    std::shared_ptr<ExportControl> m_control;  ///< of the running export
    std::shared_ptr<ExportControl> m_counting; ///< of the last count()
    std::shared_ptr<Mailbox<ExportJob>> m_mailbox;
};

} // namespace relaybook
