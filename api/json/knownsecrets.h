// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers the secrets seen in this session (tokens, keys, proxy passwords), so that they are
// masked wherever they appear again.

#pragma once

#include <QByteArray>

#include <bitset>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace relaybook {

/// A set of secrets that stores only their fingerprints, which use a random number of this program
/// start. A value type: a copy shares the fingerprints, so it costs the same at any size.
class SecretSet
{
public:
    /// Adds a secret. A secret that could be an ordinary word or a small number is ignored.
    void add(std::string_view secret);
    void add(const SecretSet &other);
    [[nodiscard]] bool isEmpty() const { return m_parts.empty(); }
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool contains(std::string_view text) const;
    /// The size of the longest secret with which the text begins; 0 if there is none. Only for
    /// secrets with signs other than letters and digits, of which a text could be any part; those
    /// of more than mostSizes different sizes, or more than 255 bytes, are not looked for.
    [[nodiscard]] std::size_t sizeAtBegin(std::string_view text) const;
    [[nodiscard]] bool hasSigns() const { return m_sizesWithSigns.any(); }
    static constexpr std::size_t mostSizes = 32;

private:
    using Prints = std::vector<std::size_t>; // sorted, none of which is in another part

    void addPart(Prints prints);
    [[nodiscard]] bool containsPrint(std::size_t print) const;

    /// Each part is larger than the next one: adding n secrets moves each log2(n) times at most.
    std::vector<std::shared_ptr<const Prints>> m_parts;
    quint64 m_lengths = 0; ///< bit n: some secret has n bytes; the last bit: n or more
    std::bitset<256> m_sizesWithSigns;
    std::bitset<256> m_firstWithSigns; ///< their first bytes
};

/// The secrets of one session. Thread-safe: shared by all threads that decode its responses.
class KnownSecrets
{
public:
    [[nodiscard]] SecretSet all() const;
    void add(const SecretSet &secrets);
    void add(std::string_view secret);
    void add(const QByteArray &secret)
    {
        add(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size())));
    }

private:
    mutable std::mutex m_mutex;
    SecretSet m_all;
};

/// Sets the known secrets for documents decoded on this thread, because a decoder is given only the
/// document. Ends with the enclosing block.
class DecodingScope
{
public:
    explicit DecodingScope(KnownSecrets &secrets);
    DecodingScope(const DecodingScope &) = delete;
    DecodingScope &operator=(const DecodingScope &) = delete;
    ~DecodingScope();

    /// The secrets of the innermost scope; null outside of a scope.
    [[nodiscard]] static KnownSecrets *current();

private:
    KnownSecrets *m_before;
};

} // namespace relaybook
