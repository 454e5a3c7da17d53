// SPDX-License-Identifier: GPL-3.0-or-later
// A random number generator that gives the same numbers on every machine. The standard library's
// distributions do not; only its engines do.
#pragma once

#include <cstdint>
#include <string>

namespace sandbox {

/// A hash of a seed, a purpose and an index, so that row 900 can be generated without the 899 rows
/// before it.
constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t purpose, std::uint64_t index)
{
    std::uint64_t z = seed * 0x9E3779B97F4A7C15ULL + purpose * 0xD1B54A32D192ED03ULL +
                      (index + 1) * 0x8CB92BA72F3D8DD7ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/// The numbers depend on the order of the calls. Each call needs a statement of its own, because
/// compilers evaluate the arguments of one expression in different orders.
class Random
{
public:
    constexpr explicit Random(std::uint64_t start)
        : m_state(start)
    {
    }

    constexpr std::uint64_t next() { return mix(m_state++, 0x5A, 0); }
    /// 0 … n−1
    constexpr std::int64_t below(std::int64_t n)
    {
        return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n));
    }
    constexpr std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return low + below(high - low + 1);
    }
    constexpr bool chance(int percent) { return below(100) < percent; }

    template <typename List>
    constexpr const auto &pick(const List &list)
    {
        return list[static_cast<std::size_t>(below(static_cast<std::int64_t>(list.size())))];
    }

    /// Letters and digits, for passwords and tokens.
    std::string word(int length);
    std::string hex(int length);
    /// A version 4 UUID.
    std::string uuid();

private:
    std::uint64_t m_state;
};

} // namespace sandbox
