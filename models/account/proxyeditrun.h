// SPDX-License-Identifier: GPL-3.0-or-later
// Changes many proxies, one after the other, in the background. Each proxy is read again before it
// is changed, and a change made elsewhere is never overwritten unseen. What was not sent survives
// the end of the program.

#pragma once

#include "api/http/call.h"
#include "api/types/result.h"
#include "models/account/batchrun.h"
#include "models/account/proxyeditrow.h"
#include "models/accountvalues.h"
#include "models/store/keepfile.h"

#include <QByteArray>
#include <QPointer>
#include <QStringList>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class ApiClient;
class ServiceOffer;
class StoredRows;

/// Lives on the GUI thread, as long as the account's session. There is at most one change of many
/// proxies at a time. It is stored before anything of it is sent, and so is each row. A row whose
/// answer was lost is Unknown until the proxy is read: it is never sent again before.
class ProxyEditRun : public BatchRun
{
    Q_OBJECT

public:
    struct Parts
    {
        AccountActions &actions;
        const StoredRows &rows;
        const ServiceOffer &offer;
        KeepFile &kept;
        ApiClient *client; ///< null when offline
        /// Starts loading the list of proxies; onListChanged() is to be called when its status
        /// changed.
        std::function<void()> loadList;
        std::function<AreaStatus()> listStatus;
    };
    explicit ProxyEditRun(Parts parts, QObject *parent = nullptr);
    ~ProxyEditRun() override;

    static constexpr qint64 mostRows = 10'000;

    /// How the current values of a proxy are read before it is changed.
    enum class Check {
        Each,   ///< each proxy by itself
        InList, ///< with the list of proxies, which is loaded again for every hundred
        None,   ///< the service shows no proxies: a change made elsewhere cannot be noticed
    };
    [[nodiscard]] Check check() const;
    /// About how long this many changes take within the service's limits.
    [[nodiscard]] std::chrono::milliseconds timeFor(qint64 rows) const;

    /// Starts a change. `rows` are the documents of toJson(), so that long lists can be prepared in
    /// slices; at most `mostRows`. Not while isOpen().
    void start(std::vector<QByteArray> rows);
    /// As BatchRun::retry(), and stores that the rows wait.
    void retry() override;
    /// Sends the old values back to the proxies that still have the new ones.
    void undo();
    /// Whether anything can be undone, and nothing is running.
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool isUndo() const { return m_isUndo; }

    /// The user saw what was changed elsewhere: changes these proxies anyway.
    void changeAnyway();
    /// Leaves the proxies that were changed elsewhere as they are.
    void leaveChanged();
    /// Stops, and skips all rows that were not sent.
    void cancel();
    /// Forgets the change and its results. Not while isRunning().
    void discard();

    /// Whether rows are left that were not sent or not decided. Failed rows don't count.
    [[nodiscard]] bool isOpen() const;
    /// Whether this was left over by an earlier session, and nothing was done with it since.
    [[nodiscard]] bool isLeftOver() const { return m_isLeftOver; }

    [[nodiscard]] ProxyEditRow rowAt(qint64 index) const;
    /// State::Changed: the values of the proxy.
    [[nodiscard]] std::optional<Proxy> foundAt(qint64 index) const;
    /// State::Failed: the fields that the service did not apply.
    [[nodiscard]] QStringList leftOutAt(qint64 index) const;

    /// To be called whenever the status of the list of proxies changed.
    void onListChanged();

protected:
    [[nodiscard]] bool prepare() override;
    void begin(qint64 index) override;
    [[nodiscard]] std::optional<Row> interrupt(qint64 index) override;
    [[nodiscard]] bool isSameForAll(const ApiError &error) const override;

private:
    enum class Phase { Reading, Storing, Saving, Looking };

    void load();
    void startRows(std::vector<QByteArray> rows, bool isUndo);
    void storeAll();
    void whenStored();
    [[nodiscard]] bool prepareList();
    void setDocument(qint64 index, const ProxyEditRow &row);
    void noteUndo(qint64 index, const ProxyEditRow &row);
    void store(qint64 index);
    [[nodiscard]] KeptProxyEdit keptRow(qint64 index) const;
    void putAll(State from, State to);
    void read(qint64 index);
    void whenRead(qint64 index, const Result<Proxy> &now);
    void compare(qint64 index, const Proxy &now);
    void send(qint64 index, const ProxyEdit &edit, const Proxy &now);
    void sendNow(qint64 index, const ProxyEdit &edit);
    void whenSaved(qint64 index, const Result<ProxySaved> &saved);
    void look(qint64 index, const ApiError &lost);
    void whenLooked(qint64 index, const Result<Proxy> &now);
    void endDone(qint64 index, const Proxy &now);
    void onStoreFailed(const StoreError &problem);

    Parts m_parts;
    std::vector<QByteArray> m_documents; ///< the rows, as they are stored
    std::vector<bool> m_isSent;          ///< may have been sent, and no answer says what became
    std::map<qint64, Proxy> m_found;
    std::map<qint64, QStringList> m_leftOut;
    std::map<qint64, QByteArray> m_back; ///< the rows that undo the rows
    bool m_isUndo = false;
    bool m_isLeftOver = false;
    bool m_isStored = false;       ///< all rows are in keep.sqlite
    quint64 m_storing = 0;         ///< number of the last storeAll()
    bool m_cannotReadEach = false; ///< the service has no call for one proxy
    bool m_isCancelling = false;
    bool m_isWaitingForList = false;
    std::optional<Instant> m_listBefore; ///< the time of the list before it is loaded again
    qint64 m_sinceList = 0;              ///< rows since the list was loaded
    Phase m_phase = Phase::Reading;
    ApiError m_lost; ///< why the answer to the current row was lost
    Call m_call;
};

} // namespace relaybook
