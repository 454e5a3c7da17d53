// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/json/knownsecrets.h"

#include <QHashFunctions>
#include <QRandomGenerator>

#include <algorithm>

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

/// Long enough that nothing else is written the same.
bool isTelling(std::string_view secret)
{
    constexpr std::size_t shortest = 6;
    constexpr std::size_t shortestNumber = 10;
    const bool number = std::all_of(secret.begin(), secret.end(),
                                    [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
    return secret.size() >= (number ? shortestNumber : shortest);
}

} // namespace

void SecretSet::add(std::string_view secret)
{
    if (isTelling(secret)) {
        m_prints.insert(printOf(secret));
        m_lengths |= lengthBit(secret.size());
    }
}

void SecretSet::add(const SecretSet &other)
{
    m_prints.insert(other.m_prints.begin(), other.m_prints.end());
    m_lengths |= other.m_lengths;
}

bool SecretSet::contains(std::string_view text) const
{
    return (m_lengths & lengthBit(text.size())) != 0 && m_prints.contains(printOf(text));
}

std::shared_ptr<const SecretSet> KnownSecrets::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_all;
}

void KnownSecrets::add(const SecretSet &secrets)
{
    const std::lock_guard lock(m_mutex);
    auto more = std::make_shared<SecretSet>(*m_all);
    more->add(secrets);
    if (more->size() != m_all->size()) {
        m_all = std::move(more);
    }
}

void KnownSecrets::add(std::string_view secret)
{
    if (!all()->contains(secret)) {
        SecretSet one;
        one.add(secret);
        add(one);
    }
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
