// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportjob.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <algorithm>
#include <mutex>

namespace relaybook {

/// From the thread that exports to the job, as long as there is one.
class ExportJob::Line
{
public:
    explicit Line(ExportJob &job)
        : m_job(&job)
    {
    }
    void cut()
    {
        const std::lock_guard lock(m_mutex);
        m_job = nullptr;
    }
    void tell(std::function<void(ExportJob &)> news)
    {
        const std::lock_guard lock(m_mutex);
        if (m_job) {
            QMetaObject::invokeMethod(
                m_job, [job = m_job, news = std::move(news)] { news(*job); }, Qt::QueuedConnection);
        }
    }

private:
    std::mutex m_mutex;
    ExportJob *m_job;
};

namespace {

/// One that was left may still be packing: the next does not wait for it.
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
    , m_line(std::make_shared<Line>(*this))
{
}

ExportJob::~ExportJob()
{
    cancel();
    m_line->cut();
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
    control->progress = [line = m_line, sinceTold](qint64 done, qint64 total) {
        // Nobody reads faster than this.
        constexpr qint64 pause = 50;
        if (!sinceTold->isValid() || sinceTold->elapsed() >= pause || done == total) {
            sinceTold->start();
            line->tell([done, total](ExportJob &job) { Q_EMIT job.progress(done, total); });
        }
    };
    m_control = control;
    pool().start([line = m_line, request, control] {
        const auto outcome = runExport(request, *control);
        line->tell([outcome](ExportJob &job) {
            job.m_control.reset();
            Q_EMIT job.finished(outcome);
        });
    });
}

void ExportJob::count(const ExportRequest &request)
{
    const quint64 mine = ++m_question;
    pool().start([line = m_line, mine, request] {
        const auto rows = countForExport(request);
        line->tell([mine, rows](ExportJob &job) {
            if (mine == job.m_question) {
                Q_EMIT job.counted(rows);
            }
        });
    });
}

} // namespace relaybook
