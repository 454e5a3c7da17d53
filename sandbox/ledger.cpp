// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/ledger.h"

#include <algorithm>
#include <string_view>

namespace sandbox {

namespace {

std::string_view typeOf(Kind kind)
{
    switch (kind) {
    case Kind::Purchase:
    case Kind::Metered:
    case Kind::Reported:
        return "purchase";
    case Kind::CardDeposit:
    case Kind::BankDeposit:
    case Kind::CryptoDeposit:
        return "deposit";
    case Kind::Refund:
    case Kind::RoundingCredit:
        break;
    }
    return "refund";
}

void appendFour(std::string &out, unsigned number)
{
    for (unsigned power = 1'000; power > 0; power /= 10) {
        out.push_back(static_cast<char>('0' + number / power % 10));
    }
}

void appendCard(std::string &out, const Row &row)
{
    out += "\"description\":\"Card ending ";
    appendFour(out, row.who);
    out += R"(","product_id":null,"metadata":{"method":"card","last4":")";
    appendFour(out, row.who);
    out += "\"}";
}

void appendTransfer(std::string &out, const Row &row, std::string_view words,
                    std::string_view method)
{
    out += "\"description\":\"";
    out += words;
    appendInteger(out, row.detail);
    out += R"(","product_id":null,"metadata":{"method":")";
    out += method;
    out += "\",\"reference\":";
    appendInteger(out, row.detail);
    out += '}';
}

void appendMetered(std::string &out, const Row &row)
{
    out += "\"description\":\"Datacenter · metered ";
    appendFixed(out, row.detail, 3, 0);
    out += R"( GB","product_id":14,"metadata":{"gb":)";
    appendFixed(out, row.detail, 3, 0);
    out += R"(,"proxy_type":"datacenter","metered":true})";
}

void appendRefund(std::string &out, const Row &row)
{
    out += "\"description\":\"Unused traffic, sub-user ";
    appendInteger(out, row.who);
    out += R"(","product_id":null,"metadata":{"gb":)";
    appendFixed(out, row.detail, 2, 0);
    out += ",\"sub_user_id\":";
    appendInteger(out, row.who);
    out += '}';
}

void appendCredit(std::string &out, const Row &row)
{
    out += "\"description\":\"Rounding credit, invoice ";
    appendInteger(out, row.detail);
    out += R"(","product_id":null,"metadata":{"invoice":)";
    appendInteger(out, row.detail);
    out += '}';
}

} // namespace

Ledger::Ledger(PriceList prices)
    : m_prices(std::move(prices))
{
    for (const TypePrice &type : m_prices) {
        std::vector<std::string> words;
        for (const Tier &tier : type.tiers) {
            std::string text = R"(,"proxy_type":)";
            appendQuoted(text, type.slug);
            text += R"(,"tier":)";
            appendQuoted(text, tierName(&tier));
            text += R"(,"price_per_gb":)";
            appendMoney(text, tier.perGb);
            words.push_back(text + '}');
        }
        m_tierTexts.push_back(std::move(words));
    }
}

std::int64_t Ledger::nextId() const
{
    return m_rows.empty() ? firstTransactionId : m_rows.back().id + 1;
}

void Ledger::append(Row row, TransactionText text)
{
    row.kind = Kind::Reported;
    m_texts.insert_or_assign(row.id, std::move(text));
    m_rows.push_back(row);
}

std::optional<std::size_t> Ledger::indexOf(std::int64_t id) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), id,
                                        [](const Row &row, std::int64_t v) { return row.id < v; });
    if (found == m_rows.end() || found->id != id) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - m_rows.begin());
}

bool Ledger::erase(std::int64_t id)
{
    const auto index = indexOf(id);
    if (!index) {
        return false;
    }
    m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(*index));
    m_texts.erase(id);
    m_rewritten.erase(id);
    return true;
}

bool Ledger::rewrite(std::int64_t id, std::string json)
{
    if (!indexOf(id)) {
        return false;
    }
    m_rewritten.insert_or_assign(id, std::move(json));
    return true;
}

Figures Ledger::figuresOf(const Row &row)
{
    return Figures{row.amount, row.before(), row.after};
}

std::string_view Ledger::typeWord(const Row &row) const
{
    const auto reported = row.kind == Kind::Reported ? m_texts.find(row.id) : m_texts.end();
    return reported == m_texts.end() ? typeOf(row.kind) : std::string_view(reported->second.type);
}

std::string Ledger::typeName(const Row &row) const
{
    return std::string(typeWord(row));
}

void Ledger::appendJson(std::string &out, const Row &row) const
{
    appendJson(out, row, figuresOf(row));
}

void Ledger::appendJson(std::string &out, const Row &row, const Figures &figures) const
{
    if (!m_rewritten.empty()) {
        const auto rewritten = m_rewritten.find(row.id);
        if (rewritten != m_rewritten.end()) {
            out += rewritten->second;
            return;
        }
    }
    out += "{\"id\":";
    appendInteger(out, row.id);
    out += ",\"user_id\":";
    appendInteger(out, accountId);
    out += ",\"type\":";
    appendQuoted(out, typeWord(row));
    out += ",\"amount\":";
    appendMoney(out, figures.amount);
    out += ",\"balance_before\":";
    appendMoney(out, figures.before);
    out += ",\"balance_after\":";
    appendMoney(out, figures.after);
    out += ',';
    appendText(out, row);
    out += ",\"created_at\":\"";
    const std::size_t time = out.size();
    appendIso(out, row.at);
    const std::size_t length = out.size() - time;
    out += R"(","updated_at":")";
    out.append(out, time, length);
    out += "\"}";
}

void Ledger::appendText(std::string &out, const Row &row) const
{
    switch (row.kind) {
    case Kind::Purchase:
        appendPurchase(out, row);
        return;
    case Kind::Metered:
        appendMetered(out, row);
        return;
    case Kind::CardDeposit:
        appendCard(out, row);
        return;
    case Kind::BankDeposit:
        appendTransfer(out, row, "Bank transfer ", "bank");
        return;
    case Kind::CryptoDeposit:
        appendTransfer(out, row, "USDT transfer ", "usdt");
        return;
    case Kind::Refund:
        appendRefund(out, row);
        return;
    case Kind::RoundingCredit:
        appendCredit(out, row);
        return;
    case Kind::Reported:
        break;
    }
    const auto reported = m_texts.find(row.id);
    static const TransactionText unknown;
    const TransactionText &text = reported == m_texts.end() ? unknown : reported->second;
    out += "\"description\":";
    appendQuoted(out, text.description);
    out += ",\"product_id\":";
    if (text.productId) {
        appendInteger(out, *text.productId);
    } else {
        out += "null";
    }
    out += ",\"metadata\":";
    out += text.metadata;
}

void Ledger::appendPurchase(std::string &out, const Row &row) const
{
    const TypePrice &type = m_prices.at(row.product);
    out += "\"description\":\"";
    out += type.name;
    out += " · ";
    appendFixed(out, row.detail, 2, 0);
    out += " GB\",\"product_id\":";
    appendInteger(out, type.productId);
    out += ",\"metadata\":{\"gb\":";
    appendFixed(out, row.detail, 2, 0);
    const auto &words = m_tierTexts.at(row.product);
    if (row.who < words.size()) {
        out += words[row.who];
        return;
    }
    out += R"(,"proxy_type":)";
    appendQuoted(out, type.slug);
    out += R"(,"tier":"flat","price_per_gb":)";
    appendMoney(out, type.flatPerGb);
    out += '}';
}

} // namespace sandbox
