// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/serialthread.h"

#include <QSemaphore>

#include <memory>

namespace relaybook {

SerialThread::SerialThread(const QString &name)
{
    if (m_keeper) {
        return;
    }
    m_context = new QObject;
    m_thread.setObjectName(name);
    m_context->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
    m_thread.start();
}

SerialThread::~SerialThread()
{
    finish();
}

void SerialThread::post(std::function<void()> job)
{
    if (m_keeper) {
        m_keeper->keep(this, std::move(job));
    } else if (m_context) {
        QMetaObject::invokeMethod(m_context, std::move(job), Qt::QueuedConnection);
    }
}

void SerialThread::runAndWait(const std::function<void()> &job)
{
    if (m_keeper) {
        m_keeper->keep(this, job);
        m_keeper->finish(this);
    } else if (m_context) {
        QMetaObject::invokeMethod(m_context, job, Qt::BlockingQueuedConnection);
    }
}

bool SerialThread::waitFor(std::chrono::milliseconds most)
{
    if (m_keeper) {
        m_keeper->finish(this);
        return true;
    }
    // Shared, because the job may run after this function has returned.
    const auto done = std::make_shared<QSemaphore>();
    post([done] { done->release(); });
    return m_context == nullptr || done->tryAcquire(1, static_cast<int>(most.count()));
}

void SerialThread::finish()
{
    if (m_keeper) {
        m_keeper->finish(this);
        m_keeper = nullptr;
    }
    if (!m_context) {
        return;
    }
    // When this job is done, all earlier jobs are done too. The job does not quit the thread
    // itself: the thread could end while postEvent() still uses its data to wake it.
    runAndWait([] {});
    m_thread.quit();
    m_context = nullptr;
    m_thread.wait();
}

} // namespace relaybook
