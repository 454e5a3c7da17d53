// SPDX-License-Identifier: GPL-3.0-or-later
// How a message to a webhook ended. Does not have its address.

#pragma once

#include <QString>

#include <chrono>

namespace relaybook {

/// Stored by number: new ones at the end.
enum class WebhookOutcome {
    Delivered,          ///< a status of 200 to 299
    Refused,            ///< 400 to 499, but 408 and 429; also any other status
    TooMany,            ///< 429
    ServiceFailure,     ///< 500 to 599, and 408
    Redirected,         ///< 300 to 399; not followed
    TimedOut,           ///< no complete answer in time
    Unreachable,        ///< no connection could be made
    ClosedEarly,        ///< the connection was closed without an answer
    TlsFailed,          ///< no secure connection, e.g. because of the certificate
    ProxyFailed,        ///< the proxy of the network settings, or the way through it
    AddressUnusable,    ///< the stored address is not one of a webhook; nothing was sent
    NoAddress,          ///< none is stored; nothing was sent
    KeychainFailed,     ///< the address could not be read; nothing was sent
    Offline,            ///< the program was started with --offline; nothing was sent
    NetworkUnconfirmed, ///< only a file names the account's connection settings; nothing was sent
};
inline constexpr WebhookOutcome lastWebhookOutcome = WebhookOutcome::NetworkUnconfirmed;

struct WebhookResult
{
    WebhookOutcome outcome = WebhookOutcome::NoAddress;
    int status = 0; ///< HTTP; 0 if there was none
    /// The pause that the service asked for; 0 if it did not.
    std::chrono::seconds retryAfter{0};
    /// What the service said about a failure, in its own words: see foreignWords(). Not stored.
    QString words = {};
    friend bool operator==(const WebhookResult &, const WebhookResult &) = default;
};

/// Whether the same message may arrive if it is sent again soon. A keychain that fails is not asked
/// again so soon: it may ask its user each time.
[[nodiscard]] constexpr bool isWorthRetrying(WebhookOutcome outcome)
{
    switch (outcome) {
    case WebhookOutcome::TooMany:
    case WebhookOutcome::ServiceFailure:
    case WebhookOutcome::TimedOut:
    case WebhookOutcome::Unreachable:
    case WebhookOutcome::ClosedEarly:
    case WebhookOutcome::ProxyFailed:
    case WebhookOutcome::NetworkUnconfirmed: // the keychain may be read meanwhile
        return true;
    default:
        return false;
    }
}

/// Whether the message may have arrived although no answer said so.
[[nodiscard]] constexpr bool mayHaveArrived(WebhookOutcome outcome)
{
    return outcome == WebhookOutcome::TimedOut || outcome == WebhookOutcome::ClosedEarly;
}

} // namespace relaybook
