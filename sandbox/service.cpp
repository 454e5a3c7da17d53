// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/service.h"

#include "sandbox/ledgercalls.h"
#include "sandbox/mangle.h"
#include "sandbox/random.h"

#include <algorithm>
#include <shared_mutex>

#include <nlohmann/json.hpp>

namespace sandbox {

namespace {

RequestTraits traitsOf(const Incoming &in, const Operation &operation)
{
    RequestTraits traits;
    traits.operation = operation.id;
    traits.method = in.method;
    traits.path = in.path;
    traits.changing = operation.changing;
    traits.reseller = operation.token == TokenKind::Reseller;
    traits.personal = operation.token == TokenKind::Personal;
    return traits;
}

std::string bearerOf(const Incoming &in)
{
    constexpr std::string_view prefix = "bearer ";
    if (lowered(in.authorization.substr(0, prefix.size())) != prefix) {
        return {};
    }
    return in.authorization.substr(prefix.size());
}

Answer tooMany(Seconds retryAfter)
{
    Answer answer =
        refuse(429, 429, "Too many requests.", "Wait for the number of seconds in Retry-After.");
    answer.headers.emplace_back("Retry-After", std::to_string(retryAfter));
    return answer;
}

/// Writes the pause of an answer in another form.
void respellRetryAfter(Answer &answer, std::string_view form, Seconds now)
{
    for (auto &[name, value] : answer.headers) {
        if (name != "Retry-After") {
            continue;
        }
        const Seconds until = now + std::strtoll(value.c_str(), nullptr, 10);
        if (form == "fraction") {
            value += ".5";
        } else if (form == "date") {
            value = isoText(until);
        } else {
            value = std::to_string(until);
        }
    }
}

Answer forbidden(std::string_view code)
{
    if (code == "1006") {
        return refuse(403, 1006, "Two-factor authentication is needed.",
                      "Sign in on the web site to set it up.");
    }
    if (code == "1007") {
        return refuse(403, 1007, "This account is not a reseller.", "Ask for reseller access.");
    }
    return refuse(403, 1005, "This is not allowed.", "The token does not have this permission.");
}

/// Some services repeat the request in their error.
Answer repeatingSecrets(const Incoming &in, int status)
{
    const std::string sent = in.authorization + ", X-Reseller-Key " + in.resellerKey;
    const std::string token =
        in.authorization.substr(std::min(in.authorization.find(' ') + 1, in.authorization.size()));
    Answer answer = invalid(2002, {{"token", "The token '" + token + "' cannot be used here."},
                                   {token, "Key " + in.resellerKey + " in " + in.body}});
    nlohmann::json body = nlohmann::json::parse(answer.body);
    body["error"]["description"] = "You sent (" + sent + ") in:" + token + ";" + in.body;
    answer.body = body.dump();
    answer.status = status;
    return answer;
}

Answer dropped(std::string_view how)
{
    Answer answer;
    answer.delivery = how == "reset" ? Delivery::Reset : Delivery::Drop;
    return answer;
}

/// The body, which must be an object; no body counts as an empty one.
std::optional<nlohmann::json> bodyOf(const Incoming &in)
{
    if (in.body.find_first_not_of(" \t\r\n") == std::string::npos) {
        return nlohmann::json::object();
    }
    nlohmann::json body = nlohmann::json::parse(in.body, nullptr, false);
    if (!body.is_object()) {
        return std::nullopt;
    }
    return body;
}

} // namespace

Service::Service(State &state, Faults &faults, ServiceSettings settings)
    : m_state(state)
    , m_faults(faults)
    , m_settings(std::move(settings))
    , m_latency(m_settings.latency.count())
    , m_limits(m_settings.rateLimit, m_settings.limitDivisor)
    , m_offer(std::make_shared<const Offer>(m_settings.offer))
{
}

Answer Service::handle(const Incoming &in)
{
    // Read once, so that the whole request sees the same offer even if it changes meanwhile.
    const std::shared_ptr<const Offer> offer = currentOffer();
    const Route found = findRoute(in.method, in.path);
    if (found.operation == nullptr) {
        count("unknown", Answer{}, false);
        if (offer->onlyDocumented) {
            return answerOf(offer->missingAnswer);
        }
        if (found.pathKnown) {
            return refuse(405, 3001, "This path does not support this method.");
        }
        return refuse(404, 3001, "There is nothing at this path.");
    }
    return route(in, found, *offer);
}

Answer Service::route(const Incoming &in, const Route &found, const Offer &offer)
{
    const Operation &operation = *found.operation;
    // Reads the number of ended waits before the request is counted: a test that waits for this
    // request may then clear a fault and end its latency.
    const std::uint64_t releases = m_settings.releases();
    const TakenFaults faults = m_faults.take(traitsOf(in, operation));
    Answer answer = served(in, found, offer, faults);
    if (faults.has(Fault::RetryAfter)) {
        respellRetryAfter(answer, faults.arg(Fault::RetryAfter), m_settings.clock());
    }
    const auto latency = std::chrono::milliseconds{m_latency + faults.number(Fault::Latency, 0)};
    if (latency.count() > 0) {
        m_settings.wait(latency, releases);
    }
    return answer;
}

Answer Service::served(const Incoming &in, const Route &found, const Offer &offer,
                       const TakenFaults &faults)
{
    const Operation &operation = *found.operation;
    if (auto answer = early(in, faults)) {
        count(operation.id, *answer, false);
        return *answer;
    }
    if (!isOffered(offer, operation)) {
        // Limits, token and body are not checked for a missing operation, but the connection may
        // break.
        Answer answer = answerOf(offer.missingAnswer);
        setDelivery(answer, faults);
        count(operation.id, answer, false);
        return answer;
    }
    const Verdict verdict = takeLimit(operation.bucket);
    Answer answer;
    if (verdict.allowed) {
        answer = performed(in, found, offer, faults);
    } else {
        answer = tooMany(verdict.retryAfter);
        count(operation.id, answer, false);
    }
    answer.headers.emplace_back("X-RateLimit-Limit", std::to_string(verdict.limit));
    answer.headers.emplace_back("X-RateLimit-Remaining", std::to_string(verdict.remaining));
    return answer;
}

/// The faults that prevent a request from being performed.
std::optional<Answer> Service::early(const Incoming &in, const TakenFaults &faults)
{
    if (faults.empty()) {
        return std::nullopt;
    }
    if (faults.has(Fault::Drop)) {
        return dropped(faults.arg(Fault::Drop));
    }
    if (faults.has(Fault::SuccessFalse) && faults.arg(Fault::SuccessFalse) != "done") {
        return withoutSuccess();
    }
    if (faults.has(Fault::Error500) && faults.arg(Fault::Error500) != "done") {
        return htmlError(500);
    }
    if (faults.has(Fault::Error502) && faults.arg(Fault::Error502) != "done") {
        return htmlError(502);
    }
    if (faults.has(Fault::TooManyRequests)) {
        Answer answer = tooMany(std::max(0L, faults.number(Fault::TooManyRequests, 1)));
        answer.headers.emplace_back("X-RateLimit-Limit", "60");
        answer.headers.emplace_back("X-RateLimit-Remaining", "0");
        return answer;
    }
    if (faults.has(Fault::Protection)) {
        constexpr long usually = 403;
        Answer answer = htmlPage(static_cast<int>(faults.number(Fault::Protection, usually)),
                                 "Just a moment...");
        answer.headers.emplace_back("cf-mitigated", "challenge");
        return answer;
    }
    if (faults.has(Fault::Redirect)) {
        Answer answer;
        answer.status = 307;
        std::string target(faults.arg(Fault::Redirect));
        if (target.empty()) {
            target = "http://localhost" + in.path;
        }
        answer.headers.emplace_back("Location", target);
        return answer;
    }
    if (faults.has(Fault::Forbid)) {
        return forbidden(faults.arg(Fault::Forbid));
    }
    if (faults.has(Fault::RepeatSecrets)) {
        return repeatingSecrets(in, static_cast<int>(faults.number(Fault::RepeatSecrets, 422)));
    }
    return std::nullopt;
}

Answer Service::performed(const Incoming &in, const Route &found, const Offer &offer,
                          const TakenFaults &faults)
{
    const Operation &operation = *found.operation;
    if (faults.has(Fault::RevokeToken)) {
        revokePersonalTokens();
    }
    auto body = operation.changing ? bodyOf(in) : nlohmann::json::object();
    bool done = false;
    Answer answer;
    {
        std::shared_lock shared(m_state.mutex(), std::defer_lock);
        std::unique_lock exclusive(m_state.mutex(), std::defer_lock);
        if (operation.changing) {
            exclusive.lock();
        } else {
            shared.lock();
        }
        if (auto refused = unauthorised(in, operation.token, faults)) {
            answer = std::move(*refused);
        } else if (!body) {
            answer = refuse(422, 2003, "The body is not a JSON object.");
        } else {
            Call call{in,         faults, m_state, m_settings.call,     m_settings.clock(),
                      found.args, {},     false,   offer.onlyDocumented};
            call.body = std::move(*body);
            answer = operation.handler(call);
            done = operation.changing ? call.performed : answer.status < 300;
        }
    }
    if (faults.has(Fault::SuccessFalse)) {
        answer = withoutSuccess();
    }
    if (faults.has(Fault::Error500)) {
        answer = htmlError(500);
    }
    if (faults.has(Fault::Error502)) {
        answer = htmlError(502);
    }
    mangle(answer, faults);
    afterwards(faults);
    count(operation.id, answer, done);
    return answer;
}

std::optional<Answer> Service::unauthorised(const Incoming &in, TokenKind kind,
                                            const TakenFaults &faults)
{
    if (kind == TokenKind::None) {
        return std::nullopt;
    }
    const std::string token = bearerOf(in);
    if (token.empty()) {
        return refuse(401, 1001, "No bearer token was sent.",
                      "Send the header Authorization: Bearer <token>.");
    }
    return kind == TokenKind::Personal ? checkPersonal(token, faults)
                                       : checkReseller(token, faults);
}

std::optional<Answer> Service::checkPersonal(const std::string &token, const TakenFaults &)
{
    const auto &tokens = m_state.account().personalTokens();
    const auto found = std::find_if(tokens.begin(), tokens.end(), [&](const PersonalToken &known) {
        return known.text == token;
    });
    if (found == tokens.end() || found->revoked) {
        return refuse(401, 1004, "The token is not valid, or it was revoked.", "Sign in again.");
    }
    return std::nullopt;
}

std::optional<Answer> Service::checkReseller(const std::string &token, const TakenFaults &faults)
{
    const ResellerToken &known = m_state.account().resellerToken();
    if (known.text.empty() || token != known.text) {
        return refuse(401, 1004, "The token is not valid: a newer one replaced it.",
                      "Exchange the Reseller Key again.");
    }
    const std::lock_guard lock(m_tokenMutex);
    if (m_countedToken != token) {
        m_countedToken = token;
        m_tokenCalls = 0;
    }
    ++m_tokenCalls;
    if (faults.has(Fault::ExpireToken) && m_tokenCalls > faults.number(Fault::ExpireToken, 0)) {
        m_expiredToken = token;
    }
    if (token == m_expiredToken || m_settings.clock() >= known.expiresAt) {
        return refuse(401, 1003, "The token has expired.", "Exchange the Reseller Key again.");
    }
    return std::nullopt;
}

Verdict Service::takeLimit(Bucket bucket)
{
    const std::lock_guard lock(m_limitsMutex);
    return m_limits.take(bucket, m_settings.clock());
}

void Service::afterwards(const TakenFaults &faults)
{
    if (!faults.has(Fault::ShiftingPages)) {
        return;
    }
    const long every = std::max(1L, faults.number(Fault::ShiftingPages, 1));
    bool due = false;
    {
        const std::lock_guard lock(m_tokenMutex);
        due = ++m_pagesServed % every == 0;
    }
    if (due) {
        bookOrdinary();
    }
}

Trouble Service::bookOrdinary()
{
    const std::unique_lock lock(m_state.mutex());
    const Account &account = m_state.account();
    const std::uint64_t draw =
        mix(account.recipe().seed, 0x71, static_cast<std::uint64_t>(account.ledger().nextId()));
    return m_state.commit(ordinaryTransaction(account, draw, m_settings.clock()));
}

void Service::expireResellerToken()
{
    const std::shared_lock state(m_state.mutex());
    const std::lock_guard lock(m_tokenMutex);
    m_expiredToken = m_state.account().resellerToken().text;
}

void Service::revokePersonalTokens()
{
    const std::unique_lock lock(m_state.mutex());
    std::vector<Change> changes;
    for (PersonalToken token : m_state.account().personalTokens()) {
        if (token.revoked) {
            continue;
        }
        token.revoked = true;
        changes.emplace_back(PutToken{token});
    }
    // If the disk is full, the token stays valid, and the next change reports the error.
    if (!changes.empty()) {
        static_cast<void>(m_state.commit(changes));
    }
}

void Service::setLatency(std::chrono::milliseconds latency)
{
    m_latency = latency.count();
}

std::optional<std::string> Service::setOffer(const Offer &offer)
{
    if (auto wrong = checkOffer(offer)) {
        return wrong;
    }
    auto next = std::make_shared<const Offer>(offer);
    const std::lock_guard lock(m_offerMutex);
    m_offer = std::move(next);
    return std::nullopt;
}

std::shared_ptr<const Offer> Service::currentOffer() const
{
    const std::lock_guard lock(m_offerMutex);
    return m_offer;
}

void Service::countConnection()
{
    const std::lock_guard lock(m_countersMutex);
    ++m_counters.connections;
}

void Service::count(std::string_view operation, const Answer &answer, bool done)
{
    const std::lock_guard lock(m_countersMutex);
    ++m_counters.requests;
    OperationCount &counted = m_counters.operations[std::string(operation)];
    ++counted.arrived;
    if (done) {
        ++counted.performed;
    }
    if (answer.delivery == Delivery::Whole) {
        ++counted.answered;
    }
}

Counters Service::counters() const
{
    const std::lock_guard lock(m_countersMutex);
    return m_counters;
}

void Service::resetCounters()
{
    const std::lock_guard lock(m_countersMutex);
    m_counters = Counters{};
}

} // namespace sandbox
