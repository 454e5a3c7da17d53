// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/secrets/entrykeychain.h"

#include "models/secrets/secretsjson.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace relaybook {

struct EntryKeychain::Operation
{
    enum Verb { Read, Write, Remove };

    Operation(Verb what, QString which, QObject *owner)
        : verb(what)
        , entry(std::move(which))
        , guard(owner)
    {
    }

    void answerRead(const tl::expected<AccountSecrets, KeychainError> &answer)
    {
        // The handler may destroy the keychain, and with it this operation.
        const ReadHandler handler = std::move(onRead);
        if (!std::exchange(isReported, true) && guard) {
            handler(answer);
        }
    }
    void answerDone(const tl::expected<void, KeychainError> &answer)
    {
        const DoneHandler handler = std::move(onDone);
        if (!std::exchange(isReported, true) && guard) {
            handler(answer);
        }
    }
    void answerError(const KeychainError &error)
    {
        if (verb == Read) {
            answerRead(tl::unexpected(error));
        } else {
            answerDone(tl::unexpected(error));
        }
    }

    Verb verb;
    QString entry;
    QPointer<QObject> guard;
    ReadHandler onRead;
    DoneHandler onDone;
    AccountSecrets secrets; ///< to be written
    bool isReported = false;
    QTimer timer;
};

EntryKeychain::EntryKeychain(std::unique_ptr<EntryStore> store, std::chrono::milliseconds patience)
    : m_patience(patience)
    , m_store(std::move(store))
{
}

EntryKeychain::~EntryKeychain() = default;

void EntryKeychain::read(const QString &entry, QObject *guard, ReadHandler handler)
{
    auto operation = std::make_unique<Operation>(Operation::Read, entry, guard);
    operation->onRead = std::move(handler);
    add(std::move(operation));
}

void EntryKeychain::write(const QString &entry, const AccountSecrets &secrets, QObject *guard,
                          DoneHandler handler)
{
    auto operation = std::make_unique<Operation>(Operation::Write, entry, guard);
    operation->secrets = secrets;
    operation->onDone = std::move(handler);
    add(std::move(operation));
}

void EntryKeychain::remove(const QString &entry, QObject *guard, DoneHandler handler)
{
    auto operation = std::make_unique<Operation>(Operation::Remove, entry, guard);
    operation->onDone = std::move(handler);
    add(std::move(operation));
}

void EntryKeychain::add(std::unique_ptr<Operation> operation)
{
    Operation &added = *operation;
    added.timer.setSingleShot(true);
    // Qt's coarse timer may be three seconds early after a minute.
    added.timer.setTimerType(Qt::PreciseTimer);
    connect(&added.timer, &QTimer::timeout, this, [this, &added] { runOut(added); });
    added.timer.start(m_patience);
    m_waiting.push_back(std::move(operation));
    QMetaObject::invokeMethod(this, &EntryKeychain::startNext, Qt::QueuedConnection);
}

void EntryKeychain::startNext()
{
    while (!m_current && !m_waiting.empty()) {
        auto next = std::move(m_waiting.front());
        m_waiting.pop_front();
        // The caller no longer exists, so the user is not asked to unlock the entry.
        if (next->verb == Operation::Read && !next->guard) {
            continue;
        }
        m_current = std::move(next);
        // Reads before a change too: this unlocks the entry and shows whether Relaybook wrote it.
        m_store->read(m_current->entry, [this](const auto &found) { entryRead(found); });
    }
}

void EntryKeychain::runOut(Operation &operation)
{
    const KeychainError error{KeychainError::TimedOut, {}};
    if (&operation == m_current.get()) {
        operation.secrets = {};
        operation.answerError(error);
        return;
    }
    const auto found =
        std::find_if(m_waiting.begin(), m_waiting.end(),
                     [&operation](const auto &each) { return each.get() == &operation; });
    // Deleted later, because it owns the timer whose signal is being handled.
    std::shared_ptr<Operation> kept(std::move(*found));
    m_waiting.erase(found);
    QMetaObject::invokeMethod(
        this, [kept] {}, Qt::QueuedConnection);
    kept->answerError(error);
}

void EntryKeychain::runOutNow()
{
    while (!m_waiting.empty()) {
        runOut(*m_waiting.back());
    }
    if (m_current) {
        runOut(*m_current);
    }
}

/// Restarts the timers of queued operations, because they waited for another operation.
void EntryKeychain::giveOthersTime()
{
    for (const auto &each : m_waiting) {
        each->timer.start(m_patience);
    }
}

void EntryKeychain::fail(const KeychainError &error)
{
    end([&error](Operation &operation) { operation.answerError(error); });
}

void EntryKeychain::end(const std::function<void(Operation &)> &report)
{
    const auto ended = std::move(m_current);
    ended->timer.stop();
    giveOthersTime();
    QMetaObject::invokeMethod(this, &EntryKeychain::startNext, Qt::QueuedConnection);
    // Last: the handler may destroy this keychain.
    report(*ended);
}

void EntryKeychain::entryRead(const tl::expected<Found, KeychainError> &found)
{
    if (!found) {
        fail(found.error());
        return;
    }
    if (m_current->isReported) {
        end([](Operation &) {});
        return;
    }
    switch (m_current->verb) {
    case Operation::Read:
        if (*found) {
            const auto secrets = fromEntryText(**found);
            end([&secrets](Operation &operation) { operation.answerRead(secrets); });
        } else {
            m_store->askIfLocked([this](bool isLocked) { noEntry(isLocked); });
        }
        break;
    case Operation::Write:
        replace(*found);
        break;
    case Operation::Remove:
        removeEntry(*found);
        break;
    }
}

void EntryKeychain::noEntry(bool isLocked)
{
    if (isLocked) {
        fail({KeychainError::Locked, {}});
    } else {
        end([](Operation &operation) { operation.answerRead(AccountSecrets{}); });
    }
}

void EntryKeychain::replace(const Found &found)
{
    if (found) {
        const auto before = fromEntryText(*found);
        if (!before && before.error().kind == KeychainError::Newer) {
            fail(before.error());
            return;
        }
    }
    if (m_current->secrets.isEmpty()) {
        removeEntry(found);
        return;
    }
    const auto text = toEntryText(m_current->secrets);
    m_current->secrets = {};
    if (!text) {
        fail(text.error());
        return;
    }
    m_store->write(m_current->entry, *text,
                   [this, found](const auto &result) { written(result, found); });
}

void EntryKeychain::written(const tl::expected<void, KeychainError> &result, const Found &before)
{
    if (result && m_current->isReported) {
        undo(before);
        return;
    }
    end([&result](Operation &operation) { operation.answerDone(result); });
}

void EntryKeychain::undo(const Found &before)
{
    const auto done = [this](const auto &) { end([](Operation &) {}); };
    if (before) {
        m_store->write(m_current->entry, *before, done);
    } else {
        m_store->remove(m_current->entry, done);
    }
}

void EntryKeychain::removeEntry(const Found &found)
{
    const auto done = [this](const tl::expected<void, KeychainError> &result) {
        end([&result](Operation &operation) { operation.answerDone(result); });
    };
    if (found) {
        m_store->remove(m_current->entry, done);
    } else {
        done({});
    }
}

} // namespace relaybook
