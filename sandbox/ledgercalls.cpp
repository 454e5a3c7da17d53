// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/ledgercalls.h"

#include "sandbox/fields.h"
#include "sandbox/paging.h"
#include "sandbox/random.h"
#include "sandbox/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <numeric>

namespace sandbox {

namespace {

constexpr Money brokenBy = Money::cents(777);

/// "661203" is an id, "12" the twelfth row from the oldest. Text after a colon is ignored.
std::optional<std::size_t> rowNamed(const Ledger &ledger, std::string_view text)
{
    std::int64_t number = 0;
    const std::string_view digits = text.substr(0, text.find(':'));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) {
        return std::nullopt;
    }
    if (const auto index = ledger.indexOf(number)) {
        return index;
    }
    if (number < 1 || number > static_cast<std::int64_t>(ledger.size())) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(number - 1);
}

void makeUnreadable(std::string &row, std::int64_t which)
{
    switch (which % 4) {
    case 0:
        replaceValue(row, "\"amount\":", "\"lots\"");
        break;
    case 1:
        replaceValue(row, "\"created_at\":", "\"yesterday\"");
        break;
    case 2:
        replaceValue(row, "\"id\":", "null");
        break;
    default:
        // A row that was rewritten may have its fields in any order.
        if (const auto at = row.find("\"amount\":"); at != std::string::npos) {
            row.replace(at, std::string_view("\"amount\":").size(), "\"sum\":");
        }
    }
}

/// More than 64 bits hold in 10^-8 dollars.
void makeLarge(std::string &row, std::int64_t which)
{
    replaceValue(row, "\"balance_before\":", "1000000000000.00");
    replaceValue(row, "\"balance_after\":", "\"1000000000250.50\"");
    if (which % 2 == 0) {
        replaceValue(row, "\"amount\":", "12345678901234567890123.45");
    }
}

/// Writes rows, damaged as the faults require.
class RowWriter
{
public:
    explicit RowWriter(const Call &call)
        : m_ledger(call.account().ledger())
        , m_now(call.now)
        , m_unsigned(call.faults.has(Fault::UnsignedAmounts))
        , m_unknownTypes(call.faults.has(Fault::UnknownTypes))
        , m_broken(rowNamed(m_ledger, call.faults.arg(Fault::BrokenChain)))
        , m_rewritten(rowNamed(m_ledger, call.faults.arg(Fault::RewrittenRow)))
        , m_vanished(rowNamed(m_ledger, call.faults.arg(Fault::VanishedRow)))
        , m_moved(rowNamed(m_ledger, call.faults.arg(Fault::RowAhead)))
    {
        m_place = m_ledger.size() - 1;
        if (const auto back = rowNamed(m_ledger, call.faults.arg(Fault::RowBack))) {
            const std::string_view arg = call.faults.arg(Fault::RowBack);
            std::size_t places = 0;
            std::from_chars(arg.data() + arg.find(':') + 1, arg.data() + arg.size(), places);
            m_moved = back;
            m_place = *back - std::min(*back, places);
        }
        const std::string_view broken = call.faults.arg(Fault::BrokenChain);
        const std::size_t colon = broken.find(':');
        if (colon != std::string_view::npos) {
            m_kind = broken.substr(colon + 1);
        }
        if (call.faults.has(Fault::UnreadableRows)) {
            m_unreadable = std::max(1L, call.faults.number(Fault::UnreadableRows, 10));
        }
        if (call.faults.has(Fault::LargeAmounts)) {
            m_large = std::max(1L, call.faults.number(Fault::LargeAmounts, 10));
        }
        if (call.faults.has(Fault::TiedSeconds)) {
            constexpr long usually = 6;
            m_tied = std::max(1L, call.faults.number(Fault::TiedSeconds, usually));
            static std::atomic<std::uint64_t> answers;
            m_shuffle = answers++;
        }
        m_plain = m_tied == 0 && !m_unsigned && !m_unknownTypes && !m_broken && !m_rewritten &&
                  !m_moved && m_unreadable == 0 && m_large == 0;
    }

    std::int64_t count() const
    {
        return static_cast<std::int64_t>(m_ledger.size()) - (m_vanished ? 1 : 0);
    }

    /// The row at this position, counted from the oldest one shown.
    void append(std::string &out, std::int64_t place) const
    {
        auto index = static_cast<std::size_t>(place);
        if (m_vanished && index >= *m_vanished) {
            ++index;
        }
        if (m_moved && index == m_place) {
            index = *m_moved;
        } else if (m_moved && index >= *m_moved && index < m_place) {
            ++index;
        } else if (m_moved && index <= *m_moved && index > m_place) {
            --index;
        }
        if (m_tied > 0) {
            index = shuffled(index);
        }
        const Row &row = m_ledger.rows()[index];
        if (m_plain) {
            m_ledger.appendJson(out, row);
        } else {
            appendOdd(out, row, index);
        }
    }

private:
    Figures figures(const Row &row, std::size_t index) const
    {
        Figures figures = Ledger::figuresOf(row);
        const bool here = m_broken == index;
        const bool older = m_broken && index < *m_broken;
        if ((m_kind == "pair" && older) || (m_kind == "row" && here)) {
            figures.before = figures.before + brokenBy;
            figures.after = figures.after + brokenBy;
        }
        if (m_kind == "amount" && here) {
            figures.amount = figures.amount + brokenBy;
        }
        if (m_unsigned && figures.amount < Money{}) {
            figures.amount = -figures.amount;
        }
        return figures;
    }

    /// The row at the place of this one, among those of the same second.
    std::size_t shuffled(std::size_t index) const
    {
        const auto size = static_cast<std::size_t>(m_tied);
        const std::size_t first = index / size * size;
        std::vector<std::size_t> rows(std::min(size, m_ledger.size() - first));
        std::iota(rows.begin(), rows.end(), first);
        std::sort(rows.begin(), rows.end(), [this](std::size_t a, std::size_t b) {
            return mix(m_shuffle, 0, a) < mix(m_shuffle, 0, b);
        });
        return rows[index - first];
    }

    void appendOdd(std::string &out, const Row &row, std::size_t index) const
    {
        std::string text;
        m_ledger.appendJson(text, row, figures(row, index));
        if (m_unknownTypes && row.id % 10 == 0) {
            replaceValue(text, "\"type\":", "\"chargeback\"");
        }
        if (m_rewritten == index) {
            constexpr std::string_view key = "\"description\":\"";
            const std::size_t at = text.find(key);
            if (at != std::string::npos) {
                text.insert(at + key.size(), "Corrected: ");
            }
            const std::size_t time = text.rfind('T');
            text.replace(time - 10, 20, isoText(m_now));
        }
        if (m_tied > 0) {
            const std::size_t first = index - index % static_cast<std::size_t>(m_tied);
            replaceValue(text, "\"created_at\":", '"' + isoText(m_ledger.rows()[first].at) + '"');
        }
        if (m_moved == index) {
            const bool isAhead = m_place > index;
            const Seconds at = isAhead ? row.at + rowAheadBy : m_ledger.rows()[m_place].at;
            replaceValue(text, "\"created_at\":", '"' + isoText(at) + '"');
        }
        if (m_unreadable > 0 && row.id % m_unreadable == 0) {
            makeUnreadable(text, row.id / m_unreadable);
        }
        if (m_large > 0 && row.id % m_large == 0) {
            makeLarge(text, row.id / m_large);
        }
        out += text;
    }

    const Ledger &m_ledger;
    Seconds m_now;
    bool m_unsigned;
    bool m_unknownTypes;
    std::optional<std::size_t> m_broken;
    std::string m_kind = "pair";
    std::optional<std::size_t> m_rewritten;
    std::optional<std::size_t> m_vanished;
    std::optional<std::size_t> m_moved; ///< the row that is listed at m_place
    std::size_t m_place = 0;
    long m_unreadable = 0;
    long m_large = 0;
    long m_tied = 0;
    std::uint64_t m_shuffle = 0;
    bool m_plain = true;
};

} // namespace

Answer listTransactions(Call &call)
{
    Paging paging;
    if (auto wrong = readPaging(call, paging)) {
        return *wrong;
    }
    const RowWriter writer(call);
    paging.total = writer.count();
    std::int64_t first = paging.first();
    std::int64_t end = std::min(paging.total, first + paging.perPage);
    if (call.faults.has(Fault::DuplicateRows) && first > 0) {
        --first;
    }
    if (call.faults.has(Fault::EmptyPage) &&
        call.faults.number(Fault::EmptyPage, 2) == paging.page) {
        end = first;
    }

    const bool oldestFirst = call.faults.has(Fault::OldestFirst);
    std::string rows;
    rows.reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, end - first)) * 420 + 200);
    for (std::int64_t i = first; i < end; ++i) {
        if (i > first) {
            rows += ',';
        }
        writer.append(rows, oldestFirst ? i : paging.total - 1 - i);
    }
    const long off =
        call.faults.has(Fault::LyingLastPage) ? call.faults.number(Fault::LyingLastPage, -1) : 0;
    const std::string meta = paging.metaText(off);
    if (call.faults.has(Fault::PagingInData)) {
        const std::string inner = meta.substr(1, meta.size() - 2);
        return json(R"({"data":{"data":[)" + rows + "]," + inner + "}}");
    }
    rows.insert(0, R"({"data":[)");
    rows += R"(],"meta":)";
    rows += meta;
    rows += '}';
    return json(std::move(rows));
}

Book purchaseBooking(const Account &account, const TypePrice &type, std::int64_t bytes, Money cost,
                     Seconds now)
{
    TransactionText text;
    text.type = "purchase";
    text.description = type.name + " · " + gbText(bytes) + " GB";
    text.productId = type.productId;
    text.metadata = R"({"gb":)";
    appendGb(text.metadata, bytes);
    text.metadata += R"(,"proxy_type":)";
    appendQuoted(text.metadata, type.slug);
    text.metadata += R"(,"tier":)";
    appendQuoted(text.metadata, tierName(tierFor(type, bytes)));
    text.metadata += R"(,"price_per_gb":)";
    appendMoney(text.metadata, rateFor(type, bytes));
    text.metadata += '}';
    return account.booking(-cost, now, std::move(text));
}

std::vector<Change> ordinaryTransaction(const Account &account, std::uint64_t draw, Seconds now)
{
    Random random(draw);
    const TypePrice &type = random.pick(account.prices());
    const std::int64_t bytes = random.between(1, 20) * 10 * bytesPerCentiGb;
    const Money cost = costOf(bytes, rateFor(type, bytes), Rounding::HalfUp);
    if (cost > account.balance()) {
        TransactionText text{"deposit", "Card ending 4242", std::nullopt,
                             R"({"method":"card","last4":"4242"})"};
        constexpr std::array<std::int64_t, 4> dollars{500, 1'000, 1'000, 2'000};
        return {account.booking(Money::cents(random.pick(dollars) * 100), now, std::move(text))};
    }
    return {purchaseBooking(account, type, bytes, cost, now),
            SetPool{type.slug, account.poolBytes(type.slug) + bytes}};
}

} // namespace sandbox
