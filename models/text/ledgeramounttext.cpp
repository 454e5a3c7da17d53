// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/ledgeramounttext.h"

#include "models/store/ledgertext.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct LedgerAmountText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LedgerAmount)
};

QString withCurrency(const QString &digits, const QString &currency)
{
    if (isPrivacyOn()) {
        return privateAmount(digits);
    }
    return currency.isEmpty() || digits.isEmpty()
               ? digits
               : LedgerAmountText::tr("%1 %2", "digits of an amount, currency")
                     .arg(digits, currency);
}

QString listed(const Transaction &row, const std::optional<Money> &amount, const char *name,
               const QString &currency)
{
    return balanceText(amount, amount ? QString() : amountAsSent(row.raw, name), currency);
}

} // namespace

QString ledgerAmountText(const Transaction &row, LedgerAmount which, const QString &currency)
{
    switch (which) {
    case LedgerAmount::Amount:
        return listed(row, row.amount, "amount", currency);
    case LedgerAmount::Before:
        return listed(row, row.balanceBefore, "balance_before", currency);
    case LedgerAmount::After:
        break;
    }
    return listed(row, row.balanceAfter, "balance_after", currency);
}

QString ledgerChangeText(const Transaction &row, const QString &currency)
{
    const auto change = row.change();
    if (row.isTooLarge() || (!change && !row.amount)) { // a sign would be a guess
        return ledgerAmountText(row, LedgerAmount::Amount, currency);
    }
    return format::money(change ? *change : *row.amount, format::Sign::Always, currency);
}

bool contradictsChange(const Transaction &row)
{
    const auto change = row.change();
    return !row.isTooLarge() &&
           (!change || !row.amount || change->magnitude() != row.amount->magnitude());
}

QString balanceText(const std::optional<Money> &balance, const QString &digits,
                    const QString &currency)
{
    return balance ? format::money(*balance, format::Sign::WhereNegative, currency)
                   : withCurrency(digits, currency);
}

QString tooLargeText()
{
    return LedgerAmountText::tr("This amount or a balance of this transaction is too large for "
                                "Relaybook to calculate with. It is not in any sum.");
}

QString notInSumsText(qint64 rows)
{
    return rows == 0 ? QString()
                     : LedgerAmountText::tr("%1 amount(s) are too large and not in the sums",
                                            nullptr, static_cast<int>(rows))
                           .arg(format::count(rows));
}

QString withNotInSums(const QString &note, qint64 rows)
{
    const QString more = notInSumsText(rows);
    return note.isEmpty() || more.isEmpty()
               ? note + more
               : LedgerAmountText::tr("%1, %2", "two notes about a sum").arg(note, more);
}

} // namespace relaybook
