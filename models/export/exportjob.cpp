// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportjob.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <algorithm>

namespace relaybook {

namespace {

/// A cancelled export may still be compressing its file; the next one must not wait for it.
QThreadPool &pool()
{
    constexpr int enough = 4;
    QThreadPool &shared = *QThreadPool::globalInstance();
    shared.setMaxThreadCount(std::max(enough, shared.maxThreadCount()));
    return shared;
}

} // namespace

ExportJob::ExportJob(QObject *parent)
    : QObject(parent)
    , m_mailbox(std::make_shared<Mailbox<ExportJob>>(*this))
{
}

ExportJob::~ExportJob()
{
    cancel();
    if (m_control) {
        m_control->deleteTemporaries();
    }
    if (m_counting) {
        m_counting->cancelled = 1;
    }
    m_mailbox->close();
}

void ExportJob::cancel()
{
    if (m_control) {
        m_control->cancelled = 1;
    }
}

void ExportJob::start(const ExportRequest &request)
{
    if (m_control) {
        return;
    }
    auto control = std::make_shared<ExportControl>();
    auto sinceReported = std::make_shared<QElapsedTimer>();
    control->progress = [mailbox = m_mailbox, sinceReported](qint64 done, qint64 total) {
        // More frequent updates could not be read.
        constexpr qint64 pause = 50;
        if (!sinceReported->isValid() || sinceReported->elapsed() >= pause || done == total) {
            sinceReported->start();
            mailbox->post([done, total](ExportJob &job) { Q_EMIT job.progress(done, total); });
        }
    };
    m_control = control;
    pool().start([mailbox = m_mailbox, request, control] {
        const auto outcome = runExport(request, *control);
        mailbox->post([outcome](ExportJob &job) {
            job.m_control.reset();
            Q_EMIT job.finished(outcome);
        });
    });
}

void ExportJob::count(const ExportRequest &request)
{
    if (m_counting) {
        m_counting->cancelled = 1;
    }
    m_counting = std::make_shared<ExportControl>();
    pool().start([mailbox = m_mailbox, control = m_counting, request] {
        const auto rows = countForExport(request, *control);
        mailbox->post([control, rows](ExportJob &job) {
            if (control == job.m_counting) {
                Q_EMIT job.counted(rows);
            }
        });
    });
}

} // namespace relaybook
