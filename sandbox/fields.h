// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and validates the members of a request body, and collects the errors.
#pragma once

#include "sandbox/answer.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbox {

/// The validation codes, in the order of the contract.
namespace code {
inline constexpr int missing = 2001;
inline constexpr int value = 2002;
inline constexpr int format = 2003;
inline constexpr int length = 2004;
inline constexpr int range = 2005;
inline constexpr int duplicate = 2006;
inline constexpr int country = 2007;
inline constexpr int address = 2008;
inline constexpr int domain = 2009;
inline constexpr int bulk = 2010;
inline constexpr int proxyType = 2011;
inline constexpr int noProxy = 3002;
inline constexpr int noToken = 3004;
inline constexpr int noSubUser = 3005;
inline constexpr int noEntry = 3007;
inline constexpr int tooPoor = 4001;
} // namespace code

/// Reads members of a JSON object. Errors are collected for the response.
class Fields
{
public:
    explicit Fields(const nlohmann::json &body)
        : m_body(body)
    {
    }

    bool has(const char *name) const { return m_body.contains(name); }
    bool isNull(const char *name) const { return has(name) && m_body.at(name).is_null(); }

    /// Adds error 2001 if the member is missing or null.
    bool require(const char *name);
    /// Each returns nothing if the member is absent, null or invalid; an invalid one adds an error.
    std::optional<std::string> text(const char *name, std::size_t longest = 255);
    std::optional<std::int64_t> integer(const char *name, std::int64_t least, std::int64_t most);
    /// An amount in gigabytes, converted exactly to bytes.
    std::optional<std::int64_t> gigabytes(const char *name, std::int64_t least, std::int64_t most);

    void wrong(int code, const std::string &field, const std::string &message);
    bool ok() const { return m_errors.empty(); }
    Answer answer() const { return invalid(m_code, m_errors); }

private:
    const nlohmann::json &m_body;
    int m_code = 0;
    std::vector<FieldError> m_errors;
};

/// The exact decimal text of a number; for a double, the shortest text that is read back as the
/// same value.
std::string numberText(const nlohmann::json &number);

/// Parses a path argument or query value as a whole number.
std::optional<std::int64_t> wholeNumber(const std::string &text);

} // namespace sandbox
