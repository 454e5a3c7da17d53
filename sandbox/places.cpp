// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/places.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace sandbox {

namespace {

constexpr std::array countryTable{
    Country{"US", "United States", 30}, Country{"GB", "United Kingdom", 14},
    Country{"DE", "Germany", 13},       Country{"FR", "France", 9},
    Country{"BR", "Brazil", 7},         Country{"JP", "Japan", 6},
    Country{"CA", "Canada", 5},         Country{"NL", "Netherlands", 4},
    Country{"ES", "Spain", 4},          Country{"IT", "Italy", 4},
    Country{"PL", "Poland", 3},         Country{"AU", "Australia", 3},
    Country{"IN", "India", 3},          Country{"MX", "Mexico", 2},
    Country{"SE", "Sweden", 2},         Country{"PT", "Portugal", 2},
    Country{"CH", "Switzerland", 1},    Country{"AT", "Austria", 1},
    Country{"IE", "Ireland", 1},        Country{"CZ", "Czechia", 1},
    Country{"TR", "Türkiye", 1},        Country{"AE", "United Arab Emirates", 1},
    Country{"SG", "Singapore", 1},      Country{"KR", "South Korea", 1},
    Country{"ZA", "South Africa", 1},   Country{"AR", "Argentina", 1},
    Country{"CI", "Côte d’Ivoire", 1},
};

constexpr std::array placeTable{
    Place{"US", "California", "San Jose"},
    Place{"US", "California", "Los Angeles"},
    Place{"US", "California", "San Francisco"},
    Place{"US", "Texas", "Dallas"},
    Place{"US", "Texas", "Houston"},
    Place{"US", "New York", "New York"},
    Place{"US", "New York", "Buffalo"},
    Place{"US", "Florida", "Miami"},
    Place{"US", "Illinois", "Chicago"},
    Place{"US", "Virginia", "Ashburn"},
    Place{"US", "Washington", "Seattle"},
    Place{"GB", "England", "London"},
    Place{"GB", "England", "Manchester"},
    Place{"GB", "England", "Birmingham"},
    Place{"GB", "Scotland", "Edinburgh"},
    Place{"GB", "Scotland", "Glasgow"},
    Place{"GB", "Wales", "Cardiff"},
    Place{"DE", "Hesse", "Frankfurt"},
    Place{"DE", "Berlin", "Berlin"},
    Place{"DE", "Bavaria", "Munich"},
    Place{"DE", "Bavaria", "Nuremberg"},
    Place{"DE", "Hamburg", "Hamburg"},
    Place{"DE", "North Rhine-Westphalia", "Cologne"},
    Place{"DE", "North Rhine-Westphalia", "Düsseldorf"},
    Place{"FR", "Île-de-France", "Paris"},
    Place{"FR", "Auvergne-Rhône-Alpes", "Lyon"},
    Place{"FR", "Provence-Alpes-Côte d’Azur", "Marseille"},
    Place{"FR", "Provence-Alpes-Côte d’Azur", "Nice"},
    Place{"BR", "São Paulo", "Campinas"},
    Place{"BR", "São Paulo", "São Paulo"},
    Place{"BR", "Rio de Janeiro", "Rio de Janeiro"},
    Place{"BR", "Minas Gerais", "Belo Horizonte"},
    Place{"JP", "Tokyo", "Tokyo"},
    Place{"JP", "Osaka", "Osaka"},
    Place{"JP", "Aichi", "Nagoya"},
    Place{"CA", "Ontario", "Toronto"},
    Place{"CA", "Ontario", "Ottawa"},
    Place{"CA", "Quebec", "Montréal"},
    Place{"CA", "British Columbia", "Vancouver"},
    Place{"NL", "North Holland", "Amsterdam"},
    Place{"NL", "South Holland", "Rotterdam"},
    Place{"NL", "South Holland", "The Hague"},
    Place{"ES", "Community of Madrid", "Madrid"},
    Place{"ES", "Catalonia", "Barcelona"},
    Place{"ES", "Andalusia", "Málaga"},
    Place{"IT", "Lombardy", "Milan"},
    Place{"IT", "Lazio", "Rome"},
    Place{"IT", "Piedmont", "Turin"},
    Place{"PL", "Masovia", "Warsaw"},
    Place{"PL", "Lesser Poland", "Kraków"},
    Place{"PL", "Pomerania", "Gdańsk"},
    Place{"AU", "New South Wales", "Sydney"},
    Place{"AU", "Victoria", "Melbourne"},
    Place{"AU", "Queensland", "Brisbane"},
    Place{"IN", "Maharashtra", "Mumbai"},
    Place{"IN", "Karnataka", "Bengaluru"},
    Place{"IN", "Delhi", "New Delhi"},
    Place{"MX", "Mexico City", "Mexico City"},
    Place{"MX", "Jalisco", "Guadalajara"},
    Place{"SE", "Stockholm", "Stockholm"},
    Place{"SE", "Skåne", "Malmö"},
    Place{"PT", "Lisbon", "Lisbon"},
    Place{"PT", "Porto", "Porto"},
    Place{"CH", "Zurich", "Zurich"},
    Place{"CH", "Geneva", "Geneva"},
    Place{"AT", "Vienna", "Vienna"},
    Place{"AT", "Styria", "Graz"},
    Place{"IE", "Leinster", "Dublin"},
    Place{"IE", "Munster", "Cork"},
    Place{"CZ", "Prague", "Prague"},
    Place{"CZ", "South Moravia", "Brno"},
    Place{"TR", "Istanbul", "Istanbul"},
    Place{"TR", "Ankara", "Ankara"},
    Place{"AE", "Dubai", "Dubai"},
    Place{"AE", "Abu Dhabi", "Abu Dhabi"},
    Place{"SG", "Singapore", "Singapore"},
    Place{"KR", "Seoul", "Seoul"},
    Place{"KR", "Busan", "Busan"},
    Place{"ZA", "Gauteng", "Johannesburg"},
    Place{"ZA", "Western Cape", "Cape Town"},
    Place{"AR", "Buenos Aires", "Buenos Aires"},
    Place{"AR", "Córdoba", "Córdoba"},
    Place{"CI", "Abidjan", "Abidjan"},
};

} // namespace

std::span<const Country> countries()
{
    return countryTable;
}

std::span<const Place> places()
{
    return placeTable;
}

const Country *findCountry(std::string_view code)
{
    const auto *const found = std::find_if(countryTable.begin(), countryTable.end(),
                                           [&](const Country &c) { return c.code == code; });
    return found == countryTable.end() ? nullptr : found;
}

std::vector<Place> placesOf(std::string_view country)
{
    std::vector<Place> out;
    std::copy_if(placeTable.begin(), placeTable.end(), std::back_inserter(out),
                 [&](const Place &place) { return place.country == country; });
    return out;
}

bool hasRegion(std::string_view country, std::string_view region)
{
    return std::any_of(placeTable.begin(), placeTable.end(), [&](const Place &place) {
        return place.country == country && place.region == region;
    });
}

bool hasCity(std::string_view country, std::string_view region, std::string_view city)
{
    return std::any_of(placeTable.begin(), placeTable.end(), [&](const Place &place) {
        return place.country == country && place.city == city &&
               (region.empty() || place.region == region);
    });
}

} // namespace sandbox
