// SPDX-License-Identifier: GPL-3.0-or-later
// An export on a thread of its own, with a connection of its own: whoever waits for it goes on, and
// whoever leaves it does not wait for its end.

#pragma once

#include "models/export/exportrun.h"

#include <QObject>

#include <memory>

namespace relaybook {

/// One export at a time; lives on the thread of who made it. Destroying it cancels: what was
/// written is taken away by the thread that wrote it, which the application waits for when it ends.
class ExportJob : public QObject
{
    Q_OBJECT

public:
    explicit ExportJob(QObject *parent = nullptr);
    ~ExportJob() override;

    void start(const ExportRequest &request);
    /// finished() comes with ErrorKind::Cancelled, unless the file stood already.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_control != nullptr; }

    /// How many rows there would be; the last question asked is answered.
    void count(const ExportRequest &request);

Q_SIGNALS:
    void progress(qint64 done, qint64 total);
    void finished(const relaybook::Result<relaybook::ExportOutcome> &outcome);
    void counted(const relaybook::Result<qint64> &rows);

private:
    class Line;

    std::shared_ptr<ExportControl> m_control; ///< of the export that runs
    quint64 m_question = 0;
    std::shared_ptr<Line> m_line;
};

} // namespace relaybook
