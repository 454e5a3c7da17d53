// SPDX-License-Identifier: GPL-3.0-or-later
// Reports that the user or the system wants the program to end (SIGINT, SIGTERM).

#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace relaybook {

/// There can be only one at a time. On Unix, the process ends at the latest `patience` after the
/// first signal, in any case.
class InterruptWatch : public QObject
{
    Q_OBJECT
public:
    explicit InterruptWatch(std::chrono::seconds patience = std::chrono::seconds(1));
    /// Signals end the process again, as usual.
    ~InterruptWatch() override;

    void stop() { m_timer.stop(); }

Q_SIGNALS:
    /// Emitted again and again from the first signal on, until stop().
    void interrupted();

private:
    QTimer m_timer;
};

} // namespace relaybook
