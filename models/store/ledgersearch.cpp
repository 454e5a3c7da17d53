// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/ledgersearch.h"

#include "models/store/ledgerscan.h"
#include "models/store/ledgertext.h"

#include "api/types/money.h"

#include <algorithm>
#include <iterator>

#include <sqlite3.h>

namespace relaybook {
namespace {

constexpr auto balanceChange = "balance_after - balance_before";

/// "expression IN (?, ?)".
SearchCondition isOneOf(const std::string &expression, const std::vector<qint64> &values)
{
    SearchCondition made{expression + " IN (", {}};
    for (const qint64 value : values) {
        made.sql += made.values.empty() ? "?" : ", ?";
        made.values.emplace_back(value);
    }
    made.sql += ")";
    return made;
}

/// The amounts and balances that are shown as this number: without a sign, those of either sign;
/// with a minus, only negative ones; with a plus, only money received.
std::vector<SearchCondition> amountConditions(const TypedNumber &number)
{
    const auto value = Money::parse(number.text);
    if (!value) {
        return {};
    }
    const qint64 units = value->units();
    std::vector<qint64> wanted;
    if (number.sign != u'-') {
        wanted.push_back(units);
    }
    if (number.sign != u'+') {
        wanted.push_back(-units);
    }
    std::vector<SearchCondition> made{isOneOf(balanceChange, wanted)};
    if (number.sign == u'+') { // balances are shown without it
        return made;
    }
    made.push_back(isOneOf("balance_before", wanted));
    made.push_back(isOneOf("balance_after", wanted));
    // The listed amount is shown only if it contradicts the balances. These few rows have an index
    // of their own (cacheformat.cpp).
    SearchCondition listed = isOneOf("amount", wanted);
    listed.sql += " AND amount <> balance_after - balance_before"
                  " AND amount <> balance_before - balance_after";
    made.push_back(std::move(listed));
    return made;
}

/// Tokens have no signs: if one was typed, the text itself is searched.
SearchCondition signedTextCondition(const TypedNumber &number, const QString &typed)
{
    return {"instr(description, ?) > 0 OR instr(description, ?) > 0",
            {QString(number.sign + number.text), typed}};
}

/// The id in "Transaction 658734", the title of the details.
std::optional<qint64> titledId(const TypedTerm &title, const TypedTerm &number)
{
    const bool isTitle =
        title.words.size() == 1 && ledgerPhrase(title.words.front()) == "transaction";
    if (!isTitle || !number.number || !number.number->sign.isNull() || number.words.size() > 1) {
        return std::nullopt;
    }
    bool isWhole = false;
    const qint64 id = number.number->text.toLongLong(&isWhole);
    return isWhole ? std::optional(id) : std::nullopt;
}

bool isTrafficAmount(const TypedTerm &typed)
{
    return typed.number && typed.words.size() > 1 &&
           typed.words.back().compare(QLatin1String("gb"), Qt::CaseInsensitive) == 0;
}

} // namespace

LedgerSearch::LedgerSearch(Connection &connection, const QString &typed)
    : m_connection(connection)
    , m_hasText(hasText(typed))
{
    const std::vector<TypedTerm> terms = typedTerms(typed);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const bool isLast = i + 1 == terms.size();
        const auto id = isLast ? std::nullopt : titledId(terms.at(i), terms.at(i + 1));
        Term term;
        if (id) {
            term.phrases = {ledgerPhrase(terms.at(i).words.front()),
                            ledgerPhrase(terms.at(i + 1).words.front())};
            term.conditions.push_back({"id = ?", {RowParameter(*id)}});
            ++i;
        } else {
            term = termOf(terms.at(i));
        }
        if (!term.phrases.empty() || !term.conditions.empty()) {
            m_terms.push_back(std::move(term));
        }
    }
}

LedgerSearch::Term LedgerSearch::termOf(const TypedTerm &typed)
{
    Term term;
    const bool isSigned = typed.number && !typed.number->sign.isNull();
    const QString whole = typed.words.join(u' ');
    const QStringList words = isTrafficAmount(typed) ? QStringList{whole} : typed.words;
    for (const QString &word : words) {
        std::string phrase = ledgerPhrase(word);
        if (!phrase.empty() && !isSigned) {
            term.phrases.push_back(std::move(phrase));
        }
    }
    if (typed.number) {
        addNumber(term, typed);
    } else if (!typed.times.empty()) {
        for (const char *column : {"created_ms", "coalesce(updated_ms, -1)"}) {
            term.conditions.push_back(timeCondition(column, typed.times));
        }
    }
    addConditions(term, whole);
    return term;
}

void LedgerSearch::addNumber(Term &term, const TypedTerm &typed)
{
    if (isTrafficAmount(typed)) {
        term.wholeNumber = typed.words.front();
    } else {
        term.conditions = amountConditions(*typed.number);
    }
    if (!typed.number->sign.isNull()) {
        term.conditions.push_back(signedTextCondition(*typed.number, typed.words.front()));
    }
}

/// Rows of a product with this name, and rows of this user. Nearly always, all rows have the same
/// user, so only the newest row is compared, and no index is needed.
void LedgerSearch::addConditions(Term &term, const QString &typed)
{
    const std::string phrase = ledgerPhrase(typed);
    if (phrase.empty()) {
        return;
    }
    SearchCondition named{"product_id IN (", {}};
    Query products(m_connection,
                   "SELECT id FROM products WHERE ledger_finds(?, '', name, '', '', '')");
    products.bindUtf8(1, phrase);
    while (products.next()) {
        named.sql += named.values.empty() ? "?" : ", ?";
        named.values.emplace_back(products.text(0));
    }
    if (!named.values.empty()) {
        named.sql += ")";
        term.conditions.push_back(std::move(named));
    }
    if (phrase == "product") { // products without a name are shown as "Product 11"
        term.conditions.push_back(
            {"product_id <> '' AND product_id NOT IN (SELECT id FROM products)", {}});
    }
    Query newest(m_connection,
                 "SELECT user_id FROM transactions ORDER BY created_ms DESC, id DESC LIMIT 1");
    if (newest.next() && ledgerPhrase(newest.text(0)) == phrase) {
        term.conditions.push_back({"user_id = ?", {newest.text(0)}});
    }
}

SearchCondition LedgerSearch::condition() const
{
    SearchCondition all;
    for (const Term &term : m_terms) {
        std::string words;
        all.sql += all.sql.empty() ? "(" : " AND (";
        for (const std::string &phrase : term.phrases) {
            words += words.empty() ? "" : " AND ";
            words += "ledger_finds(?, type, description, id, product_id, raw)";
            all.values.emplace_back(QString::fromStdString(phrase));
        }
        if (!term.wholeNumber.isEmpty() && !term.phrases.empty()) {
            words += " AND ledger_tells(?, description, raw)";
            all.values.emplace_back(term.wholeNumber);
        }
        for (const SearchCondition &other : term.conditions) {
            words += words.empty() ? "" : " OR ";
            words += "(" + other.sql + ")";
            all.values.insert(all.values.end(), other.values.begin(), other.values.end());
        }
        all.sql += words + ")";
    }
    return m_terms.empty() ? SearchCondition{"0", {}} : all;
}

/// Runs each condition separately, so that each can use its own index.
const Keys &LedgerSearch::met(Term &term)
{
    if (!term.met) {
        Keys keys;
        for (const SearchCondition &condition : term.conditions) {
            const Keys rows = rowsThatMeet(m_connection, condition);
            keys.insert(keys.end(), rows.begin(), rows.end());
        }
        term.met = std::move(keys);
    }
    return *term.met;
}

/// The index has only tokens. Whether "5 GB" is the end of "12.5 GB" is checked in the text.
Keys LedgerSearch::rowsOfPhrases(const Term &term)
{
    Keys keys = rowsWithPhrases(m_connection, term.phrases).keys();
    if (term.wholeNumber.isEmpty()) {
        return keys;
    }
    const auto isOther = [this, &term](qint64 key) {
        if (m_connection.isInterrupted()) {
            throw SQLite::Exception("interrupted", SQLITE_INTERRUPT);
        }
        Query row(m_connection,
                  "SELECT ledger_tells(?2, description, raw) FROM transactions WHERE id = ?1");
        return !row.bind(1, key).bind(2, term.wholeNumber).next() || row.number(0) == 0;
    };
    keys.erase(std::remove_if(keys.begin(), keys.end(), isOther), keys.end());
    return keys;
}

std::string LedgerSearch::match()
{
    std::vector<std::string> phrases;
    for (Term &term : m_terms) {
        if (!met(term).empty() || term.phrases.empty()) {
            return {};
        }
        phrases.insert(phrases.end(), term.phrases.begin(), term.phrases.end());
    }
    return ledgerMatch(phrases);
}

KeySet LedgerSearch::rows()
{
    std::vector<std::string> plain; // of terms that match by words only
    std::vector<Keys> sets;
    for (Term &term : m_terms) {
        if (met(term).empty() && !term.phrases.empty() && term.wholeNumber.isEmpty()) {
            plain.insert(plain.end(), term.phrases.begin(), term.phrases.end());
            continue;
        }
        Keys keys = term.phrases.empty() ? Keys() : rowsOfPhrases(term);
        keys.insert(keys.end(), met(term).begin(), met(term).end());
        sets.push_back(KeySet(std::move(keys)).keys());
    }
    if (!plain.empty()) {
        if (sets.empty()) {
            return rowsWithPhrases(m_connection, plain);
        }
        sets.push_back(rowsWithPhrases(m_connection, plain).keys());
    }
    if (sets.empty()) {
        return {};
    }
    Keys all = std::move(sets.back());
    sets.pop_back();
    for (const Keys &other : sets) {
        Keys both;
        std::set_intersection(all.begin(), all.end(), other.begin(), other.end(),
                              std::back_inserter(both));
        all = std::move(both);
    }
    return KeySet(std::move(all));
}

} // namespace relaybook
