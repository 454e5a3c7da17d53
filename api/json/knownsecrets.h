// SPDX-License-Identifier: GPL-3.0-or-later
// The secrets that this session has met: tokens, keys, passwords of proxies. Each is recognised
// wherever it turns up again.

#pragma once

#include <QByteArray>

#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_set>

namespace relaybook {

/// Recognises secrets without holding them: only their fingerprints, made with a number of this
/// start of the program, are there. A value.
class SecretSet
{
public:
    /// A secret that could be an ordinary word or a small number is left out.
    void add(std::string_view secret);
    void add(const SecretSet &other);
    [[nodiscard]] bool isEmpty() const { return m_prints.empty(); }
    [[nodiscard]] std::size_t size() const { return m_prints.size(); }
    [[nodiscard]] bool contains(std::string_view text) const;

private:
    std::unordered_set<std::size_t> m_prints;
    quint64 m_lengths = 0; ///< bit n: a secret of n bytes is there; the last bit: or of more
};

/// Those of one session, for all threads that decode its answers.
class KnownSecrets
{
public:
    [[nodiscard]] std::shared_ptr<const SecretSet> all() const;
    void add(const SecretSet &secrets);
    void add(std::string_view secret);
    void add(const QByteArray &secret)
    {
        add(std::string_view(secret.constData(), static_cast<std::size_t>(secret.size())));
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const SecretSet> m_all = std::make_shared<SecretSet>();
};

/// Whose secrets a document that is decoded on this thread may hold: a decoder gets the document
/// alone. Ends with the block it stands in.
class DecodingScope
{
public:
    explicit DecodingScope(KnownSecrets &secrets);
    DecodingScope(const DecodingScope &) = delete;
    DecodingScope &operator=(const DecodingScope &) = delete;
    ~DecodingScope();

    /// Null outside of any.
    [[nodiscard]] static KnownSecrets *current();

private:
    KnownSecrets *m_before;
};

} // namespace relaybook
