// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/placereading.h"

#include "api/endpoints/account.h"
#include "api/http/apiclient.h"
#include "models/store/accountstore.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

namespace relaybook {
namespace {

struct PageAround
{
    qint64 page = 1;
    qint64 perPage = 1;
    friend bool operator==(const PageAround &, const PageAround &) = default;
};

/// A page that has the place in its middle, or where the list ends.
PageAround pageAround(qint64 place, const PlaceReading::List &list)
{
    constexpr qint64 parts = 4;
    for (qint64 size = list.perPage; size > list.perPage / 2 && size > 1; --size) {
        const qint64 page = place / size;
        const qint64 offset = place % size;
        const bool isFirst = page == 0;
        const bool isLast = (page + 1) * size >= list.total;
        if ((isFirst || offset >= size / parts) && (isLast || offset <= size - size / parts)) {
            return {page + 1, size};
        }
    }
    return {place / list.perPage + 1, list.perPage};
}

} // namespace

void PageEdges::note(qint64 page, const TransactionPage &answer)
{
    const qint64 total = answer.meta ? answer.meta->total : 0;
    if (total != m_total) { // the pages have shifted
        m_times.clear();
        m_total = total;
    }
    if (!answer.items.empty()) {
        m_times[page] = {answer.items.front().createdAt, answer.items.back().createdAt};
    }
}

std::vector<qint64> PageEdges::tornPlaces(qint64 perPage) const
{
    std::vector<qint64> places;
    for (auto each = m_times.begin(); each != m_times.end(); ++each) {
        const auto next = std::next(each);
        if (next != m_times.end() && next->first == each->first + 1 &&
            std::chrono::floor<std::chrono::seconds>(each->second.second) ==
                std::chrono::floor<std::chrono::seconds>(next->second.first)) {
            places.push_back(each->first * perPage);
        }
    }
    return places;
}

PlaceReading::PlaceReading(AccountStore &store, ApiClient *client, const Clock &clock,
                           std::chrono::milliseconds removalPause)
    : m_store(store)
    , m_client(client)
    , m_clock(clock)
    , m_removalPause(removalPause)
{
}

void PlaceReading::start(std::vector<qint64> places, const std::vector<qint64> &doubtful,
                         const List &list, Lane lane, Done done)
{
    cancel();
    m_places = std::move(places);
    m_list = list;
    m_lane = lane;
    m_done = std::move(done);
    m_store.write(
        [doubtful](CacheWriter &writer) {
            std::set<qint64> ids(doubtful.begin(), doubtful.end());
            const auto suspected = writer.reader().suspectedTransactions();
            ids.insert(suspected.begin(), suspected.end());
            auto ranks = writer.reader().ranksOf({ids.begin(), ids.end()});
            std::sort(ranks.begin(), ranks.end());
            // They are counted among the stored rows, but not listed.
            for (size_t before = 0; before < ranks.size(); ++before) {
                ranks[before] -= static_cast<qint64>(before);
            }
            return ranks;
        },
        this,
        [this, turn = m_turn](const StoreResult<std::vector<qint64>> &ranks) {
            if (turn != m_turn) {
                return;
            }
            if (ranks) {
                plan(*ranks);
            } else {
                end(tl::unexpected(ranks.error()));
            }
        });
}

void PlaceReading::cancel()
{
    ++m_turn;
    m_call.cancel();
    m_done = nullptr;
}

/// Adds the places of the rows with these ranks.
void PlaceReading::plan(const std::vector<qint64> &ranks)
{
    constexpr size_t most = 1'000;
    const qint64 last = m_list.total - 1;
    for (const qint64 rank : ranks) {
        m_places.push_back(std::clamp<qint64>(m_list.isNewestFirst ? last - rank : rank, 0, last));
    }
    std::sort(m_places.begin(), m_places.end(), std::greater<>());
    m_places.erase(std::unique(m_places.begin(), m_places.end()), m_places.end());
    if (m_places.empty() || m_places.size() > most) {
        end(Outcome::Nothing);
        return;
    }
    next();
}

void PlaceReading::next()
{
    if (m_places.empty()) {
        end(Outcome::Loaded);
        return;
    }
    const PageAround around = pageAround(m_places.back(), m_list);
    // One answer may be enough for several places.
    while (!m_places.empty() && pageAround(m_places.back(), m_list) == around) {
        m_places.pop_back();
    }
    m_call = m_client->send(
        ListTransactions{around.page, around.perPage}, this,
        [this, perPage = around.perPage](Result<TransactionPage> answer) {
            if (answer) {
                take(perPage, std::move(*answer));
            } else {
                end(Outcome::Loaded);
            }
        },
        m_lane);
}

void PlaceReading::take(qint64 perPage, TransactionPage answer)
{
    const bool isGranted = answer.meta && answer.meta->perPage == perPage;
    if (!isGranted) { // every answer would be the same pages
        m_places.clear();
    }
    auto page = std::make_shared<TransactionPage>(std::move(answer));
    m_store.write(
        [page, now = m_clock.now(), pause = m_removalPause](CacheWriter &writer) {
            writer.ledger().putPages({*page}, now);
            writer.removed().compare(*page, now, pause);
            return Stored{};
        },
        this,
        [this, turn = m_turn](const StoreResult<Stored> &written) {
            if (turn != m_turn) {
                return;
            }
            if (written) {
                next();
            } else {
                end(tl::unexpected(written.error()));
            }
        });
}

/// The last thing that a method does, because the receiver may start this again.
void PlaceReading::end(const StoreResult<Outcome> &outcome)
{
    ++m_turn;
    m_places.clear();
    if (const Done done = std::exchange(m_done, nullptr)) {
        done(outcome);
    }
}

} // namespace relaybook
