// SPDX-License-Identifier: GPL-3.0-or-later
// A call before it travels: what an endpoint makes of its parameters.

#pragma once

#include "api/types/secret.h"

#include <QByteArray>
#include <QString>
#include <QUrlQuery>

#include <optional>

namespace relaybook {

enum class Verb { Get, Post, Put, Patch, Delete };

/// Which bearer token a call bears (contract section 1).
enum class TokenKind { None, Personal, Reseller };

/// What a call does to the service, and so who may repeat it.
enum class Effect {
    Reads,   ///< repeated at most twice, with jitter, also where the answer came damaged;
             ///< replayed once after a renewed token
    Changes, ///< sent once; replayed once only after a 401, which says that nothing was done
    Spends,  ///< purchases and traffic moves: one send, replayed by nothing, ever
};

struct Request
{
    Verb verb = Verb::Get;
    QString path; ///< "/v1/proxies", percent-encoded where needed
    QUrlQuery query;
    QByteArray body; ///< JSON; {} for a POST, PUT or PATCH with nothing to say, none for others
    TokenKind token = TokenKind::None;
    Effect effect = Effect::Reads;
    std::optional<Secret> resellerKey; ///< X-Reseller-Key, for the exchange only
    /// For a call that Spends: 404 without a body is a documented refusal here, not a riddle.
    bool emptyNotFoundIsRefusal = false;
};

} // namespace relaybook
