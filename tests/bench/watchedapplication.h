// SPDX-License-Identifier: GPL-3.0-or-later
// QApplication that measures how long it handles each event, which is how long a click would have
// to wait, and which receiver and event type took long.

#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace relaybook::testing {

/// Measures every event that the GUI thread handles, without those nested in another one. Events of
/// other threads pass through here too, but do not block the GUI.
class WatchedApplication final : public QApplication
{
public:
    WatchedApplication(int &argc, char **argv)
        : QApplication(argc, argv)
    {
    }

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (QThread::currentThread() != thread() || m_depth > 0 || !m_watching) {
            return QApplication::notify(receiver, event);
        }
        ++m_depth;
        const Who who{receiver->metaObject()->className(), event->type()};
        QElapsedTimer timer;
        timer.start();
        const bool handled = QApplication::notify(receiver, event);
        m_micros.push_back(timer.nsecsElapsed() / 1000);
        if (m_micros.back() > frameMicros) {
            Long &all = m_long[who];
            ++all.count;
            all.longest = std::max(all.longest, m_micros.back());
        }
        --m_depth;
        return handled;
    }

    void watch()
    {
        m_micros.clear();
        m_long.clear();
        m_watching = true;
    }
    /// Prints the times, and returns the longest one in milliseconds.
    double report()
    {
        m_watching = false;
        if (m_micros.empty()) {
            return 0;
        }
        std::sort(m_micros.begin(), m_micros.end());
        const auto at = [this](double part) {
            const auto last = static_cast<double>(m_micros.size() - 1);
            return static_cast<double>(m_micros[static_cast<std::size_t>(part * last)]) / 1000.0;
        };
        std::printf("%zu events: median %.3f ms, p99 %.3f ms, p99.9 %.3f ms, longest %.3f ms\n",
                    m_micros.size(), at(0.5), at(0.99), at(0.999), at(1.0));
        for (const auto &[who, all] : m_long) {
            std::printf("over a frame: %d of %s, event %d, up to %.1f ms\n", all.count,
                        who.first.c_str(), who.second, static_cast<double>(all.longest) / 1000.0);
        }
        return at(1.0);
    }

private:
    using Who = std::pair<std::string, int>; ///< class of the receiver, type of the event
    struct Long
    {
        int count = 0;
        qint64 longest = 0;
    };
    static constexpr qint64 frameMicros = 16'000;

    std::vector<qint64> m_micros;
    std::map<Who, Long> m_long;
    int m_depth = 0;
    bool m_watching = false;
};

} // namespace relaybook::testing
