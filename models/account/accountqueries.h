// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the account's store off the GUI thread: creates item models and totals, and loads filter
// choices and daily totals.

#pragma once

#include "models/store/boughttraffic.h"
#include "models/store/dailytotals.h"
#include "models/store/doubtfulrows.h"
#include "models/store/failedtests.h"
#include "models/store/subuserpace.h"
#include "models/tables/listfilters.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace relaybook {

class AccountStore;
class LedgerFigures;
class ProxyTableModel;
class SubUserTableModel;
class TransactionTableModel;

/// Lives on the GUI thread and outlives what it creates.
class AccountQueries : public QObject
{
    Q_OBJECT

public:
    explicit AccountQueries(AccountStore &store);
    ~AccountQueries() override;

    /// Each view has its own.
    [[nodiscard]] std::unique_ptr<TransactionTableModel> makeTransactionModel();
    [[nodiscard]] std::unique_ptr<ProxyTableModel> makeProxyModel();
    [[nodiscard]] std::unique_ptr<SubUserTableModel> makeSubUserModel();
    /// Totals of a filter or a selection: each view has its own.
    [[nodiscard]] std::unique_ptr<LedgerFigures> makeLedgerFigures();

    /// The choices of a filter.
    struct LedgerChoices
    {
        QStringList types;                    ///< as the service writes them, in alphabetical order
        QStringList products;                 ///< ids
        QHash<QString, QString> productNames; ///< by id, as the service writes them
        friend bool operator==(const LedgerChoices &, const LedgerChoices &) = default;
    };
    /// Reads both on a worker thread. `handler` is called unless `guard` was destroyed or used for
    /// another call. It gets null if the store could not be read.
    void ledgerChoices(QObject *guard, std::function<void(const LedgerChoices *)> handler);
    /// The counts of the choices of filters, see countListFilters(). `table`: Proxies or SubUsers.
    using ListFilterCounts = std::vector<std::vector<ValueCount>>;
    void listFilters(StoreTable table, const std::vector<ListFilterChoices> &filters,
                     const QString &typed, QObject *guard,
                     std::function<void(const ListFilterCounts *)> handler);
    void dailyTotals(const DaysAsked &asked, QObject *guard,
                     std::function<void(const DailyTotals *)> handler);
    /// The traffic bought since `since`, according to the ledger.
    void boughtTraffic(Instant since, QObject *guard,
                       std::function<void(const BoughtTraffic *)> handler);

    /// How much the stored sub-users use per day, and the `most` whose traffic ends first.
    /// `little`: for SubUserPace::low.
    void subUserPace(Instant now, std::size_t most, QObject *guard,
                     std::function<void(const SubUserPace *)> handler,
                     const LowTraffic &little = {});
    /// Rows of the ledger that may need the user's attention.
    void doubtfulRows(Instant now, QObject *guard,
                      std::function<void(const DoubtfulRows *)> handler);
    /// See failedTests().
    void failedTests(qint64 worked, Instant since, QObject *guard,
                     std::function<void(const std::vector<FailedTests> *)> handler);

    /// nameKey() of each stored sub-user.
    void subUserNames(QObject *guard, std::function<void(const QSet<QString> *)> handler);

    /// The account's file, for a separate connection on a worker thread (forEachTransaction()).
    [[nodiscard]] QString storePath() const;
    /// Where the workers run.
    [[nodiscard]] QThreadPool &pool() { return m_pool; }

private:
    template <class Work, class Value>
    void readLater(Work work, QObject *guard, std::function<void(const Value *)> handler);

    AccountStore &m_store;
    QThreadPool m_pool;
};

} // namespace relaybook
