// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/verdicttext.h"

#include "models/format.h"

#include <QCoreApplication>

namespace relaybook {
namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::VerdictText)
};

QString span(const LedgerVerdict &verdict)
{
    const QString count = format::count(verdict.count);
    if (!verdict.oldest || !verdict.newest) {
        return Words::tr("%1 transactions").arg(count);
    }
    return Words::tr("%1 transactions, %2 to %3")
        .arg(count, format::dateTime(*verdict.oldest), format::dateTime(*verdict.newest));
}

QString brokenSentence(const LedgerVerdict &verdict)
{
    QStringList sentences{
        Words::tr("The ledger is not consistent (%1).", "%1: count and dates").arg(span(verdict))};
    const std::pair<qint64, QString> parts[] = {
        {verdict.breakCount, Words::tr("Breaks: %1.")},
        {verdict.vanished, Words::tr("Rows that the service lists no more: %1.")},
        {verdict.unreadable, Words::tr("Rows that cannot be read: %1.")}};
    for (const auto &[number, words] : parts) {
        if (number > 0) {
            sentences.append(words.arg(format::count(number)));
        }
    }
    return sentences.join(QLatin1Char(' '));
}

QString incompleteSentence(const LedgerVerdict &verdict)
{
    if (verdict.missing > 0) {
        return Words::tr("The ledger is not complete yet: %1 transactions are missing here.")
            .arg(format::count(verdict.missing));
    }
    return Words::tr("The ledger is not complete yet, so nothing can be said about it.");
}

ExportTable::Cell money(const Money &amount)
{
    return ExportTable::numberCell(amount.units());
}

} // namespace

QString verdictSentence(const LedgerVerdict &verdict)
{
    switch (verdict.state) {
    case LedgerVerdict::Consistent:
        return verdict.balanceCompared
                   ? Words::tr("The ledger is consistent (%1).", "%1: count and dates")
                         .arg(span(verdict))
                   : Words::tr("The ledger is consistent in itself (%1); it was not held against "
                               "the account's balance.",
                               "%1: count and dates")
                         .arg(span(verdict));
    case LedgerVerdict::Broken:
        return brokenSentence(verdict);
    case LedgerVerdict::Incomplete:
        return incompleteSentence(verdict);
    case LedgerVerdict::NeverChecked:
    case LedgerVerdict::Checking:
        break;
    }
    return Words::tr("The ledger was not checked.");
}

QString breakLine(const LedgerBreak &found, const QString &currency)
{
    const auto money = [&currency](const Money &amount) {
        return format::money(amount, format::Sign::WhereNegative, currency);
    };
    const QString unexplained =
        found.unexplained ? format::money(*found.unexplained, format::Sign::Always, currency)
                          : format::nothing();
    const QString later = found.later.text();
    const QString laterAt = format::dateTime(found.laterAt);
    switch (found.kind) {
    case LedgerBreak::Row:
        return Words::tr("Transaction %1 (%2): the balance moved by %3, the amount says %4; "
                         "unexplained: %5.")
            .arg(later, laterAt, money(found.expected), money(found.found), unexplained);
    case LedgerBreak::Pair:
        return Words::tr("From transaction %1 (%2) to %3 (%4): the balance was %5 and goes on at "
                         "%6; unexplained: %7.")
            .arg(found.earlier.text(), format::dateTime(found.earlierAt), later, laterAt,
                 money(found.expected), money(found.found), unexplained);
    case LedgerBreak::Newest:
        break;
    }
    return Words::tr("After the newest transaction %1 (%2) the balance is %3, the account says "
                     "%4; unexplained: %5.")
        .arg(later, laterAt, money(found.found), money(found.expected), unexplained);
}

QString verdictName(LedgerVerdict::State state)
{
    switch (state) {
    case LedgerVerdict::Consistent:
        return QStringLiteral("consistent");
    case LedgerVerdict::Broken:
        return QStringLiteral("broken");
    case LedgerVerdict::Incomplete:
        return QStringLiteral("incomplete");
    case LedgerVerdict::NeverChecked:
    case LedgerVerdict::Checking:
        break;
    }
    return QStringLiteral("not-checked");
}

QString breakName(LedgerBreak::Kind kind)
{
    switch (kind) {
    case LedgerBreak::Row:
        return QStringLiteral("row");
    case LedgerBreak::Pair:
        return QStringLiteral("pair");
    case LedgerBreak::Newest:
        break;
    }
    return QStringLiteral("newest");
}

ExportTable breaksTable(const LedgerVerdict &verdict)
{
    using Kind = ExportColumn::Kind;
    ExportTable table;
    table.columns = {
        {QStringLiteral("kind"), Kind::Text},       {QStringLiteral("earlier_id"), Kind::Integer},
        {QStringLiteral("earlier_at"), Kind::Time}, {QStringLiteral("later_id"), Kind::Integer},
        {QStringLiteral("later_at"), Kind::Time},   {QStringLiteral("expected"), Kind::Money},
        {QStringLiteral("found"), Kind::Money},     {QStringLiteral("unexplained"), Kind::Money}};
    table.rows.reserve(verdict.breaks.size());
    for (const LedgerBreak &each : verdict.breaks) {
        table.rows.push_back({ExportTable::textCell(breakName(each.kind)),
                              ExportTable::numberCell(each.earlier.value()),
                              ExportTable::numberCell(toMillis(each.earlierAt)),
                              ExportTable::numberCell(each.later.value()),
                              ExportTable::numberCell(toMillis(each.laterAt)), money(each.expected),
                              money(each.found),
                              each.unexplained ? money(*each.unexplained) : ExportTable::Cell{}});
    }
    return table;
}

} // namespace relaybook
