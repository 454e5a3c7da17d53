// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/generate.h"
#include "sandbox/random.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

constexpr std::uint64_t purposeLedger = 0x31;
/// The newest row is at most this long, plus one slot, before the start of the sandbox.
constexpr Seconds quietAtTheEnd = 120;
/// From this number of rows on, the end of the list is arranged (see Maker::steered).
constexpr int arrangedFrom = 200;
constexpr Money balanceBeforeTail = Money::cents(305'720);
constexpr Money meteredRate = Money::cents(65);

std::int64_t bytesOfCentiGb(std::uint32_t hundredths)
{
    return std::int64_t{hundredths} * bytesPerCentiGb;
}

/// Generates two years of an account: small automatic purchases, sometimes a large one, deposits
/// when the balance is low, a few refunds. The balance never falls below zero.
class Maker
{
public:
    Maker(const Recipe &recipe, const PriceList &prices)
        : m_recipe(recipe)
        , m_ledger(prices)
        , m_random(mix(recipe.seed, purposeLedger, static_cast<std::uint64_t>(recipe.transactions)))
    {
    }

    Ledger make()
    {
        m_ledger.reserve(static_cast<std::size_t>(m_recipe.transactions));
        for (int index = 0; index < m_recipe.transactions; ++index) {
            add(index);
        }
        return std::move(m_ledger);
    }

private:
    void add(int index)
    {
        const int left = m_recipe.transactions - index;
        const bool arranged = m_recipe.transactions >= arrangedFrom;
        Row row = arranged && left <= 40 ? steered(left) : ordinary();
        // An expensive tier could cost more than the balance.
        if (m_balance + row.amount < Money{} || row.amount == Money{}) {
            row = deposit();
        }
        m_balance = m_balance + row.amount;
        row.after = m_balance;
        row.id = m_nextId;
        // Ids have gaps because other accounts use the same counter.
        m_nextId += m_random.chance(8) ? m_random.between(2, 5) : 1;
        row.at = timeOf(index);
        m_ledger.append(row);
    }

    Seconds timeOf(int index)
    {
        const Seconds end = m_recipe.createdAt - quietAtTheEnd;
        const std::int64_t count = m_recipe.transactions;
        const Seconds slot = std::max<Seconds>(1, historySpan / count);
        return end - historySpan + historySpan * (index + 1) / count - m_random.below(slot);
    }

    Row ordinary()
    {
        if (m_credit.units > 0 && --m_creditIn <= 0) {
            return credit();
        }
        if (m_balance < Money::cents(m_random.between(12'000, 60'000))) {
            return deposit();
        }
        const std::int64_t what = m_random.below(1'000);
        if (what < 20) {
            const std::uint16_t who = subUser();
            return refund(static_cast<std::uint32_t>(m_random.between(50, 800)), who);
        }
        if (what < 27 && m_credit.units == 0) {
            return metered();
        }
        const std::uint32_t size = sizeDrawn();
        const Row bought = purchase(productDrawn(), size);
        return m_balance + bought.amount < Money{} ? deposit() : bought;
    }

    /// Makes the last rows lead to the same round balance for every seed in a plausible way: larger
    /// orders, a bank transfer, and five rows that show each kind.
    Row steered(int left)
    {
        if (m_credit.units > 0 && left > 6) {
            return credit();
        }
        switch (left) {
        case 6:
            return transfer(Kind::BankDeposit, balanceBeforeTail - m_balance);
        case 5:
            return purchase(0, 25'000);
        case 4:
            return refund(400, 138);
        case 3:
            return purchase(m_ledger.prices().size() > 1 ? 1 : 0, 2'500);
        case 2:
            return card(Money::cents(100'000), 4'242);
        case 1:
            return purchase(0, 10'000);
        default:
            break;
        }
        // Larger orders than usual until the money is used up, then a deposit. The balance before
        // the bank transfer must stay below the one after it.
        if (left == 7 && m_balance >= balanceBeforeTail) {
            return purchaseFor(m_balance - Money::cents(90'000));
        }
        constexpr std::array<std::uint32_t, 8> sizes{500,   1'000, 2'500,  1'500,
                                                     5'000, 3'000, 10'000, 2'000};
        const std::uint32_t size = m_random.pick(sizes);
        const Row wanted = purchase(productDrawn(), size);
        if (m_balance + wanted.amount >= Money::cents(20'000)) {
            return wanted;
        }
        return card(Money::cents(m_random.between(2, 5) * 20'000), 4'242);
    }

    Row purchase(std::size_t product, std::uint32_t hundredths) const
    {
        const TypePrice &type = m_ledger.prices().at(product);
        const std::int64_t bytes = bytesOfCentiGb(hundredths);
        const Tier *tier = tierFor(type, bytes);
        Row row;
        row.kind = Kind::Purchase;
        row.product = static_cast<std::uint8_t>(product);
        row.detail = hundredths;
        row.who =
            tier == nullptr ? Ledger::noTier : static_cast<std::uint16_t>(tier - type.tiers.data());
        row.amount = -costOf(bytes, rateFor(type, bytes), Rounding::HalfUp);
        return row;
    }

    /// A purchase of residential traffic for about this amount.
    Row purchaseFor(Money money) const
    {
        const Money perGb = rateFor(m_ledger.prices().front(), bytesOfCentiGb(25'000));
        const std::int64_t gb =
            std::max<std::int64_t>(1, money.units / std::max<std::int64_t>(1, perGb.units));
        return purchase(0, static_cast<std::uint32_t>(gb * 100));
    }

    std::size_t productDrawn()
    {
        const std::int64_t at = m_random.below(100);
        const std::size_t wanted = at < 62 ? 0 : at < 92 ? 1 : 2;
        return std::min(wanted, m_ledger.prices().size() - 1);
    }

    std::uint32_t sizeDrawn()
    {
        constexpr std::array<std::uint32_t, 4> middle{500, 500, 500, 750};
        constexpr std::array<std::uint32_t, 3> large{1'000, 1'000, 2'500};
        constexpr std::array<std::uint32_t, 5> huge{5'000, 5'000, 10'000, 10'000, 25'000};
        const std::int64_t at = m_random.below(1'000);
        if (at < 800) {
            return static_cast<std::uint32_t>(m_random.between(1, 20) * 10);
        }
        if (at < 950) {
            return m_random.pick(middle);
        }
        return at < 990 ? m_random.pick(large) : m_random.pick(huge);
    }

    /// Metered traffic is charged exactly, to five decimals. Fractions of a cent are credited a few
    /// rows later.
    Row metered()
    {
        Row row;
        row.kind = Kind::Metered;
        row.detail = static_cast<std::uint32_t>(m_random.between(137, 9'999));
        const Money cost =
            costOf(std::int64_t{row.detail} * 1'000'000, meteredRate, Rounding::Exact);
        row.amount = -cost;
        m_credit = Money{cost.units % Money::unitsPerCent};
        m_creditIn = static_cast<int>(m_random.between(1, 4));
        return row;
    }

    Row credit()
    {
        Row row;
        row.kind = Kind::RoundingCredit;
        row.detail = invoice();
        row.amount = m_credit;
        m_credit = Money{};
        return row;
    }

    Row refund(std::uint32_t hundredths, std::uint16_t who) const
    {
        Row row;
        row.kind = Kind::Refund;
        row.detail = hundredths;
        row.who = who;
        row.amount = costOf(bytesOfCentiGb(hundredths), Money::cents(300), Rounding::HalfUp);
        return row;
    }

    Row deposit()
    {
        constexpr std::array<std::int64_t, 12> dollars{200,   250,   300,   500,   500,   750,
                                                       1'000, 1'000, 1'500, 2'000, 2'500, 5'000};
        constexpr std::array<std::uint16_t, 4> cards{4'242, 4'242, 1'881, 5};
        const Money amount = Money::cents(m_random.pick(dollars) * 100);
        const std::int64_t how = m_random.below(100);
        if (how < 70) {
            return card(amount, m_random.pick(cards));
        }
        return transfer(how < 85 ? Kind::BankDeposit : Kind::CryptoDeposit, amount);
    }

    static Row card(Money amount, std::uint16_t lastFour)
    {
        Row row;
        row.kind = Kind::CardDeposit;
        row.who = lastFour;
        row.amount = amount;
        return row;
    }

    Row transfer(Kind kind, Money amount)
    {
        Row row;
        row.kind = kind;
        row.detail = invoice();
        row.amount = amount;
        return row;
    }

    std::uint16_t subUser()
    {
        return static_cast<std::uint16_t>(
            m_random.between(1, std::clamp(m_recipe.subUsers, 1, 60'000)));
    }

    std::uint32_t invoice() { return static_cast<std::uint32_t>(m_random.between(20'000, 99'999)); }

    Recipe m_recipe;
    Ledger m_ledger;
    Random m_random;
    Money m_balance;
    Money m_credit; ///< the amount of the next rounding credit
    int m_creditIn = 0;
    std::int64_t m_nextId = firstTransactionId;
};

} // namespace

Ledger makeLedger(const Recipe &recipe, const PriceList &prices)
{
    return Maker(recipe, prices.empty() ? defaultPrices() : prices).make();
}

} // namespace sandbox
