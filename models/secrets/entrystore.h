// SPDX-License-Identifier: GPL-3.0-or-later
// Reads, writes and removes single texts in the keychain of the operating system. Does not parse
// the texts and has no time limit.

#pragma once

#include "api/types/secret.h"
#include "models/secrets/keychain.h"

#include <functional>
#include <memory>
#include <optional>

namespace relaybook {

/// One operation at a time: the next one may be requested when the previous one has answered. An
/// operation never answers from within the call. It may never answer, and does not answer after the
/// object is destroyed.
class EntryStore
{
public:
    using ReadDone = std::function<void(tl::expected<std::optional<Secret>, KeychainError>)>;
    using Done = std::function<void(tl::expected<void, KeychainError>)>;

    EntryStore() = default;
    EntryStore(const EntryStore &) = delete;
    EntryStore &operator=(const EntryStore &) = delete;
    virtual ~EntryStore() = default;

    /// Nothing if there is no such entry.
    virtual void read(const QString &entry, ReadDone done) = 0;
    virtual void write(const QString &entry, const Secret &text, Done done) = 0;
    /// No error if there is no such entry.
    virtual void remove(const QString &entry, Done done) = 0;
    /// Whether an entry that was not found may be in a keychain that is locked as a whole: some say
    /// then that they have no entry.
    virtual void askIfLocked(std::function<void(bool)> done) = 0;
};

/// The entries under the program's name in the keychain of the operating system.
[[nodiscard]] std::unique_ptr<EntryStore> systemEntries();

} // namespace relaybook
