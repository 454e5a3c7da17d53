// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a pasted list of ids, one per line, and reports for each line whether it is valid.

#pragma once

#include "api/types/ids.h"

#include <QString>

#include <functional>
#include <vector>

namespace relaybook {

/// A pasted line and the result of checking it.
struct PastedLine
{
    enum class Verdict {
        Good,
        Known,      ///< the row is already stored
        Repeated,   ///< also on an earlier line
        NoUuid,     ///< proxies: not a UUID
        NoNumber,   ///< sub-users: does not begin with a whole number above 0
        LongName,   ///< sub-users: the name has more than 255 characters
        WrongKind,  ///< sub-users: a UUID, so a proxy's id; proxies: a number, so a sub-user's
        BeyondLimit ///< after mostPastedIds valid lines
    };
    int number = 0; ///< line number, from 1
    QString text;   ///< as pasted, without surrounding spaces
    Verdict verdict = Verdict::Good;
    friend bool operator==(const PastedLine &, const PastedLine &) = default;
};

constexpr int mostPastedIds = 10'000;
constexpr int longestLocalName = 255;

struct PastedProxy
{
    PastedLine line;
    ProxyId id; ///< lower case, with hyphens, without braces; set for Good, Known and Repeated
    friend bool operator==(const PastedProxy &, const PastedProxy &) = default;
};

/// Parses lines with a UUID each, in any usual form: with or without braces, quotes and hyphens, in
/// upper or lower case, with or without a comma or semicolon after it.
[[nodiscard]] std::vector<PastedProxy>
readPastedProxies(const QString &text, const std::function<bool(const ProxyId &)> &isKnown);

struct PastedSubUser
{
    PastedLine line;
    SubUserId id;
    QString name; ///< the text after the id; may be empty
    friend bool operator==(const PastedSubUser &, const PastedSubUser &) = default;
};

/// Parses lines with a number each, optionally followed by a comma, semicolon, tab or space and the
/// user's local name for that sub-user.
[[nodiscard]] std::vector<PastedSubUser>
readPastedSubUsers(const QString &text, const std::function<bool(SubUserId)> &isKnown);

} // namespace relaybook
