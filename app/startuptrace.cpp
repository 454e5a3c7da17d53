// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startuptrace.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QLoggingCategory>
#include <QTimer>

namespace relaybook {
namespace {

Q_LOGGING_CATEGORY(startupLog, "relaybook.startup", QtWarningMsg)

} // namespace

StartupTrace::StartupTrace(QObject &application)
    : m_application(application)
{
    m_sinceStart.start();
    // Every event passes through the filter, so it is installed only if the log is enabled.
    if (startupLog().isDebugEnabled()) {
        application.installEventFilter(this);
    }
}

bool StartupTrace::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Paint) {
        const auto *view = qobject_cast<QAbstractItemView *>(watched->parent());
        if (view != nullptr && view->viewport() == watched && view->model() != nullptr &&
            view->model()->rowCount() > 0) {
            m_application.removeEventFilter(this);
            // The frame is sent to the screen after this event.
            QTimer::singleShot(0, this, [this] {
                qCDebug(startupLog, "painted: the first rows are shown after %lld ms",
                        static_cast<long long>(m_sinceStart.elapsed()));
            });
        }
    }
    return false;
}

} // namespace relaybook
