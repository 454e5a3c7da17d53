// SPDX-License-Identifier: GPL-3.0-or-later
// The places a proxy can be in: countries with their regions and cities. The generated proxies and
// the geo lists use the same table, so that they are consistent.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace sandbox {

struct Country
{
    std::string_view code; ///< ISO 3166-1 alpha-2
    std::string_view name;
    int weight; ///< how often a generated proxy is there
};

struct Place
{
    std::string_view country;
    std::string_view region;
    std::string_view city;
};

std::span<const Country> countries();
std::span<const Place> places();

const Country *findCountry(std::string_view code);
std::vector<Place> placesOf(std::string_view country);
bool hasRegion(std::string_view country, std::string_view region);
/// Whether the city is in the country, and in the region when one is given.
bool hasCity(std::string_view country, std::string_view region, std::string_view city);

} // namespace sandbox
