// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/accountreader.h"

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"

#include <QPointer>

#include <algorithm>

namespace relaybook {
namespace {

/// So many pages are walked through for one order; a mark further back is not looked for.
constexpr int mostPages = 20;

LedgerPlace markOf(const Transaction &row)
{
    return {row.createdAt, row.id};
}

bool newerFirst(const Transaction &a, const Transaction &b)
{
    return markOf(a) > markOf(b);
}

} // namespace

struct AccountReader::Run
{
    Request request;
    QPointer<QObject> guard;
    Handler handler;
    AccountSight sight;
    Call call;
    int pagesRead = 0;
    bool unreadable = false;
    bool oldestFirst = false;
};

const TrafficPool *poolOf(const std::vector<TrafficPool> &pools, const QString &proxyType)
{
    const auto found = std::find_if(pools.begin(), pools.end(), [&](const TrafficPool &pool) {
        return pool.type == proxyType;
    });
    return found == pools.end() ? nullptr : &*found;
}

AccountReader::AccountReader(ApiClient &client, const AuthSession &auth, const Clock &clock,
                             qint64 perPage)
    : m_client(client)
    , m_auth(auth)
    , m_clock(clock)
    , m_perPage(perPage)
{
}

Call AccountReader::read(const Request &request, QObject *guard, Handler handler)
{
    auto run = std::make_shared<Run>();
    run->request = request;
    run->guard = guard;
    run->handler = std::move(handler);
    readPools(run);
    return Call([weak = std::weak_ptr<Run>(run)] {
        if (const auto open = weak.lock()) {
            open->handler = nullptr;
            open->call.cancel();
        }
    });
}

void AccountReader::readPools(const RunPtr &run)
{
    if (!m_auth.has(TokenKind::Reseller)) {
        readBalance(run);
        return;
    }
    run->call =
        m_client.send(GetResellerBalance{}, this, [this, run](Result<ResellerBalance> answer) {
            if (!answer) {
                fail(run, answer.error());
                readBalance(run);
                return;
            }
            AccountSight &sight = run->sight;
            sight.poolsRead = true;
            sight.pools = std::move(answer->pools);
            sight.reading.total = answer->trafficBalance;
            const TrafficPool *pool = poolOf(sight.pools, run->request.proxyType);
            if (pool != nullptr) {
                sight.reading.pool = pool->left;
            }
            // Tiers, else the categories', else the flat price (contract section 4).
            const bool hasTiers =
                pool != nullptr && pool->prices.source == PriceList::Source::Tiers;
            if (hasTiers || !m_auth.has(TokenKind::Personal)) {
                readBalance(run);
            } else {
                readCategories(run);
            }
        });
}

void AccountReader::readCategories(const RunPtr &run)
{
    run->call = m_client.send(
        ListCategories{}, this, [this, run](const Result<std::vector<Category>> &answer) {
            // Not offered by every service: what is known without it stands.
            for (TrafficPool &pool : run->sight.pools) {
                const bool open = pool.prices.source != PriceList::Source::Tiers &&
                                  pool.prices.unreadable.isEmpty();
                for (const Category &category : open &&answer ? *answer : std::vector<Category>{}) {
                    if (category.slug == pool.type &&
                        category.prices.source == PriceList::Source::Categories) {
                        const auto flat = pool.prices.flatPricePerGb;
                        pool.prices = category.prices;
                        pool.prices.flatPricePerGb = flat;
                    }
                }
            }
            readBalance(run);
        });
}

void AccountReader::readBalance(const RunPtr &run)
{
    if (!m_auth.has(TokenKind::Personal)) {
        finish(run);
        return;
    }
    run->call = m_client.send(GetBalance{}, this, [this, run](const Result<Balance> &answer) {
        if (answer) {
            run->sight.balance = *answer;
            run->sight.reading.balance = answer->amount;
        } else {
            fail(run, answer.error());
        }
        readLedger(run, 1);
    });
}

void AccountReader::readLedger(const RunPtr &run, qint64 page)
{
    run->call = m_client.send(ListTransactions{page, m_perPage}, this,
                              [this, run, page](const Result<TransactionPage> &answer) {
                                  if (answer) {
                                      takeLedgerPage(run, page, *answer);
                                  } else {
                                      fail(run, answer.error());
                                      finish(run);
                                  }
                              });
}

void AccountReader::takeLedgerPage(const RunPtr &run, qint64 page, const TransactionPage &answer)
{
    AccountSight &sight = run->sight;
    const auto &items = answer.items;
    const qint64 lastPage = answer.meta ? answer.meta->lastPage : 1;
    ++run->pagesRead;
    run->unreadable = run->unreadable || !answer.unreadable.empty();
    // The order of the list is read from the data: an oldest-first list has its newest end last.
    if (run->pagesRead == 1 && items.size() > 1 && markOf(items.front()) < markOf(items.back())) {
        run->oldestFirst = true;
        if (lastPage > 1) {
            readLedger(run, lastPage);
            return;
        }
    }
    bool metMark = false;
    for (const Transaction &row : items) {
        const LedgerPlace mark = markOf(row);
        if (!sight.reading.newest || mark > *sight.reading.newest) {
            sight.reading.newest = mark;
        }
        const bool wanted =
            run->request.wasEmpty || (run->request.mark && mark > *run->request.mark);
        const bool twice = std::any_of(sight.rows.begin(), sight.rows.end(),
                                       [&row](const Transaction &one) { return one.id == row.id; });
        if (wanted && !twice) {
            sight.rows.push_back(row);
        }
        metMark = metMark || (run->request.mark && mark <= *run->request.mark);
    }
    sight.reading.ledgerRead = true;
    const qint64 next = run->oldestFirst ? page - 1 : page + 1;
    const bool atEnd = run->oldestFirst ? next < 1 : next > lastPage;
    const bool rowsWanted = run->request.mark || run->request.wasEmpty;
    if (rowsWanted && !metMark && !atEnd && run->pagesRead < mostPages) {
        readLedger(run, next);
        return;
    }
    const bool whole = (metMark || atEnd || !rowsWanted) && !run->unreadable;
    sight.ledger = whole ? Look::Ledger::Whole : Look::Ledger::NotWhole;
    std::sort(sight.rows.begin(), sight.rows.end(), newerFirst);
    finish(run);
}

void AccountReader::fail(const RunPtr &run, const ApiError &error) const
{
    if (!run->sight.error) {
        run->sight.error = error;
    }
}

void AccountReader::finish(const RunPtr &run) const
{
    run->sight.reading.at = m_clock.now();
    if (run->guard && run->handler) {
        std::exchange(run->handler, nullptr)(std::move(run->sight));
    }
}

} // namespace relaybook
