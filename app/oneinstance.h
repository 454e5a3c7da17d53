// SPDX-License-Identifier: GPL-3.0-or-later
// Makes sure that only one window uses a data folder. A second start passes its arguments to the
// running program, which brings its window to the front; then the second program ends.

#pragma once

#include <QLocalServer>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <memory>

class QLocalSocket;

namespace relaybook {

/// The side of the running program. Only programs of the same user are accepted.
class OneInstance : public QObject
{
    Q_OBJECT

public:
    explicit OneInstance(QObject *parent = nullptr);
    ~OneInstance() override;

    /// Listens for later starts with this data folder, which must be locked. False if the system
    /// does not allow it; then a second start can only say that the folder is in use.
    bool listen(const QString &dataDir);
    /// Accepts no more starts, because the program is ending.
    void close() { m_server.close(); }

    [[nodiscard]] QString serverName() const { return m_server.serverName(); }

    /// The side of the second program: hands over the arguments. Returns true if a running program
    /// accepted them. Waits at most `most` for its answer, because it may have just been started;
    /// blocks.
    [[nodiscard]] static bool handOver(const QString &dataDir, const QStringList &arguments,
                                       std::chrono::milliseconds most);

Q_SIGNALS:
    /// A second start, with its command line.
    void started(const QStringList &arguments);

private:
    void onConnection();
    void read(QLocalSocket *socket);

    QLocalServer m_server;
};

} // namespace relaybook
