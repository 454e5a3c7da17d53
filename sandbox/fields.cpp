// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/fields.h"

#include "sandbox/decimal.h"
#include "sandbox/text.h"

#include <array>
#include <charconv>

namespace sandbox {

void Fields::wrong(int code, const std::string &field, const std::string &message)
{
    if (m_errors.empty()) {
        m_code = code;
    }
    m_errors.push_back(FieldError{field, message});
}

bool Fields::require(const char *name)
{
    if (has(name) && !isNull(name)) {
        return true;
    }
    wrong(code::missing, name, std::string("The field ") + name + " is required.");
    return false;
}

std::optional<std::string> Fields::text(const char *name, std::size_t longest)
{
    if (!has(name) || isNull(name)) {
        return std::nullopt;
    }
    if (!m_body.at(name).is_string()) {
        wrong(code::format, name, std::string("The field ") + name + " must be text.");
        return std::nullopt;
    }
    auto value = m_body.at(name).get<std::string>();
    if (characters(value) > longest) {
        wrong(code::length, name,
              std::string("The field ") + name + " may have at most " + std::to_string(longest) +
                  " characters.");
        return std::nullopt;
    }
    return value;
}

std::optional<std::int64_t> Fields::integer(const char *name, std::int64_t least, std::int64_t most)
{
    if (!has(name) || isNull(name)) {
        return std::nullopt;
    }
    const nlohmann::json &value = m_body.at(name);
    if (!value.is_number_integer()) {
        wrong(code::format, name, std::string("The field ") + name + " must be a whole number.");
        return std::nullopt;
    }
    const auto number = value.get<std::int64_t>();
    if (number < least || number > most) {
        wrong(code::range, name,
              std::string("The field ") + name + " must be between " + std::to_string(least) +
                  " and " + std::to_string(most) + ".");
        return std::nullopt;
    }
    return number;
}

std::optional<std::int64_t> Fields::gigabytes(const char *name, std::int64_t least,
                                              std::int64_t most)
{
    if (!has(name) || isNull(name)) {
        return std::nullopt;
    }
    const nlohmann::json &value = m_body.at(name);
    const std::string text = value.is_string() ? value.get<std::string>() : numberText(value);
    const auto bytes = parseFixed(text, 9);
    if (!bytes) {
        wrong(code::format, name, std::string("The field ") + name + " must be a decimal number.");
        return std::nullopt;
    }
    if (*bytes < least || *bytes > most) {
        wrong(code::range, name,
              std::string("The field ") + name + " must be between " + gbText(least) + " and " +
                  gbText(most) + ".");
        return std::nullopt;
    }
    return bytes;
}

std::string numberText(const nlohmann::json &number)
{
    if (number.is_number_integer()) {
        return number.dump();
    }
    if (!number.is_number_float()) {
        return {};
    }
    std::array<char, 400> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number.get<double>(),
                                   std::chars_format::fixed)
                         .ptr;
    return {text.data(), end};
}

std::optional<std::int64_t> wholeNumber(const std::string &text)
{
    std::int64_t value = 0;
    const char *const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc{} || end != last) {
        return std::nullopt;
    }
    return value;
}

} // namespace sandbox
