// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the connection to a service step by step: name, connection, TLS, clock, each token and the
// data that it gives access to, and the remaining limits. The result of each step is a text.

#pragma once

#include "api/http/networkroute.h"
#include "api/types/clock.h"
#include "api/types/networksettings.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class ServiceConnection;
enum class TokenKind;
struct ApiError;

/// One step of the check.
struct ConnectionStep
{
    enum State { Waiting, Running, Good, Warning, Bad, Skipped };
    QString name; ///< stable, for tests and object names: "name", "tls", "personal-token" …
    QString title;
    State state = Waiting;
    QString verdict{}; ///< one or two sentences: what was found and, if it is bad, what to do
    friend bool operator==(const ConnectionStep &, const ConnectionStep &) = default;
};

/// Lives on the GUI thread. Sends few calls, which only read; the one exception is the exchange of
/// a Reseller Key that has no token yet. A check can be started again at any time. The steps, in
/// their order: "address", "name", "connection", "tls", "clock", "personal-token", "reseller-key",
/// "limits". After a Bad one the later steps are Skipped, except that each token is tried on its
/// own.
class ConnectionCheck : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        QString address;
        NetworkSettings network;
        /// The connection whose tokens are tried. It should use `network` and must outlive the
        /// check.
        ServiceConnection &connection;
        const Clock &clock;
        std::optional<QSslConfiguration> tls{};            ///< as ApiClient::Config, for tests
        SystemProxies systemProxies = askSystemForProxies; ///< as ApiClient::Config
        std::chrono::milliseconds patience{10'000};        ///< timeout for each step of connecting
    };
    explicit ConnectionCheck(const Parts &parts, QObject *parent = nullptr);
    ~ConnectionCheck() override;

    /// Starts from the first step, also while it is running.
    void start();
    /// The steps that have not ended are Skipped. Does not emit finished().
    void cancel();
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] const std::vector<ConnectionStep> &steps() const;
    /// All steps as text to be copied, with version and time; without secrets.
    [[nodiscard]] QString report() const;

Q_SIGNALS:
    void changed();
    void finished();

private:
    struct Run;
    struct TokenCall;
    enum Place { Address, Name, Connection, Tls, ClockDifference, Personal, Reseller, Limits };

    void checkAddress();
    void probe();
    void onProbeStep();
    void onProbed();
    void askTheTime();
    void tryToken(Place place);
    void tryNextCall(Place place);
    void endToken(Place place);
    void showLimits();
    void showWaiting(Place place, const QString &text);
    void set(Place place, ConnectionStep::State state, const QString &verdict);
    void skipFrom(Place place, const QString &why);
    void announce();
    void finish();

    Parts m_parts;
    std::vector<ConnectionStep> m_steps;
    std::unique_ptr<Run> m_run;
    bool m_isAnnounced = false;
};

} // namespace relaybook
