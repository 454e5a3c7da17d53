// SPDX-License-Identifier: GPL-3.0-or-later
// Logs when the first rows were painted, which the start-up benchmark waits for.

#pragma once

#include <QElapsedTimer>
#include <QObject>

namespace relaybook {

/// Logs once, in the category relaybook.startup, after a table with rows was painted.
class StartupTrace : public QObject
{
    Q_OBJECT

public:
    explicit StartupTrace(QObject &application);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QObject &m_application;
    QElapsedTimer m_sinceStart;
};

} // namespace relaybook
