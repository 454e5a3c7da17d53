// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers for the lists of countries, regions and cities; they need no token.
#include "sandbox/call.h"
#include "sandbox/fields.h"
#include "sandbox/places.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

using Names = std::vector<std::pair<std::string_view, std::string_view>>;

Answer namesAnswer(const Names &names)
{
    std::string body = R"({"data":[)";
    for (const auto &[code, name] : names) {
        if (body.back() == '}') {
            body += ',';
        }
        body += R"({"code":)";
        appendQuoted(body, code);
        body += R"(,"name":)";
        appendQuoted(body, name);
        body += '}';
    }
    body += R"(],"total":)";
    appendInteger(body, static_cast<std::int64_t>(names.size()));
    return json(body + '}');
}

Answer listCountries(Call &)
{
    Names names;
    for (const Country &country : countries()) {
        names.emplace_back(country.code, country.name);
    }
    std::sort(names.begin(), names.end(),
              [](const auto &a, const auto &b) { return a.second < b.second; });
    return namesAnswer(names);
}

/// Regions and cities have no codes of their own: the name is what a proxy carries.
Answer listPart(const Call &call, std::string_view Place::*part)
{
    const std::string country = call.query("country");
    if (country.empty() || findCountry(country) == nullptr) {
        Fields fields(call.body);
        if (country.empty()) {
            fields.wrong(code::missing, "country", "The parameter country is required.");
        } else {
            fields.wrong(code::country, "country", "This country is not known.");
        }
        return fields.answer();
    }
    Names names;
    for (const Place &place : placesOf(country)) {
        names.emplace_back(place.*part, place.*part);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return namesAnswer(names);
}

Answer listRegions(Call &call)
{
    return listPart(call, &Place::region);
}

Answer listCities(Call &call)
{
    return listPart(call, &Place::city);
}

constexpr std::array geoTable{
    Operation{"listCountries", "GET", "/v1/geo/countries", TokenKind::None, Bucket::Geo, false,
              listCountries},
    Operation{"listRegions", "GET", "/v1/geo/regions", TokenKind::None, Bucket::Geo, false,
              listRegions},
    Operation{"listCities", "GET", "/v1/geo/cities", TokenKind::None, Bucket::Geo, false,
              listCities},
};

} // namespace

std::span<const Operation> geoOperations()
{
    return geoTable;
}

} // namespace sandbox
