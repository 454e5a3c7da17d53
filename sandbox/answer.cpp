// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/answer.h"

#include "sandbox/decimal.h"
#include "sandbox/text.h"

namespace sandbox {

namespace {

std::string errorStart(int code, std::string_view message, std::string_view description)
{
    std::string body = R"({"error":{"code":)";
    appendInteger(body, code);
    body += R"(,"message":)";
    appendQuoted(body, message);
    body += R"(,"description":)";
    if (description.empty()) {
        body += "null";
    } else {
        appendQuoted(body, description);
    }
    return body;
}

} // namespace

Answer refuse(int status, int code, std::string_view message, std::string_view description)
{
    Answer answer;
    answer.status = status;
    answer.body = errorStart(code, message, description) + R"(,"field":null,"errors":null}})";
    answer.refusal = true;
    return answer;
}

Answer invalid(int code, const std::vector<FieldError> &errors)
{
    Answer answer;
    answer.status = 422;
    answer.refusal = true;
    std::string body =
        errorStart(code, errors.front().message,
                   "Correct the fields listed in 'errors' and send the request again.");
    body += R"(,"field":)";
    appendQuoted(body, errors.front().field);
    body += R"(,"errors":[)";
    for (const FieldError &error : errors) {
        if (body.back() == '}') {
            body += ',';
        }
        body += R"({"field":)";
        appendQuoted(body, error.field);
        body += R"(,"message":)";
        appendQuoted(body, error.message);
        body += '}';
    }
    answer.body = body + "]}}";
    return answer;
}

Answer json(std::string body, int status)
{
    Answer answer;
    answer.status = status;
    answer.body = std::move(body);
    return answer;
}

} // namespace sandbox
