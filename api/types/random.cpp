// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/types/random.h"

#include <QRandomGenerator64>
#include <QUuid>

#include <array>
#include <memory>
#include <mutex>

namespace relaybook {

namespace {

/// Qt's own global generator cannot be seeded.
struct Seeded
{
    std::mutex mutex;
    std::unique_ptr<QRandomGenerator64> generator;
};

Seeded &seeded()
{
    static Seeded state;
    return state;
}

} // namespace

quint64 randomNumber()
{
    Seeded &state = seeded();
    const std::lock_guard lock(state.mutex);
    return state.generator ? state.generator->generate() : QRandomGenerator64::system()->generate();
}

double randomFraction()
{
    constexpr int unusedBits = 11;             // a double holds 53
    constexpr double all = 9007199254740992.0; // 2^53
    return static_cast<double>(randomNumber() >> unusedBits) / all;
}

QString randomId()
{
    std::array<quint64, 2> numbers{randomNumber(), randomNumber()};
    QByteArray bytes(reinterpret_cast<const char *>(numbers.data()), sizeof(numbers));
    constexpr int version = 6; // where RFC 4122 has it, and the variant
    constexpr int variant = 8;
    bytes[version] = static_cast<char>((bytes.at(version) & 0x0f) | 0x40);
    bytes[variant] = static_cast<char>((bytes.at(variant) & 0x3f) | 0x80);
    return QUuid::fromRfc4122(bytes).toString(QUuid::WithoutBraces);
}

void seedRandomNumbers(std::optional<quint64> seed)
{
    Seeded &state = seeded();
    const std::lock_guard lock(state.mutex);
    state.generator.reset();
    if (seed) {
        const std::array<quint32, 2> words{static_cast<quint32>(*seed),
                                           static_cast<quint32>(*seed >> 32U)};
        state.generator = std::make_unique<QRandomGenerator64>(words.data(), words.size());
    }
}

} // namespace relaybook
