// SPDX-License-Identifier: GPL-3.0-or-later
// The list of transactions, stored compactly (a million in 40 MB); JSON is generated on request.
#pragma once

#include "sandbox/decimal.h"
#include "sandbox/prices.h"
#include "sandbox/text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sandbox {

/// The account id in all transactions.
inline constexpr std::int64_t accountId = 4711;

enum class Kind : std::uint8_t {
    Purchase,       ///< detail: hundredths of a GB, who: index of the tier
    Metered,        ///< detail: thousandths of a GB
    CardDeposit,    ///< who: the last four digits
    BankDeposit,    ///< detail: number of the transfer
    CryptoDeposit,  ///< detail: number of the transfer
    Refund,         ///< detail: hundredths of a GB, who: the sub-user
    RoundingCredit, ///< detail: number of the invoice
    Reported,       ///< the texts are stored separately, see TransactionText
};

/// One transaction, generated or added while the service ran. The balance before it is after −
/// amount.
struct Row
{
    std::int64_t id = 0;
    Seconds at = 0;
    Money amount; ///< signed
    Money after;
    std::uint32_t detail = 0;
    std::uint16_t who = 0;
    Kind kind = Kind::Reported;
    std::uint8_t product = 0; ///< index into the price list

    Money before() const { return after - amount; }
};

/// The texts of a transaction that was added while the service ran.
struct TransactionText
{
    std::string type;
    std::string description;
    std::optional<int> productId;
    std::string metadata = "null"; ///< JSON
};

/// The amounts shown in a row. A fault can change them, so that they differ from the real ones.
struct Figures
{
    Money amount;
    Money before;
    Money after;
};

/// The id of the oldest transaction; the ids of the others follow it.
inline constexpr std::int64_t firstTransactionId = 600'001;

/// The transactions of the account, in ascending order of id and time.
class Ledger
{
public:
    static constexpr std::uint16_t noTier = 0xFFFF;

    explicit Ledger(PriceList prices = {});

    std::size_t size() const { return m_rows.size(); }
    const std::vector<Row> &rows() const { return m_rows; }
    const PriceList &prices() const { return m_prices; }
    std::int64_t nextId() const;

    void reserve(std::size_t rows) { m_rows.reserve(rows); }
    void append(const Row &row) { m_rows.push_back(row); }
    void append(Row row, TransactionText text);
    std::optional<std::size_t> indexOf(std::int64_t id) const;
    bool erase(std::int64_t id);
    /// From now on, this JSON is sent for the row, even if it is wrong.
    bool rewrite(std::int64_t id, std::string json);

    void appendJson(std::string &out, const Row &row) const;
    void appendJson(std::string &out, const Row &row, const Figures &figures) const;
    static Figures figuresOf(const Row &row);
    std::string typeName(const Row &row) const;

private:
    std::string_view typeWord(const Row &row) const;
    void appendText(std::string &out, const Row &row) const;
    void appendPurchase(std::string &out, const Row &row) const;

    PriceList m_prices;
    std::vector<std::vector<std::string>> m_tierTexts; ///< by product and tier, ready to append
    std::vector<Row> m_rows;                           ///< ids and times ascending
    std::unordered_map<std::int64_t, TransactionText> m_texts;
    std::unordered_map<std::int64_t, std::string> m_rewritten;
};

} // namespace sandbox
