// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/paging.h"

#include "sandbox/fields.h"

#include <algorithm>

namespace sandbox {

namespace {

constexpr std::int64_t farthestPage = 100'000'000;

std::int64_t readOne(const Call &call, const char *name, std::int64_t fallback, Fields &fields)
{
    const std::string text = call.query(name);
    if (text.empty() && call.in.query.count(name) == 0) {
        return fallback;
    }
    const auto value = wholeNumber(text);
    if (!value || *value < 1 || *value > farthestPage) {
        fields.wrong(value ? code::range : code::format, name,
                     std::string("The parameter ") + name +
                         " must be a whole number of at least 1.");
        return fallback;
    }
    return *value;
}

} // namespace

std::string Paging::metaText(std::int64_t lastPageOff) const
{
    std::string text = R"({"current_page":)";
    appendInteger(text, page);
    text += R"(,"last_page":)";
    appendInteger(text, std::max<std::int64_t>(0, lastPage() + lastPageOff));
    text += R"(,"per_page":)";
    appendInteger(text, perPage);
    text += R"(,"total":)";
    appendInteger(text, total);
    return text + '}';
}

std::optional<Answer> readPaging(const Call &call, Paging &paging)
{
    Fields fields(call.body);
    paging.page = readOne(call, "page", 1, fields);
    paging.perPage = std::min<std::int64_t>(readOne(call, "per_page", paging.perPage, fields),
                                            call.settings.maxPerPage);
    if (!fields.ok()) {
        return fields.answer();
    }
    return std::nullopt;
}

} // namespace sandbox
