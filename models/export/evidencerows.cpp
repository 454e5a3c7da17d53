// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/evidencerows.h"

#include "models/store/cachereader.h"
#include "models/store/chain.h"
#include "models/store/unreadablegaps.h"

#include <algorithm>
#include <set>

namespace relaybook {
namespace {

/// So many transactions of the ledger are shown before and after a gap.
constexpr int rowsAroundGap = 3;

class EvidenceReader
{
public:
    explicit EvidenceReader(Connection &connection)
        : m_connection(connection)
        , m_reader(connection)
        , m_areVersionsKept(m_reader.counts().rewritten > 0)
        , m_areRowsRemoved(m_reader.counts().vanished > 0)
    {
    }

    void add(TransactionId id)
    {
        if (!m_known.insert(id.value()).second) {
            return;
        }
        if (static_cast<qint64>(m_found.rows.size()) >= mostEvidenceRows) {
            ++m_found.leftOut;
            return;
        }
        auto row = m_reader.transaction(id.value());
        if (!row) {
            m_found.notStored.push_back(id);
            return;
        }
        if (m_areVersionsKept) {
            for (TransactionVersion &version : m_reader.versions(id)) {
                m_found.earlier.push_back(std::move(version));
            }
        }
        if (m_areRowsRemoved) {
            if (const auto noticed = m_reader.vanishedAt(id)) {
                m_found.removed.push_back({*row, *noticed});
            }
        }
        m_found.rows.push_back(std::move(*row));
    }

    void addAround(const LedgerBreak &gap)
    {
        std::vector<qint64> before;
        auto at = std::optional(gap.earlier.value());
        for (int i = 0; i < rowsAroundGap && at; ++i) {
            at = chainBefore(m_connection, *at);
            if (at) {
                before.push_back(*at);
            }
        }
        std::for_each(before.rbegin(), before.rend(),
                      [this](qint64 id) { add(TransactionId(id)); });
        add(gap.earlier);
        add(gap.later);
        at = gap.later.value();
        for (int i = 0; i < rowsAroundGap && at; ++i) {
            at = chainAfter(m_connection, *at);
            if (at) {
                add(TransactionId(*at));
            }
        }
        UnreadableOfGap unreadable = unreadableOfGap(m_connection, gap, mostEvidenceRows);
        m_found.leftOut += unreadable.total - static_cast<qint64>(unreadable.rows.size());
        m_found.unreadable = std::move(unreadable.rows);
    }

    [[nodiscard]] EvidenceRows take() { return std::move(m_found); }

private:
    Connection &m_connection;
    CacheReader m_reader;
    bool m_areVersionsKept;
    bool m_areRowsRemoved;
    std::set<qint64> m_known;
    EvidenceRows m_found;
};

} // namespace

EvidenceRows evidenceRowsOf(Connection &connection, const EvidenceRequest &request)
{
    EvidenceReader reader(connection);
    if (const auto *charge = std::get_if<DoubleCharge>(&request.matter)) {
        for (const DebitRow &row : charge->rows) {
            reader.add(row.id);
        }
    } else if (const auto *gap = std::get_if<LedgerBreak>(&request.matter)) {
        reader.addAround(*gap);
    } else {
        for (const TopUpOrder &order : request.orders) {
            if (order.proof) {
                reader.add(*order.proof);
            }
        }
    }
    return reader.take();
}

} // namespace relaybook
