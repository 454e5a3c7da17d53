// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/jsonmask.h"

#include "api/json/jsonscanner.h"

#include <QByteArrayView>

#include <algorithm>
#include <array>
#include <string>

namespace relaybook {
namespace {

using namespace std::string_view_literals;

constexpr int deepest = 1024; // as the parser's own limit

using Rule = SecretMasker::Rule;

bool speaksOfSecret(std::string_view lower)
{
    constexpr std::array words{"password"sv,   "passwd"sv,        "secret"sv,       "token"sv,
                               "api_key"sv,    "apikey"sv,        "reseller_key"sv, "credential"sv,
                               "passphrase"sv, "authorization"sv, "private_key"sv};
    return std::any_of(words.begin(), words.end(), [lower](std::string_view word) {
        return lower.find(word) != std::string_view::npos;
    });
}

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

/// Masks the passwords of all addresses in a text; says whether there were any.
bool maskAddresses(QByteArray &text)
{
    bool found = false;
    qsizetype at = text.indexOf("://");
    while (at >= 0) {
        const qsizetype begin = at + 3;
        qsizetype end = begin;
        while (end < text.size() && text[end] != ' ' && text[end] != '\n') {
            ++end;
        }
        // The last @: a password may hold one.
        const qsizetype host = text.left(end).lastIndexOf('@');
        if (host >= begin) {
            const qsizetype colon = text.indexOf(':', begin);
            const qsizetype from = colon >= 0 && colon < host ? colon + 1 : begin;
            text.replace(from, host - from, secretMask());
            found = true;
        }
        at = text.indexOf("://", begin);
    }
    return found;
}

/// host:port:user:password and user:password@host:port, as lists of proxies are often written.
bool maskProxyText(QByteArray &text)
{
    if (maskAddresses(text)) {
        return true;
    }
    const qsizetype host = text.lastIndexOf('@');
    const qsizetype colon = text.indexOf(':');
    if (host >= 0 && colon >= 0 && colon < host) {
        text.replace(colon + 1, host - colon - 1, secretMask());
        return true;
    }
    if (text.count(':') < 3 || text.startsWith('[')) {
        return false;
    }
    const qsizetype third = text.indexOf(':', text.indexOf(':', colon + 1) + 1);
    text.replace(third + 1, text.size() - third - 1, secretMask());
    return true;
}

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
            if (!value(rule == Rule::Secret ? rule : m_rules.ruleOf(*key), depth + 1) ||
                !separator('}')) {
                return false;
            }
        }
        m_out += '}';
        return true;
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
        if (rule == Rule::Secret) {
            m_out += inner->empty() ? QByteArray() : secretMask();
        } else if (!maskedInside(*inner, rule)) {
            append(*inner);
        }
        m_out += '"';
        return true;
    }

    bool maskedInside(std::string_view inner, Rule rule)
    {
        const bool escapes = inner.find('\\') != std::string_view::npos;
        const bool suspicious =
            rule == Rule::ProxyText || escapes || inner.find("://") != std::string_view::npos;
        if (!suspicious) {
            return false;
        }
        QByteArray plain = unescapedJson(inner);
        const bool masked = rule == Rule::ProxyText ? maskProxyText(plain) : maskAddresses(plain);
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
        if (rule == Rule::Secret && !word) {
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
    return QByteArrayLiteral("\xE2\x80\xA2\xE2\x80\xA2\xE2\x80\xA2");
}

QByteArray maskSecrets(std::string_view json)
{
    return SecretMasker().mask(json);
}

QByteArray SecretMasker::mask(std::string_view json)
{
    return Masker(json, *this).run();
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
