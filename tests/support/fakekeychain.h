// SPDX-License-Identifier: GPL-3.0-or-later
// A keychain in memory for tests. It fails with the error that a test sets, and holds its answers
// back if told to, as one does that asks its user.

#pragma once

#include "models/secrets/keychain.h"

#include <QMetaObject>
#include <QPointer>
#include <QStringBuilder>
#include <QStringList>

#include <deque>
#include <map>
#include <utility>

namespace relaybook::testing {

class FakeKeychain final : public Keychain
{
public:
    using Keychain::Keychain;

    /// The stored entries. A test may change them, as another program does.
    std::map<QString, AccountSecrets> entries;
    /// If set, an operation that is carried out fails with it and changes nothing.
    std::optional<KeychainError> error;
    /// Like `error`, for one entry.
    std::map<QString, KeychainError> errors;
    /// Everything that was requested, in order: "read NAME", "write NAME", "remove NAME".
    QStringList requests;

    /// Operations requested from now on wait for answer(). They are carried out then, not before.
    void hold() { m_isHolding = true; }
    /// Carries out everything that waits, and no longer holds anything back.
    void answer()
    {
        m_isHolding = false;
        carryOut();
    }
    /// Carries out the operation that has waited longest.
    void answerOne()
    {
        QMetaObject::invokeMethod(
            this, [this] { next(); }, Qt::QueuedConnection);
    }
    /// Operations that wait.
    [[nodiscard]] std::size_t waiting() const { return m_waiting.size(); }

    void read(const QString &entry, QObject *guard, ReadHandler handler) override
    {
        request(QStringLiteral("read"), entry,
                [this, entry, guard = QPointer(guard), handler = std::move(handler)] {
                    tl::expected<AccountSecrets, KeychainError> answer;
                    if (const auto failure = failureOf(entry)) {
                        answer = tl::unexpected(*failure);
                    } else if (const auto found = entries.find(entry); found != entries.end()) {
                        answer = found->second;
                    }
                    if (guard) {
                        handler(std::move(answer));
                    }
                });
    }

    void write(const QString &entry, const AccountSecrets &secrets, QObject *guard,
               DoneHandler handler) override
    {
        change(QStringLiteral("write"), entry, secrets, guard, std::move(handler));
    }

    void remove(const QString &entry, QObject *guard, DoneHandler handler) override
    {
        change(QStringLiteral("remove"), entry, {}, guard, std::move(handler));
    }

private:
    void change(const QString &verb, const QString &entry, const AccountSecrets &secrets,
                QObject *guard, DoneHandler handler)
    {
        request(verb, entry,
                [this, entry, secrets, guard = QPointer(guard), handler = std::move(handler)] {
                    tl::expected<void, KeychainError> answer;
                    if (const auto failure = failureOf(entry)) {
                        answer = tl::unexpected(*failure);
                    } else if (secrets.isEmpty()) {
                        entries.erase(entry);
                    } else {
                        entries[entry] = secrets;
                    }
                    if (guard) {
                        handler(std::move(answer));
                    }
                });
    }

    [[nodiscard]] std::optional<KeychainError> failureOf(const QString &entry) const
    {
        const auto found = errors.find(entry);
        return found == errors.end() ? error : found->second;
    }

    void request(const QString &verb, const QString &entry, std::function<void()> operation)
    {
        requests.append(QString(verb % u' ' % entry));
        m_waiting.push_back(std::move(operation));
        carryOut();
    }

    /// Later, because no handler is called from within a call.
    void carryOut()
    {
        QMetaObject::invokeMethod(
            this,
            [this] {
                while (!m_isHolding && !m_waiting.empty()) {
                    next();
                }
            },
            Qt::QueuedConnection);
    }

    void next()
    {
        if (!m_waiting.empty()) {
            const auto operation = std::move(m_waiting.front());
            m_waiting.pop_front();
            operation();
        }
    }

    std::deque<std::function<void()>> m_waiting;
    bool m_isHolding = false;
};

} // namespace relaybook::testing
