// SPDX-License-Identifier: GPL-3.0-or-later
// Checks pasted lines for the access rules of a sub-user: IP addresses and networks for its
// allowlist, or domains for its blocklist. Each line is checked before anything is sent.

#pragma once

#include "api/types/subuser.h"

#include <QString>

#include <vector>

namespace relaybook {

/// The two lists of a sub-user: addresses that may use its proxies (an empty list lets everyone
/// in), and domains that its proxies do not open.
enum class AccessKind { Allowlist, Blocklist };

/// A pasted line and the result of its check.
struct AccessLine
{
    enum class Verdict {
        Good,
        NotAnAddress,
        NotADomain,
        AddressAsDomain, ///< an IP address where a domain is needed
        TooLong,
        Known,    ///< the list has it already
        Repeated, ///< an earlier line is the same
        Covered,  ///< `other` includes it: a wider network of the list or of another line
        Refused,  ///< the service refused it; `other` is its message
    };
    int number = 0; ///< from 1, with empty lines counted
    QString text;   ///< the line as it was pasted
    QString value;  ///< what is sent: a network without host bits, a domain in lower case
    QString comment;
    Verdict verdict = Verdict::Good;
    QString other = {};
    bool letsAllIn = false; ///< a network of all addresses
    friend bool operator==(const AccessLine &, const AccessLine &) = default;

    [[nodiscard]] bool isGood() const { return verdict == Verdict::Good; }
    /// Whether the user need not correct the line: the list has it, or will have it.
    [[nodiscard]] bool isDone() const
    {
        return isGood() || verdict == Verdict::Known || verdict == Verdict::Repeated ||
               verdict == Verdict::Covered;
    }
};

/// Reads one rule per line; text after a # is its comment. No domain covers another: the contract
/// does not say whether a rule for example.com includes www.example.com.
[[nodiscard]] std::vector<AccessLine> readAccessLines(AccessKind kind, const QString &text,
                                                      const std::vector<AccessRule> &rules);

/// Rules as lines that readAccessLines() reads.
[[nodiscard]] QString accessLinesOf(const std::vector<AccessRule> &rules);

} // namespace relaybook
