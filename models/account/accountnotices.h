// SPDX-License-Identifier: GPL-3.0-or-later
// Collects messages for the user about the stored data and the service's prices. They are kept as
// long as the session.

#pragma once

#include "api/types/account.h"
#include "api/types/result.h"
#include "models/sqlite/storeerror.h"

#include <QObject>
#include <QSet>
#include <QStringList>

#include <optional>
#include <vector>

namespace relaybook {

class AccountStore;
class KeepFile;
struct StoreError;

/// Lives on the GUI thread.
class AccountNotices : public QObject
{
    Q_OBJECT

public:
    AccountNotices(AccountStore &store, KeepFile &kept);

    [[nodiscard]] const QStringList &all() const { return m_all; }

    /// Why drafts and earlier notes cannot be saved; nothing if there is no problem.
    [[nodiscard]] std::optional<QString> keepProblem() const;
    /// Renames the unusable file and starts a new one, at the user's request. Returns the path of
    /// the old one.
    [[nodiscard]] Result<QString> setKeepFileAside();

    /// Adds a message for each price list that contradicts itself or cannot be read, once per type.
    void checkPrices(const std::vector<TrafficPool> &pools);
    /// Adds a message, once, that token and key may be those of two accounts; see
    /// PurchaseDesk::mayBeTwoAccounts().
    void addTwoAccounts();

    /// What a banner above all pages reports, so that the pages don't repeat it.
    struct Reported
    {
        bool noConnection = false;  ///< the service cannot be reached
        bool noAccess = false;      ///< the account is not signed in, or its keychain is locked
        bool unknownOrders = false; ///< the results of orders are unknown
        friend bool operator==(const Reported &, const Reported &) = default;
    };
    void setReported(const Reported &reported);
    [[nodiscard]] const Reported &reported() const { return m_reported; }

Q_SIGNALS:
    void added(const QString &message);
    void reportedChanged();

private:
    void add(const QString &message);
    void addReplaced(const QString &file, bool wasDamaged);
    void addKeepProblem();
    void addWriteProblem(const StoreError &error);

    KeepFile &m_kept;
    QStringList m_all;
    Reported m_reported;
    QSet<QString> m_doubtfulTypes; ///< those that have a message about their prices
};

} // namespace relaybook
