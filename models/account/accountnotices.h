// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what the user must be told about the stored data and the service's prices, in whole
// sentences, for as long as the session lasts.

#pragma once

#include "api/types/account.h"
#include "api/types/result.h"

#include <QObject>
#include <QSet>
#include <QStringList>

#include <optional>
#include <vector>

namespace relaybook {

class AccountStore;
class KeepFile;

/// Lives on the GUI thread.
class AccountNotices : public QObject
{
    Q_OBJECT

public:
    AccountNotices(AccountStore &store, KeepFile &kept);

    [[nodiscard]] const QStringList &all() const { return m_all; }

    /// Why drafts and earlier notes cannot be kept; nothing where all is well.
    [[nodiscard]] std::optional<QString> keepProblem() const;
    /// At the user's word: renames the unusable file and begins a new one; gives the old one's
    /// path.
    [[nodiscard]] Result<QString> setKeepFileAside();

    /// Adds a notice for each price list that contradicts itself or cannot be read, once a type.
    void checkPrices(const std::vector<TrafficPool> &pools);

Q_SIGNALS:
    void added(const QString &message);

private:
    void add(const QString &message);
    void addReplaced(const QString &file);
    void addKeepProblem();

    KeepFile &m_kept;
    QStringList m_all;
    QSet<QString> m_doubtfulTypes; ///< their prices were told of
};

} // namespace relaybook
