// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 of bytes as they come. OpenSSL's uses the processor's own instructions, which Qt's does
// not, and an export of a million rows is as long as its checksum takes.

#pragma once

#include "models/export/beside.h"

#include <QByteArray>

#include <memory>
#include <string>
#include <string_view>

namespace relaybook {

class Sha256
{
public:
    enum class By {
        Fastest, ///< OpenSSL where this computer has it
        Qt,
    };
    explicit Sha256(By by = By::Fastest);
    ~Sha256();
    Sha256(const Sha256 &) = delete;
    Sha256 &operator=(const Sha256 &) = delete;

    void add(std::string_view bytes);
    /// Hexadecimal; nothing can be added after it.
    [[nodiscard]] QByteArray finish();
    [[nodiscard]] By by() const;

    /// One way to compute it.
    class Engine;

private:
    std::unique_ptr<Engine> m_engine;
};

/// The same on a thread of its own, so that the next rows are read meanwhile. Used by one thread.
class Sha256Beside
{
public:
    void add(std::string_view bytes);
    [[nodiscard]] QByteArray finish();

private:
    void handOver();

    Sha256 m_hash;
    std::string m_filling;
    Beside<std::string> m_beside{[this](const std::string &bytes) { m_hash.add(bytes); }};
};

} // namespace relaybook
