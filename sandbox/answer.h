// SPDX-License-Identifier: GPL-3.0-or-later
// The request and response types of the sandbox, independent of the HTTP library.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox {

/// A request as received.
struct Incoming
{
    std::string method;
    std::string path;
    std::string host; ///< the header Host: the address that the client believes it talks to
    std::map<std::string, std::string> query;
    std::string authorization;
    std::string resellerKey;
    std::string body;
};

/// How a response is delivered to the client.
enum class Delivery {
    Whole,
    Drop,  ///< close without a byte
    Reset, ///< close without a byte, with TCP RST
    Half,  ///< send a part, then close
    Hang,  ///< send a part, then nothing more
    Drip,  ///< send the headers, then the body one byte at a time
};

struct Answer
{
    int status = 200;
    std::string body;
    std::string contentType = "application/json"; ///< no Content-Type header if empty
    std::vector<std::pair<std::string, std::string>> headers;
    Delivery delivery = Delivery::Whole;
    /// For Half and Hang: the number of bytes to send, instead of half of them.
    std::size_t bytes = 0;
    std::chrono::milliseconds pause{}; ///< for Drip: before each byte
    bool refusal = false;              ///< an error response of the service itself
};

/// One element of `errors` in an error response (contract section 1).
struct FieldError
{
    std::string field;
    std::string message;
};

/// An error response with the body defined in the contract (section 1, "Errors").
Answer refuse(int status, int code, std::string_view message, std::string_view description = {});
/// A 422 response with the code of the first error and all fields in `errors`.
Answer invalid(int code, const std::vector<FieldError> &errors);

/// A response whose body is already JSON.
Answer json(std::string body, int status = 200);

} // namespace sandbox
