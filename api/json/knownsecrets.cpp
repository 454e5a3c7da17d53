// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/knownsecrets.h"

#include <QHashFunctions>
#include <QRandomGenerator>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace relaybook {
namespace {

thread_local KnownSecrets *currentSecrets = nullptr;

std::size_t printOf(std::string_view text)
{
    static const auto seed = static_cast<std::size_t>(QRandomGenerator::system()->generate64());
    return qHashBits(text.data(), text.size(), seed);
}

quint64 lengthBit(std::size_t length)
{
    constexpr std::size_t last = 63;
    return quint64(1) << std::min(length, last);
}

/// Whether a secret with this byte may be more than one word of a text.
bool isSign(char c)
{
    const bool isInWord = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
                          static_cast<unsigned char>(c) >= 0x80;
    return !isInWord;
}

/// Whether a text is only by chance equal to others. A type such as "residential" may be
/// somebody's password, or be in a member like "token_type"; as a known secret it would mask the
/// type of each row and receipt. Nor is a time a secret.
bool isReporting(std::string_view secret)
{
    constexpr std::size_t shortest = 6;
    constexpr std::size_t shortestNumber = 10;
    constexpr std::size_t shortestWord = 24;
    const auto isOnly = [secret](auto fits) {
        return std::all_of(secret.begin(), secret.end(), fits);
    };
    if (secret.empty()) {
        return false;
    }
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    constexpr std::string_view ofTimes = "-:.,/+TZ ";
    if (isOnly(isDigit)) {
        return secret.size() >= shortestNumber;
    }
    if (isOnly([&](char c) { return isDigit(c) || ofTimes.find(c) != std::string_view::npos; })) {
        return false;
    }
    const bool isOfLetters = isOnly([&](char c) { return isLetter(c) || c == '_' || c == '-'; });
    const auto isUpper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const bool isMixed = std::any_of(secret.begin() + 1, secret.end(), isUpper) && !isOnly(isUpper);
    const bool isWord = isOfLetters && !isMixed;
    return secret.size() >= (isWord ? shortestWord : shortest);
}

} // namespace

void SecretSet::add(std::string_view secret)
{
    if (isReporting(secret) && !contains(secret)) {
        m_lengths |= lengthBit(secret.size());
        const bool hasSigns = std::any_of(secret.begin(), secret.end(), isSign);
        if (hasSigns && secret.size() < m_sizesWithSigns.size() &&
            (m_sizesWithSigns.count() < mostSizes || m_sizesWithSigns.test(secret.size()))) {
            m_sizesWithSigns.set(secret.size());
            m_firstWithSigns.set(static_cast<unsigned char>(secret.front()));
        }
        addPart({printOf(secret)});
    }
}

void SecretSet::add(const SecretSet &other)
{
    m_lengths |= other.m_lengths;
    m_sizesWithSigns |= other.m_sizesWithSigns;
    m_firstWithSigns |= other.m_firstWithSigns;
    for (const auto &part : other.m_parts) {
        Prints added;
        std::copy_if(part->begin(), part->end(), std::back_inserter(added),
                     [this](std::size_t print) { return !containsPrint(print); });
        if (!added.empty()) {
            addPart(std::move(added));
        }
    }
}

void SecretSet::addPart(Prints prints)
{
    while (!m_parts.empty() && m_parts.back()->size() <= prints.size()) {
        Prints merged;
        merged.reserve(m_parts.back()->size() + prints.size());
        std::merge(m_parts.back()->begin(), m_parts.back()->end(), prints.begin(), prints.end(),
                   std::back_inserter(merged));
        prints = std::move(merged);
        m_parts.pop_back();
    }
    m_parts.push_back(std::make_shared<const Prints>(std::move(prints)));
}

std::size_t SecretSet::size() const
{
    return std::accumulate(m_parts.begin(), m_parts.end(), std::size_t(0),
                           [](std::size_t sum, const auto &part) { return sum + part->size(); });
}

bool SecretSet::contains(std::string_view text) const
{
    return (m_lengths & lengthBit(text.size())) != 0 && containsPrint(printOf(text));
}

std::size_t SecretSet::sizeAtBegin(std::string_view text) const
{
    if (text.empty() || !m_firstWithSigns.test(static_cast<unsigned char>(text.front()))) {
        return 0;
    }
    for (std::size_t size = std::min(text.size(), m_sizesWithSigns.size() - 1); size > 0; --size) {
        const auto begin = text.substr(0, size);
        // One without signs may be the beginning of an ordinary word.
        if (m_sizesWithSigns.test(size) && std::any_of(begin.begin(), begin.end(), isSign) &&
            contains(begin)) {
            return size;
        }
    }
    return 0;
}

bool SecretSet::containsPrint(std::size_t print) const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [print](const auto &part) {
        return std::binary_search(part->begin(), part->end(), print);
    });
}

SecretSet KnownSecrets::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_all;
}

void KnownSecrets::add(const SecretSet &secrets)
{
    const std::lock_guard lock(m_mutex);
    m_all.add(secrets);
}

void KnownSecrets::add(std::string_view secret)
{
    const std::lock_guard lock(m_mutex);
    m_all.add(secret);
}

DecodingScope::DecodingScope(KnownSecrets &secrets)
    : m_before(currentSecrets)
{
    currentSecrets = &secrets;
}

DecodingScope::~DecodingScope()
{
    currentSecrets = m_before;
}

KnownSecrets *DecodingScope::current()
{
    return currentSecrets;
}

} // namespace relaybook
