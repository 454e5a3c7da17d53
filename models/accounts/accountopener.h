// SPDX-License-Identifier: GPL-3.0-or-later
// Opens accounts, and reports to the user why one cannot be opened.

#pragma once

#include "models/attention/attention.h"

#include "api/types/result.h"

#include <QObject>

#include <functional>

namespace relaybook {

class LocalAccounts;
class OpenAccount;

/// Lives on the GUI thread.
class AccountOpener : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(const Result<void> &)>;

    explicit AccountOpener(LocalAccounts &list)
        : m_list(list)
    {
    }

    /// Calls `then` at once, or after the stored data was updated. `hasSignIn`: a sign-in follows,
    /// so the keychain is not read.
    void open(OpenAccount &account, const Handler &then, bool hasSignIn = false);
    /// Calls `then` only if the stored data can be used; otherwise emits problem().
    void openOrReport(OpenAccount &account, const std::function<void()> &then, bool hasSignIn);
    /// Emits problem() if opening failed. If several callers waited for it, it is emitted once.
    void reportFailure(OpenAccount &account, const Result<void> &opened);

    /// Null, and problem() is emitted, if the account cannot be opened at once. A change that
    /// waited for an update of the stored data could contradict what the user does meanwhile.
    [[nodiscard]] OpenAccount *openToChange(const QString &key);
    /// Like openToChange(), but an account that was already known to be unreadable is returned
    /// without being open, because the user saw this before confirming.
    [[nodiscard]] OpenAccount *openToLeave(const QString &key, bool hasSignIn);
    [[nodiscard]] static QString whyNotWhileOpening(const OpenAccount &account);

    /// Whether accounts refresh automatically (the user's setting).
    void setAutoRefresh(bool enabled);
    /// What needs attention in the accounts (the user's settings).
    void setAttentionLimits(const AttentionLimits &limits);
    /// From now on, opened accounts send requests. Returns false if it was called before.
    bool start();

Q_SIGNALS:
    /// The account with this key could not be opened.
    void failed(const QString &key);
    void problem(const QString &sentences);

private:
    [[nodiscard]] OpenAccount *tryToOpen(const QString &key, bool hasSignIn);
    void whenOpened(OpenAccount &account);
    void reportWhyNotOpen(const OpenAccount &account);

    LocalAccounts &m_list;
    bool m_started = false;
    bool m_autoRefresh = true;
    AttentionLimits m_attention;
};

} // namespace relaybook
