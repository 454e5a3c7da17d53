// SPDX-License-Identifier: GPL-3.0-or-later
// Adds and removes proxies and sub-users by their ids, for services that have no list of them. The
// ids are stored in the file with the user's own data (KeepFile), because they cannot be loaded
// again; the rows are in the same tables as listed ones.

#pragma once

#include "api/types/ids.h"
#include "api/types/result.h"
#include "models/sqlite/storeerror.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <vector>

namespace relaybook {

class AccountStore;
class Clock;
class KeepFile;

/// The proxies and sub-users that the user added by id. Lives on the GUI thread.
class AddedRows : public QObject
{
    Q_OBJECT

public:
    AddedRows(AccountStore &store, KeepFile &keep, const Clock &clock);

    [[nodiscard]] bool isAdded(const ProxyId &id) const;
    [[nodiscard]] bool isAdded(SubUserId id) const;

    /// Returns false if the ids cannot be stored; then nothing was added.
    [[nodiscard]] bool addProxies(const std::vector<ProxyId> &ids);
    /// Adds sub-users with the user's local name for each, which may be empty. One that was already
    /// added gets the new name.
    [[nodiscard]] bool addSubUsers(const QHash<SubUserId, QString> &names);
    /// Removes rows from this computer only; nothing is sent to the service. A row that the service
    /// lists appears again with the next list.
    void remove(const std::vector<ProxyId> &ids);
    void remove(const std::vector<SubUserId> &ids);

private:
    void putRows();

    AccountStore &m_store;
    KeepFile &m_keep;
    const Clock &m_clock;
};

} // namespace relaybook
