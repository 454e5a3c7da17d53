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
    /// Whether this program was started with --offline. If not, it refuses a start with --offline,
    /// because it sends requests.
    void setOffline(bool offline) { m_isOffline = offline; }
    /// Accepts no more starts, because the program is ending.
    void close() { m_server.close(); }

    [[nodiscard]] QString serverName() const { return m_server.serverName(); }

    enum class Answer {
        None,   ///< no program, or it did not answer in time
        Taken,  ///< it does what the arguments say
        Online, ///< the second program is to be offline, which the running one is not
    };
    /// A start of the program, for the one that is running already.
    struct Start
    {
        QStringList arguments;
        bool isOffline = false;
    };
    /// The side of the second program: hands over its start. Waits at most `most` for the answer of
    /// the running program, which may have just been started; blocks.
    [[nodiscard]] static Answer handOver(const QString &dataDir, const Start &start,
                                         std::chrono::milliseconds most);

Q_SIGNALS:
    /// A second start, with its command line.
    void started(const QStringList &arguments);

private:
    void onConnection();
    void read(QLocalSocket *socket);

    QLocalServer m_server;
    bool m_isOffline = false;
};

} // namespace relaybook
