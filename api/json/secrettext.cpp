// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/secrettext.h"

#include <QString>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

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

/// The bytes that may belong to a secret; all others are skipped.
constexpr std::array<bool, 256> makeSigns()
{
    std::array<bool, 256> signs{};
    for (const char c : ":@=|,; \t\nJ"sv) {
        signs.at(static_cast<unsigned char>(c)) = true;
    }
    return signs;
}
constexpr auto signs = makeSigns();

/// What stands for a plain sign, and how many bytes it has.
struct OtherSign
{
    char plain = 0; ///< 0: the text has a plain sign here
    std::size_t size = 0;
};

OtherSign otherSignAt(std::string_view text, std::size_t at)
{
    const auto byte = [text, at](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    switch (byte(0)) {
    case '\r':
        return byte(1) == '\n' ? OtherSign{'\n', 2} : OtherSign();
    case 0xC2: // no-break space; next line
        return byte(1) == 0xA0   ? OtherSign{' ', 2}
               : byte(1) == 0x85 ? OtherSign{'\n', 2}
                                 : OtherSign();
    case 0xE2: { // spaces of all widths; line and paragraph separator
        const unsigned last = byte(2);
        const bool isSpace =
            (byte(1) == 0x80 && ((last >= 0x80 && last <= 0x8A) || last == 0xAF)) ||
            (byte(1) == 0x81 && last == 0x9F);
        const bool isBreak = byte(1) == 0x80 && (last == 0xA8 || last == 0xA9);
        return isSpace ? OtherSign{' ', 3} : isBreak ? OtherSign{'\n', 3} : OtherSign();
    }
    case 0xE3: // the space of Chinese and Japanese texts
        return byte(1) == 0x80 && byte(2) == 0x80 ? OtherSign{' ', 3} : OtherSign();
    case 0xEF: { // the printable signs of ASCII in full width
        const unsigned sign = byte(1) == 0xBC   ? byte(2) - 0x80U + 0x20U
                              : byte(1) == 0xBD ? byte(2) - 0x80U + 0x60U
                                                : 0U;
        return sign > 0x20 && sign < 0x7F ? OtherSign{static_cast<char>(sign), 3} : OtherSign();
    }
    default:
        return {};
    }
}

std::size_t firstOtherSign(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && otherSignAt(text, at).size == 0) {
        ++at;
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

/// A host: a name that begins with a letter, a dotted name, an IPv4 address, or text that ends in a
/// bracket.
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

/// An IPv4 address or a name with dots: with commas or blanks around it, any other word could be
/// one of a sentence.
bool isDottedHost(std::string_view host)
{
    const std::size_t dot = host.rfind('.');
    if (dot == npos || dot == 0 || !isHost(host)) {
        return false;
    }
    const auto last = host.substr(dot + 1);
    const bool isName = last.size() >= 2 && std::all_of(last.begin(), last.end(), isLetter);
    const bool isIp = !last.empty() && std::all_of(last.begin(), last.end(), isDigit) &&
                      std::count(host.begin(), host.end(), '.') == 3;
    return isName || isIp;
}

/// Whether a text is a number, a time, or a price or an amount with a short unit: "12.50", "10:30",
/// "2026-11-20", "10GB", "42ms".
bool isFigure(std::string_view text)
{
    constexpr std::size_t longest = 64; // a text may be one long word of such signs
    if (text.empty() || text.size() > longest) {
        return false;
    }
    constexpr std::size_t longestUnit = 4;
    const std::size_t unit = text.find_first_not_of("0123456789.,:-/+TZ");
    return isDigit(text.front()) && (unit == npos || text.size() - unit <= longestUnit);
}

/// Whether a text may be a password where a word of a sentence could be in its place: it has a
/// digit, a sign that no word has, or two capital letters after small ones ("PayPal" has one).
bool isNoWord(std::string_view text)
{
    constexpr std::size_t shortest = 5;
    if (text.size() < shortest || isFigure(text)) {
        return false;
    }
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    int rises = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isInside = i + 1 < text.size(); // "expired!"
        rises += i > 0 && isSmall(text[i - 1]) && isLetter(text[i]) && !isSmall(text[i]) ? 1 : 0;
        if (isDigit(text[i]) || rises > 1 || (isInside && "!#$%^"sv.find(text[i]) != npos)) {
            return true;
        }
    }
    return false;
}

/// Whether proxies are usually at this port, so that host:port:user:password is nothing else.
bool isPortOfProxies(std::string_view port)
{
    constexpr std::array ports{"1080"sv, "3128"sv, "8000"sv, "8080"sv, "8081"sv,
                               "8118"sv, "8443"sv, "8888"sv, "9050"sv};
    return std::find(ports.begin(), ports.end(), port) != ports.end();
}

/// A hardware address (aa:bb:cc:dd:ee:ff) or a full IPv6 address: groups of hexadecimal digits.
bool isHardwareOrIp(std::string_view word)
{
    const auto colons = std::count(word.begin(), word.end(), ':');
    const bool hex = std::all_of(word.begin(), word.end(), [](char c) {
        return isDigit(c) || c == ':' || (lowerOf(c) >= 'a' && lowerOf(c) <= 'f');
    });
    return hex && (colons == 5 || colons == 7 || word.find("::") != npos);
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower)
{
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return lowerOf(a) == b; });
}

/// "Basic" is also an ordinary word, so the text after it must be base64 of user:password.
bool isBasicCredential(std::string_view word)
{
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray(word.data(), static_cast<qsizetype>(word.size())),
                                       QByteArray::AbortOnBase64DecodingErrors);
    return decoded && decoded.decoded.contains(':');
}

} // namespace

SecretFinder::SecretFinder(std::string_view text)
    : m_text(text)
{
    if (const std::size_t other = firstOtherSign(text); other < text.size()) {
        makePlain(other);
    }
}

void SecretFinder::makePlain(std::size_t firstOther)
{
    const std::string_view text = m_text;
    m_plain.reserve(text.size());
    m_plain.assign(text.substr(0, firstOther));
    for (std::size_t at = firstOther; at < text.size();) {
        const OtherSign sign = otherSignAt(text, at);
        m_plain += sign.size > 0 ? sign.plain : text[at];
        at += std::max<std::size_t>(sign.size, 1);
        if (sign.size > 0) {
            m_shifts.push_back({m_plain.size(), at});
        }
    }
    m_text = m_plain;
}

std::size_t SecretFinder::placeInText(std::size_t at) const
{
    const auto next =
        std::upper_bound(m_shifts.begin(), m_shifts.end(), at,
                         [](std::size_t place, const Shift &shift) { return place < shift.plain; });
    return next == m_shifts.begin() ? at : std::prev(next)->text + at - std::prev(next)->plain;
}

std::optional<SecretSpan> SecretFinder::next()
{
    m_from = m_at;
    for (; m_at < m_text.size(); ++m_at) {
        if (!signs[static_cast<unsigned char>(m_text[m_at])]) {
            continue;
        }
        const auto found = secretAt(m_at);
        if (found && found->from < found->to) {
            m_at = found->to;
            return SecretSpan{placeInText(found->from), placeInText(found->to)};
        }
    }
    return std::nullopt;
}

std::optional<SecretSpan> SecretFinder::secretAt(std::size_t at)
{
    switch (m_text[at]) {
    case ':':
        enterWord(at);
        return atColon(at);
    case '@':
        enterWord(at);
        return aroundAt();
    case '=':
        return afterName(at);
    case '|': {
        const auto token = aroundBar(at);
        return token ? token : inParts(at);
    }
    case ' ': {
        for (const auto &found : {afterScheme(at), afterIs(at), inParts(at)}) {
            if (found) {
                return found;
            }
        }
        return std::nullopt;
    }
    case ',':
    case ';':
    case '\t':
    case '\n':
        return inParts(at);
    default:
        return webToken(at);
    }
}

std::optional<SecretSpan> SecretFinder::atColon(std::size_t at) const
{
    if (m_text.substr(at, 3) == "://"sv) {
        return inAddress(at + 3);
    }
    for (const auto &found : {afterHost(at), afterName(at), inParts(at)}) {
        if (found && found->from < found->to) {
            return found;
        }
    }
    return std::nullopt;
}

/// Looks up once what every position of a long word needs.
void SecretFinder::enterWord(std::size_t at)
{
    if (at < m_word.end) {
        return;
    }
    std::size_t begin = at;
    while (begin > m_word.end && !isBlank(m_text[begin - 1])) {
        --begin;
    }
    m_word.begin = begin;
    m_word.end = wordEnd(m_text, at);
    const auto word = m_text.substr(begin, m_word.end - begin);
    const std::size_t lastAt = word.rfind('@');
    m_word.lastAt = lastAt == npos ? npos : begin + lastAt;
    const std::size_t colon = lastAt == npos ? npos : word.find(':', lastAt);
    m_word.colonAfterAt = colon == npos ? npos : begin + colon;
    m_word.firstColon = std::min(word.find(':'), word.size()) + begin;
    m_word.isHardwareOrIp = isHardwareOrIp(word);
    m_word.soughtAt = 0;
}

/// scheme://user:password@host. The user name is masked too if it equals the password.
std::optional<SecretSpan> SecretFinder::inAddress(std::size_t begin) const
{
    const std::size_t host = m_word.lastAt; // the last @, because a password may contain one
    if (host == npos || host < begin) {
        return std::nullopt;
    }
    const auto access = m_text.substr(begin, host - begin);
    const std::size_t colon = access.find(':');
    const bool hasUser = colon != npos && access.substr(0, colon) != access.substr(colon + 1);
    if (colon == npos && access.find_first_of("/?#") != npos) {
        return std::nullopt; // the @ is in the path: https://t.me/@name
    }
    return SecretSpan{hasUser ? begin + colon + 1 : begin, host};
}

/// host:port:user:password, with the colon after the host at `at`.
std::optional<SecretSpan> SecretFinder::afterHost(std::size_t at) const
{
    const std::size_t portEnd = endOf(m_text, at + 1, isDigit);
    const bool hasPort = portEnd < m_text.size() && m_text[portEnd] == ':' &&
                         isPort(m_text.substr(at + 1, portEnd - at - 1));
    if (!hasPort || !isHost(hostBefore(at))) {
        return std::nullopt;
    }
    const std::size_t userEnd = m_text.substr(0, m_word.end).find(':', portEnd + 1);
    const bool isWhole = userEnd != npos && userEnd > portEnd + 1 && userEnd + 1 < m_word.end;
    // A word in which a secret was already found is not a hardware address.
    const bool isAddress = m_word.isHardwareOrIp && m_from <= m_word.begin;
    if (!isWhole || isAddress) {
        return std::nullopt;
    }
    const SecretSpan password{userEnd + 1, m_word.end};
    // "Refund:12:order:4711" is none of a host.
    const auto host = hostBefore(at);
    const auto port = m_text.substr(at + 1, portEnd - at - 1);
    const bool isSure = host.back() == ']' || isDottedHost(host) || isNoWord(textOf(password)) ||
                        (isPortOfProxies(port) && host.front() >= 'a' && host.front() <= 'z' &&
                         !isFigure(textOf(password)));
    return isSure ? std::optional(password) : std::nullopt;
}

std::string_view SecretFinder::hostBefore(std::size_t at) const
{
    constexpr std::size_t longestIp = 64; // in brackets, with the name of a network interface
    if (at > 0 && m_text[at - 1] == ']') {
        const std::size_t earliest = at > longestIp ? at - longestIp : 0;
        const std::size_t bracket = m_text.substr(earliest, at - earliest).rfind('[');
        return bracket == npos ? std::string_view()
                               : m_text.substr(earliest + bracket, at - earliest - bracket);
    }
    const std::size_t begin = beginOf(at, isHostChar);
    return m_text.substr(begin, at - begin);
}

/// user:password@host, or host:port@user:password, around the last @ of the word.
std::optional<SecretSpan> SecretFinder::aroundAt()
{
    const std::size_t begin = std::max(m_word.begin, m_from);
    if (std::exchange(m_word.soughtAt, begin + 1) == begin + 1) {
        return std::nullopt;
    }
    if (m_word.firstColon < begin) {
        m_word.firstColon = std::min(m_text.substr(0, m_word.end).find(':', begin), m_word.end);
    }
    const std::size_t at = m_word.lastAt;
    const std::size_t colon = m_word.firstColon;
    const bool pair = colon < at && at + 1 < m_word.end;
    if (!pair) {
        return std::nullopt;
    }
    const auto before = m_text.substr(begin, colon - begin);
    if (before == "mailto"sv || before == "email"sv || before == "e-mail"sv) {
        return std::nullopt;
    }
    const std::size_t second = m_word.colonAfterAt;
    // "Contact:joe@mail.example", "12:30@office"
    const auto between = m_text.substr(colon + 1, at - colon - 1);
    const bool isMail = std::all_of(between.begin(), between.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || c == '.' || c == '_' || c == '-';
    });
    const bool isPath = between.starts_with("//"sv); // see inAddress()
    if (isPath || (second == npos && (isMail || isFigure(between)))) {
        return std::nullopt;
    }
    const bool reversed = second != npos && m_text[at + 1] != '[' &&
                          isPort(m_text.substr(colon + 1, at - colon - 1)) &&
                          !isPort(m_text.substr(second + 1, m_word.end - second - 1));
    return reversed ? SecretSpan{second + 1, m_word.end} : SecretSpan{colon + 1, at};
}

/// name=value, with the equals sign at `at`, and name: value, with the colon there. Each may be in
/// quotes. After a colon, a value that could be a word of a sentence is none ("Token: expired").
std::optional<SecretSpan> SecretFinder::afterName(std::size_t at) const
{
    const bool isColon = m_text[at] == ':';
    const auto isQuote = [this](std::size_t place) {
        return place < m_text.size() && (m_text[place] == '"' || m_text[place] == '\'');
    };
    const std::size_t blank = at > m_from && m_text[at - 1] == ' ' ? at - 1 : at;
    const std::size_t nameEnd = blank > m_from && isQuote(blank - 1) ? blank - 1 : blank;
    if (!isSecretName(beginOf(nameEnd, isHostChar), nameEnd)) {
        return std::nullopt;
    }
    const std::size_t open = pastBlanks(at + 1);
    const bool isQuoted = isQuote(open);
    const std::size_t from = isQuoted ? open + 1 : open;
    if (!isQuoted && (isColon || open > at + 1)) {
        return wordAfterName(from);
    }
    std::size_t end = from;
    if (isQuoted) {
        while (end < m_text.size() && m_text[end] != m_text[open]) {
            end += m_text[end] == '\\' && end + 1 < m_text.size() ? 2 : 1;
        }
    } else {
        end = endOf(m_text, from, [](char c) { return !isBlank(c) && c != '&'; });
        const auto value = m_text.substr(from, end - from);
        // authorization=Bearer abc: the secret is the next word
        if (equalsIgnoringCase(value, "bearer") || equalsIgnoringCase(value, "basic")) {
            end = wordEnd(m_text, pastBlanks(end));
        }
    }
    return SecretSpan{from, end};
}

/// The value of "name: value" and "name = value". Only its beginning is looked at, as a text may be
/// a single long word of such names.
std::optional<SecretSpan> SecretFinder::wordAfterName(std::size_t from) const
{
    constexpr std::size_t longest = 256;
    const auto isInside = [](char c) { return !isBlank(c) && c != '&' && c != ';' && c != ','; };
    const std::size_t begin = endOf(m_text.substr(0, from + longest), from, isInside);
    return isNoWord(m_text.substr(from, begin - from))
               ? std::optional(SecretSpan{from, endOf(m_text, begin, isInside)})
               : std::nullopt;
}

bool SecretFinder::isSecretName(std::size_t begin, std::size_t end) const
{
    constexpr std::size_t longest = 64;
    if (begin == end || end - begin > longest) {
        return false;
    }
    std::string name(m_text.substr(begin, end - begin));
    std::transform(name.begin(), name.end(), name.begin(), lowerOf);
    return speaksOfSecret(name);
}

/// "The passphrase is …", with the blank before the value at `at`.
std::optional<SecretSpan> SecretFinder::afterIs(std::size_t at) const
{
    constexpr auto is = " is"sv;
    if (at < m_from + is.size() || m_text.substr(at - is.size(), is.size()) != is) {
        return std::nullopt;
    }
    const std::size_t end = at - is.size();
    return isSecretName(beginOf(end, isHostChar), end) ? wordAfterName(pastBlanks(at + 1))
                                                       : std::nullopt;
}

std::size_t SecretFinder::pastBlanks(std::size_t at) const
{
    constexpr std::size_t most = 3;
    return endOf(m_text.substr(0, at + most), at, isBlank);
}

/// host, port, user and password between equal separators, or user, password, host and port. The
/// separator between host and port is at `at`; a colon may be there in place of a bar or a comma.
std::optional<SecretSpan> SecretFinder::inParts(std::size_t at) const
{
    const SecretSpan host = partBefore(at, isHostChar);
    const SecretSpan port = partAfter(at, isDigit);
    if (!isDottedHost(textOf(host)) || !isPort(textOf(port))) {
        return std::nullopt;
    }
    const auto found = afterPort(at, port.to);
    return found ? found : beforeHost(at, host.from, port.to);
}

std::optional<SecretSpan> SecretFinder::afterPort(std::size_t at, std::size_t portEnd) const
{
    for (const char separator : "|,;\t\n "sv) {
        const bool fits = m_text[at] == separator ||
                          (m_text[at] == ':' && (separator == '\n' || !isBlank(separator)));
        const std::size_t second = fits ? separatorFrom(portEnd, separator) : npos;
        if (second == npos) {
            continue;
        }
        const auto isInside = [separator](char c) { return c != separator && !isBlank(c); };
        const SecretSpan user = partAfter(second, isInside);
        const std::size_t third = separatorFrom(user.to, separator);
        if (user.from < user.to && third != npos) {
            return passwordOf(partAfter(third, isInside), separator);
        }
    }
    return std::nullopt;
}

std::optional<SecretSpan> SecretFinder::beforeHost(std::size_t at, std::size_t hostBegin,
                                                   std::size_t portEnd) const
{
    const char separator = m_text[at];
    const auto isInside = [separator](char c) { return c != separator && !isBlank(c); };
    const std::size_t second = separatorBefore(hostBegin, separator);
    const bool isWhole = portEnd == m_text.size() || !isHostChar(m_text[portEnd]);
    if (second == npos || !isWhole) {
        return std::nullopt;
    }
    const SecretSpan password = partBefore(second, isInside);
    const std::size_t first = separatorBefore(password.from, separator);
    const SecretSpan user = first == npos ? SecretSpan() : partBefore(first, isInside);
    return user.from < user.to ? passwordOf(password, separator) : std::nullopt;
}

/// Between blanks, a password that could be a word of a sentence is none, and a number after a
/// colon may be part of a time.
std::optional<SecretSpan> SecretFinder::passwordOf(SecretSpan part, char separator) const
{
    const auto text = textOf(part);
    const bool mayBeOther =
        isBlank(separator) ? !isNoWord(text)
                           : separator == ':' && std::all_of(text.begin(), text.end(), isDigit);
    return mayBeOther ? std::nullopt : std::optional(part);
}

/// The place of the separator that follows a part, before which there may be a blank.
std::size_t SecretFinder::separatorFrom(std::size_t end, char separator) const
{
    const std::size_t at =
        end < m_text.size() && m_text[end] == ' ' && separator != ' ' ? end + 1 : end;
    return at < m_text.size() && m_text[at] == separator ? at : npos;
}

std::size_t SecretFinder::separatorBefore(std::size_t begin, char separator) const
{
    const bool hasBlank = begin > m_from && m_text[begin - 1] == ' ' && separator != ' ';
    const std::size_t end = hasBlank ? begin - 1 : begin;
    return end > m_from && m_text[end - 1] == separator ? end - 1 : npos;
}

/// The part that ends at the separator at `at`.
template <class Predicate>
SecretSpan SecretFinder::partBefore(std::size_t at, Predicate holds) const
{
    const bool hasBlank = at > m_from && m_text[at - 1] == ' ' && m_text[at] != ' ';
    const std::size_t end = hasBlank ? at - 1 : at;
    return {beginOf(end, holds), end};
}

template <class Predicate>
SecretSpan SecretFinder::partAfter(std::size_t at, Predicate holds) const
{
    const bool hasBlank =
        at + 1 < m_text.size() && m_text[at + 1] == ' ' && m_text[at] != ' ' && m_text[at] != '\t';
    const std::size_t begin = at + (hasBlank ? 2 : 1);
    return {begin, endOf(m_text, begin, holds)};
}

/// "Bearer …" and "Basic …", with the space at `at`.
std::optional<SecretSpan> SecretFinder::afterScheme(std::size_t at) const
{
    const std::size_t begin = beginOf(at, isLetter);
    const auto scheme = m_text.substr(begin, at - begin);
    const bool isBearer = equalsIgnoringCase(scheme, "bearer");
    if (!isBearer && !equalsIgnoringCase(scheme, "basic")) {
        return std::nullopt;
    }
    const std::size_t end = isBearer ? wordEnd(m_text, at + 1) : endOf(m_text, at + 1, [](char c) {
        return isDigit(c) || isLetter(c) || "+/=-_"sv.find(c) != npos;
    });
    const auto word = m_text.substr(at + 1, end - at - 1);
    constexpr std::size_t shortest = 8;
    const bool isCredential =
        word.size() >= shortest &&
        (isBearer ? !std::all_of(word.begin(), word.end(), isLetter) : isBasicCredential(word));
    return isCredential ? std::optional(SecretSpan{at + 1, end}) : std::nullopt;
}

/// 12|abc…, with the bar at `at`.
std::optional<SecretSpan> SecretFinder::aroundBar(std::size_t at) const
{
    const std::size_t begin = beginOf(at, isDigit);
    const std::size_t end = endOf(m_text, at + 1, [](char c) { return isDigit(c) || isLetter(c); });
    constexpr std::size_t shortest = 20;
    const bool isToken = begin < at && end - at - 1 >= shortest;
    return isToken ? std::optional(SecretSpan{begin, end}) : std::nullopt;
}

/// eyJ….….…, with the J at `at`.
std::optional<SecretSpan> SecretFinder::webToken(std::size_t at) const
{
    if (at < m_from + 2 || m_text.substr(at - 2, 2) != "ey"sv) {
        return std::nullopt;
    }
    const std::size_t begin = at - 2;
    if (begin > m_from && isHostChar(m_text[begin - 1])) {
        return std::nullopt;
    }
    const std::size_t end = endOf(m_text, begin, isHostChar);
    const auto word = m_text.substr(begin, end - begin);
    constexpr std::size_t shortest = 30;
    const bool isToken = word.size() >= shortest && std::count(word.begin(), word.end(), '.') == 2;
    return isToken ? std::optional(SecretSpan{begin, end}) : std::nullopt;
}

/// The first position before `at` from which on all characters fit, but after the previous secret.
template <class Predicate>
std::size_t SecretFinder::beginOf(std::size_t at, Predicate holds) const
{
    while (at > m_from && holds(m_text[at - 1])) {
        --at;
    }
    return at;
}

bool looksLikeSecret(const QString &text)
{
    const QByteArray plain = text.toUtf8();
    return SecretFinder({plain.constData(), static_cast<std::size_t>(plain.size())})
        .next()
        .has_value();
}

bool speaksOfSecret(std::string_view lower)
{
    constexpr std::array words{"password"sv,   "passwd"sv,        "secret"sv,     "token"sv,
                               "apikey"sv,     "resellerkey"sv,   "accesskey"sv,  "credential"sv,
                               "passphrase"sv, "authorization"sv, "privatekey"sv, "passcode"sv,
                               "proxyauth"sv,  "basicauth"sv,     "httpauth"sv,   "pincode"sv};
    constexpr std::array wholeWords{"auth"sv, "pin"sv};
    std::string joined; // "access_key", "access-key" and "Access Key" are one name
    std::remove_copy_if(lower.begin(), lower.end(), std::back_inserter(joined),
                        [](char c) { return c == '_' || c == '-' || c == ' ' || c == '.'; });
    const bool said = std::any_of(words.begin(), words.end(), [&joined](std::string_view word) {
        return joined.find(word) != npos;
    });
    if (said || std::find(wholeWords.begin(), wholeWords.end(), lower) != wholeWords.end()) {
        return true;
    }
    if (lower == "pw"sv || lower.ends_with("_pw"sv) || lower.ends_with("-pw"sv)) {
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
