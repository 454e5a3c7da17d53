// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the interface's operations a sandbox offers, and how it answers those that it does not.
// Only the operations that the contract calls certain are at every service; any other may be
// missing at a real one, so tests and people can take them away here.
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

/// How a request for an operation that is not offered is answered.
enum class MissingAnswer {
    Status404,   ///< 404 with an empty body
    Status405,   ///< 405 with an empty body
    Status501,   ///< 501 with an empty body
    HtmlPage404, ///< 404 with a web server's page
    HtmlPage200, ///< 200 with a web page, as a site does that shows its start page everywhere
};

struct Offer
{
    /// Offer the certain operations only; of the reseller's balance, answer *_pricing_tiers only.
    bool onlyDocumented = false;
    /// Operation ids ("listProxies") that are not offered; certain ones may be among them.
    std::set<std::string, std::less<>> without = {};
    MissingAnswer missingAnswer = MissingAnswer::Status404;

    friend bool operator==(const Offer &, const Offer &) = default;
};

/// Every operation of the interface, for tests that take each of them away.
std::vector<std::string> operationIds();
/// Those that --only-documented leaves.
std::vector<std::string> certainOperationIds();

/// What is wrong with an offer (an operation that does not exist), or nothing.
std::optional<std::string> checkOffer(const Offer &offer);
/// Adds what --without takes: OPERATION[,OPERATION…]. Returns what is wrong, or nothing.
std::optional<std::string> addWithout(Offer &offer, std::string_view operations);
/// Reads what --missing-answer takes.
std::optional<MissingAnswer> missingAnswerFromWord(std::string_view word);

// For the service itself:
bool isOffered(const Offer &offer, const Operation &operation);
Answer answerOf(MissingAnswer kind);

} // namespace sandbox
