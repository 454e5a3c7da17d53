// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sqlite/serialthread.h"

#include <QSemaphore>

#include <memory>

namespace relaybook {

SerialThread::SerialThread(const QString &name)
    : m_context(new QObject)
{
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
    if (m_context) {
        QMetaObject::invokeMethod(m_context, std::move(job), Qt::QueuedConnection);
    }
}

void SerialThread::runAndWait(const std::function<void()> &job)
{
    if (m_context) {
        QMetaObject::invokeMethod(m_context, job, Qt::BlockingQueuedConnection);
    }
}

bool SerialThread::waitFor(std::chrono::milliseconds most)
{
    // Shared: the job may run after this function has returned.
    const auto done = std::make_shared<QSemaphore>();
    post([done] { done->release(); });
    return m_context == nullptr || done->tryAcquire(1, static_cast<int>(most.count()));
}

void SerialThread::finish()
{
    if (!m_context) {
        return;
    }
    // Events come in their order: everything given before is done when this one is. It does not
    // quit the thread itself: that could be over before postEvent() has woken it, and waking uses
    // what the thread takes with it.
    runAndWait([] {});
    m_thread.quit();
    m_context = nullptr;
    m_thread.wait();
}

} // namespace relaybook
