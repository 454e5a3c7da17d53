// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations of the interface a sandbox has, and how it answers requests for missing ones.
// Every service has the operations that the contract calls certain; others may be missing at a real
// service, so tests and users can remove them in the sandbox.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandbox {

struct Answer;
struct Operation;

/// The response to a request for a missing operation.
enum class MissingAnswer {
    Status404,   ///< 404 with an empty body
    Status405,   ///< 405 with an empty body
    Status501,   ///< 501 with an empty body
    Json404,     ///< 404 with an error object whose code is the status
    HtmlPage404, ///< 404 with a web server's page
    HtmlPage200, ///< 200 with a web page, like a site that shows its start page everywhere
};

/// The operations that a sandbox has.
struct Offer
{
    /// Only the certain operations; the reseller's balance contains only *_pricing_tiers.
    bool onlyDocumented = false;
    /// Ids of missing operations ("listProxies"); may include certain ones.
    std::set<std::string, std::less<>> without = {};
    MissingAnswer missingAnswer = MissingAnswer::Status404;

    friend bool operator==(const Offer &, const Offer &) = default;
};

/// The ids of all operations of the interface, for tests that remove each of them.
std::vector<std::string> operationIds();
/// The ids of the operations that remain with --only-documented.
std::vector<std::string> certainOperationIds();

/// Checks an offer. Returns an error message (for an operation that does not exist), or nothing.
std::optional<std::string> checkOffer(const Offer &offer);
/// Adds the argument of --without: OPERATION[,OPERATION…]. Returns an error message, or nothing.
std::optional<std::string> addWithout(Offer &offer, std::string_view operations);
/// Parses the argument of --missing-answer.
std::optional<MissingAnswer> missingAnswerFromWord(std::string_view word);

// For the service itself:
bool isOffered(const Offer &offer, const Operation &operation);
Answer answerOf(MissingAnswer kind);

} // namespace sandbox
