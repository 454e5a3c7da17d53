// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/secrettext.h"

#include <QString>

#include <algorithm>
#include <array>
#include <string>

namespace relaybook {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

constexpr bool isHostChar(char c)
{
    return isDigit(c) || isLetter(c) || c == '.' || c == '-' || c == '_';
}

constexpr char lowerOf(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The bytes at which a look round is worth it; all others are passed over.
constexpr std::array<bool, 256> makeSigns()
{
    std::array<bool, 256> signs{};
    for (const char c : ":@=| J"sv) {
        signs.at(static_cast<unsigned char>(c)) = true;
    }
    return signs;
}
constexpr auto signs = makeSigns();

std::size_t wordBegin(std::string_view text, std::size_t at)
{
    while (at > 0 && !isBlank(text[at - 1])) {
        --at;
    }
    return at;
}

std::size_t wordEnd(std::string_view text, std::size_t at)
{
    while (at < text.size() && !isBlank(text[at])) {
        ++at;
    }
    return at;
}

template <class Predicate>
std::size_t endOf(std::string_view text, std::size_t at, Predicate holds)
{
    while (at < text.size() && holds(text[at])) {
        ++at;
    }
    return at;
}

bool isPort(std::string_view text)
{
    constexpr std::size_t longest = 5;
    return !text.empty() && text.size() <= longest && text.front() != '0' &&
           std::all_of(text.begin(), text.end(), isDigit);
}

/// A name that begins with a letter, a dotted one, an IPv4 address, or what ends in a bracket.
bool isHost(std::string_view host)
{
    if (host.empty()) {
        return false;
    }
    if (host.back() == ']' || isLetter(host.front())) {
        return true;
    }
    const bool letters = std::any_of(host.begin(), host.end(), isLetter);
    const auto dots = std::count(host.begin(), host.end(), '.');
    return letters ? dots > 0 : dots == 3;
}

/// aa:bb:cc:dd:ee:ff, or an IPv6 address in full: groups of hexadecimal digits.
bool isHardwareOrIp(std::string_view word)
{
    const auto colons = std::count(word.begin(), word.end(), ':');
    const bool hex = std::all_of(word.begin(), word.end(), [](char c) {
        return isDigit(c) || c == ':' || (lowerOf(c) >= 'a' && lowerOf(c) <= 'f');
    });
    return hex && (colons == 5 || colons == 7 || word.find("::") != npos);
}

/// scheme://user:password@host. A user name that is the password is as secret.
std::optional<SecretSpan> inAddress(std::string_view text, std::size_t begin)
{
    const std::size_t end = wordEnd(text, begin);
    // The last @: a password may hold one.
    const std::size_t host = text.substr(0, end).rfind('@');
    if (host == npos || host < begin) {
        return std::nullopt;
    }
    const std::size_t colon = text.find(':', begin);
    const bool hasUser = colon < host && text.substr(begin, colon - begin) !=
                                             text.substr(colon + 1, host - colon - 1);
    return SecretSpan{hasUser ? colon + 1 : begin, host};
}

/// host:port:user:password, the colon after the host being at `at`.
std::optional<SecretSpan> afterHost(std::string_view text, std::size_t at)
{
    std::size_t begin = at;
    if (begin > 0 && text[begin - 1] == ']') {
        begin = std::min(text.rfind('[', begin), begin);
    } else {
        while (begin > 0 && isHostChar(text[begin - 1])) {
            --begin;
        }
    }
    const std::size_t portEnd = endOf(text, at + 1, isDigit);
    const bool starts = portEnd < text.size() && text[portEnd] == ':' &&
                        isPort(text.substr(at + 1, portEnd - at - 1)) &&
                        isHost(text.substr(begin, at - begin));
    if (!starts) {
        return std::nullopt;
    }
    const std::size_t end = wordEnd(text, portEnd);
    const std::size_t userEnd = text.substr(0, end).find(':', portEnd + 1);
    const bool isWhole = userEnd != npos && userEnd > portEnd + 1 && userEnd + 1 < end;
    if (!isWhole || isHardwareOrIp(text.substr(wordBegin(text, at), end - wordBegin(text, at)))) {
        return std::nullopt;
    }
    return SecretSpan{userEnd + 1, end};
}

/// user:password@host, or host:port@user:password, with an @ at `at`.
std::optional<SecretSpan> aroundAt(std::string_view text, std::size_t at, std::size_t from)
{
    const std::size_t begin = std::max(wordBegin(text, at), from);
    const std::size_t end = wordEnd(text, at);
    at = text.substr(0, end).rfind('@');
    const std::size_t colon = text.find(':', begin);
    const bool pair = colon < at && at + 1 < end;
    if (!pair) {
        return std::nullopt;
    }
    const auto before = text.substr(begin, colon - begin);
    if (before == "mailto"sv || before == "email"sv || before == "e-mail"sv) {
        return std::nullopt;
    }
    const auto right = text.substr(at + 1, end - at - 1);
    const std::size_t second = right.find(':');
    const bool reversed = isPort(text.substr(colon + 1, at - colon - 1)) && second != npos &&
                          right.front() != '[' && !isPort(right.substr(second + 1));
    if (reversed) {
        return SecretSpan{at + 1 + second + 1, end};
    }
    return SecretSpan{colon + 1, at};
}

/// name=value
std::optional<SecretSpan> afterName(std::string_view text, std::size_t at)
{
    std::size_t begin = at;
    while (begin > 0 && isHostChar(text[begin - 1])) {
        --begin;
    }
    constexpr std::size_t longest = 64;
    if (begin == at || at - begin > longest) {
        return std::nullopt;
    }
    std::string name(text.substr(begin, at - begin));
    std::transform(name.begin(), name.end(), name.begin(), lowerOf);
    if (!speaksOfSecret(name)) {
        return std::nullopt;
    }
    const std::size_t end =
        endOf(text, at + 1, [](char c) { return !isBlank(c) && c != '&' && c != ';' && c != '#'; });
    return end > at + 1 ? std::optional(SecretSpan{at + 1, end}) : std::nullopt;
}

bool endsWithWord(std::string_view text, std::size_t at, std::string_view lower)
{
    if (at < lower.size()) {
        return false;
    }
    const std::size_t begin = at - lower.size();
    const auto found = text.substr(begin, lower.size());
    return std::equal(found.begin(), found.end(), lower.begin(),
                      [](char a, char b) { return lowerOf(a) == b; }) &&
           (begin == 0 || !isLetter(text[begin - 1]));
}

/// "Bearer …" and "Basic …", with the space at `at`.
std::optional<SecretSpan> afterScheme(std::string_view text, std::size_t at)
{
    const std::size_t end = wordEnd(text, at + 1);
    const auto word = text.substr(at + 1, end - at - 1);
    constexpr std::size_t shortest = 8;
    if (word.size() < shortest) {
        return std::nullopt;
    }
    if (endsWithWord(text, at, "bearer")) {
        const bool plainWord = std::all_of(word.begin(), word.end(), isLetter);
        return plainWord ? std::nullopt : std::optional(SecretSpan{at + 1, end});
    }
    if (endsWithWord(text, at, "basic")) {
        const auto decoded = QByteArray::fromBase64Encoding(
            QByteArray(word.data(), static_cast<qsizetype>(word.size())),
            QByteArray::AbortOnBase64DecodingErrors);
        const bool isPair = decoded && decoded.decoded.contains(':');
        return isPair ? std::optional(SecretSpan{at + 1, end}) : std::nullopt;
    }
    return std::nullopt;
}

/// 12|abc…, with the bar at `at`.
std::optional<SecretSpan> aroundBar(std::string_view text, std::size_t at)
{
    std::size_t begin = at;
    while (begin > 0 && isDigit(text[begin - 1])) {
        --begin;
    }
    const std::size_t end = endOf(text, at + 1, [](char c) { return isDigit(c) || isLetter(c); });
    constexpr std::size_t shortest = 20;
    const bool isToken = begin < at && end - at - 1 >= shortest;
    return isToken ? std::optional(SecretSpan{begin, end}) : std::nullopt;
}

/// eyJ….….…, with the J at `at`.
std::optional<SecretSpan> webToken(std::string_view text, std::size_t at)
{
    if (at < 2 || text.substr(at - 2, 2) != "ey"sv || (at > 2 && isHostChar(text[at - 3]))) {
        return std::nullopt;
    }
    const std::size_t begin = at - 2;
    const std::size_t end = endOf(text, begin, isHostChar);
    const auto word = text.substr(begin, end - begin);
    constexpr std::size_t shortest = 30;
    const bool isToken = word.size() >= shortest && std::count(word.begin(), word.end(), '.') == 2;
    return isToken ? std::optional(SecretSpan{begin, end}) : std::nullopt;
}

std::optional<SecretSpan> secretAt(std::string_view text, std::size_t at, std::size_t from)
{
    switch (text[at]) {
    case ':':
        return text.substr(at, 3) == "://"sv ? inAddress(text, at + 3) : afterHost(text, at);
    case '@':
        return aroundAt(text, at, from);
    case '=':
        return afterName(text, at);
    case '|':
        return aroundBar(text, at);
    case ' ':
        return afterScheme(text, at);
    default:
        return webToken(text, at);
    }
}

} // namespace

std::optional<SecretSpan> nextSecret(std::string_view text, std::size_t at)
{
    for (std::size_t i = at; i < text.size(); ++i) {
        if (!signs[static_cast<unsigned char>(text[i])]) {
            continue;
        }
        if (const auto found = secretAt(text, i, at); found && found->from < found->to) {
            return found;
        }
    }
    return std::nullopt;
}

bool speaksOfSecret(std::string_view lower)
{
    constexpr std::array words{"password"sv,   "passwd"sv,        "secret"sv,       "token"sv,
                               "api_key"sv,    "apikey"sv,        "reseller_key"sv, "credential"sv,
                               "passphrase"sv, "authorization"sv, "private_key"sv,  "passcode"sv,
                               "proxy_auth"sv, "proxyauth"sv,     "basic_auth"sv,   "http_auth"sv};
    const bool said = std::any_of(words.begin(), words.end(), [lower](std::string_view word) {
        return lower.find(word) != npos;
    });
    if (said || lower == "auth"sv) {
        return true;
    }
    // As a word of its own or at the end: "pass", "user_pass", "proxypass"; not "bypass".
    for (const auto word : {"pass"sv, "pwd"sv}) {
        for (std::size_t at = lower.find(word); at != npos; at = lower.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            const bool begins = at == 0 || !isLetter(lower[at - 1]);
            const bool ends = end == lower.size() || !isLetter(lower[end]);
            const auto head = lower.substr(0, end);
            if (ends && (begins || !(head.ends_with("bypass"sv) || head.ends_with("compass"sv)))) {
                return true;
            }
        }
    }
    return false;
}

} // namespace relaybook
