// SPDX-License-Identifier: GPL-3.0-or-later
// For tests that nothing is sent: waits while other calls make their way to a server and back. What
// would have been sent in the meantime has arrived by then. A fixed time would be too short on a
// busy machine, where such a test would pass because it looked too early.

#pragma once

#include "api/endpoints/account.h"
#include "api/http/apiclient.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/waituntil.h"

#include <QTest>

namespace relaybook::testing {

/// Makes several calls with `client`, each after the answer to the one before: more than any action
/// of the program makes before its last call. Each call lets the client check its queue, which it
/// otherwise does every quarter of a second while calls wait for the service's limits.
inline void waitForRoundTrips(ApiClient &client)
{
    constexpr int calls = 8;
    for (int i = 0; i < calls; ++i) {
        std::optional<Result<Balance>> answer;
        QObject guard;
        const Call call =
            client.send(GetBalance{}, &guard, [&](const Result<Balance> &got) { answer = got; });
        QVERIFY(waitUntil([&] { return answer.has_value(); }));
        QVERIFY(answer && *answer);
    }
}

/// The same with another client and server, for a client that can't send now, or whose calls are
/// counted.
inline void waitForOtherRoundTrips()
{
    ScriptedServer server;
    server.start();
    server.thenAnswer({200, R"({"data":{"balance":1,"currency":"USD"}})", {}});
    const SystemClock clock;
    AuthSession auth;
    auth.setPersonalToken(Secret(QByteArray("1|other")));
    Pacer pacer(clock);
    ApiClient client(ApiClient::Config{*ServiceAddress::parse(server.url())}, auth, pacer, clock);
    waitForRoundTrips(client);
}

} // namespace relaybook::testing
