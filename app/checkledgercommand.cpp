// SPDX-License-Identifier: GPL-3.0-or-later
// The command "check-ledger": checks that the balance before each transaction equals the balance
// after the previous one.
#include "app/commandtable.h"
#include "app/storedcheck.h"
#include "models/export/checkresulttext.h"
#include "models/sync/ledgercheck.h"
#include "models/text/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

namespace relaybook {
namespace {

/// More rows are only counted; the evidence that the window saves has all of them.
constexpr qint64 mostListed = 1000;

class CheckLedgerCommand : public Command
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::CheckLedgerCommand)

public:
    using Command::Command;
    void start() override;
    [[nodiscard]] QString interruptedText() const override;

private:
    void checkAtService();
    void conclude();
    void print(const StoredSnapshot::Check &check, const QString &currency);
    static void listFindings(const StoredSnapshot::Check &check);

    bool m_checking = false; ///< the pages are being read
    StoredCheck m_storedCheck;
};

QJsonArray idArray(const std::vector<TransactionId> &ids)
{
    QJsonArray array;
    for (const TransactionId id : ids) {
        array.append(id.value());
    }
    return array;
}

QJsonArray vanishedArray(const std::vector<VanishedRow> &rows)
{
    QJsonArray array;
    for (const VanishedRow &each : rows) {
        array.append(QJsonObject{{QStringLiteral("id"), each.row.id.value()},
                                 {QStringLiteral("created_at"), instantText(each.row.createdAt)},
                                 {QStringLiteral("noticed_at"), instantText(each.noticedAt)}});
    }
    return array;
}

QJsonArray unreadableArray(const std::vector<UnreadableRow> &rows)
{
    QJsonArray array;
    for (const UnreadableRow &each : rows) {
        array.append(QJsonObject{
            {QStringLiteral("id"), each.id ? QJsonValue(each.id->value()) : QJsonValue()},
            {QStringLiteral("problem"), each.problem}});
    }
    return array;
}

QJsonObject verdictObject(const LedgerCheckResult &verdict)
{
    QJsonArray breaks;
    for (const LedgerBreak &each : verdict.breaks) {
        breaks.append(QJsonObject{
            {QStringLiteral("kind"), breakName(each)},
            {QStringLiteral("earlier_id"), each.earlier.value()},
            {QStringLiteral("earlier_at"), instantText(each.earlierAt)},
            {QStringLiteral("later_id"), each.later.value()},
            {QStringLiteral("later_at"), instantText(each.laterAt)},
            {QStringLiteral("expected"), each.expected.text()},
            {QStringLiteral("found"), each.found.text()},
            {QStringLiteral("unexplained"),
             each.unexplained ? QJsonValue(each.unexplained->text()) : QJsonValue()},
            {QStringLiteral("unreadable"), each.unreadable.count},
            {QStringLiteral("unreadable_id"),
             each.unreadable.id ? QJsonValue(each.unreadable.id->value()) : QJsonValue()},
        });
    }
    return {
        {QStringLiteral("state"), checkResultName(verdict.state)},
        {QStringLiteral("transactions"), verdict.count},
        {QStringLiteral("oldest"), jsonTime(verdict.oldest)},
        {QStringLiteral("newest"), jsonTime(verdict.newest)},
        {QStringLiteral("break_count"), verdict.breakCount},
        {QStringLiteral("unclear_count"), verdict.unclearCount},
        {QStringLiteral("out_of_order"), verdict.outOfOrder},
        {QStringLiteral("breaks"), breaks},
        {QStringLiteral("rewritten"), verdict.rewritten},
        {QStringLiteral("vanished"), verdict.vanished},
        {QStringLiteral("unreadable"), verdict.unreadable},
        {QStringLiteral("came_back_unreadable"), verdict.spoiled},
        {QStringLiteral("missing"), verdict.missing},
        {QStringLiteral("balance_compared"), verdict.balanceCompared},
        {QStringLiteral("balance_told"), !verdict.balanceNotReported},
        {QStringLiteral("checked_at"), instantText(verdict.checkedAt)},
    };
}

void CheckLedgerCommand::start()
{
    if (!line().stored) {
        checkAtService();
        return;
    }
    connect(&m_storedCheck, &StoredCheck::finished, this,
            [this](const Result<StoredSnapshot::Check> &check) {
                if (isOver()) {
                    return;
                }
                if (check) {
                    print(*check, snapshot().summary().currency);
                } else {
                    fail(sentencesOf(check.error()));
                }
            });
    m_storedCheck.start(snapshot(), clock(), mostListed);
}

QString CheckLedgerCommand::interruptedText() const
{
    return m_checking ? tr("Interrupted. The data loaded so far is stored. The next check starts "
                           "from the beginning.")
                      : Command::interruptedText();
}

/// Prints the rows that were found, one per line.
void CheckLedgerCommand::listFindings(const StoredSnapshot::Check &check)
{
    for (const TransactionId id : check.rewritten) {
        Console::print(tr("Transaction %1 was changed at the service.").arg(id.value()));
    }
    for (const VanishedRow &each : check.vanished) {
        Console::print(
            tr("Transaction %1 of %2 is no longer listed by the service.")
                .arg(QString::number(each.row.id.value()), format::dateTime(each.row.createdAt)));
    }
    for (const UnreadableRow &each : check.unreadable) {
        Console::print(each.id ? tr("Transaction %1 cannot be read: %2")
                                     .arg(QString::number(each.id->value()), each.problem)
                               : tr("A transaction cannot be read: %1").arg(each.problem));
    }
}

void CheckLedgerCommand::checkAtService()
{
    // Queued, because the sender of this signal has not finished yet.
    connect(&session().ledger().check(), &LedgerCheck::finished, this,
            &CheckLedgerCommand::conclude, Qt::QueuedConnection);
    if (!session().summary().hasPersonal) {
        fail(tr("The ledger check needs a personal token. Sign in with one in the window, or set "
                "RELAYBOOK_PERSONAL_TOKEN."));
        return;
    }
    connect(&session().ledger(), &AccountLedger::changed, this, [this] {
        const LedgerProgress &ledger = session().ledger().progress();
        if (ledger.total > 0) {
            console().progress(tr("Transactions: %1 of %2")
                                   .arg(format::count(ledger.held), format::count(ledger.total)));
        }
    });
    // The newest balance is compared with the account's balance, which has to be current.
    connect(&session(), &AccountSession::areaChanged, this, [this](Area area) {
        const auto state = session().status(area).state;
        if (area == Area::Account && state != AreaStatus::Loading && !m_checking) {
            m_checking = true;
            session().ledger().check().checkAll();
        }
    });
    session().refresh(Area::Account);
}

void CheckLedgerCommand::conclude()
{
    if (isOver()) {
        return;
    }
    session().flush();
    const AreaStatus ledger = session().status(Area::Transactions);
    if (ledger.state == AreaStatus::Failed && ledger.error) {
        console().say(sentencesOf(*ledger.error));
    }
    const LedgerHistory &history = session().ledger().history();
    print({session().ledger().check().verdict(), history.rewrittenIds(mostListed),
           history.vanishedRows(mostListed), history.unreadableRows(mostListed)},
          session().summary().currency);
}

void CheckLedgerCommand::print(const StoredSnapshot::Check &check, const QString &currency)
{
    const LedgerCheckResult &verdict = check.result;
    if (line().json) {
        QJsonObject object = verdictObject(verdict);
        object[QStringLiteral("rewritten_ids")] = idArray(check.rewritten);
        object[QStringLiteral("vanished_rows")] = vanishedArray(check.vanished);
        object[QStringLiteral("unreadable_rows")] = unreadableArray(check.unreadable);
        Console::print(object);
    } else {
        Console::print(checkResultSentence(verdict));
        for (const LedgerBreak &each : verdict.breaks) {
            Console::print(breakLine(each, currency));
        }
        const qint64 more = verdict.breakCount - static_cast<qint64>(verdict.breaks.size());
        if (more > 0) {
            Console::print(tr("More such places: %1.").arg(format::count(more)));
        }
        if (verdict.rewritten > 0) {
            Console::print(
                tr("Changes of stored transactions at the service: %1. All versions are kept.")
                    .arg(format::count(verdict.rewritten)));
        }
        listFindings(check);
    }
    switch (verdict.state) {
    case LedgerCheckResult::Consistent:
        end(Done);
        break;
    case LedgerCheckResult::Broken:
        end(BreaksFound);
        break;
    case LedgerCheckResult::Unclear:
    case LedgerCheckResult::Incomplete:
    case LedgerCheckResult::NeverChecked:
    case LedgerCheckResult::Checking:
        end(NotDone);
        break;
    }
}

} // namespace

CommandInfo checkLedgerCommand()
{
    return {
        .mode = CommandLine::Mode::CheckLedger,
        .name = QStringLiteral("check-ledger"),
        .usage = QStringLiteral("[--stored | [--wait SECONDS] [--proxy URL]\n"
                                "                 [--ca-file FILE]] [--json]"),
        .help =
            CheckLedgerCommand::tr("Load every page of the ledger again and check that each "
                                   "balance follows from the one before. Exit code 0: consistent, "
                                   "1: not consistent, 2: incomplete, or it could not be checked."),
        .more = CheckLedgerCommand::tr("Waits for the data folder, unless --stored is given."),
        .options = {QStringLiteral("sandbox"), QStringLiteral("sandbox-rate-limit"),
                    QStringLiteral("data-dir"), QStringLiteral("account"),
                    QStringLiteral("service"), QStringLiteral("json"), QStringLiteral("stored"),
                    QStringLiteral("wait"), QStringLiteral("proxy"), QStringLiteral("ca-file")},
        .data =
            [](const CommandLine &line) {
                return line.stored ? CommandData::Stored : CommandData::Service;
            },
        .make = makeCommand<CheckLedgerCommand>,
    };
}

} // namespace relaybook
