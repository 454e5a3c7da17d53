// SPDX-License-Identifier: GPL-3.0-or-later
// A request to the service before it is sent: verb, path, query, body and token. Endpoints build it
// from their parameters.

#pragma once

#include "api/types/secret.h"

#include <QByteArray>
#include <QString>
#include <QUrlQuery>

#include <optional>

namespace relaybook {

enum class Verb { Get, Post, Put, Patch, Delete };

/// The bearer token that a call needs (contract section 1).
enum class TokenKind { None, Personal, Reseller };

/// What a call does at the service. It decides whether the call may be repeated.
enum class Effect {
    Reads, ///< repeated at most twice, with jitter, also if the response was damaged; replayed once
           ///< after the token was renewed
    Changes, ///< sent once; replayed once only after a 401, which means that nothing was done
    Spends,  ///< purchases and traffic moves: sent once, never repeated or replayed
};

struct Request
{
    Verb verb = Verb::Get;
    QString path; ///< "/v1/proxies", percent-encoded where needed
    QUrlQuery query;
    QByteArray body; ///< JSON; {} for a POST, PUT or PATCH without parameters, empty for others
    TokenKind token = TokenKind::None;
    Effect effect = Effect::Reads;
    std::optional<Secret> resellerKey; ///< X-Reseller-Key, for the exchange only
    Secret bodySecret;                 ///< a password in `body`; empty if there is none
    /// The call only gets, renews or revokes a token: it is also sent for an account that is set to
    /// view only.
    bool isOfSignIn = false;
};

} // namespace relaybook
