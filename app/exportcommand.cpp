// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include "models/export/checkresulttext.h"
#include "models/export/sessionexport.h"
#include "models/tables/ledgerdates.h"
#include "models/tables/ledgerquery.h"
#include "models/text/format.h"
#include "models/text/ledgerextenttext.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonObject>
#include <QTimeZone>

#include <algorithm>

namespace relaybook {

void Command::beginExport()
{
    const ExportArguments &wanted = m_line.exported;
    if (wanted.what == ExportWhat::Transactions) {
        beginLedgerExport();
        return;
    }
    m_request = exportRequestFor(*m_snapshot, wanted.what, {}, m_account.clock());
    m_request.text = wanted.query;
    m_request.provenance.filter = wanted.query;
    writeExport();
}

void Command::beginLedgerExport()
{
    const ExportArguments &wanted = m_line.exported;
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const LedgerQuery words = parseLedgerQuery(wanted.query, zone);
    if (!words.problems.isEmpty()) {
        fail(words.problems.join(u'\n'));
        return;
    }
    LedgerFilter filter = words.filter;
    LedgerFilter days;
    setDays(days, {wanted.from, wanted.to}, zone);
    // The options apply in addition to the search query.
    if (days.from) {
        filter.from = filter.from ? std::max(*filter.from, *days.from) : *days.from;
    }
    if (days.until) {
        filter.until = filter.until ? std::min(*filter.until, *days.until) : *days.until;
    }
    if (!wanted.types.isEmpty() && !filter.types.isEmpty()) {
        fail(tr("Transaction types are given in both --type and --query. Use only one of them."));
        return;
    }
    filter.types += wanted.types;
    // The file contains the result of the ledger check, of the same rows.
    checkStored([this, filter, zone](const StoredSnapshot::Check &check) {
        m_request = exportRequestFor(*m_snapshot, ExportWhat::Transactions,
                                     checkResultSentence(check.result), m_account.clock());
        m_request.filter = filter;
        m_request.provenance.filter = ledgerQueryText(filter, zone);
        writeExport();
    });
}

void Command::writeExport()
{
    if (m_over) {
        return;
    }
    m_request.format = m_line.exported.format;
    // Relative to the folder in which the command was started.
    m_request.path = QFileInfo(m_line.exported.out).absoluteFilePath();
    m_export = std::make_unique<ExportJob>();
    connect(m_export.get(), &ExportJob::progress, this, [this](qint64 done, qint64 total) {
        m_console.progress(
            tr("Written: %1 of %2 rows").arg(format::count(done), format::count(total)));
    });
    connect(m_export.get(), &ExportJob::finished, this, &Command::concludeExport);
    m_export->start(m_request);
}

void Command::concludeExport(const Result<ExportOutcome> &outcome)
{
    if (!outcome) {
        const bool interrupted = outcome.error().kind == ErrorKind::Cancelled;
        m_console.say(interrupted ? outcome.error().message : sentencesOf(outcome.error()));
        end(interrupted ? Interrupted : NotDone);
        return;
    }
    if (!m_request.provenance.verdict.isEmpty()) {
        m_console.say(m_request.provenance.verdict);
    }
    if (outcome->unreadable > 0) {
        m_console.say(tr("%1 row(s) could not be read. In the file they have readable=false and "
                         "their JSON in raw_json.",
                         nullptr, int(outcome->unreadable))
                          .arg(format::count(outcome->unreadable)));
    }
    if (outcome->cutTexts > 0) {
        m_console.say(tr("%1 text(s) are too long for a spreadsheet cell. They were cut and end "
                         "with “…”. CSV and JSON contain the full text.",
                         nullptr, int(outcome->cutTexts))
                          .arg(format::count(outcome->cutTexts)));
    }
    if (m_line.json) {
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
    } else {
        m_console.say(
            tr("%1 row(s) written to “%2”.", nullptr, int(outcome->rows))
                .arg(format::count(outcome->rows), QDir::toNativeSeparators(outcome->path)));
    }
    if (outcome->isIncomplete()) {
        m_console.say(tr("The ledger is not complete: the file was made %1. Run sync and export "
                         "again.",
                         "from 940 of 48,902 transactions")
                          .arg(madeFromText(*outcome->ledger)));
        end(Incomplete);
        return;
    }
    end(Done);
}

} // namespace relaybook
