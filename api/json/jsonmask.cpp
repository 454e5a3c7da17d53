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

constexpr int deepest = 1024; // the parser's own limit

using Rule = SecretMasker::Rule;

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

/// Whether the text may be a time or a hardware address, which have as many colons as a proxy with
/// its password.
bool isPlainColons(std::string_view text)
{
    constexpr std::string_view plain = "0123456789abcdefABCDEF:.-+TZ ";
    return text.find_first_not_of(plain) == std::string_view::npos;
}

constexpr std::array<bool, 256> makeWordEnds()
{
    std::array<bool, 256> ends{};
    for (const char c : " \t\r\n,;|:@/=\"'()<>&?#[]{}`"sv) {
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
    while (end > at + 1 && (text[end - 1] == '.' || text[end - 1] == '!')) {
        --end; // of a sentence
    }
    return end > at ? std::optional(SecretSpan{at, end}) : std::nullopt;
}

/// Masks the secrets of one text. Those of a proxy are reported to the rules.
class TextMasker
{
public:
    TextMasker(QByteArray &text, Rule rule, SecretMasker &rules)
        : m_text(text)
        , m_isProxy(rule == Rule::ProxyText)
        , m_rules(rules)
    {
    }

    /// Returns whether there were any secrets.
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
        m_hidden = true; // also if it was masked earlier
        if (secret == secretMaskUtf8) {
            return;
        }
        // The user of an address without a password may be a proxy's id or name.
        const bool isWholeUser = span.from > 1 && view().substr(span.from - 2, 2) == "//"sv;
        if (m_isProxy && !isWholeUser) {
            m_rules.learn(secret);
        }
        m_masked.append(view().substr(m_copied, span.from - m_copied)).append(secretMaskUtf8);
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

    /// Masks the password in lines of host:port:user:password. Any such line counts, because the
    /// member describes a proxy.
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
        while (const auto known = m_rules.nextKnown(view(), at)) {
            hide(*known);
            at = known->to;
        }
    }

    QByteArray &m_text;
    bool m_isProxy;
    SecretMasker &m_rules;
    bool m_hidden = false; ///< a secret has its mask, from this run or an earlier one
    bool m_found = false;  ///< from this run
    std::string m_masked;
    std::size_t m_copied = 0; ///< number of bytes of m_text that are in m_masked
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
            if (!maskedInside(*key, Rule::Plain)) {
                append(*key);
            }
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

    /// Reads a comma with something after it, or peeks at the end of the container.
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
    return {secretMaskUtf8.data(), static_cast<qsizetype>(secretMaskUtf8.size())};
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
    if (m_met.size() != before) { // a secret may occur before the member that names it
        masked = Masker(json, *this).run();
    }
    return masked;
}

QByteArray SecretMasker::maskText(std::string_view text, Rule rule)
{
    if (rule == Rule::Secret) {
        return text.empty() ? QByteArray() : secretMask();
    }
    QByteArray masked(text.data(), static_cast<qsizetype>(text.size()));
    TextMasker(masked, rule, *this).run();
    return masked;
}

QString SecretMasker::masked(const QString &text, std::string_view key)
{
    const QByteArray plain = text.toUtf8();
    const std::string_view view(plain.constData(), static_cast<std::size_t>(plain.size()));
    const Rule rule = ruleOf(key);
    const bool isSuspicious =
        rule != Rule::Plain || SecretFinder(view).next().has_value() || holdsKnown(view);
    return isSuspicious ? QString::fromUtf8(maskText(view, rule)) : text;
}

void SecretMasker::learnFrom(std::string_view json)
{
    Masker(json, *this).run();
    reportToSession(); // other responses may be decoded meanwhile
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
    return isKnown(text) || nextKnown(text, 0).has_value();
}

std::optional<SecretSpan> SecretMasker::nextKnown(std::string_view text, std::size_t at) const
{
    if (m_known.isEmpty() && m_met.isEmpty()) {
        return std::nullopt;
    }
    const bool mayHaveSigns = m_known.hasSigns() || m_met.hasSigns();
    while (const auto word = nextWord(text, at)) {
        // It begins with a word, or with one of the signs before it.
        for (std::size_t begin = at; mayHaveSigns && begin <= word->from; ++begin) {
            const auto rest = text.substr(begin);
            const auto size = std::max(m_known.sizeAtBegin(rest), m_met.sizeAtBegin(rest));
            if (size > 0) {
                return SecretSpan{begin, begin + size};
            }
        }
        if (const auto known = knownIn(text, *word)) {
            return known;
        }
        at = word->to;
    }
    return std::nullopt;
}

/// The word, or a part of it between other signs: "**swordfish7**", "client_003_swordfish7", and
/// what follows a full-width colon.
std::optional<SecretSpan> SecretMasker::knownIn(std::string_view text, SecretSpan word) const
{
    if (isKnown(text.substr(word.from, word.to - word.from))) {
        return word;
    }
    const auto isAlnum = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    const auto isJoined = [&](char c) { return isAlnum(c) || c == '_' || c == '-'; };
    const auto inRuns = [&](auto holds) -> std::optional<SecretSpan> {
        for (std::size_t begin = word.from; begin < word.to;) {
            std::size_t end = begin;
            while (end < word.to && holds(text[end])) {
                ++end;
            }
            if (end > begin && end - begin < word.to - word.from &&
                isKnown(text.substr(begin, end - begin))) {
                return SecretSpan{begin, end};
            }
            begin = std::max(end, begin + 1);
        }
        return std::nullopt;
    };
    const auto joined = inRuns(isJoined);
    return joined ? joined : inRuns(isAlnum);
}

SecretMasker::Rule SecretMasker::ruleOf(std::string_view key)
{
    if (const auto known = m_rules.find(key); known != m_rules.end()) {
        return known->second;
    }
    const Rule rule = ruleOfName(key);
    // Limits the memory for a response in which each member has another name.
    constexpr std::size_t worthKeeping = 1000;
    if (m_rules.size() < worthKeeping) {
        m_rules.emplace(key, rule);
    }
    return rule;
}

} // namespace relaybook
