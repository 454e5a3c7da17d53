// SPDX-License-Identifier: GPL-3.0-or-later
// Bundles the tokens, the pacer and the API client of one service.

#pragma once

#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "api/http/pacer.h"

namespace relaybook {

/// The connection of an open account to its service. Lives on the GUI thread. `clock` must outlive
/// it.
class ServiceConnection
{
public:
    ServiceConnection(const ApiClient::Config &config, const Clock &clock)
        : m_pacer(clock)
        , m_client(config, m_auth, m_pacer, clock)
    {
    }

    [[nodiscard]] AuthSession &auth() { return m_auth; }
    [[nodiscard]] ApiClient &client() { return m_client; }

private:
    // In order of dependency.
    AuthSession m_auth;
    Pacer m_pacer;
    ApiClient m_client;
};

} // namespace relaybook
