// SPDX-License-Identifier: GPL-3.0-or-later
// Carries out the operations of a keychain one after the other, each within a time limit.

#pragma once

#include "models/secrets/entrystore.h"
#include "models/secrets/keychain.h"

#include <deque>
#include <memory>

namespace relaybook {

/// An operation that exceeds its time limit reports TimedOut. If it is still queued, it is never
/// carried out. If the store works on it, the next one begins when the store has answered, because
/// a question to the user cannot be cancelled. The late result of a read is discarded, and a late
/// write is undone. A late removal stays, because the user wanted it.
class EntryKeychain final : public Keychain
{
    Q_OBJECT

public:
    EntryKeychain(std::unique_ptr<EntryStore> store, std::chrono::milliseconds patience);
    ~EntryKeychain() override;

    void read(const QString &entry, QObject *guard, ReadHandler handler) override;
    void write(const QString &entry, const AccountSecrets &secrets, QObject *guard,
               DoneHandler handler) override;
    void remove(const QString &entry, QObject *guard, DoneHandler handler) override;

    /// Ends every operation as if its time limit were over; for tests.
    void runOutNow();

private:
    struct Operation;
    using Found = std::optional<Secret>;

    void add(std::unique_ptr<Operation> operation);
    void startNext();
    void runOut(Operation &operation);
    void giveOthersTime();
    void fail(const KeychainError &error);
    /// Ends the current operation: calls `report` and starts the next operation.
    void end(const std::function<void(Operation &)> &report);

    void entryRead(const tl::expected<Found, KeychainError> &found);
    void noEntry(bool isLocked);
    void replace(const Found &found);
    void written(const tl::expected<void, KeychainError> &result, const Found &before);
    void undo(const Found &before);
    void removeEntry(const Found &found);

    const std::chrono::milliseconds m_patience;
    std::deque<std::unique_ptr<Operation>> m_waiting;
    std::unique_ptr<Operation> m_current;
    std::unique_ptr<EntryStore> m_store; ///< answers to m_current: destroyed first
};

} // namespace relaybook
