// SPDX-License-Identifier: GPL-3.0-or-later
// Changes many proxies, one after the other, in the background. Each proxy is read again before it
// is changed, and a change made elsewhere is never overwritten unseen. What was not sent survives
// the end of the program.

#pragma once

#include "api/http/call.h"
#include "api/types/result.h"
#include "models/account/proxyeditrow.h"
#include "models/account/storedrun.h"

#include <QByteArray>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace relaybook {

class AccountActions;
class ApiClient;
class ServiceOffer;
class StoredRows;

/// A row whose answer was lost is Unknown until the proxy is read.
class ProxyEditRun : public StoredRun
{
    Q_OBJECT

public:
    struct Parts
    {
        AccountActions &actions;
        const StoredRows &rows;
        const ServiceOffer &offer;
        KeepFile &kept;
        ApiClient *client;              ///< null when offline
        std::function<void()> loadList; ///< as in StoredRun
        std::function<AreaStatus()> listStatus;
    };
    explicit ProxyEditRun(Parts parts, QObject *parent = nullptr);
    ~ProxyEditRun() override;

    /// How the current values of a proxy are read before it is changed.
    enum class Check {
        Each,   ///< each proxy by itself
        InList, ///< with the list of proxies, which is loaded again for every hundred
        None,   ///< the service shows no proxies: a change made elsewhere cannot be noticed
    };
    [[nodiscard]] Check check() const;
    [[nodiscard]] std::chrono::milliseconds timeFor(qint64 rows) const override;

    /// Sends the old values back to the proxies that still have the new ones.
    void undo();
    /// Whether anything can be undone, and nothing is running.
    [[nodiscard]] bool canUndo() const;
    /// How many proxies undo() would change back.
    [[nodiscard]] qint64 undoCount() const { return static_cast<qint64>(m_back.size()); }
    /// How many of these only in part: an earlier value is not known, or cannot be sent, such as no
    /// traffic limit.
    [[nodiscard]] qint64 partlyUndoable() const { return static_cast<qint64>(m_partlyBack.size()); }
    /// How many changed ones it would not, for the same reasons. Looks at every row.
    [[nodiscard]] qint64 notUndoable() const;
    [[nodiscard]] bool isUndo() const { return isOfUndo(); }

    /// The user saw what was changed elsewhere: changes these proxies anyway.
    void changeAnyway();
    /// Leaves the proxies that were changed elsewhere as they are.
    void leaveChanged();

    [[nodiscard]] ProxyEditRow rowAt(qint64 index) const;
    /// State::Changed: the values of the proxy.
    [[nodiscard]] std::optional<Proxy> foundAt(qint64 index) const;
    /// State::Failed: the fields that the service did not apply.
    [[nodiscard]] QStringList leftOutAt(qint64 index) const;

protected:
    void forgetRows() override;
    [[nodiscard]] bool prepareRows() override;
    void begin(qint64 index) override;
    [[nodiscard]] std::optional<Row> interrupt(qint64 index) override;
    [[nodiscard]] bool isOnItsWay() const override { return m_phase != Phase::Reading; }
    void dropCall() override;

private:
    enum class Phase { Reading, Saving, Looking };

    void setRow(qint64 index, const ProxyEditRow &row) { setDocument(index, toJson(row)); }
    void noteUndo(qint64 index, const ProxyEditRow &row);
    void noteUndoOfLoaded();
    void read(qint64 index);
    void whenRead(qint64 index, const Result<Proxy> &now);
    void compare(qint64 index, const Proxy &now);
    void send(qint64 index, const ProxyEdit &edit, const Proxy &now);
    void sendNow(qint64 index, const ProxyEdit &edit);
    void whenSaved(qint64 index, const Result<ProxySaved> &saved);
    void look(qint64 index, const ApiError &lost);
    void whenLooked(qint64 index, const Result<Proxy> &now);
    void endDone(qint64 index, const Proxy &now);

    Parts m_parts;
    std::map<qint64, Proxy> m_found;
    std::map<qint64, Proxy> m_anyway;    ///< values found that the user wants to overwrite
    std::map<qint64, QByteArray> m_back; ///< the rows that undo the rows
    std::set<qint64> m_partlyBack;       ///< those of m_back that undo only a part
    QTimer m_undoOfLoaded;               ///< fills m_back with loaded rows, in slices
    qint64 m_nextLoaded = 0;
    bool m_cannotReadEach = false; ///< the service has no call for one proxy
    qint64 m_sinceList = 0;        ///< rows since the list was loaded
    Phase m_phase = Phase::Reading;
    ApiError m_lost; ///< why the answer to the current row was lost
    Call m_call;
};

} // namespace relaybook
