// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/samebutmasked.h"

#include "api/json/jsonmask.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace relaybook {
namespace {

using namespace std::string_view_literals;

/// Where a part of a text ends, and where the next part begins.
struct PartEnd
{
    std::size_t end = 0;
    std::size_t next = 0;
};

/// Splits a document at its quotes, into strings and the text between them. A quote after a
/// backslash does not count.
PartEnd endOfString(std::string_view text, std::size_t at)
{
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    at = std::min(at, text.size());
    return {at, at + 1};
}

/// Splits at white space, also where it is written as a JSON escape.
PartEnd endOfWord(std::string_view text, std::size_t at)
{
    constexpr auto blanks = " \n\t\r"sv;
    constexpr auto escapes = "ntr"sv;
    for (; at < text.size(); ++at) {
        if (blanks.find(text[at]) != std::string_view::npos) {
            return {at, at + 1};
        }
        if (text[at] == '\\' && at + 1 < text.size()) {
            if (escapes.find(text[at + 1]) != std::string_view::npos) {
                return {at, at + 2};
            }
            ++at;
        }
    }
    return {text.size(), text.size() + 1};
}

/// Whether the parts of two texts are the same, one by one. Nothing if their numbers differ.
template <class EndOf, class IsSame>
std::optional<bool> haveSameParts(std::string_view a, std::string_view b, EndOf endOf,
                                  IsSame isSame)
{
    bool same = true;
    std::size_t atA = 0;
    std::size_t atB = 0;
    while (atA <= a.size() && atB <= b.size()) {
        const PartEnd endA = endOf(a, atA);
        const PartEnd endB = endOf(b, atB);
        same = same && isSame(a.substr(atA, endA.end - atA), b.substr(atB, endB.end - atB));
        atA = endA.next;
        atB = endB.next;
    }
    return atA > a.size() && atB > b.size() ? std::optional(same) : std::nullopt;
}

/// The texts before, between and after the masks.
std::vector<std::string_view> partsBetweenMasks(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t at = 0;
    for (std::size_t mask = text.find(secretMaskUtf8); mask != std::string_view::npos;
         mask = text.find(secretMaskUtf8, at)) {
        parts.push_back(text.substr(at, mask - at));
        at = mask + secretMaskUtf8.size();
    }
    parts.push_back(text.substr(at));
    return parts;
}

/// Finds `part` in `text` from `at` on, in linear time, which std::string_view::find() does not
/// promise (Knuth, Morris, Pratt).
std::size_t findFrom(std::string_view text, std::string_view part, std::size_t at)
{
    constexpr std::size_t shortPart = 64;
    if (part.size() <= shortPart) {
        return text.find(part, at);
    }
    std::vector<std::size_t> fallback(part.size(), 0);
    for (std::size_t i = 1, matched = 0; i < part.size(); ++i) {
        while (matched > 0 && part[i] != part[matched]) {
            matched = fallback[matched - 1];
        }
        matched += part[i] == part[matched] ? 1 : 0;
        fallback[i] = matched;
    }
    for (std::size_t matched = 0; at < text.size(); ++at) {
        while (matched > 0 && text[at] != part[matched]) {
            matched = fallback[matched - 1];
        }
        matched += text[at] == part[matched] ? 1 : 0;
        if (matched == part.size()) {
            return at + 1 - matched;
        }
    }
    return std::string_view::npos;
}

/// Whether a text without masks is these parts in their order, with any text in place of each mask
/// between them.
bool fitInOrder(const std::vector<std::string_view> &parts, std::string_view text)
{
    if (parts.size() == 1) { // neither text has a mask
        return parts.front() == text;
    }
    const auto first = parts.front();
    const auto last = parts.back();
    if (text.size() < first.size() + last.size() || !text.starts_with(first) ||
        !text.ends_with(last)) {
        return false;
    }
    const auto inner = text.substr(0, text.size() - last.size());
    std::size_t at = first.size();
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        const std::size_t found = findFrom(inner, parts[i], at);
        if (found == std::string_view::npos) {
            return false;
        }
        at = found + parts[i].size();
    }
    return true;
}

/// Compares two texts that have masks at different places: only what both show before their first
/// and after their last mask can be compared.
bool haveSameEnds(std::string_view firstA, std::string_view lastA, std::string_view firstB,
                  std::string_view lastB)
{
    const std::size_t before = std::min(firstA.size(), firstB.size());
    const std::size_t after = std::min(lastA.size(), lastB.size());
    return firstA.substr(0, before) == firstB.substr(0, before) &&
           lastA.substr(lastA.size() - after) == lastB.substr(lastB.size() - after);
}

/// Compares two words, or two strings whose words cannot be compared one by one.
bool isSameMasked(std::string_view a, std::string_view b)
{
    if (a == b) {
        return true;
    }
    const auto partsA = partsBetweenMasks(a);
    const auto partsB = partsBetweenMasks(b);
    if (partsA.size() == 1 || partsB.size() == 1) {
        return partsA.size() == 1 ? fitInOrder(partsB, a) : fitInOrder(partsA, b);
    }
    const bool isAtSamePlace = partsA.front() == partsB.front() || partsA.back() == partsB.back();
    return partsA.size() == partsB.size() && isAtSamePlace
               ? partsA == partsB
               : haveSameEnds(partsA.front(), partsA.back(), partsB.front(), partsB.back());
}

/// Compares two strings of a document, or the texts between two strings.
bool isSameString(std::string_view a, std::string_view b)
{
    if (a == b) {
        return true;
    }
    // Most secrets are single words. One with blanks is a whole string or its end; then the numbers
    // of words differ.
    const auto haveSameWords = haveSameParts(a, b, endOfWord, isSameMasked);
    return haveSameWords ? *haveSameWords : isSameMasked(a, b);
}

} // namespace

bool sameButMasked(const QByteArray &first, const QByteArray &second)
{
    if (first == second) {
        return true;
    }
    const bool masked = first.contains(secretMask()) || second.contains(secretMask());
    return masked && haveSameParts(std::string_view(first.constData(), std::size_t(first.size())),
                                   std::string_view(second.constData(), std::size_t(second.size())),
                                   endOfString, isSameString)
                         .value_or(false);
}

} // namespace relaybook
