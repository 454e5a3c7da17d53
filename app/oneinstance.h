// SPDX-License-Identifier: GPL-3.0-or-later
// Makes sure that only one window uses a data folder. A second start passes its arguments to the
// running program, which brings its window to the front and does what they say, or says why it
// cannot; then the second program ends.

#pragma once

#include <QLocalServer>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <functional>
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
    /// Does what the command line of a second start says. Returns why it did not, in one or more
    /// sentences; empty if it did.
    using Handler = std::function<QString(const QStringList &arguments)>;
    /// Without a handler, nothing is done and nothing is refused.
    void setHandler(Handler handler) { m_handler = std::move(handler); }
    /// Accepts no more starts, because the program is ending.
    void close() { m_server.close(); }

    [[nodiscard]] QString serverName() const { return m_server.serverName(); }

    enum class Answer {
        None,    ///< no program, or it did not answer in time
        Done,    ///< it did what the arguments say
        Refused, ///< it did not: Reply::why
        Online,  ///< the second program is to be offline, which the running one is not
    };
    struct Reply
    {
        Answer answer = Answer::None;
        QString why; ///< sentences for people, if it refused
        friend bool operator==(const Reply &, const Reply &) = default;
    };
    /// A start of the program, for the one that is running already.
    struct Start
    {
        QStringList arguments;
        bool isOffline = false;
    };
    /// The side of the second program: hands over its start. Waits at most `most` until the running
    /// program, which may have just been started, has received it, and then for its answer; blocks.
    [[nodiscard]] static Reply handOver(const QString &dataDir, const Start &start,
                                        std::chrono::milliseconds most);

private:
    void onConnection();
    void read(QLocalSocket *socket);

    QLocalServer m_server;
    Handler m_handler;
    bool m_isOffline = false;
};

} // namespace relaybook
