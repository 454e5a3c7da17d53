// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/checkresulttext.h"

#include "models/text/format.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct CheckResultTexts
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::CheckResultText)
};

QString span(const LedgerCheckResult &verdict)
{
    const QString count = format::count(verdict.count);
    if (!verdict.oldest || !verdict.newest) {
        return CheckResultTexts::tr("%1 transactions").arg(count);
    }
    return CheckResultTexts::tr("%1 transactions, %2 to %3")
        .arg(count, format::dateTime(*verdict.oldest), format::dateTime(*verdict.newest));
}

QString brokenSentence(const LedgerCheckResult &verdict)
{
    QStringList sentences{
        CheckResultTexts::tr("The ledger is not consistent (%1).", "%1: count and dates")
            .arg(span(verdict))};
    const std::pair<qint64, QString> parts[] = {
        {verdict.breakCount - verdict.unclearCount, CheckResultTexts::tr("Gaps in balance: %1.")},
        {verdict.unclearCount, CheckResultTexts::tr("Places that are not clear: %1.")},
        {verdict.vanished,
         CheckResultTexts::tr("Transactions that the service no longer lists: %1.")},
        {verdict.spoiled,
         CheckResultTexts::tr("Transactions that the service now sends in an unreadable form (the "
                              "last readable values are kept): %1.")},
        {verdict.unreadable, CheckResultTexts::tr("Transactions that cannot be read: %1.")}};
    for (const auto &[number, words] : parts) {
        if (number > 0) {
            sentences.append(words.arg(format::count(number)));
        }
    }
    if (verdict.tooLarge > 0) {
        sentences.append(uncheckedText(verdict));
    }
    return sentences.join(QLatin1Char(' '));
}

QString incompleteSentence(const LedgerCheckResult &verdict)
{
    if (verdict.missing > 0) {
        return CheckResultTexts::tr(
                   "The ledger is not complete yet: %1 transactions are missing on this computer.")
            .arg(format::count(verdict.missing));
    }
    if (verdict.count == 0 && verdict.unreadable > 0) {
        return CheckResultTexts::tr("None of the %1 transactions can be read, so nothing is known "
                                    "about the ledger.")
            .arg(format::count(verdict.unreadable));
    }
    if (verdict.tooLarge > 0) {
        return uncheckedText(verdict);
    }
    if (verdict.balanceOpen) {
        return CheckResultTexts::tr(
                   "Every balance follows from the one before (%1), but the newest one could not "
                   "be compared with the account's balance: none was loaded at the same time.",
                   "%1: count and dates")
            .arg(span(verdict));
    }
    return CheckResultTexts::tr("The ledger is not complete yet, so it cannot be checked.");
}

/// Adds the second sentence if there is one.
QString withSentence(const QString &sentence, const QString &second)
{
    return second.isEmpty() ? sentence
                            : CheckResultTexts::tr("%1 %2", "one sentence after the other")
                                  .arg(sentence, second);
}

/// A sentence about the likely cause of the gap; empty if it is unknown.
QString likelyCause(const LedgerBreak &found)
{
    const UnreadableInGap &unreadable = found.unreadable;
    const bool atEnd = found.kind == LedgerBreak::Newest;
    if (unreadable.count == 1 && unreadable.id) {
        return (atEnd ? CheckResultTexts::tr(
                            "Likely cause: transaction %1 after it could not be read.")
                      : CheckResultTexts::tr(
                            "Likely cause: transaction %1 between them could not be read."))
            .arg(unreadable.id->text());
    }
    const int count = static_cast<int>(unreadable.count);
    if (count == 0) {
        return {};
    }
    return atEnd
               ? CheckResultTexts::tr("Likely cause: %1 transaction(s) after it could not be read.",
                                      nullptr, count)
                     .arg(format::count(count))
               : CheckResultTexts::tr(
                     "Likely cause: %1 transaction(s) between them could not be read.", nullptr,
                     count)
                     .arg(format::count(count));
}

ExportTable::Cell money(const Money &amount)
{
    return ExportTable::numberCell(amount.units());
}

} // namespace

QString uncheckedText(const LedgerCheckResult &verdict)
{
    return CheckResultTexts::tr("%1 transaction(s) could not be checked, because an amount is too "
                                "large for Relaybook.",
                                nullptr, static_cast<int>(verdict.tooLarge))
        .arg(format::count(verdict.tooLarge));
}

QString outOfOrderText(const LedgerCheckResult &verdict)
{
    if (verdict.outOfOrder == 0) {
        return {};
    }
    return CheckResultTexts::tr(
               "Transactions are dated out of order at %1 place(s); their balances "
               "follow from each other.",
               nullptr, static_cast<int>(verdict.outOfOrder))
        .arg(format::count(verdict.outOfOrder));
}

QString checkResultSentence(const LedgerCheckResult &verdict)
{
    switch (verdict.state) {
    case LedgerCheckResult::Consistent: {
        const QString sentence =
            verdict.balanceNotReported
                ? CheckResultTexts::tr("The transactions of the ledger are consistent (%1). This "
                                       "service does not report the account's balance, so the "
                                       "newest transaction could not be compared with it.",
                                       "%1: count and dates")
            : verdict.balanceCompared
                ? CheckResultTexts::tr("The ledger is consistent (%1).", "%1: count and dates")
                : CheckResultTexts::tr("The transactions of the ledger are consistent (%1), but "
                                       "they were not compared with the account's balance.",
                                       "%1: count and dates");
        return withSentence(sentence.arg(span(verdict)), outOfOrderText(verdict));
    }
    case LedgerCheckResult::Unclear:
        return withSentence(
            CheckResultTexts::tr("It is not clear whether the ledger is consistent (%1). Places "
                                 "that are not clear: %2.",
                                 "%1: count and dates")
                .arg(span(verdict), format::count(verdict.unclearCount)),
            outOfOrderText(verdict));
    case LedgerCheckResult::Broken:
        return brokenSentence(verdict);
    case LedgerCheckResult::Incomplete:
        return incompleteSentence(verdict);
    case LedgerCheckResult::NeverChecked:
    case LedgerCheckResult::Checking:
        break;
    }
    return CheckResultTexts::tr("The ledger was not checked.");
}

QString unexplainedText(const LedgerBreak &found, const QString &currency)
{
    return found.unexplained ? format::money(*found.unexplained, format::Sign::Always, currency)
                             : CheckResultTexts::tr("an amount too large to show");
}

QString breakText(const LedgerBreak &found, const QString &currency)
{
    const auto money = [&currency](Money amount) {
        return format::money(amount, format::Sign::WhereNegative, currency);
    };
    switch (found.kind) {
    case LedgerBreak::Row:
        return CheckResultTexts::tr(
                   "Transaction %1 has an amount of %2, but changed the balance by %3.")
            .arg(found.later.text(), money(found.found), money(found.expected));
    case LedgerBreak::Pair: {
        const QString size = found.unexplained
                                 ? money(found.unexplained->magnitude())
                                 : CheckResultTexts::tr("an amount too large to show");
        const bool falls = found.found < found.expected;
        if (const QString cause = likelyCause(found); !cause.isEmpty()) {
            const QString gap =
                falls ? CheckResultTexts::tr("Between %1 and %2 the balance falls by %3.")
                      : CheckResultTexts::tr("Between %1 and %2 the balance rises by %3.");
            return withSentence(gap.arg(found.earlier.text(), found.later.text(), size), cause);
        }
        if (found.isRecent) {
            return (falls
                        ? CheckResultTexts::tr(
                              "Between %1 and %2 the balance falls by %3. No transaction explains "
                              "this so far; one that is newer than 26 hours may still be listed.")
                        : CheckResultTexts::tr(
                              "Between %1 and %2 the balance rises by %3. No transaction explains "
                              "this so far; one that is newer than 26 hours may still be listed."))
                .arg(found.earlier.text(), found.later.text(), size);
        }
        return (falls ? CheckResultTexts::tr("Between %1 and %2 the balance falls by %3. No "
                                             "transaction explains this.")
                      : CheckResultTexts::tr("Between %1 and %2 the balance rises by %3. No "
                                             "transaction explains this."))
            .arg(found.earlier.text(), found.later.text(), size);
    }
    case LedgerBreak::Newest:
        return withSentence(
            CheckResultTexts::tr("The balance after the newest transaction %1 is %2, "
                                 "but the account's balance is %3.")
                .arg(found.later.text(), money(found.found), money(found.expected)),
            likelyCause(found));
    case LedgerBreak::Ring:
        return CheckResultTexts::tr(
                   "The transactions from %1 to %2 do not continue the balance of those around "
                   "them, %3. Either they are dated out of order, or transactions that cancel each "
                   "other are missing before and after them.")
            .arg(found.earlier.text(), found.later.text(), money(found.expected));
    }
    return {};
}

QString breakLine(const LedgerBreak &found, const QString &currency)
{
    const QString later = format::dateTime(found.laterAt);
    const QString when = found.earlier != found.later
                             ? CheckResultTexts::tr("%1 to %2", "two times")
                                   .arg(format::dateTime(found.earlierAt), later)
                             : later;
    return CheckResultTexts::tr("%1 (%2, unexplained: %3)", "a sentence, when, an amount")
        .arg(breakText(found, currency), when, unexplainedText(found, currency));
}

QString checkResultName(LedgerCheckResult::State state)
{
    switch (state) {
    case LedgerCheckResult::Consistent:
        return QStringLiteral("consistent");
    case LedgerCheckResult::Broken:
        return QStringLiteral("broken");
    case LedgerCheckResult::Unclear:
        return QStringLiteral("unclear");
    case LedgerCheckResult::Incomplete:
        return QStringLiteral("incomplete");
    case LedgerCheckResult::NeverChecked:
    case LedgerCheckResult::Checking:
        break;
    }
    return QStringLiteral("not-checked");
}

QString breakName(const LedgerBreak &found)
{
    switch (found.kind) {
    case LedgerBreak::Row:
        return QStringLiteral("row");
    case LedgerBreak::Pair:
        return found.isRecent ? QStringLiteral("recent") : QStringLiteral("pair");
    case LedgerBreak::Ring:
        return QStringLiteral("ring");
    case LedgerBreak::Newest:
        break;
    }
    return QStringLiteral("newest");
}

ExportTable breaksTable(const LedgerCheckResult &verdict)
{
    using Kind = ExportColumn::Kind;
    ExportTable table;
    table.columns = {{QStringLiteral("kind"), Kind::Text},
                     {QStringLiteral("earlier_id"), Kind::Integer},
                     {QStringLiteral("earlier_at"), Kind::Time},
                     {QStringLiteral("later_id"), Kind::Integer},
                     {QStringLiteral("later_at"), Kind::Time},
                     {QStringLiteral("expected"), Kind::Money},
                     {QStringLiteral("found"), Kind::Money},
                     {QStringLiteral("unexplained"), Kind::Money},
                     {QStringLiteral("unreadable"), Kind::Integer},
                     {QStringLiteral("unreadable_id"), Kind::Integer}};
    table.rows.reserve(verdict.breaks.size());
    for (const LedgerBreak &each : verdict.breaks) {
        table.rows.push_back(
            {ExportTable::textCell(breakName(each)), ExportTable::numberCell(each.earlier.value()),
             ExportTable::numberCell(toMillis(each.earlierAt)),
             ExportTable::numberCell(each.later.value()),
             ExportTable::numberCell(toMillis(each.laterAt)), money(each.expected),
             money(each.found), each.unexplained ? money(*each.unexplained) : ExportTable::Cell{},
             ExportTable::numberCell(each.unreadable.count),
             each.unreadable.id ? ExportTable::numberCell(each.unreadable.id->value())
                                : ExportTable::Cell{}});
    }
    return table;
}

} // namespace relaybook
