// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/accountqueries.h"

#include "models/account/ledgerfigures.h"
#include "models/serving/subuseroperation.h"
#include "models/store/accountstore.h"
#include "models/store/cachereader.h"
#include "models/store/ledgerrows.h"
#include "models/store/products.h"
#include "models/store/readlane.h"
#include "models/tables/proxytablemodel.h"
#include "models/tables/subusertablemodel.h"
#include "models/tables/transactiontablemodel.h"

#include <QPointer>

#include <typeinfo>

namespace relaybook {

AccountQueries::AccountQueries(AccountStore &store)
    : m_store(store)
{
    // Two at a time, so that a long search does not block the list of another page.
    constexpr int queryThreads = 2;
    m_pool.setMaxThreadCount(queryThreads);
}

AccountQueries::~AccountQueries()
{
    // Before the destructor of the pool waits for them.
    for (auto *lane : findChildren<ReadLane *>(QString(), Qt::FindDirectChildrenOnly)) {
        lane->drop();
    }
    m_pool.waitForDone();
}

std::unique_ptr<TransactionTableModel> AccountQueries::makeTransactionModel()
{
    return std::make_unique<TransactionTableModel>(m_store, m_pool);
}

std::unique_ptr<ProxyTableModel> AccountQueries::makeProxyModel()
{
    return std::make_unique<ProxyTableModel>(m_store, m_pool);
}

std::unique_ptr<SubUserTableModel> AccountQueries::makeSubUserModel()
{
    return std::make_unique<SubUserTableModel>(m_store, m_pool);
}

std::unique_ptr<LedgerFigures> AccountQueries::makeLedgerFigures()
{
    return std::make_unique<LedgerFigures>(m_store, m_pool);
}

/// Each query has its own lane, which is deleted after the result or when `guard` is destroyed.
template <class Work, class Value>
void AccountQueries::readLater(Work work, QObject *guard,
                               std::function<void(const Value *)> handler)
{
    // Drops the previous query of this kind for the same guard: while a ledger is downloaded, new
    // queries would arrive faster than they are answered.
    const QString name = QStringLiteral("%1 for %2")
                             .arg(QLatin1String(typeid(Value).name()))
                             .arg(quintptr(guard), 0, 16);
    for (auto *before : findChildren<ReadLane *>(name, Qt::FindDirectChildrenOnly)) {
        before->setObjectName(QString());
        before->drop();
        before->deleteLater();
    }
    auto *lane = new ReadLane(m_store, m_pool);
    lane->setObjectName(name);
    lane->setParent(this);
    connect(guard, &QObject::destroyed, lane, &QObject::deleteLater);
    const auto report = [lane, context = QPointer<QObject>(guard),
                         handler = std::move(handler)](const Value *value) {
        lane->deleteLater();
        if (context) {
            handler(value);
        }
    };
    // A lane does not report a result after the file was replaced.
    connect(
        &m_store, &AccountStore::aboutToBeReplaced, lane, [report] { report(nullptr); },
        Qt::QueuedConnection);
    lane->run(std::move(work),
              [report](const StoreResult<Value> &value) { report(value ? &*value : nullptr); });
}

void AccountQueries::ledgerChoices(QObject *guard,
                                   std::function<void(const LedgerChoices *)> handler)
{
    readLater(
        [](Connection &connection) {
            return LedgerChoices{distinctTypes(connection), distinctProducts(connection),
                                 productNames(connection)};
        },
        guard, std::move(handler));
}

void AccountQueries::listFilters(StoreTable table, const std::vector<ListFilterChoices> &filters,
                                 const QString &typed, QObject *guard,
                                 std::function<void(const ListFilterCounts *)> handler)
{
    readLater(
        [table, filters, typed](Connection &connection) {
            const auto columns = table == StoreTable::Proxies
                                     ? infosOf(ProxyTableModel::columnTable())
                                     : infosOf(SubUserTableModel::columnTable());
            return countListFilters(connection, table, columns, filters, typed);
        },
        guard, std::move(handler));
}

void AccountQueries::dailyTotals(const DaysAsked &asked, QObject *guard,
                                 std::function<void(const DailyTotals *)> handler)
{
    readLater([asked](Connection &connection) { return relaybook::dailyTotals(connection, asked); },
              guard, std::move(handler));
}

void AccountQueries::boughtTraffic(Instant since, QObject *guard,
                                   std::function<void(const BoughtTraffic *)> handler)
{
    readLater(
        [since](Connection &connection) { return relaybook::boughtTraffic(connection, since); },
        guard, std::move(handler));
}

void AccountQueries::subUserPace(Instant now, std::size_t most, QObject *guard,
                                 std::function<void(const SubUserPace *)> handler,
                                 const LowTraffic &little)
{
    readLater(
        [now, most, little](Connection &connection) {
            return relaybook::subUserPace(connection, now, most, little);
        },
        guard, std::move(handler));
}

void AccountQueries::doubtfulRows(Instant now, QObject *guard,
                                  std::function<void(const DoubtfulRows *)> handler)
{
    readLater([now](Connection &connection) { return relaybook::doubtfulRows(connection, now); },
              guard, std::move(handler));
}

void AccountQueries::failedTests(qint64 worked, Instant since, QObject *guard,
                                 std::function<void(const std::vector<FailedTests> *)> handler)
{
    readLater(
        [worked, since](Connection &connection) {
            return relaybook::failedTests(connection, worked, since);
        },
        guard, std::move(handler));
}

void AccountQueries::subUserNames(QObject *guard,
                                  std::function<void(const QSet<QString> *)> handler)
{
    readLater(
        [](Connection &connection) {
            QSet<QString> names;
            for (const QString &name : CacheReader(connection).subUserNames()) {
                names.insert(nameKey(name));
            }
            return names;
        },
        guard, std::move(handler));
}

QString AccountQueries::storePath() const
{
    return m_store.path();
}

} // namespace relaybook
