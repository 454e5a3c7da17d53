// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes many proxies, one after the other, in the background. A deletion is sent once: if its
// answer was lost, the list of proxies is loaded to see whether the proxy is gone.

#pragma once

#include "api/http/call.h"
#include "api/types/done.h"
#include "api/types/ids.h"
#include "api/types/result.h"
#include "models/account/storedrun.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace relaybook {

class AccountActions;
class AddedRows;
class ApiClient;
class ServiceOffer;
class StoredRows;

struct ProxyDeletionRow
{
    ProxyId id;
    QString name; ///< when the user confirmed
    friend bool operator==(const ProxyDeletionRow &, const ProxyDeletionRow &) = default;
};
[[nodiscard]] QByteArray toJson(const ProxyDeletionRow &row);
[[nodiscard]] std::optional<ProxyDeletionRow> proxyDeletionRowFrom(const QByteArray &json);

/// A row whose answer was lost is Unknown until the proxy is looked up: after the last row, and
/// whenever the user asks. If the proxy is in neither of two lists, it is Done; if it is in the
/// last one, the row is Failed, and sent again only if the user asks for that.
class ProxyDeletionRun : public StoredRun
{
    Q_OBJECT

public:
    struct Parts
    {
        AccountActions &actions;
        const StoredRows &rows;
        AddedRows &added;
        const ServiceOffer &offer;
        KeepFile &kept;
        ApiClient *client;              ///< null when offline
        std::function<void()> loadList; ///< as in StoredRun
        std::function<AreaStatus()> listStatus;
    };
    explicit ProxyDeletionRun(Parts parts, QObject *parent = nullptr);
    ~ProxyDeletionRun() override;

    /// How a proxy is looked up after its answer was lost.
    enum class Lookup {
        InList,
        Each, ///< the service has no list: by itself
        None, ///< the service shows no proxies
    };
    [[nodiscard]] Lookup lookup() const;
    [[nodiscard]] std::chrono::milliseconds timeFor(qint64 rows) const override;
    /// Whether the service was found not to delete proxies.
    [[nodiscard]] bool isMissing() const { return m_isMissing; }

    [[nodiscard]] ProxyDeletionRow rowAt(qint64 index) const;
    /// State::Waiting: whether the row was sent, and waits to be looked up.
    [[nodiscard]] bool isToLookUp(qint64 index) const { return isSent(index); }

protected:
    void forgetRows() override { m_lost.clear(); }
    [[nodiscard]] bool prepareRows() override;
    void onListRead() override;
    void begin(qint64 index) override;
    [[nodiscard]] bool goOn() override;
    [[nodiscard]] std::optional<Row> interrupt(qint64 index) override;
    [[nodiscard]] bool isOnItsWay() const override { return m_phase == Phase::Deleting; }
    void dropCall() override;

private:
    enum class Phase { Nothing, Deleting, Looking };

    void sendNow(qint64 index);
    void whenDeleted(qint64 index, const Result<Done> &answer);
    void whenNotOffered(qint64 index, const ApiError &error);
    void look(qint64 index);
    void whenRead(qint64 index, const Result<Proxy> &now);
    void endGone(qint64 index, State state);
    void endStillThere(qint64 index);
    [[nodiscard]] std::optional<ApiError> lostAnswer(qint64 index) const;
    void endUndecided(qint64 index, std::optional<ApiError> error);
    void whenEnded();

    Parts m_parts;
    std::map<qint64, int> m_absences; ///< in how many lists in a row the proxies were missing
    int m_lists = 0;                  ///< read for m_absences
    bool m_isListWhole = false;       ///< the last one has no row that may be any proxy
    bool m_isAnyLost = false;         ///< an answer was lost since the last look
    bool m_isListOld = false;         ///< it was loaded before a deletion
    bool m_isMissing = false;
    /// A 404 without a code: the proxy of this row is gone, or the service has no such call.
    std::optional<std::pair<qint64, ApiError>> m_doubt;
    std::map<qint64, ApiError> m_lost; ///< why the result of a row became unknown
    Phase m_phase = Phase::Nothing;
    Call m_call;
};

} // namespace relaybook
