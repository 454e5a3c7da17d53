// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/offer.h"

#include "sandbox/call.h"
#include "sandbox/mangle.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbox {

namespace {

std::optional<std::string> checkOperation(std::string_view id)
{
    if (findOperation(id) != nullptr) {
        return std::nullopt;
    }
    return "There is no operation named '" + std::string(id) + "'; --help lists them";
}

Answer emptyAnswer(int status)
{
    Answer answer;
    answer.status = status;
    answer.contentType.clear();
    return answer;
}

Answer jsonNotFound()
{
    Answer answer;
    answer.status = 404;
    answer.body = R"({"error":{"code":404,"message":"Not Found"}})";
    return answer;
}

constexpr std::array<std::pair<std::string_view, MissingAnswer>, 6> answerWords{{
    {"404", MissingAnswer::Status404},
    {"405", MissingAnswer::Status405},
    {"501", MissingAnswer::Status501},
    {"json", MissingAnswer::Json404},
    {"html", MissingAnswer::HtmlPage404},
    {"html200", MissingAnswer::HtmlPage200},
}};

} // namespace

std::vector<std::string> operationIds()
{
    std::vector<std::string> ids;
    for (const Operation *operation : allOperations()) {
        ids.emplace_back(operation->id);
    }
    return ids;
}

std::vector<std::string> certainOperationIds()
{
    std::vector<std::string> ids;
    for (const Operation *operation : allOperations()) {
        if (operation->evidence == Evidence::Certain) {
            ids.emplace_back(operation->id);
        }
    }
    return ids;
}

std::optional<std::string> checkOffer(const Offer &offer)
{
    for (const std::string &id : offer.without) {
        if (auto wrong = checkOperation(id)) {
            return wrong;
        }
    }
    return std::nullopt;
}

std::optional<std::string> addWithout(Offer &offer, std::string_view operations)
{
    std::size_t start = 0;
    while (start <= operations.size()) {
        const std::size_t end = std::min(operations.find(',', start), operations.size());
        const std::string_view id = operations.substr(start, end - start);
        if (auto wrong = checkOperation(id)) {
            return wrong;
        }
        offer.without.emplace(id);
        start = end + 1;
    }
    return std::nullopt;
}

std::optional<MissingAnswer> missingAnswerFromWord(std::string_view word)
{
    const auto *const found = std::find_if(answerWords.begin(), answerWords.end(),
                                           [&](const auto &entry) { return entry.first == word; });
    if (found == answerWords.end()) {
        return std::nullopt;
    }
    return found->second;
}

bool isOffered(const Offer &offer, const Operation &operation)
{
    if (offer.onlyDocumented && operation.evidence != Evidence::Certain) {
        return false;
    }
    return !offer.without.contains(operation.id);
}

Answer answerOf(MissingAnswer kind)
{
    switch (kind) {
    case MissingAnswer::Status404:
        return emptyAnswer(404);
    case MissingAnswer::Status405:
        return emptyAnswer(405);
    case MissingAnswer::Status501:
        return emptyAnswer(501);
    case MissingAnswer::Json404:
        return jsonNotFound();
    case MissingAnswer::HtmlPage404:
        return htmlPage(404, "404 Not Found");
    case MissingAnswer::HtmlPage200:
        return htmlPage(200, "Welcome");
    }
    return emptyAnswer(404);
}

} // namespace sandbox
