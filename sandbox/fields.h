// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the members of a request body, and collecting what is wrong with them.
#pragma once

#include "sandbox/answer.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbox {

/// The validation codes of the contract, in its order.
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

class Fields
{
public:
    explicit Fields(const nlohmann::json &body)
        : m_body(body)
    {
    }

    bool has(const char *name) const { return m_body.contains(name); }
    bool isNull(const char *name) const { return has(name) && m_body.at(name).is_null(); }

    /// Notes 2001 when the member is not there (or null).
    bool require(const char *name);
    /// Each gives nothing when the member is absent, null, or wrong (which is noted).
    std::optional<std::string> text(const char *name, std::size_t longest = 255);
    std::optional<std::int64_t> integer(const char *name, std::int64_t least, std::int64_t most);
    /// Gigabytes as bytes, exact.
    std::optional<std::int64_t> gigabytes(const char *name, std::int64_t least, std::int64_t most);

    void wrong(int code, const std::string &field, const std::string &message);
    bool ok() const { return m_errors.empty(); }
    Answer answer() const { return invalid(m_code, m_errors); }

private:
    const nlohmann::json &m_body;
    int m_code = 0;
    std::vector<FieldError> m_errors;
};

/// A number's exact decimal text: of a double the shortest that reads back the same.
std::string numberText(const nlohmann::json &number);

/// A path argument or query value that is to be a whole number.
std::optional<std::int64_t> wholeNumber(const std::string &text);

} // namespace sandbox
