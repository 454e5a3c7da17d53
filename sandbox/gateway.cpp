// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/gateway.h"

#include "sandbox/listener.h"

namespace sandbox {

/// A listening port with its protocol.
class Gateway::Port final : public Listener
{
public:
    using Protocol = void (*)(Connection &, GatewayParts &);

    Port(GatewayParts &parts, Protocol protocol)
        : m_parts(parts)
        , m_protocol(protocol)
    {
    }
    ~Port() override { close(); }
    Port(const Port &) = delete;
    Port &operator=(const Port &) = delete;

private:
    void serve(Connection &connection) override { m_protocol(connection, m_parts); }

    GatewayParts &m_parts;
    Protocol m_protocol;
};

Gateway::Gateway(State &state, Faults &faults, std::function<Seconds()> clock, GatewayHooks hooks)
    : m_customers(state, std::move(clock))
    , m_parts{m_customers, faults, std::move(hooks)}
{
}

Gateway::~Gateway() = default;

std::optional<std::string> Gateway::start()
{
    m_http = std::make_unique<Port>(m_parts, serveHttpProxy);
    m_socks = std::make_unique<Port>(m_parts, serveSocksProxy);
    auto wrong = m_http->open(m_address.portHttp);
    if (!wrong) {
        wrong = m_socks->open(m_address.portSocks);
    }
    if (wrong) {
        stop();
        return wrong;
    }
    m_address = GatewayAddress{"127.0.0.1", m_http->port(), m_socks->port()};
    return std::nullopt;
}

void Gateway::stop()
{
    m_http.reset();
    m_socks.reset();
}

} // namespace sandbox
