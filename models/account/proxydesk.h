// SPDX-License-Identifier: GPL-3.0-or-later
// Creates proxies. A creation may cost money (contract section 2), so it is stored before it is
// sent, and never sent twice. If its answer is lost, its outcome is unknown until the list of
// proxies, loaded again, shows it, or the user decides.
//
//   create() ─► list loaded ─► stored ─► Sending ─► Created | Refused | NotSent | Unknown
//   Unknown ─► list loaded again ─► Created | NotCreated | stays, until the user decides
//   NotCreated ─► a list that shows it later ─► Created

#pragma once

#include "api/http/call.h"
#include "api/types/clock.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "models/accountvalues.h"
#include "models/orders/order.h"
#include "models/orders/orderjournal.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class ApiClient;
class AreaRefresh;
class AuthSession;
class StoredRows;

/// A proxy that the user asked for.
struct ProxyOrder : Order
{
    NewProxy wanted;
    ProxyId proxy;               ///< the proxy that was created, if it is known
    bool listWasRead = false;    ///< whether `before` is known
    std::vector<ProxyId> before; ///< all proxies before the order was sent; empty after it ended
    std::vector<ProxyId> candidates; ///< new in the newest list, maybe created by this order
    /// When a list first did not show the new proxy, by the monotonic clock, which cannot be set.
    /// Not stored: after a restart the waiting begins again.
    std::optional<std::chrono::milliseconds> quietSince;
    int quietLists = 0; ///< not stored either
    friend bool operator==(const ProxyOrder &, const ProxyOrder &) = default;
};

[[nodiscard]] QByteArray creationToJson(const ProxyOrder &creation);
[[nodiscard]] std::optional<ProxyOrder> creationFromJson(const QByteArray &document);

/// Lives on the GUI thread; one per account. A creation is independent of its caller: closing the
/// dialog neither cancels nor hides it.
class ProxyDesk : public QObject
{
    Q_OBJECT

public:
    struct Tuning
    {
        /// Pauses between loading the list while an outcome is unknown; the last one is repeated.
        std::vector<std::chrono::milliseconds> lookPauses{
            std::chrono::seconds(3), std::chrono::seconds(20), std::chrono::seconds(60),
            std::chrono::seconds(120), std::chrono::seconds(300)};
        /// If lists do not show the proxy for this long, the order counts as not created.
        std::chrono::milliseconds quietFor{std::chrono::minutes(2)};
    };
    struct Parts
    {
        const StoredRows &rows;
        ApiClient *client; ///< null when offline
        AuthSession &auth;
        AreaRefresh &areas;
        AccountActions &actions;
        const Clock &clock;
        std::function<AreaStatus()> listStatus; ///< of Area::Proxies
    };

    ProxyDesk(OrderJournal &journal, Parts parts, Tuning tuning);
    ~ProxyDesk() override;

    /// Why nothing can be created; nothing if it is possible.
    [[nodiscard]] std::optional<DeskProblem> problem() const;
    /// Whether the service answered that it does not create proxies, since the program was started.
    [[nodiscard]] bool isMissing() const { return m_isMissing; }
    /// The creation that is being sent, or whose outcome is unknown. Until it has ended, no other
    /// one can be started.
    [[nodiscard]] const ProxyOrder *open() const;
    [[nodiscard]] const ProxyOrder *creation(const QString &id) const;
    /// Whether a creation is Waiting or Sending.
    [[nodiscard]] bool isUnderWay() const;
    /// Whether a creation waits for the list to be loaded. Such a creation is not stored yet.
    [[nodiscard]] bool isWaiting() const;
    /// All creations, in the order in which they were prepared.
    [[nodiscard]] const std::vector<ProxyOrder> &creations() const { return m_creations; }

    /// Whether a proxy may have been charged after `since`, because it was created or its outcome
    /// is unknown. The amount is unknown too.
    [[nodiscard]] bool mayHaveSpentSince(Instant since) const;

    using Handler = std::function<void(const Result<ProxyOrder> &)>;
    /// Loads the list of proxies, stores the creation, and sends it. An error means that nothing
    /// was sent. The creation continues if `guard` is destroyed.
    void create(const NewProxy &wanted, QObject *guard, Handler handler);
    /// Discards the creation that waits for the list to be loaded. Returns false if it was already
    /// stored to be sent.
    bool withdraw();
    /// Loads the list now.
    void look();
    /// The user's decision about the creation whose outcome is unknown; false if it has no effect.
    /// Nothing is sent. `proxy` is the new one that the user recognised, one of the candidates.
    bool userDecides(const QString &id, bool wasCreated,
                     const std::optional<ProxyId> &proxy = std::nullopt);

    /// The journal of the account's orders of all kinds.
    [[nodiscard]] OrderJournal &journal() { return m_journal; }
    /// To be called whenever Area::Proxies changed.
    void onListChanged();
    void flush() { m_journal.flush(); }

Q_SIGNALS:
    void changed();
    /// The outcome of a creation whose answer was lost is now known.
    void settled(const QString &id);

private:
    struct Waiting; ///< a creation that waits for the list to be loaded

    void joinJournal();
    void takeOrders(std::vector<ProxyOrder> orders);
    ProxyOrder *find(const QString &id);
    [[nodiscard]] ProxyOrder *unknown();
    void begin();
    void send(const QString &id);
    void onAnswer(const QString &id, const Result<Proxy> &received);
    void end(ProxyOrder &creation, OrderState state, DecidedBy by);
    void judge();
    struct NewProxies
    {
        std::vector<ProxyId> ids; ///< they have the ordered type, or differ in at most one field
        bool isNear = false;      ///< one of them differs in at most one ordered field
        bool isClear = false; ///< only one, it matches, and no other order could have created it
    };
    [[nodiscard]] bool isDoubtful(const ProxyOrder &order) const;
    [[nodiscard]] bool lacksItsProxy(const ProxyOrder &order) const;
    void releaseProxy(const ProxyId &proxy, const QString &exceptOf);
    [[nodiscard]] NewProxies newProxiesFor(const ProxyOrder &order) const;
    void settle(ProxyOrder &order, const NewProxies &found);
    [[nodiscard]] bool isAnothers(const ProxyId &id, const ProxyOrder &creation) const;
    void lookLater();
    void put(const ProxyOrder &creation, OrderJournal::Done written = {});
    void report(const Result<ProxyOrder> &result);

    OrderJournal &m_journal;
    ReadOrders<ProxyOrder> m_read;
    Parts m_parts;
    Tuning m_tuning;
    bool m_isMissing = false;
    std::vector<ProxyOrder> m_creations; ///< in the order in which they were prepared
    std::unique_ptr<Waiting> m_waiting;
    std::optional<Instant> m_listAsOf;
    QTimer m_lookTimer;
    std::size_t m_looks = 0;
    int m_outcomes = 0; ///< how often a list settled or reopened an order
    Call m_call;
};

} // namespace relaybook
