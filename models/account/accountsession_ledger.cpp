// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger functions of AccountSession: earlier versions of transactions, unreadable and removed
// ones, totals and filter choices.
#include "models/account/accountsession.h"

#include "models/account/ledgerfigures.h"
#include "models/store/accountstore.h"
#include "models/store/chain.h"
#include "models/store/ledgerrows.h"
#include "models/store/readlane.h"
#include "models/sync/ledgercheck.h"
#include "models/sync/ledgerindexer.h"

#include <typeinfo>

namespace relaybook {

std::vector<TransactionVersion> AccountSession::earlierForms(TransactionId id) const
{
    return m_store->read([&](CacheReader &reader) { return reader.versions(id); })
        .value_or(std::vector<TransactionVersion>());
}

std::vector<TransactionId> AccountSession::rewrittenIds(qint64 limit) const
{
    return m_store->read([&](CacheReader &reader) { return reader.rewrittenIds(limit); })
        .value_or(std::vector<TransactionId>());
}

std::vector<UnreadableRow> AccountSession::unreadableRows(qint64 limit) const
{
    return m_store->read([&](CacheReader &reader) { return reader.unreadableRows(limit); })
        .value_or(std::vector<UnreadableRow>());
}

std::optional<UnreadableRow> AccountSession::unreadableForm(TransactionId id) const
{
    return m_store->read([&](CacheReader &reader) { return reader.unreadableRow(id); })
        .value_or(std::nullopt);
}

std::vector<VanishedRow> AccountSession::vanishedRows(qint64 limit) const
{
    return m_store->read([&](CacheReader &reader) { return reader.vanishedRows(limit); })
        .value_or(std::vector<VanishedRow>());
}

std::optional<Instant> AccountSession::vanishedAt(TransactionId id) const
{
    return m_store->read([&](CacheReader &reader) { return reader.vanishedAt(id); })
        .value_or(std::nullopt);
}

std::optional<TransactionId> AccountSession::chainBefore(TransactionId id) const
{
    const auto found =
        guarded([&] { return relaybook::chainBefore(m_store->reader(), id.value()); });
    return found && *found ? std::optional(TransactionId(**found)) : std::nullopt;
}

std::optional<TransactionId> AccountSession::chainAfter(TransactionId id) const
{
    const auto found =
        guarded([&] { return relaybook::chainAfter(m_store->reader(), id.value()); });
    return found && *found ? std::optional(TransactionId(**found)) : std::nullopt;
}

std::unique_ptr<LedgerFigures> AccountSession::makeLedgerFigures()
{
    return std::make_unique<LedgerFigures>(*m_store, m_queries);
}

/// Each question has a lane of its own, which goes when it was answered or nobody waits.
template <class Work, class Value>
void AccountSession::readLater(Work work, QObject *guard,
                               std::function<void(const Value *)> handler)
{
    // What the same asker wanted to know of this kind before is dropped: while a ledger grows,
    // questions would come faster than a million rows answer them.
    const QString name = QStringLiteral("%1 for %2")
                             .arg(QLatin1String(typeid(Value).name()))
                             .arg(quintptr(guard), 0, 16);
    for (auto *before : findChildren<ReadLane *>(name, Qt::FindDirectChildrenOnly)) {
        before->setObjectName(QString());
        before->drop();
        before->deleteLater();
    }
    auto *lane = new ReadLane(*m_store, m_queries);
    lane->setObjectName(name);
    lane->setParent(this);
    connect(guard, &QObject::destroyed, lane, &QObject::deleteLater);
    const auto tell = [lane, context = QPointer<QObject>(guard),
                       handler = std::move(handler)](const Value *value) {
        lane->deleteLater();
        if (context) {
            handler(value);
        }
    };
    // A lane that is closed for another file tells nothing any more.
    connect(
        m_store.get(), &AccountStore::aboutToBeReplaced, lane, [tell] { tell(nullptr); },
        Qt::QueuedConnection);
    lane->run(std::move(work),
              [tell](const StoreResult<Value> &value) { tell(value ? &*value : nullptr); });
}

void AccountSession::ledgerChoices(QObject *guard,
                                   std::function<void(const LedgerChoices *)> handler)
{
    readLater(
        [](Connection &connection) {
            return LedgerChoices{distinctTypes(connection), distinctProducts(connection)};
        },
        guard, std::move(handler));
}

void AccountSession::dailyTotals(const DaysAsked &asked, QObject *guard,
                                 std::function<void(const DailyTotals *)> handler)
{
    readLater([asked](Connection &connection) { return relaybook::dailyTotals(connection, asked); },
              guard, std::move(handler));
}

bool AccountSession::isLedgerCountedIn() const
{
    return m_upkeep->isCaughtUp();
}

QString AccountSession::storePath() const
{
    return m_store->path();
}

} // namespace relaybook
