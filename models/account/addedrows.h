// SPDX-License-Identifier: GPL-3.0-or-later
// Proxies and sub-users that the user added by id, for services that list none. The ids are kept
// with what can't be fetched again; the rows stand in the same tables as listed ones.

#pragma once

#include "api/types/ids.h"
#include "api/types/result.h"
#include "models/store/storeerror.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <vector>

namespace relaybook {

class AccountStore;
class Clock;
class KeepFile;

/// Lives on the GUI thread.
class AddedRows : public QObject
{
    Q_OBJECT

public:
    AddedRows(AccountStore &store, KeepFile &keep, const Clock &clock);

    [[nodiscard]] bool isAdded(const ProxyId &id) const;
    [[nodiscard]] bool isAdded(SubUserId id) const;

    /// False where ids cannot be kept on this computer: then nothing was added.
    [[nodiscard]] bool addProxies(const std::vector<ProxyId> &ids);
    /// With the user's own name for each, which may be empty; one that is there gets the new name.
    [[nodiscard]] bool addSubUsers(const QHash<SubUserId, QString> &names);
    /// From this computer only: the service is not asked for anything. What a list names comes
    /// back with it.
    void remove(const std::vector<ProxyId> &ids);
    void remove(const std::vector<SubUserId> &ids);

private:
    void putRows();

    AccountStore &m_store;
    KeepFile &m_keep;
    const Clock &m_clock;
};

} // namespace relaybook
