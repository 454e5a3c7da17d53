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

std::optional<TrafficAmount> leftOf(const TrafficPool *pool)
{
    return pool == nullptr ? std::nullopt : pool->left;
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
    AccountSnapshot snapshot;
    Call call;
    int pagesRead = 0;
    bool unreadable = false;
    bool oldestFirst = false;
    bool metMark = false;
    bool metAlsoFrom = false;
    std::shared_ptr<const bool> running;
    bool atPools = false;               ///< balance and ledger have been read
    bool atCategories = false;          ///< pools have been read; categories need another token
    bool timed = false;                 ///< a part of the snapshot was received
    std::optional<Money> newestBalance; ///< the newest transaction's
};

const TrafficPool *poolOf(const std::vector<TrafficPool> &pools, const QString &proxyType)
{
    const auto found = std::find_if(pools.begin(), pools.end(), [&](const TrafficPool &pool) {
        return pool.type == proxyType;
    });
    return found == pools.end() ? nullptr : &*found;
}

AccountSnapshot sightOf(const AccountSnapshot &snapshot, const QString &proxyType)
{
    AccountSnapshot seen = snapshot;
    const TrafficPool *pool = poolOf(seen.pools, proxyType);
    seen.reading.pool = leftOf(pool);
    seen.reading.poolOffered =
        snapshot.poolsRead ? seen.reading.pool.has_value() : snapshot.reading.poolOffered;
    return seen;
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
    run->running = m_running;
    m_newest = run;
    readBalance(run);
    return Call([weak = std::weak_ptr<Run>(run)] {
        if (const auto open = weak.lock()) {
            open->handler = nullptr;
            open->call.cancel();
        }
    });
}

std::chrono::milliseconds AccountReader::limitWait() const
{
    std::chrono::milliseconds wait{0};
    const auto run = m_newest.lock();
    if (!run || !run->handler) {
        return wait;
    }
    if (m_auth.has(TokenKind::Reseller)) {
        wait = m_client.limitWait(GetResellerBalance{}.toRequest());
    }
    const bool needsPersonal = !run->atPools || run->atCategories;
    if (needsPersonal && m_auth.has(TokenKind::Personal)) {
        wait = std::max(wait, m_client.limitWait(GetBalance{}.toRequest()));
    }
    return wait;
}

void AccountReader::readBalance(const RunPtr &run)
{
    if (!m_auth.has(TokenKind::Personal)) {
        failUnread(run, TokenKind::Personal);
        readPools(run);
        return;
    }
    run->call = m_client.send(GetBalance{}, this, [this, run](const Result<Balance> &answer) {
        noteTime(*run);
        if (answer) {
            run->snapshot.balance = *answer;
            run->snapshot.reading.balance = answer->amount;
        } else if (isNotOffered(answer.error()) || answer.error().isPage) {
            run->snapshot.reading.balanceOffered = false;
        } else {
            fail(run, answer.error());
        }
        readLedger(run, 1);
    });
}

void AccountReader::noteTime(Run &run) const
{
    if (!run.timed) {
        run.timed = true;
        run.snapshot.readAt = {m_clock.monotonic(), m_clock.now()};
    }
}

void AccountReader::readLedger(const RunPtr &run, qint64 page)
{
    run->call = m_client.send(ListTransactions{page, m_perPage}, this,
                              [this, run, page](const Result<TransactionPage> &answer) {
                                  if (answer) {
                                      takeLedgerPage(run, page, *answer);
                                  } else {
                                      fail(run, answer.error());
                                      readPools(run);
                                  }
                              });
}

void AccountReader::takeLedgerPage(const RunPtr &run, qint64 page, const TransactionPage &answer)
{
    AccountSnapshot &snapshot = run->snapshot;
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
    takeRows(*run, items);
    snapshot.reading.ledgerRead = true;
    snapshot.reading.at = m_clock.now();
    const qint64 next = run->oldestFirst ? page - 1 : page + 1;
    const bool atEnd = run->oldestFirst ? next < 1 : next > lastPage;
    const bool rowsWanted = run->request.mark || run->request.wasEmpty;
    const bool metAll = run->metMark && (!run->request.alsoFrom || run->metAlsoFrom);
    if (rowsWanted && !metAll && !atEnd && run->pagesRead < mostPages) {
        readLedger(run, next);
        return;
    }
    const bool whole = (run->metMark || atEnd || !rowsWanted) && !run->unreadable;
    snapshot.ledger = whole ? Look::Ledger::Whole : Look::Ledger::NotWhole;
    snapshot.reachedBack = run->metAlsoFrom || atEnd;
    std::sort(snapshot.rows.begin(), snapshot.rows.end(), newerFirst);
    readPools(run);
}

/// Keeps those after the marks, each once, and notes the newest end.
void AccountReader::takeRows(Run &run, const std::vector<Transaction> &items)
{
    AccountSnapshot &snapshot = run.snapshot;
    const Request &request = run.request;
    for (const Transaction &row : items) {
        const LedgerPlace place = markOf(row);
        if (!snapshot.reading.newest || place > *snapshot.reading.newest) {
            snapshot.reading.newest = place;
            run.newestBalance = row.balanceAfter;
        }
        const auto &from = request.alsoFrom ? request.alsoFrom : request.mark;
        const bool wanted = request.wasEmpty || (from && place > *from);
        const bool twice = std::any_of(snapshot.rows.begin(), snapshot.rows.end(),
                                       [&row](const Transaction &one) { return one.id == row.id; });
        if (wanted && !twice) {
            snapshot.rows.push_back(row);
        }
        run.metMark = run.metMark || (request.mark && place <= *request.mark);
        run.metAlsoFrom = run.metAlsoFrom || (request.alsoFrom && place <= *request.alsoFrom);
    }
}

void AccountReader::readPools(const RunPtr &run)
{
    run->atPools = true;
    if (!m_auth.has(TokenKind::Reseller)) {
        failUnread(run, TokenKind::Reseller);
        noteTime(*run);
        finish(run);
        return;
    }
    run->call =
        m_client.send(GetResellerBalance{}, this, [this, run](Result<ResellerBalance> answer) {
            noteTime(*run);
            if (!answer) {
                run->snapshot.reading.poolOffered = !isNotOffered(answer.error());
                if (run->snapshot.reading.poolOffered) {
                    fail(run, answer.error());
                }
                finish(run);
                return;
            }
            AccountSnapshot &snapshot = run->snapshot;
            snapshot.poolsRead = true;
            snapshot.pools = std::move(answer->pools);
            snapshot.reading.total = answer->trafficBalance;
            const TrafficPool *pool = poolOf(snapshot.pools, run->request.proxyType);
            snapshot.reading.pool = leftOf(pool);
            snapshot.reading.poolOffered = snapshot.reading.pool.has_value();
            // Tiers, else the categories', else the flat price (contract section 4).
            const bool hasTiers =
                pool != nullptr && pool->prices.source == PriceList::Source::Tiers;
            if (hasTiers || !m_auth.has(TokenKind::Personal)) {
                finish(run);
            } else {
                readCategories(run);
            }
        });
}

void AccountReader::readCategories(const RunPtr &run)
{
    run->atCategories = true;
    run->call = m_client.send(
        ListCategories{}, this, [this, run](const Result<std::vector<Category>> &answer) {
            // Not offered by every service: what is known without it stands.
            for (TrafficPool &pool : run->snapshot.pools) {
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
            finish(run);
        });
}

/// What a token would tell that could not be read is missing from the snapshot; what needs a token
/// that the account does not have is not.
void AccountReader::failUnread(const RunPtr &run, TokenKind token) const
{
    if (m_auth.isGivenUp(token)) {
        ApiError error;
        error.kind = ErrorKind::TokenUnavailable;
        fail(run, error);
    }
}

void AccountReader::fail(const RunPtr &run, const ApiError &error) const
{
    if (!run->snapshot.error) {
        run->snapshot.error = error;
    }
}

void AccountReader::finish(const RunPtr &run) const
{
    AccountReading &reading = run->snapshot.reading;
    if (!reading.ledgerRead) {
        reading.at = m_clock.now();
    }
    if (!reading.balanceOffered) {
        reading.balance = run->newestBalance;
    }
    if (run->guard && run->handler) {
        std::exchange(run->handler, nullptr)(std::move(run->snapshot));
    }
}

} // namespace relaybook
