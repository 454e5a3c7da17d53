// SPDX-License-Identifier: GPL-3.0-or-later
// The part of PurchaseDesk that looks for traces of orders whose outcome is unknown.

#include "api/http/apiclient.h"
#include "models/buying/deskparts.h"
#include "models/buying/judge.h"

#include <algorithm>
#include <utility>

namespace relaybook {

bool PurchaseDesk::isAtWork() const
{
    constexpr std::chrono::seconds aMoment{5};
    return m_buying || underWay() != nullptr || (m_reader && m_reader->isReading()) ||
           std::any_of(m_orders.begin(), m_orders.end(), [&](const TopUpOrder &order) {
               const auto next = nextLookIn(order.id);
               return order.state == OrderState::Unknown && next && *next < aMoment;
           });
}

bool PurchaseDesk::isDoubtful(const TopUpOrder &order) const
{
    return order.before.mark && (order.state == OrderState::Unknown || mayBeLate(order));
}

/// What is read reaches back to every order that may still be charged, so that one reading serves
/// all of them. An order is not to be sent beside the one that it replaces.
Call PurchaseDesk::readBack(const QString &proxyType, const TopUpOrder *wanted,
                            std::function<void(const AccountSnapshot &)> handler)
{
    AccountReader::Request request{proxyType};
    for (const TopUpOrder &order : m_orders) {
        if (isDoubtful(order) || &order == wanted) {
            addMarks(request.until, order, m_orders);
        }
    }
    return m_reader->read(request, this,
                          [this, handler = std::move(handler)](const AccountSnapshot &snapshot) {
                              examine(snapshot);
                              handler(snapshot);
                          });
}

Call PurchaseDesk::readForLook(const QString &id, std::function<void()> done)
{
    const TopUpOrder &wanted = *order(id);
    return readBack(wanted.proxyType, &wanted,
                    [this, id, done = std::move(done)](const AccountSnapshot &snapshot) {
                        reportBalances(snapshot);
                        TopUpOrder &looked = *find(id);
                        const bool isOpen = looked.state == OrderState::Unknown;
                        if (isOpen && !looked.before.mark) { // examine() left it out
                            const AccountSnapshot seen = sightOf(snapshot, looked.proxyType);
                            take(looked, judge(looked, seen, attributed(looked, seen)),
                                 snapshot.beganAt);
                        }
                        done();
                    });
}

void PurchaseDesk::lookAtLedger()
{
    if (!m_reader || !tuning().follows || !parts().auth.has(TokenKind::Personal)) {
        return;
    }
    const auto late = std::find_if(m_orders.begin(), m_orders.end(), [](const TopUpOrder &order) {
        return mayBeLate(order) && order.before.mark;
    });
    if (late != m_orders.end()) {
        look(QString(late->id));
    } else {
        readForReceipts();
    }
}

/// The first transaction of a receipt shows that both tokens belong to one account. Later ones are
/// found when the ledger is read for another order.
void PurchaseDesk::readForReceipts()
{
    const auto bought = std::find_if(m_orders.begin(), m_orders.end(), [](const TopUpOrder &order) {
        return order.receipt && order.before.mark;
    });
    if (bought != m_orders.end() && !isOneAccount()) {
        m_receiptCall.cancel();
        m_receiptCall = readBack(bought->proxyType, &*bought, [](const AccountSnapshot &) {});
    }
}

/// Whether the ledger is known to list the charges for the orders.
bool PurchaseDesk::isOneAccount() const
{
    return m_isOneAccount ||
           std::any_of(m_orders.begin(), m_orders.end(),
                       [](const TopUpOrder &order) { return order.receipt && order.proof; });
}

bool PurchaseDesk::mayBeTwoAccounts() const
{
    return !isOneAccount() &&
           std::any_of(m_orders.begin(), m_orders.end(), [](const TopUpOrder &order) {
               return order.state == OrderState::Unknown && !order.looks.empty() &&
                      order.looks.back().isOwnerDoubtful();
           });
}

Attribution PurchaseDesk::attributed(const TopUpOrder &order, const AccountSnapshot &snapshot) const
{
    Attribution found = attribute(order, m_orders, snapshot);
    if (m_poolMoves) {
        found.served = m_poolMoves(order.proxyType, {order.before.poolAsked, order.before.poolRead,
                                                     snapshot.reading.poolAsked});
    }
    found.isOneAccount = isOneAccount();
    found.spentElsewhere = m_otherSpending.maySince &&
                           m_otherSpending.maySince(order.proxiesCreated, order.preparedAt);
    return found;
}

/// The transactions of orders that were settled by their receipts.
void PurchaseDesk::locate(const std::vector<std::pair<QString, TransactionId>> &located)
{
    for (const auto &[id, row] : located) {
        TopUpOrder *order = find(id);
        order->proof = row;
        keep(*order);
        Q_EMIT ordersChanged({id});
    }
}

/// First what is to be said of each order, then what becomes of them: one that is reopened is no
/// reason to leave another one, which has the same claim, closed.
void PurchaseDesk::examine(const AccountSnapshot &snapshot)
{
    locate(locateReceipts(m_orders, snapshot));
    std::vector<std::pair<QString, Look>> found;
    for (const TopUpOrder &order : m_orders) {
        if (!isDoubtful(order)) {
            continue;
        }
        const AccountSnapshot seen = sightOf(snapshot, order.proxyType);
        const Attribution attribution = attributed(order, seen);
        Look look = judge(order, seen, attribution);
        if (order.isLate || order.state == OrderState::NotDone) {
            look.isTrace = isLateTrace(order, look, attribution, m_orders);
            look.says = look.isTrace ? LookSays::Conflict : look.says; // for the user to decide
        }
        found.emplace_back(order.id, std::move(look));
    }
    const auto total = snapshot.ledger.total();
    const bool isAnyMissing = std::any_of(found.begin(), found.end(), [&](const auto &each) {
        const auto &[id, look] = each;
        const TransactionMark &mark = *order(id)->before.mark;
        return look.ledger == Look::Ledger::NotCounted && mark.stored && mark.total && total &&
               *total - *mark.total > look.newRows;
    });
    QStringList ids;
    for (auto &[id, look] : found) {
        ids.append(id);
        take(*find(id), std::move(look), snapshot.beganAt);
    }
    followAfterLook(ids);
    constexpr std::chrono::minutes pause{30}; // a sync may take as many calls as there are pages
    const auto now = parts().clock.monotonic();
    if (isAnyMissing && (!m_missedAt || now - *m_missedAt >= pause)) {
        m_missedAt = now;
        Q_EMIT rowsMissing();
    }
}

void PurchaseDesk::take(TopUpOrder &order, Look look, std::chrono::milliseconds began)
{
    const Concluded concluded = conclude(order, look, began);
    if (concluded == Concluded::Nothing) {
        return;
    }
    if (concluded == Concluded::Completed) {
        const Look::Candidate &proof = look.candidates.front();
        order.proof = proof.id;
        order.charged = proof.charged;
        if (order.charged) {
            const auto found = findingsOf(order, *order.charged);
            order.findings.insert(order.findings.end(), found.begin(), found.end());
        }
    } else if (concluded == Concluded::Reopened) {
        Finding finding;
        finding.kind = Finding::Kind::LateCharge;
        const Look::Candidate &charge = look.candidates.front();
        finding.level = charge.arrival ? Finding::Level::Note : Finding::Level::Alarm;
        finding.foundMoney = charge.charged;
        order.findings.push_back(finding);
    }
    appendLook(order.looks, std::move(look));
    keep(order);
    if (concluded != Concluded::Open) {
        Q_EMIT accountMoved();
    }
}

} // namespace relaybook
