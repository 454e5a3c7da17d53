// SPDX-License-Identifier: GPL-3.0-or-later
// Calculates SHA-256 incrementally. Uses OpenSSL if available: it uses the processor's SHA
// instructions, which Qt does not, and the checksum determines how long an export of a million rows
// takes.

#pragma once

#include "models/export/beside.h"
#include "models/export/spares.h"

#include <QByteArray>

#include <memory>
#include <string>
#include <string_view>

namespace relaybook {

/// An incremental SHA-256 calculation. It must be created and destroyed by the same thread.
class Sha256
{
public:
    enum class By {
        Fastest, ///< OpenSSL if it is installed
        Qt,
    };
    explicit Sha256(By by = By::Fastest);
    ~Sha256();
    Sha256(const Sha256 &) = delete;
    Sha256 &operator=(const Sha256 &) = delete;

    void add(std::string_view bytes);
    /// The hash in hexadecimal; nothing can be added afterwards.
    [[nodiscard]] QByteArray finish();
    [[nodiscard]] By by() const;

    /// An implementation.
    class Engine;

private:
    std::unique_ptr<Engine> m_engine;
};

/// Calculates SHA-256 on its own thread, so that the next rows are read in the meantime. To be used
/// by one thread.
class Sha256Beside
{
public:
    void add(std::string_view bytes);
    [[nodiscard]] QByteArray finish();

private:
    void handOver();

    Sha256 m_hash;
    Spares<std::string> m_spares;
    std::unique_ptr<std::string> m_filling;
    Beside<std::unique_ptr<std::string>> m_beside{[this](std::unique_ptr<std::string> bytes) {
        m_hash.add(*bytes);
        m_spares.giveBack(std::move(bytes));
    }};
};

} // namespace relaybook
