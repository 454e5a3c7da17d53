// SPDX-License-Identifier: GPL-3.0-or-later
// The command "export": writes stored rows to a file.
#include "app/commandtable.h"
#include "app/storedcheck.h"
#include "app/terminal.h"
#include "models/export/checkresulttext.h"
#include "models/export/exportjob.h"
#include "models/export/sessionexport.h"
#include "models/store/ledgerrows.h"
#include "models/tables/ledgerdates.h"
#include "models/tables/ledgerquery.h"
#include "models/text/format.h"
#include "models/text/ledgerextenttext.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTimeZone>

#include <algorithm>

namespace relaybook {
namespace {

/// The name of standard output as a file.
const QLatin1String standardOutput("-");

class ExportCommand : public Command
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ExportCommand)

public:
    using Command::Command;
    void start() override;
    bool interrupt() override;

private:
    void startLedger();
    [[nodiscard]] QString unknownTypes(const QStringList &types) const;
    void write();
    void conclude(const Result<ExportOutcome> &outcome);
    [[nodiscard]] bool isToStandardOutput() const { return line().exported.out == standardOutput; }

    std::unique_ptr<QTemporaryDir> m_folder; ///< of a file that goes to standard output
    StoredCheck m_check;
    std::unique_ptr<ExportJob> m_export;
    ExportRequest m_request;
    int m_interrupts = 0; ///< interrupts by the user while the export was running
};

void ExportCommand::start()
{
    const ExportArguments &wanted = line().exported;
    if (wanted.what == ExportWhat::Transactions) {
        startLedger();
        return;
    }
    m_request = exportRequestFor(snapshot(), wanted.what, {}, clock());
    m_request.text = wanted.query;
    m_request.provenance.filter = wanted.query;
    write();
}

/// A sentence if there is no such type: a mistyped one would export nothing. The documented types
/// are always known, also if no such transaction is stored.
QString ExportCommand::unknownTypes(const QStringList &types) const
{
    CacheSnapshot &store = *snapshot().store();
    const auto stored =
        store.read([&store](CacheReader &) { return distinctTypes(store.connection()); });
    if (!stored) {
        return {}; // what follows reads the same file, and reports the error
    }
    QStringList known = *stored;
    for (const char *documented : {"deposit", "purchase", "refund"}) {
        if (!known.contains(QLatin1String(documented))) {
            known.append(QLatin1String(documented));
        }
    }
    known.sort();
    for (const QString &type : types) {
        if (!type.isEmpty() && !known.contains(type)) { // type:"" finds rows without one
            return tr("There is no transaction of type “%1”. The types are: %2.")
                .arg(type, known.join(QStringLiteral(", ")));
        }
    }
    return {};
}

void ExportCommand::startLedger()
{
    const ExportArguments &wanted = line().exported;
    const QTimeZone zone = QTimeZone::systemTimeZone();
    LedgerFilter filter = parseLedgerQuery(wanted.query, zone).filter; // checkLedgerQuery()
    LedgerFilter days;
    setDays(days, {wanted.from, wanted.to}, zone);
    // The options apply in addition to the search query.
    if (days.from) {
        filter.from = filter.from ? std::max(*filter.from, *days.from) : *days.from;
    }
    if (days.until) {
        filter.until = filter.until ? std::min(*filter.until, *days.until) : *days.until;
    }
    filter.types += wanted.types;
    if (const QString problem = unknownTypes(filter.types); !problem.isEmpty()) {
        fail(problem);
        return;
    }
    // The file contains the result of a ledger check of the same rows, so the check comes first.
    connect(&m_check, &StoredCheck::finished, this,
            [this, filter, zone](const Result<StoredSnapshot::Check> &check) {
                if (check) {
                    m_request = exportRequestFor(snapshot(), ExportWhat::Transactions,
                                                 checkResultSentence(check->result), clock());
                    m_request.filter = filter;
                    m_request.provenance.filter = ledgerQueryText(filter, zone);
                    write();
                } else {
                    fail(sentencesOf(check.error()));
                }
            });
    constexpr qint64 none = 0; // only the result is used
    m_check.start(snapshot(), clock(), none);
}

void ExportCommand::write()
{
    if (isOver()) {
        return;
    }
    m_request.format = line().exported.format;
    // Relative to the folder in which the command was started.
    m_request.path = QFileInfo(line().exported.out).absoluteFilePath();
    if (isToStandardOutput()) { // when it is complete: half a file looks like a whole one
        m_folder = std::make_unique<QTemporaryDir>();
        m_request.path = m_folder->filePath(QStringLiteral("rows"));
    }
    m_export = std::make_unique<ExportJob>();
    connect(m_export.get(), &ExportJob::progress, this, [this](qint64 done, qint64 total) {
        console().progress(
            tr("Written: %1 of %2 rows").arg(format::count(done), format::count(total)));
    });
    connect(m_export.get(), &ExportJob::finished, this, &ExportCommand::conclude);
    m_export->start(m_request);
}

void ExportCommand::conclude(const Result<ExportOutcome> &outcome)
{
    if (!outcome) {
        if (outcome.error().kind == ErrorKind::Cancelled) {
            console().say(outcome.error().message);
            end(Interrupted);
        } else {
            fail(sentencesOf(outcome.error()));
        }
        return;
    }
    if (isToStandardOutput() && !writeFile(outcome->path)) {
        fail(tr("The rows could not be written to standard output."));
        return;
    }
    if (!m_request.provenance.verdict.isEmpty()) {
        console().say(m_request.provenance.verdict);
    }
    if (outcome->unreadable > 0) {
        console().say(tr("%1 row(s) could not be read. In the file they have readable=false and "
                         "their JSON in raw_json.",
                         nullptr, int(outcome->unreadable))
                          .arg(format::count(outcome->unreadable)));
    }
    if (outcome->cutTexts > 0) {
        console().say(tr("%1 text(s) are too long for a spreadsheet cell. They were cut and end "
                         "with “…”. CSV and JSON contain the full text.",
                         nullptr, int(outcome->cutTexts))
                          .arg(format::count(outcome->cutTexts)));
    }
    if (line().json) {
        Console::print(QJsonObject{
            {QStringLiteral("file"), outcome->path},
            {QStringLiteral("rows"), outcome->rows},
            {QStringLiteral("rows_unreadable"), outcome->unreadable},
            {QStringLiteral("complete"),
             outcome->ledger ? QJsonValue(outcome->ledger->complete) : QJsonValue()},
            {QStringLiteral("bytes"), outcome->bytes},
            {QStringLiteral("sha256"), QString::fromLatin1(outcome->sha256)},
            {QStringLiteral("provenance"), outcome->provenancePath.isEmpty()
                                               ? QJsonValue()
                                               : QJsonValue(outcome->provenancePath)},
        });
    } else if (isToStandardOutput()) {
        console().say(tr("%1 row(s) written to standard output.", nullptr, int(outcome->rows))
                          .arg(format::count(outcome->rows)));
    } else {
        console().say(
            tr("%1 row(s) written to “%2”.", nullptr, int(outcome->rows))
                .arg(format::count(outcome->rows), QDir::toNativeSeparators(outcome->path)));
    }
    if (outcome->isIncomplete()) {
        console().say(tr("The ledger is not complete: the file was made %1. Run sync and export "
                         "again.",
                         "from 940 of 48,902 transactions")
                          .arg(madeFromText(*outcome->ledger)));
        end(Incomplete);
        return;
    }
    end(Done);
}

bool ExportCommand::interrupt()
{
    // Packing or syncing a large file cannot be cancelled, so the fourth interrupt ends the
    // command.
    constexpr int patience = 3;
    if (m_export && m_export->isRunning() && m_interrupts++ < patience) {
        m_export->cancel(); // emits finished() and removes the unfinished file
        return false;
    }
    return true;
}

CommandInfo::Problem readDay(const QCommandLineParser &parser, const QString &name, QDate &day)
{
    if (!parser.isSet(name)) {
        return std::nullopt;
    }
    day = dayOf(parser.value(name));
    if (!day.isValid()) {
        return ExportCommand::tr("--%1 needs a date like 2026-11-20, not “%2”.")
            .arg(name, parser.value(name));
    }
    return std::nullopt;
}

CommandInfo::Problem readWhat(const QStringList &words, ExportArguments &exported)
{
    const QString word = words.value(1);
    for (const ExportWhat what :
         {ExportWhat::Transactions, ExportWhat::Proxies, ExportWhat::SubUsers}) {
        if (exportWhatName(what) == word) {
            exported.what = what;
            return std::nullopt;
        }
    }
    return word.isEmpty()
               ? ExportCommand::tr("Choose what to export: transactions, proxies or sub-users.")
               : ExportCommand::tr(
                     "“%1” cannot be exported. Choose transactions, proxies or sub-users.")
                     .arg(word);
}

CommandInfo::Problem checkLedgerQuery(const ExportArguments &exported)
{
    const LedgerQuery words = parseLedgerQuery(exported.query, QTimeZone::systemTimeZone());
    if (!words.problems.isEmpty()) {
        return words.problems.join(u'\n');
    }
    if (!exported.types.isEmpty() && !words.filter.types.isEmpty()) {
        return ExportCommand::tr(
            "Transaction types are given in both --type and --query. Use only one of them.");
    }
    return std::nullopt;
}

CommandInfo::Problem readExport(const QCommandLineParser &parser, CommandLine &line)
{
    ExportArguments &exported = line.exported;
    if (auto problem = readWhat(parser.positionalArguments(), exported)) {
        return problem;
    }
    exported.out = parser.value(QStringLiteral("out"));
    const QFileInfo out(exported.out);
    const bool isGiven = parser.isSet(QStringLiteral("format"));
    if (exported.out.isEmpty() && !isGiven) {
        return ExportCommand::tr("Choose the file to write: --out FILE, or - for standard output.");
    }
    // The end of the name says it too: ledger.csv
    const auto format = exportFormatNamed(isGiven ? parser.value(QStringLiteral("format"))
                                                  : out.suffix().toLower());
    if (!format) {
        return ExportCommand::tr("Choose a format: --format csv, csv-excel, json or xlsx.");
    }
    exported.format = *format;
    if (exported.out.isEmpty()) {
        return ExportCommand::tr("Choose the file to write: --out FILE, or - for standard output.");
    }
    if (exported.out == standardOutput) {
        if (line.json) {
            return ExportCommand::tr("--json cannot be used with --out -: then the rows are on "
                                     "standard output.");
        }
    } else if (out.isDir()) {
        return ExportCommand::tr("“%1” is a folder. Add the name of the file.")
            .arg(QDir::toNativeSeparators(exported.out));
    } else if (!out.absoluteDir().exists()) {
        return ExportCommand::tr("The folder “%1” does not exist.")
            .arg(QDir::toNativeSeparators(out.absolutePath()));
    }
    if (exported.what != ExportWhat::Transactions) {
        for (const QString &name :
             {QStringLiteral("from"), QStringLiteral("to"), QStringLiteral("type")}) {
            if (parser.isSet(name)) {
                return ExportCommand::tr("--%1 is for transactions only.").arg(name);
            }
        }
    }
    for (const auto &[name, day] : {std::pair(QStringLiteral("from"), &exported.from),
                                    std::pair(QStringLiteral("to"), &exported.to)}) {
        if (auto problem = readDay(parser, name, *day)) {
            return problem;
        }
    }
    if (exported.from.isValid() && exported.to.isValid() && exported.from > exported.to) {
        return ExportCommand::tr("--from must not be later than --to.");
    }
    for (const QString &type : parser.values(QStringLiteral("type")).join(u',').split(u',')) {
        if (const QString word = type.trimmed(); !word.isEmpty()) {
            exported.types.append(word);
        }
    }
    if (parser.isSet(QStringLiteral("type")) && exported.types.isEmpty()) {
        return ExportCommand::tr("--type needs at least one transaction type.");
    }
    exported.query = parser.value(QStringLiteral("query"));
    return exported.what == ExportWhat::Transactions ? checkLedgerQuery(exported) : std::nullopt;
}

} // namespace

CommandInfo exportCommand()
{
    return {
        .mode = CommandLine::Mode::Export,
        .name = QStringLiteral("export"),
        .usage = QStringLiteral("transactions|proxies|sub-users --out FILE|-\n"
                                "                 [--format csv|csv-excel|json|xlsx] [--from DATE] "
                                "[--to DATE]\n"
                                "                 [--type TYPE] [--query TEXT] [--json]"),
        .help = ExportCommand::tr(
            "Write stored data to FILE, or with - to standard output. The format is that of the "
            "file's ending, unless it is given. An existing file is only replaced when the new one "
            "is complete. Sends no requests: run sync first. Exit code 4: the file was written, "
            "but "
            "not every transaction was stored."),
        .more = ExportCommand::tr(
            "All of the file is of one moment, also while the window stores new data. Does not "
            "wait. If the stored ledger is not complete, the file is written under the name that "
            "was given, and standard error says so."),
        .options = {QStringLiteral("sandbox"), QStringLiteral("data-dir"),
                    QStringLiteral("account"), QStringLiteral("service"), QStringLiteral("json"),
                    QStringLiteral("format"), QStringLiteral("out"), QStringLiteral("from"),
                    QStringLiteral("to"), QStringLiteral("type"), QStringLiteral("query")},
        .data = [](const CommandLine &) { return CommandData::Stored; },
        .make = makeCommand<ExportCommand>,
        .words = {exportWhatName(ExportWhat::Transactions), exportWhatName(ExportWhat::Proxies),
                  exportWhatName(ExportWhat::SubUsers)},
        .extraWords = 1,
        .parse = readExport,
    };
}

} // namespace relaybook
