// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerchecktext.h"

#include "models/export/checkresulttext.h"
#include "models/text/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace relaybook {

namespace {

struct StripWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LedgerStrip)
};

QString joined(const QStringList &sentences)
{
    QString text;
    for (const QString &sentence : sentences) {
        text = text.isEmpty()
                   ? sentence
                   : StripWords::tr("%1 %2", "one sentence after the other").arg(text, sentence);
    }
    return text;
}

// All open findings except breaks.
QStringList otherFindings(const CheckResultFacts &facts)
{
    const OpenFindings &verdict = facts.open;
    QStringList sentences;
    if (verdict.vanished > 0) {
        sentences.append(
            StripWords::tr("%1 stored transaction(s) are no longer listed by the service.", nullptr,
                           static_cast<int>(verdict.vanished))
                .arg(format::count(verdict.vanished)));
    }
    if (verdict.rewritten > 0) {
        sentences.append(StripWords::tr("The service made %1 change(s) to stored transactions.",
                                        nullptr, static_cast<int>(verdict.rewritten))
                             .arg(format::count(verdict.rewritten)));
    }
    if (verdict.spoiled > 0) {
        sentences.append(StripWords::tr("The service now sends %1 stored transaction(s) in a form "
                                        "that cannot be read; the earlier values are kept.",
                                        nullptr, static_cast<int>(verdict.spoiled))
                             .arg(format::count(verdict.spoiled)));
    }
    if (verdict.unreadable > 0) {
        sentences.append(
            StripWords::tr("%1 row(s) could not be read and are not included in any total.",
                           nullptr, static_cast<int>(verdict.unreadable))
                .arg(format::count(verdict.unreadable)));
    }
    if (facts.verdict.tooLarge > 0) {
        sentences.append(uncheckedText(facts.verdict));
    }
    if (verdict.acknowledged > 0) {
        sentences.append(StripWords::tr("%1 finding(s) are acknowledged.", nullptr,
                                        static_cast<int>(verdict.acknowledged))
                             .arg(format::count(verdict.acknowledged)));
    }
    return sentences;
}

CheckResultTexts consistent(const CheckResultFacts &facts)
{
    const LedgerCheckResult &verdict = facts.verdict;
    const QString count = format::count(verdict.count);
    QStringList text;
    if (verdict.oldest && verdict.newest) {
        text.append(
            StripWords::tr("Every balance follows from the one before it, across all %1 "
                           "transactions from %2 to %3.")
                .arg(count, format::dateTime(*verdict.oldest), format::dateTime(*verdict.newest)));
    } else {
        text.append(StripWords::tr("There are no transactions yet."));
    }
    if (verdict.balanceNotReported) {
        text.append(StripWords::tr("This service does not report the account balance, so the "
                                   "newest transaction could not be compared with it."));
    }
    if (verdict.outOfOrder > 0) {
        text.append(outOfOrderText(verdict));
    }
    text += otherFindings(facts);
    return {Tone::Good, StripWords::tr("Ledger is consistent."), joined(text)};
}

CheckResultTexts broken(const CheckResultFacts &facts)
{
    const OpenFindings &verdict = facts.open;
    QStringList text;
    // Under "gap found" stands a gap, whatever else is older.
    auto shown = std::find_if(verdict.breaks.begin(), verdict.breaks.end(),
                              [](const LedgerBreak &each) { return each.isProven(); });
    shown = shown == verdict.breaks.end() ? verdict.breaks.begin() : shown;
    if (verdict.breakCount == 1 && !verdict.breaks.empty()) {
        text.append(breakText(*shown, facts.currency));
        if (!facts.offline && shown->readAgain) {
            text.append(StripWords::tr("Loaded again once, with the same result."));
        }
    } else if (!verdict.breaks.empty()) {
        text.append(StripWords::tr("The oldest: %1", "a sentence follows")
                        .arg(breakText(*shown, facts.currency)));
    }
    text += otherFindings(facts);
    const qint64 gaps = verdict.breakCount - verdict.unclearCount;
    if (!verdict.isBroken() && verdict.unclearCount > 0) {
        return {Tone::Warning,
                StripWords::tr("%1 place(s) in the ledger are not clear.", nullptr,
                               static_cast<int>(verdict.unclearCount))
                    .arg(format::count(verdict.unclearCount)),
                joined(text)};
    }
    if (!verdict.isBroken()) {
        return {Tone::Accent, StripWords::tr("No open findings."), joined(text)};
    }
    const QString lead = gaps == 1 ? StripWords::tr("One gap in balance found.")
                         : gaps > 1
                             ? StripWords::tr("%1 gaps in balance found.").arg(format::count(gaps))
                             : StripWords::tr("The ledger check found problems.");
    return {Tone::Bad, lead, joined(text)};
}

QString heldOfTotal(const LedgerProgress &sync)
{
    return StripWords::tr(
               "%1 of %2 transactions are stored; the balances can be checked when all are.")
        .arg(format::count(sync.held), format::count(sync.total));
}

QString checkWaitText(const CheckResultFacts &facts)
{
    if (!facts.waits || *facts.waits <= std::chrono::seconds(0)) {
        return StripWords::tr("Waiting for the service.");
    }
    return StripWords::tr("Waiting until the service allows more requests: %1.", "12 s")
        .arg(format::timeLeft(*facts.waits));
}

CheckResultTexts incomplete(const CheckResultFacts &facts)
{
    const LedgerProgress &sync = facts.sync;
    QStringList text;
    if (sync.total > sync.held) {
        text.append(heldOfTotal(sync));
    } else if (facts.verdict.missing > 0) {
        text.append(StripWords::tr("%1 transaction(s) of the service are not stored yet.", nullptr,
                                   static_cast<int>(facts.verdict.missing))
                        .arg(format::count(facts.verdict.missing)));
    }
    switch (sync.state) {
    case LedgerProgress::Running:
        if (sync.remaining) {
            text.append(
                StripWords::tr("Loading, %1 remaining.").arg(format::duration(*sync.remaining)));
        }
        break;
    case LedgerProgress::Paused:
        text.append(StripWords::tr("Loading is paused."));
        break;
    case LedgerProgress::Waiting:
        text.append(checkWaitText(facts));
        break;
    case LedgerProgress::Failed:
        text.append(StripWords::tr("Loading failed."));
        break;
    case LedgerProgress::Incomplete:
        text.append(
            sync.held == sync.total
                ? StripWords::tr("Nothing proves that the list is complete: the service may have "
                                 "more transactions than it lists.")
            : sync.hasTies
                ? StripWords::tr("The list is not complete: the service returns transactions of "
                                 "the same second in changing order.")
                : StripWords::tr("The list was loaded twice, but its length still differs from "
                                 "the service's count."));
        break;
    case LedgerProgress::Idle:
        text.append(facts.offline ? StripWords::tr("Relaybook is offline.")
                                  : StripWords::tr("Loading was stopped."));
        break;
    case LedgerProgress::Complete:
        if (text.isEmpty() && facts.verdict.count == 0 && facts.verdict.unreadable > 0) {
            return {Tone::Warning, StripWords::tr("The ledger cannot be checked."),
                    joined(otherFindings(facts))};
        }
        if (text.isEmpty() && facts.verdict.tooLarge > 0) {
            return {Tone::Warning, StripWords::tr("The ledger cannot be checked completely."),
                    joined(otherFindings(facts))};
        }
        if (text.isEmpty() && facts.verdict.balanceOpen) {
            return {Tone::Warning, StripWords::tr("Every balance follows from the one before."),
                    StripWords::tr("The newest one could not be compared with the account's "
                                   "balance: none was loaded at the same time.")};
        }
        break;
    }
    const bool goesOn = isAtWork(sync.state);
    const bool isUnproven = sync.state == LedgerProgress::Incomplete && sync.held == sync.total;
    return {goesOn ? Tone::Accent : Tone::Warning,
            isUnproven ? StripWords::tr("Ledger may not be complete.")
                       : StripWords::tr("Ledger is not complete yet."),
            joined(text)};
}

CheckResultTexts checking(const CheckResultFacts &facts)
{
    QStringList text;
    if (facts.readsAgain && facts.sync.state == LedgerProgress::Running) {
        text.append(StripWords::tr("All pages are loaded again."));
        if (facts.sync.remaining) {
            text.append(StripWords::tr("%1 left.").arg(format::duration(*facts.sync.remaining)));
        }
    } else if (facts.readsAgain && facts.sync.state == LedgerProgress::Paused) {
        text.append(StripWords::tr("Loading is paused."));
    } else if (facts.readsAgain && facts.sync.state == LedgerProgress::Waiting) {
        text.append(checkWaitText(facts));
    } else {
        text.append(StripWords::tr("Every transaction and every balance is checked."));
    }
    CheckResultTexts now{Tone::Accent, StripWords::tr("Checking the ledger…"), joined(text)};
    // The previous result stays visible until there is a new one.
    CheckResultTexts earlier;
    if (facts.before == LedgerCheckResult::Consistent) {
        earlier = consistent(facts);
    } else if (facts.before == LedgerCheckResult::Broken ||
               facts.before == LedgerCheckResult::Unclear) {
        earlier = broken(facts);
    } else {
        return now;
    }
    earlier.text = joined({earlier.text, now.lead, now.text});
    return earlier;
}

} // namespace

CheckResultTexts checkResultTexts(const CheckResultFacts &facts)
{
    switch (facts.verdict.state) {
    case LedgerCheckResult::NeverChecked:
        if (facts.sync.state != LedgerProgress::Complete) {
            return incomplete(facts);
        }
        return {Tone::Accent, StripWords::tr("The ledger has not been checked yet."), {}};
    case LedgerCheckResult::Checking:
        return checking(facts);
    case LedgerCheckResult::Incomplete:
        return incomplete(facts);
    case LedgerCheckResult::Consistent:
        return consistent(facts);
    case LedgerCheckResult::Broken:
    case LedgerCheckResult::Unclear:
        return broken(facts);
    }
    return {};
}

} // namespace relaybook
