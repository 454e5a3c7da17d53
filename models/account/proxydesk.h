// SPDX-License-Identifier: GPL-3.0-or-later
// Creates proxies. A creation may cost money (contract section 2), so it is an order. What it is
// compared with is the account's list of proxies, loaded before and after.

#pragma once

#include "api/types/result.h"
#include "models/account/proxyorder.h"
#include "models/accountvalues.h"
#include "models/orders/orderengine.h"

#include <QPointer>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace relaybook {

class AccountActions;
class AreaRefresh;
class StoredRows;

/// The order engine for new proxies. There is one per account, shared by all windows.
class ProxyDesk : public OrderEngine
{
    Q_OBJECT

public:
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

    /// Whether the service answered that it does not create proxies, since the program was started.
    [[nodiscard]] bool isMissing() const { return m_isMissing; }
    /// The creation that has no outcome yet. Until it has ended, no other one can be started.
    [[nodiscard]] const ProxyOrder *open() const;
    [[nodiscard]] const ProxyOrder *order(const QString &id) const override;
    void forEach(const std::function<void(const Order &order)> &visit) const override;
    [[nodiscard]] OrderSummary summaryOf(const Order &order) const override;
    /// All creations, in the order in which they were prepared.
    [[nodiscard]] const std::deque<ProxyOrder> &creations() const { return m_creations; }

    /// How many proxies were created.
    [[nodiscard]] qint64 createdCount() const;
    /// Whether a proxy may have been charged after a time when `created` of them were created. The
    /// amount is not known. `since` is that time by this computer's clock, which may be wrong: it
    /// only adds doubt.
    [[nodiscard]] bool mayHaveSpentSince(qint64 created, Instant since) const;

    using Handler = std::function<void(const Result<ProxyOrder> &)>;
    /// Stores the creation, loads the list of proxies, and sends the creation. An error means that
    /// nothing was sent. The creation continues if `guard` is destroyed. Returns its id; empty if
    /// it is refused at once.
    QString create(const NewProxy &wanted, QObject *guard, Handler handler);
    /// Cancels the creation if it waits; its handler is not called. Returns false if it may have
    /// been sent.
    bool withdraw(const QString &id);
    /// The user's decision about the creation whose outcome is unknown; false if it has no effect.
    /// Nothing is sent. `proxy` is the new one that the user recognised, one of the candidates.
    bool userDecides(const QString &id, bool wasCreated,
                     const std::optional<ProxyId> &proxy = std::nullopt);

    /// To be called whenever Area::Proxies changed.
    void onListChanged();

Q_SIGNALS:
    void changed();

private:
    // What the engine asks for.
    ReadRow beginReading() override;
    void takeRead() override;
    void forget() override;
    [[nodiscard]] std::function<JournalRow()> rowOf(const Order &order) const override;
    [[nodiscard]] ProxyOrder *find(const QString &id) override;
    [[nodiscard]] QString objectOf(const Order &order) const override;
    [[nodiscard]] Request requestOf(const Order &order) const override;
    [[nodiscard]] qint64 callsFor(const Order &order) const override;
    [[nodiscard]] Call readBefore(const QString &id, Read done) override;
    [[nodiscard]] std::optional<NotSentFor> whyNotAsShown(const Order &order) const override;
    [[nodiscard]] Call sendOrder(const QString &id, Answered done) override;
    void onTurnOver(const Order &order) override;
    [[nodiscard]] Call readForLook(const QString &id, std::function<void()> done) override;
    [[nodiscard]] bool isWatched(const Order &order) const override;

    void onAnswer(const QString &id, const Result<Proxy> &answer);
    void releaseProxy(const ProxyId &proxy, const QString &exceptOf);
    void takeBefore(ProxyOrder &order) const;
    [[nodiscard]] std::vector<ProxyId> unreadableIds() const;
    void examine();
    using ListWaiter = std::function<void(const std::optional<ApiError> &error)>;
    [[nodiscard]] Call waitForList(ListWaiter waiter);

    struct Waiter
    {
        QPointer<QObject> guard;
        Handler handler;
    };

    Parts m_parts;
    ReadOrders<ProxyOrder> m_read;
    bool m_isMissing = false;
    std::deque<ProxyOrder> m_creations;   ///< in the order in which they were prepared
    QHash<QString, std::size_t> m_places; ///< of the orders, by id
    std::map<QString, Waiter> m_waiters;  ///< by order
    std::optional<Instant> m_listAsOf;
    std::vector<std::shared_ptr<ListWaiter>> m_onList; ///< called once, when the list was loaded
};

} // namespace relaybook
