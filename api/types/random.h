// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers and ids. A test can draw them from a seed, so that a run can be repeated.

#pragma once

#include <QString>

#include <optional>

namespace relaybook {

/// Thread-safe.
[[nodiscard]] quint64 randomNumber();
/// From 0 up to, but not including, 1. Thread-safe.
[[nodiscard]] double randomFraction();
/// A version 4 UUID without braces. Thread-safe.
[[nodiscard]] QString randomId();

/// For tests: all numbers from here on follow from the seed; without one, they are random again.
void seedRandomNumbers(std::optional<quint64> seed);

} // namespace relaybook
