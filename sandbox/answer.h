// SPDX-License-Identifier: GPL-3.0-or-later
// A request as it came in and the answer that goes out, without the HTTP library around them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbox {

struct Incoming
{
    std::string method;
    std::string path;
    std::map<std::string, std::string> query;
    std::string authorization;
    std::string resellerKey;
    std::string body;
};

/// What really goes onto the wire.
enum class Delivery {
    Whole,
    Drop,  ///< close without a byte
    Reset, ///< the same, by RST
    Half,  ///< a part, then close
    Hang,  ///< a part, then silence
};

struct Answer
{
    int status = 200;
    std::string body;
    std::string contentType = "application/json"; ///< no such header where empty
    std::vector<std::pair<std::string, std::string>> headers;
    Delivery delivery = Delivery::Whole;
    /// For Half and Hang: so many bytes instead of half of them.
    std::size_t bytes = 0;
    bool refusal = false; ///< one of the service's own errors
};

/// One entry of the contract's `errors`.
struct FieldError
{
    std::string field;
    std::string message;
};

/// The error body of the contract (section 1, Errors).
Answer refuse(int status, int code, std::string_view message, std::string_view description = {});
/// 422 with the code of the first field and every field in `errors`.
Answer invalid(int code, const std::vector<FieldError> &errors);

/// A body that is JSON already.
Answer json(std::string body, int status = 200);

} // namespace sandbox
