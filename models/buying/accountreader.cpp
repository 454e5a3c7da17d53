// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/buying/accountreader.h"

#include "api/endpoints/account.h"
#include "api/endpoints/reseller.h"
#include "api/http/apiclient.h"
#include "models/orders/looklimit.h"

#include <QPointer>

#include <algorithm>

namespace relaybook {
namespace {

std::optional<TrafficAmount> leftOf(const TrafficPool *pool)
{
    return pool == nullptr ? std::nullopt : pool->left;
}

ApiError balanceTooLarge()
{
    ApiError error;
    error.kind = ErrorKind::NotUnderstood;
    error.jsonPath = QStringLiteral("data.balance");
    error.message = QStringLiteral("is too large");
    return error;
}

/// Such rows count as unreadable, because nothing can be concluded from their balances.
void leaveOutTooLarge(TransactionPage &page)
{
    const auto firstOut =
        std::stable_partition(page.items.begin(), page.items.end(), [](const Transaction &row) {
            return row.amount && !row.isTooLarge();
        });
    for (auto row = firstOut; row != page.items.end(); ++row) {
        page.unreadable.push_back({row->id, QStringLiteral("amount is too large"), row->raw});
    }
    page.items.erase(firstOut, page.items.end());
}

} // namespace

struct AccountReader::Run
{
    Request request;
    QPointer<QObject> guard;
    Handler handler;
    AccountSnapshot snapshot;
    Call call;
    NewRows::Extent extent;                ///< of the copy, when the ledger had been read
    std::vector<TransactionId> unreadable; ///< transactions that are listed, but can't be read
    std::shared_ptr<const bool> running;
    std::unique_ptr<LookLimit> limit;
    bool atPools = false;      ///< balance and ledger have been read
    bool atCategories = false; ///< pools have been read; categories need another token
    bool timed = false;        ///< a part of the snapshot was received
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
                             qint64 perPage, NextNumber nextNumber)
    : m_client(client)
    , m_auth(auth)
    , m_clock(clock)
    , m_perPage(perPage)
    , m_nextNumber(std::move(nextNumber))
{
}

Call AccountReader::read(const Request &request, QObject *guard, Handler handler)
{
    auto run = std::make_shared<Run>();
    run->request = request;
    run->snapshot.beganAt = m_clock.monotonic();
    run->guard = guard;
    run->handler = std::move(handler);
    run->running = m_running;
    m_newest = run;
    const std::weak_ptr<Run> weak(run);
    run->limit = std::make_unique<LookLimit>(
        m_client.answerLimits().look, [this, &run = *run] { return limitWait(run).count() > 0; },
        this, [this, weak] { endLate(weak.lock()); });
    readBalance(run);
    return Call([weak] {
        if (const auto open = weak.lock()) {
            open->handler = nullptr;
            open->call.cancel();
        }
    });
}

std::chrono::milliseconds AccountReader::limitWait() const
{
    const auto run = m_newest.lock();
    return run && run->handler ? limitWait(*run) : std::chrono::milliseconds(0);
}

std::chrono::milliseconds AccountReader::limitWait(const Run &run) const
{
    std::chrono::milliseconds wait{0};
    if (m_auth.has(TokenKind::Reseller)) {
        wait = m_client.limitWait(GetResellerBalance{}.toRequest());
    }
    const bool needsPersonal = !run.atPools || run.atCategories;
    if (needsPersonal && m_auth.has(TokenKind::Personal)) {
        wait = std::max(wait, m_client.limitWait(GetBalance{}.toRequest()));
    }
    return wait;
}

/// What was received in time counts.
void AccountReader::endLate(const RunPtr &run) const
{
    if (run && run->handler) {
        run->call.cancel();
        fail(run, lookTookTooLong());
        finish(run);
    }
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
        if (answer && answer->amount) {
            run->snapshot.balance = *answer;
            run->snapshot.reading.balance = answer->amount;
        } else if (answer) { // no cost can be compared with it
            fail(run, balanceTooLarge());
        } else if (isNotOffered(answer.error()) || answer.error().isPage) {
            run->snapshot.reading.balanceOffered = false;
        } else {
            fail(run, answer.error());
        }
        using Ledger = ListWalk<Transaction>;
        run->snapshot.ledger = Ledger(m_perPage, Ledger::Count::Wanted);
        readLedger(run, {});
    });
}

void AccountReader::noteTime(Run &run) const
{
    if (!run.timed) {
        run.timed = true;
        run.snapshot.readAt = {m_clock.monotonic(), m_clock.now()};
    }
}

void AccountReader::readLedger(const RunPtr &run, const PageRequest &page)
{
    const qint64 perPage = page.perPage > 0 ? page.perPage : m_perPage;
    run->call = m_client.send(ListTransactions{page.number, perPage, page.query}, this,
                              [this, run, number = page.number](Result<TransactionPage> answer) {
                                  if (answer) {
                                      takeLedgerPage(run, number, *std::move(answer));
                                  } else if (run->snapshot.ledger.addError(
                                                 answer.error().httpStatus, run->request.until)) {
                                      afterLedgerPage(run);
                                  } else {
                                      fail(run, answer.error());
                                      readPools(run);
                                  }
                              });
}

void AccountReader::takeLedgerPage(const RunPtr &run, qint64 page, TransactionPage answer)
{
    leaveOutTooLarge(answer);
    AccountSnapshot &snapshot = run->snapshot;
    snapshot.ledger.add(page, answer);
    for (const UnreadableRow &row : answer.unreadable) {
        if (row.id) {
            run->unreadable.push_back(*row.id);
        }
    }
    afterLedgerPage(run);
}

void AccountReader::afterLedgerPage(const RunPtr &run)
{
    AccountSnapshot &snapshot = run->snapshot;
    const auto next = snapshot.ledger.nextPage(run->request.until);
    if (!next || snapshot.ledger.mark()) {
        snapshot.reading.ledgerRead = true;
        snapshot.reading.at = m_clock.now();
    }
    if (next) {
        readLedger(run, *next);
        return;
    }
    snapshot.ledgerState =
        snapshot.ledger.isComplete() ? Look::Ledger::Whole : Look::Ledger::NotWhole;
    noteExtent(*run);
    readStored(run);
}

/// A row with an old date may be so far back that it was not received: the sync finds it.
void AccountReader::readStored(const RunPtr &run)
{
    std::vector<StoredMark> marks;
    for (const TransactionMark &mark : run->request.until) {
        if (mark.stored) {
            marks.push_back(*mark.stored);
        }
    }
    if (marks.empty() || !m_newRows.since) {
        readPools(run);
        return;
    }
    m_newRows.since(marks, this, [this, run](NewRows::Arrivals stored) {
        std::erase_if(stored.rows, [](const NewRows::Arrived &each) {
            return !each.row.amount || each.row.isTooLarge();
        });
        run->snapshot.stored = std::move(stored);
        if (run->handler) { // else it was cancelled
            readPools(run);
        }
    });
}

/// At once, because the copy grows while the rest is read.
void AccountReader::noteExtent(Run &run) const
{
    const auto mark = run.snapshot.ledger.mark();
    if (m_newRows.extent && mark && mark->total) {
        run.extent = m_newRows.extent(mark->ids, *mark->total);
        run.snapshot.isMoreStored = run.extent.isMore;
    }
}

/// Notes what the ledger holds now, for an order that may follow. Transactions that can't be read
/// are known too: they are not new if they can be read later.
void AccountReader::noteNewest(Run &run)
{
    AccountReading &reading = run.snapshot.reading;
    const ListWalk<Transaction> &ledger = run.snapshot.ledger;
    reading.mark = ledger.mark();
    if (const Transaction *newest = ledger.newest(); newest && !reading.balanceOffered) {
        reading.balance = newest->balanceAfter;
    }
    if (!reading.mark) {
        return;
    }
    auto &ids = reading.mark->ids;
    const size_t room = TransactionMark::mostIds - ids.size();
    const auto last =
        run.unreadable.begin() + static_cast<std::ptrdiff_t>(std::min(room, run.unreadable.size()));
    ids.insert(ids.end(), run.unreadable.begin(), last);
    reading.mark->stored = run.extent.mark;
    if (run.extent.isMore) {
        reading.mark->total.reset();
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
    run->snapshot.reading.poolAsked = m_nextNumber();
    run->call =
        m_client.send(GetResellerBalance{}, this, [this, run](Result<ResellerBalance> answer) {
            noteTime(*run);
            run->snapshot.reading.poolRead = m_nextNumber();
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
    run->call =
        m_client.send(ListCategories{}, this, [this, run](const Result<ListOf<Category>> &answer) {
            // Not offered by every service: what is known without it stands.
            for (TrafficPool &pool : run->snapshot.pools) {
                const bool open = pool.prices.source != PriceList::Source::Tiers &&
                                  pool.prices.unreadable.isEmpty();
                for (const Category &category :
                     open &&answer ? answer->items : std::vector<Category>{}) {
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
    noteNewest(*run);
    if (run->guard && run->handler) {
        std::exchange(run->handler, nullptr)(std::move(run->snapshot));
    }
}

} // namespace relaybook
