// SPDX-License-Identifier: GPL-3.0-or-later
// An application that times every event it handles: what a click would have to wait for.

#pragma once

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace relaybook::testing {

/// Times every event that is handled, the outermost only: what a click would have to wait for.
class WatchedApplication final : public QApplication
{
public:
    WatchedApplication(int &argc, char **argv)
        : QApplication(argc, argv)
    {
    }

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth > 0 || !m_watching) {
            return QApplication::notify(receiver, event);
        }
        ++m_depth;
        QElapsedTimer timer;
        timer.start();
        const bool handled = QApplication::notify(receiver, event);
        m_micros.push_back(timer.nsecsElapsed() / 1000);
        --m_depth;
        return handled;
    }

    void watch()
    {
        m_micros.clear();
        m_watching = true;
    }
    void report()
    {
        m_watching = false;
        if (m_micros.empty()) {
            return;
        }
        std::sort(m_micros.begin(), m_micros.end());
        const auto at = [this](double part) {
            const auto last = static_cast<double>(m_micros.size() - 1);
            return static_cast<double>(m_micros[static_cast<std::size_t>(part * last)]) / 1000.0;
        };
        std::printf("%zu events: median %.3f ms, p99 %.3f ms, p99.9 %.3f ms, longest %.3f ms\n",
                    m_micros.size(), at(0.5), at(0.99), at(0.999), at(1.0));
    }

private:
    std::vector<qint64> m_micros;
    int m_depth = 0;
    bool m_watching = false;
};

} // namespace relaybook::testing
