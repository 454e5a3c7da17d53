// SPDX-License-Identifier: GPL-3.0-or-later
// One service with the tokens for it: what belongs together when an account is opened.

#pragma once

#include "api/http/apiclient.h"
#include "api/http/authsession.h"
#include "api/http/pacer.h"

namespace relaybook {

/// Lives on the GUI thread. `clock` outlives it.
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
    // In the order in which they need each other.
    AuthSession m_auth;
    Pacer m_pacer;
    ApiClient m_client;
};

} // namespace relaybook
