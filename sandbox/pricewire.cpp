// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/pricewire.h"

#include "sandbox/text.h"

#include <algorithm>

namespace sandbox {

namespace {

struct Spelling
{
    std::string_view min = "min_gb";
    std::string_view max = "max_gb"; ///< empty: no maximum is written
    std::string_view price = "price_per_gb";
    bool asText = false;
    std::string_view endless = "null"; ///< the maximum of the last tier
};

void appendValue(std::string &out, const std::string &number, bool asText)
{
    if (asText) {
        appendQuoted(out, number);
    } else {
        out += number;
    }
}

void appendKey(std::string &out, std::string_view key)
{
    appendQuoted(out, key);
    out += ':';
}

void appendTier(std::string &out, const Tier &tier, const Spelling &spelling)
{
    out += '{';
    appendKey(out, spelling.min);
    appendValue(out, gbText(tier.minBytes), spelling.asText);
    out += ',';
    if (!spelling.max.empty()) {
        appendKey(out, spelling.max);
        if (tier.maxBytes) {
            appendValue(out, gbText(*tier.maxBytes), spelling.asText);
        } else {
            out += spelling.endless;
        }
        out += ',';
    }
    appendKey(out, spelling.price);
    appendValue(out, moneyText(tier.perGb), spelling.asText);
    out += '}';
}

void appendList(std::string &out, const std::vector<Tier> &tiers, const Spelling &spelling)
{
    out += '[';
    for (const Tier &tier : tiers) {
        if (out.back() == '}') {
            out += ',';
        }
        appendTier(out, tier, spelling);
    }
    out += ']';
}

void appendMap(std::string &out, const std::vector<Tier> &tiers)
{
    out += '{';
    for (const Tier &tier : tiers) {
        if (out.back() != '{') {
            out += ',';
        }
        appendKey(out, gbText(tier.minBytes));
        appendMoney(out, tier.perGb);
    }
    out += '}';
}

} // namespace

void appendTiers(std::string &out, const std::vector<Tier> &tiers)
{
    appendList(out, tiers, Spelling{});
}

void appendTiersSpelled(std::string &out, const std::vector<Tier> &tiers, std::string_view spelling)
{
    if (spelling == "map") {
        appendMap(out, tiers);
    } else if (spelling == "min-max") {
        appendList(out, tiers, Spelling{"min", "max", "rate"});
    } else if (spelling == "threshold") {
        appendList(out, tiers, Spelling{"threshold", "", "cost"});
    } else if (spelling == "gb") {
        appendList(out, tiers, Spelling{"gb", "", "price"});
    } else if (spelling == "strings") {
        appendList(out, tiers, Spelling{"min_gb", "max_gb", "price_per_gb", true});
    } else if (spelling == "star") {
        appendList(out, tiers, Spelling{"min_gb", "max_gb", "price_per_gb", false, "\"*\""});
    } else if (spelling == "unsorted") {
        appendList(out, {tiers.rbegin(), tiers.rend()}, Spelling{});
    } else {
        appendList(out, tiers, Spelling{"from", "to", "price"});
    }
}

std::vector<Tier> oddTiers(std::vector<Tier> tiers, std::string_view how)
{
    if (tiers.size() < 2) {
        return tiers;
    }
    Tier &second = tiers[1];
    if (how == "gap") {
        second.minBytes += 10 * bytesPerGb;
    } else if (how == "zero") {
        second.perGb = Money{};
    } else if (how == "negative") {
        second.perGb = -second.perGb;
    } else if (how == "contradict") {
        tiers.push_back(Tier{second.minBytes, second.maxBytes, second.perGb + Money::cents(25)});
    } else {
        tiers[0].maxBytes = second.minBytes + 5 * bytesPerGb;
    }
    return tiers;
}

} // namespace sandbox
