// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares the route of an account's calls without blocking the GUI thread: the system may take
// seconds to say which proxy is to be used.

#pragma once

#include "api/http/networkroute.h"
#include "api/types/clock.h"
#include "api/types/mailbox.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace relaybook {

/// Lives on the GUI thread. Files are read, and the system is asked, on another one.
class NetworkPath : public QObject
{
    Q_OBJECT
public:
    /// `clock` must outlive this object. The route is prepared at once.
    NetworkPath(RouteRequest request, const Clock &clock, QObject *parent = nullptr);
    ~NetworkPath() override;

    enum class State {
        Preparing, ///< calls wait
        Ready,
        Broken, ///< the settings cannot be used, see error(): nothing may be sent
    };
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const NetworkRoute &route() const { return m_route; }
    [[nodiscard]] const ApiError &error() const { return m_error; }

    [[nodiscard]] const NetworkSettings &settings() const { return m_request.settings; }
    /// Prepares another route. The file is read and the system is asked again in any case.
    void set(const NetworkSettings &settings);
    /// To be called when the route is used: after a minute the system is asked again, because its
    /// proxy changes with the network. The known route is used until it has answered.
    void noteUse();
    /// To be called when no connection could be made: the system is asked and the file is read
    /// again soon.
    void noteFailure();
    /// To be called for a new call, which waits: if the settings could not be used, the file may be
    /// there again.
    void noteCall();

Q_SIGNALS:
    /// The state is not Preparing any more, or the route changed.
    void settled();

private:
    void prepare();
    void prepareAgainAfter(std::chrono::milliseconds pause);
    [[nodiscard]] bool usesSystemProxy() const;
    void take(quint64 number, const Result<NetworkRoute> &route);

    RouteRequest m_request;
    const Clock &m_clock;
    State m_state = State::Preparing;
    NetworkRoute m_route;
    ApiError m_error;
    std::shared_ptr<Mailbox<NetworkPath>> m_mailbox; ///< shared with the other thread
    QTimer m_patience;
    bool m_isAsking = false;
    quint64 m_number = 0; ///< of the last preparation: answers to earlier ones are ignored
    std::chrono::milliseconds m_preparedAt{0};
};

} // namespace relaybook
