// SPDX-License-Identifier: GPL-3.0-or-later
// Reads ids that a user pasted, one to a line, and says of each line what it is.

#pragma once

#include "api/types/ids.h"

#include <QString>

#include <functional>
#include <vector>

namespace relaybook {

struct PastedLine
{
    enum class Verdict {
        Good,
        Known,      ///< the row is on this computer already
        Repeated,   ///< stands on an earlier line too
        NoUuid,     ///< proxies: not a UUID
        NoNumber,   ///< sub-users: does not begin with a whole number above 0
        LongName,   ///< sub-users: the name has more than 255 characters
        WrongKind,  ///< sub-users: a UUID, so a proxy's id; proxies: a number, so a sub-user's
        BeyondLimit ///< after mostPastedIds good lines
    };
    int number = 0; ///< of the line, from 1
    QString text;   ///< as pasted, without the spaces around it
    Verdict verdict = Verdict::Good;
    friend bool operator==(const PastedLine &, const PastedLine &) = default;
};

constexpr int mostPastedIds = 10'000;
constexpr int longestLocalName = 255;

struct PastedProxy
{
    PastedLine line;
    ProxyId id; ///< in lower case with hyphens and without braces, where Good, Known or Repeated
    friend bool operator==(const PastedProxy &, const PastedProxy &) = default;
};

/// A line is a UUID in any of its usual forms: with or without braces, quotes and hyphens, in upper
/// or lower case, with a comma or semicolon behind it.
[[nodiscard]] std::vector<PastedProxy>
readPastedProxies(const QString &text, const std::function<bool(const ProxyId &)> &isKnown);

struct PastedSubUser
{
    PastedLine line;
    SubUserId id;
    QString name; ///< what stands behind the id; may be empty
    friend bool operator==(const PastedSubUser &, const PastedSubUser &) = default;
};

/// A line is a number, and behind it, parted by a comma, semicolon, tab or space, the user's own
/// name for that sub-user.
[[nodiscard]] std::vector<PastedSubUser>
readPastedSubUsers(const QString &text, const std::function<bool(SubUserId)> &isKnown);

} // namespace relaybook
