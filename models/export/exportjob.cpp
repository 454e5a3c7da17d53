// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportjob.h"

#include <QElapsedTimer>

namespace relaybook {

ExportJob::ExportJob(QObject *parent)
    : QObject(parent)
    , m_thread(QStringLiteral("export"))
{
}

ExportJob::~ExportJob()
{
    cancel();
    m_thread.finish();
}

void ExportJob::cancel()
{
    if (m_control) {
        m_control->cancelled = true;
    }
}

void ExportJob::start(const ExportRequest &request)
{
    if (m_control) {
        return;
    }
    auto control = std::make_shared<ExportControl>();
    auto sinceTold = std::make_shared<QElapsedTimer>();
    control->progress = [this, sinceTold](qint64 done, qint64 total) {
        // Nobody reads faster than this.
        constexpr qint64 pause = 50;
        if (!sinceTold->isValid() || sinceTold->elapsed() >= pause || done == total) {
            sinceTold->start();
            QMetaObject::invokeMethod(
                this, [this, done, total] { Q_EMIT progress(done, total); }, Qt::QueuedConnection);
        }
    };
    m_control = control;
    m_thread.post([this, request, control] {
        auto outcome = std::make_shared<Result<ExportOutcome>>(runExport(request, *control));
        QMetaObject::invokeMethod(
            this,
            [this, outcome] {
                m_control.reset();
                Q_EMIT finished(*outcome);
            },
            Qt::QueuedConnection);
    });
}

void ExportJob::count(const ExportRequest &request)
{
    const quint64 mine = ++m_question;
    m_thread.post([this, mine, request] {
        auto rows = std::make_shared<Result<qint64>>(countForExport(request));
        QMetaObject::invokeMethod(
            this,
            [this, mine, rows] {
                if (mine == m_question) {
                    Q_EMIT counted(*rows);
                }
            },
            Qt::QueuedConnection);
    });
}

} // namespace relaybook
