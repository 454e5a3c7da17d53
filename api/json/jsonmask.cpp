// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonmask.h"

#include "api/json/jsonscanner.h"
#include "api/json/secrettext.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace relaybook {
namespace {

using namespace std::string_view_literals;

constexpr int deepest = 1024; // as the parser's own limit

using Rule = SecretMasker::Rule;

constexpr auto maskView = "\xE2\x80\xA2\xE2\x80\xA2\xE2\x80\xA2"sv; // three bullets

Rule ruleOfName(std::string_view key)
{
    std::string lower;
    if (key.find('\\') == std::string_view::npos) {
        lower.assign(key);
    } else {
        lower = unescapedJson(key).toStdString();
    }
    for (char &c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (speaksOfSecret(lower)) {
        return Rule::Secret;
    }
    return lower.find("proxy") != std::string::npos ? Rule::ProxyText : Rule::Plain;
}

/// A time or an address of hardware has as many colons as a proxy with its password.
bool isPlainColons(std::string_view text)
{
    constexpr std::string_view plain = "0123456789abcdefABCDEF:.-+TZ ";
    return text.find_first_not_of(plain) == std::string_view::npos;
}

constexpr std::array<bool, 256> makeWordEnds()
{
    std::array<bool, 256> ends{};
    for (const char c : " \t\r\n,;|:@/=\"'()<>&?#"sv) {
        ends.at(static_cast<unsigned char>(c)) = true;
    }
    return ends;
}
constexpr auto wordEnds = makeWordEnds();

bool endsWord(char c)
{
    return wordEnds[static_cast<unsigned char>(c)];
}

std::optional<SecretSpan> nextWord(std::string_view text, std::size_t at)
{
    while (at < text.size() && endsWord(text[at])) {
        ++at;
    }
    std::size_t end = at;
    while (end < text.size() && !endsWord(text[end])) {
        ++end;
    }
    return end > at ? std::optional(SecretSpan{at, end}) : std::nullopt;
}

/// Replaces the secrets of one text, and tells the rules about those of proxies.
class TextMasker
{
public:
    TextMasker(QByteArray &text, Rule rule, SecretMasker &rules)
        : m_text(text)
        , m_isProxy(rule == Rule::ProxyText)
        , m_rules(rules)
    {
    }

    /// Whether there were any.
    bool run()
    {
        if (m_rules.isKnown(view())) {
            hide({0, view().size()});
            finish();
            return true;
        }
        SecretFinder finder(view());
        while (const auto span = finder.next()) {
            hide(*span);
        }
        if (m_isProxy && !m_hidden) {
            hideInLines();
        }
        finish();
        if (m_rules.holdsKnown(view())) {
            hideKnownWords();
            finish();
        }
        return m_found;
    }

private:
    [[nodiscard]] std::string_view view() const
    {
        return {m_text.constData(), static_cast<std::size_t>(m_text.size())};
    }

    /// Spans must come in order. The masked text is complete only after finish().
    void hide(SecretSpan span)
    {
        const auto secret = view().substr(span.from, span.to - span.from);
        m_hidden = true; // also where the mask stands there already
        if (secret == maskView) {
            return;
        }
        if (m_isProxy) {
            m_rules.learn(secret);
        }
        m_masked.append(view().substr(m_copied, span.from - m_copied)).append(maskView);
        m_copied = span.to;
        m_found = true;
    }

    void finish()
    {
        if (m_copied > 0) {
            m_masked.append(view().substr(m_copied));
            m_text = QByteArray(m_masked.data(), static_cast<qsizetype>(m_masked.size()));
        }
        m_masked.clear();
        m_copied = 0;
    }

    /// host:port:user:password, whatever these are: the member is about a proxy.
    void hideInLines()
    {
        std::size_t begin = 0;
        while (begin < view().size()) {
            const std::size_t end = std::min(view().find('\n', begin), view().size());
            const auto line = view().substr(begin, end - begin);
            const std::size_t first = line.find(':');
            const std::size_t second = line.find(':', std::min(first, line.size() - 1) + 1);
            const std::size_t third =
                second == std::string_view::npos ? second : line.find(':', second + 1);
            const bool hasPassword = third != std::string_view::npos && third + 1 < line.size() &&
                                     line.front() != '[' && !isPlainColons(line);
            if (hasPassword) {
                hide({begin + third + 1, end});
            }
            begin = end + 1;
        }
    }

    void hideKnownWords()
    {
        std::size_t at = 0;
        while (const auto word = nextWord(view(), at)) {
            const bool known = m_rules.isKnown(view().substr(word->from, word->to - word->from));
            if (known) {
                hide(*word);
            }
            at = word->to;
        }
    }

    QByteArray &m_text;
    bool m_isProxy;
    SecretMasker &m_rules;
    bool m_hidden = false; ///< a secret has its mask, from this run or an earlier one
    bool m_found = false;  ///< from this run
    std::string m_masked;
    std::size_t m_copied = 0; ///< so much of m_text is in m_masked
};

class Masker
{
public:
    Masker(std::string_view json, SecretMasker &rules)
        : m_in(json)
        , m_rules(rules)
    {
        m_out.reserve(static_cast<qsizetype>(json.size()));
    }

    QByteArray run()
    {
        const bool ok = value(Rule::Plain, 0) && m_in.peek() == '\0';
        return ok ? m_out : QByteArray();
    }

private:
    bool value(Rule rule, int depth)
    {
        switch (m_in.peek()) {
        case '{':
            return depth < deepest && object(rule, depth);
        case '[':
            return depth < deepest && array(rule, depth);
        case '"':
            return text(rule);
        default:
            return scalar(rule);
        }
    }

    bool object(Rule rule, int depth)
    {
        m_in.take('{');
        m_out += '{';
        while (!m_in.take('}')) {
            const auto key = m_in.string();
            if (!key || !m_in.take(':')) {
                return false;
            }
            m_out += '"';
            append(*key);
            m_out += "\":";
            if (!value(ruleInside(rule, *key), depth + 1) || !separator('}')) {
                return false;
            }
        }
        m_out += '}';
        return true;
    }

    Rule ruleInside(Rule around, std::string_view key)
    {
        const Rule rule = m_rules.ruleOf(key);
        const bool isInside = around == Rule::Secret || around == Rule::InSecret;
        return isInside && rule != Rule::Secret ? Rule::InSecret : rule;
    }

    bool array(Rule rule, int depth)
    {
        m_in.take('[');
        m_out += '[';
        while (!m_in.take(']')) {
            if (!value(rule, depth + 1) || !separator(']')) {
                return false;
            }
        }
        m_out += ']';
        return true;
    }

    /// A comma with something after it, or the end of the container, not consumed.
    bool separator(char end)
    {
        if (m_in.take(',')) {
            m_out += ',';
            return m_in.peek() != end;
        }
        return m_in.peek() == end;
    }

    bool text(Rule rule)
    {
        const auto inner = m_in.string();
        if (!inner) {
            return false;
        }
        m_out += '"';
        if (rule == Rule::Secret || rule == Rule::InSecret) {
            m_out += inner->empty() ? QByteArray() : secretMask();
            if (rule == Rule::Secret) {
                learn(*inner);
            }
        } else if (!maskedInside(*inner, rule)) {
            append(*inner);
        }
        m_out += '"';
        return true;
    }

    void learn(std::string_view inner)
    {
        const QByteArray plain = unescapedJson(inner);
        if (plain != secretMask()) {
            m_rules.learn({plain.constData(), static_cast<std::size_t>(plain.size())});
        }
    }

    bool maskedInside(std::string_view inner, Rule rule)
    {
        const bool escapes = inner.find('\\') != std::string_view::npos;
        const bool suspicious = rule == Rule::ProxyText || escapes ||
                                SecretFinder(inner).next().has_value() || m_rules.holdsKnown(inner);
        if (!suspicious) {
            return false;
        }
        QByteArray plain = unescapedJson(inner);
        const bool masked = TextMasker(plain, rule, m_rules).run();
        if (masked) {
            m_out += escapedJson(
                std::string_view(plain.constData(), static_cast<std::size_t>(plain.size())));
        }
        return masked;
    }

    bool scalar(Rule rule)
    {
        const auto token = m_in.scalar();
        if (!token) {
            return false;
        }
        const bool word = *token == "null" || *token == "true" || *token == "false";
        const bool secret = rule == Rule::Secret || rule == Rule::InSecret;
        if (secret && !word) {
            m_out += '"' + secretMask() + '"';
        } else {
            append(*token);
        }
        return true;
    }

    void append(std::string_view text)
    {
        m_out.append(text.data(), static_cast<qsizetype>(text.size()));
    }

    JsonScanner m_in;
    SecretMasker &m_rules;
    QByteArray m_out;
};

} // namespace

QByteArray secretMask()
{
    return {maskView.data(), static_cast<qsizetype>(maskView.size())};
}

QByteArray maskSecrets(std::string_view json)
{
    return SecretMasker().mask(json);
}

SecretMasker::SecretMasker(KnownSecrets *session)
    : m_session(session)
    , m_known(session != nullptr ? session->all() : SecretSet())
{
}

SecretMasker::~SecretMasker()
{
    reportToSession();
}

void SecretMasker::reportToSession()
{
    if (m_session != nullptr && !m_met.isEmpty()) {
        m_session->add(m_met);
    }
}

QByteArray SecretMasker::mask(std::string_view json)
{
    const std::size_t before = m_met.size();
    QByteArray masked = Masker(json, *this).run();
    if (m_met.size() != before) { // one may stand before the place where it was found
        masked = Masker(json, *this).run();
    }
    return masked;
}

QByteArray SecretMasker::maskText(std::string_view text)
{
    QByteArray masked(text.data(), static_cast<qsizetype>(text.size()));
    TextMasker(masked, Rule::Plain, *this).run();
    return masked;
}

void SecretMasker::learnFrom(std::string_view json)
{
    Masker(json, *this).run();
    reportToSession(); // other answers may be decoded meanwhile
}

void SecretMasker::learn(std::string_view secret)
{
    if (!isKnown(secret)) {
        m_met.add(secret);
    }
}

bool SecretMasker::isKnown(std::string_view text) const
{
    return m_known.contains(text) || m_met.contains(text);
}

bool SecretMasker::holdsKnown(std::string_view text) const
{
    if (m_known.isEmpty() && m_met.isEmpty()) {
        return false;
    }
    if (isKnown(text)) {
        return true;
    }
    for (auto word = nextWord(text, 0); word; word = nextWord(text, word->to)) {
        if (isKnown(text.substr(word->from, word->to - word->from))) {
            return true;
        }
    }
    return false;
}

namespace {

/// Where a part of a text ends, and where the next one begins.
struct PartEnd
{
    std::size_t end = 0;
    std::size_t next = 0;
};

/// A document's strings, and what stands between them. A backslash belongs to the character after
/// it.
PartEnd endOfString(std::string_view text, std::size_t at)
{
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    at = std::min(at, text.size());
    return {at, at + 1};
}

/// A word ends before white space, also where a document has it as an escape.
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

/// Compares the parts of two texts one by one. Nothing if they do not have the same number.
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

/// What stands before, between and behind the masks.
std::vector<std::string_view> partsBetweenMasks(std::string_view text)
{
    std::vector<std::string_view> parts;
    std::size_t at = 0;
    for (std::size_t mask = text.find(maskView); mask != std::string_view::npos;
         mask = text.find(maskView, at)) {
        parts.push_back(text.substr(at, mask - at));
        at = mask + maskView.size();
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

/// Whether the parts are found in a text without masks, in their order and from end to end.
bool fitInOrder(const std::vector<std::string_view> &parts, std::string_view text)
{
    if (parts.size() == 1) { // nor has this one
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

/// Each has masks, and at other places: nobody knows what stands where, so only what is before the
/// first and behind the last one counts.
bool haveSameEnds(std::string_view firstA, std::string_view lastA, std::string_view firstB,
                  std::string_view lastB)
{
    const std::size_t before = std::min(firstA.size(), firstB.size());
    const std::size_t after = std::min(lastA.size(), lastB.size());
    return firstA.substr(0, before) == firstB.substr(0, before) &&
           lastA.substr(lastA.size() - after) == lastB.substr(lastB.size() - after);
}

/// Two words, or two strings whose words cannot be compared one by one.
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

/// Two strings of a document, or what stands between two of them.
bool isSameString(std::string_view a, std::string_view b)
{
    if (a == b) {
        return true;
    }
    // A secret that was found in a text has no blanks, unless it is all of it or its end.
    return haveSameParts(a, b, endOfWord, isSameMasked).value_or(isSameMasked(a, b));
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

SecretMasker::Rule SecretMasker::ruleOf(std::string_view key)
{
    if (const auto known = m_rules.find(key); known != m_rules.end()) {
        return known->second;
    }
    const Rule rule = ruleOfName(key);
    // An answer whose members all have names of their own must not grow this without end.
    constexpr std::size_t worthKeeping = 1000;
    if (m_rules.size() < worthKeeping) {
        m_rules.emplace(key, rule);
    }
    return rule;
}

} // namespace relaybook
