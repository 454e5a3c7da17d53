// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportrun.h"

#include "models/export/exporttext.h"
#include "models/export/exportwriter.h"
#include "models/export/hashthread.h"
#include "models/export/provenance.h"
#include "models/export/rowpipe.h"
#include "models/store/cacheconnection.h"
#include "models/store/ledgerextent.h"
#include "models/text/format.h"

#include <QCoreApplication>
#include <QTimeZone>

namespace relaybook {
namespace {

struct ExportRunWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::ExportRun)
};

constexpr qint64 progressStride = 4096;

tl::unexpected<ApiError> cancelled()
{
    ApiError error;
    error.kind = ErrorKind::Cancelled;
    error.message = ExportRunWords::tr("The export was cancelled. Nothing was written.");
    return tl::unexpected(std::move(error));
}

tl::unexpected<ApiError> storeFailed(const StoreError &problem)
{
    if (problem.kind == StoreError::Kind::Interrupted) {
        return cancelled();
    }
    ApiError error;
    error.kind = ErrorKind::Local;
    error.message =
        ExportRunWords::tr("The data stored on this computer cannot be read. Nothing was "
                           "written.");
    error.description = problem.detail;
    return tl::unexpected(std::move(error));
}

std::unique_ptr<ExportWriter> makeWriter(ExportFormat format, ReplaceFile &file,
                                         const ExportShape &shape)
{
    switch (format) {
    case ExportFormat::Csv:
        return makeCsvWriter(file, shape);
    case ExportFormat::CsvExcel:
        return makeExcelCsvWriter(file, shape);
    case ExportFormat::Json:
        return makeJsonWriter(file, shape);
    case ExportFormat::Xlsx:
        break;
    }
    return makeXlsxWriter(file, shape);
}

/// The source of the rows: its own connection with a transaction, a snapshot, or a list in memory.
/// Its queries are interrupted when the export is cancelled.
class Source
{
public:
    Source() = default;
    Source(const Source &) = delete;
    Source &operator=(const Source &) = delete;
    ~Source()
    {
        if (m_interrupted) {
            m_interrupted->interruptUnless(nullptr, 0);
        }
    }

    static StoreResult<std::unique_ptr<Source>> open(const ExportRequest &request,
                                                     const ExportControl &control)
    {
        auto source = std::make_unique<Source>();
        if (request.table) {
            source->m_rows = std::make_unique<TableRows>(*request.table);
            return source;
        }
        if (!request.snapshot) {
            auto connection = openCache(request.storeFile, Connection::Purpose::Reader);
            if (!connection) {
                return tl::unexpected(connection.error());
            }
            source->m_connection = std::move(*connection);
        }
        const auto begun = guarded([&] {
            if (!request.snapshot) {
                source->m_transaction = std::make_unique<ReadTransaction>(*source->m_connection);
            }
            Connection &connection =
                request.snapshot ? request.snapshot->connection() : *source->m_connection;
            connection.interruptUnless(&control.cancelled, 0);
            source->m_interrupted = &connection;
            if (request.what == ExportWhat::Transactions) {
                source->m_rows =
                    std::make_unique<LedgerExportRows>(connection, request.columns, request.filter);
                source->m_ledger = ledgerExtent(connection);
            } else {
                source->m_rows = std::make_unique<ListExportRows>(connection, request.what,
                                                                  request.columns, request.text);
            }
            return Stored{};
        });
        if (!begun) {
            return tl::unexpected(begun.error());
        }
        return source;
    }
    [[nodiscard]] ExportRows &rows() { return *m_rows; }
    [[nodiscard]] const std::optional<LedgerExtent> &ledger() const { return m_ledger; }

private:
    std::optional<LedgerExtent> m_ledger;
    Connection *m_interrupted = nullptr;
    // In this order, because the rows must be destroyed before the connection that they use.
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<ReadTransaction> m_transaction;
    std::unique_ptr<ExportRows> m_rows;
};

class Run
{
public:
    Run(const ExportRequest &request, ExportControl &control, Source &source)
        : m_request(request)
        , m_control(control)
        , m_rows(source.rows())
        , m_ledger(source.ledger())
        , m_provenance(request.provenance)
    {
        if (m_ledger) {
            m_provenance.complete = m_ledger->complete;
        }
        if (request.what == ExportWhat::Transactions) {
            m_provenance.from = request.filter.from;
            m_provenance.until = request.filter.until;
            if (m_provenance.from || m_provenance.until) {
                m_provenance.zone = format::zoneName(QTimeZone::systemTimeZone());
            }
        }
    }

    Result<ExportOutcome> perform()
    {
        if (const auto opened = openFiles(); !opened) {
            return tl::unexpected(opened.error());
        }
        if (const auto written = writeRows(); !written) {
            return tl::unexpected(written.error());
        }
        if (const auto finished = finish(); !finished) {
            return tl::unexpected(finished.error());
        }
        ExportOutcome outcome;
        outcome.path = m_request.path;
        outcome.provenancePath = hasSidecar() ? m_sidecar.path() : QString();
        outcome.rows = m_provenance.rows;
        outcome.unreadable = m_provenance.unreadable;
        outcome.bytes = m_file.size();
        outcome.cutTexts = m_provenance.cutTexts;
        outcome.sha256 = m_provenance.sha256;
        outcome.ledger = m_ledger;
        return outcome;
    }

private:
    [[nodiscard]] bool hasSidecar() const { return hasProvenanceFile(m_request.format); }

    Result<void> openFiles()
    {
        auto opened = m_file.open(m_request.path);
        m_control.addTemporary(m_file.temporaryPath());
        if (opened && hasSidecar()) {
            opened = m_sidecar.open(provenancePathOf(m_request.path));
            m_control.addTemporary(m_sidecar.temporaryPath());
        }
        return opened;
    }

    Result<void> writeRows()
    {
        ExportShape shape;
        shape.what = m_request.what;
        shape.columns = m_rows.columns();
        shape.excelStyle = excelCsvStyle(m_request.locale);
        if (m_request.rowsPerSheet > 0) {
            shape.rowsPerSheet = m_request.rowsPerSheet;
        }
        m_writer = makeWriter(m_request.format, m_file, shape);
        if (auto begun = m_writer->begin(); !begun) {
            return begun;
        }
        Result<void> result;
        // Reading the store and writing the file take about as long: each has a thread.
        RowPipe pipe(m_rows.columns().size(), [&](ExportCells &cells) {
            m_rows.refine(cells);
            return takeRow(cells, result);
        });
        const auto read = guarded([&] {
            m_total = m_rows.count();
            report();
            m_rows.forEach([&](const ExportCells &cells) { return pipe.add(cells); });
            return Stored{};
        });
        pipe.finish();
        if (!read) {
            return storeFailed(read.error());
        }
        return result;
    }

    bool takeRow(const ExportCells &cells, Result<void> &result)
    {
        if (m_provenance.rows % progressStride == 0) {
            if (m_control.cancelled != 0) {
                result = cancelled();
                return false;
            }
            report();
        }
        m_line.clear();
        appendCsvRow(m_line, m_rows.columns(), cells);
        m_hash.add(m_line);
        ++m_provenance.rows;
        result = m_writer->row(cells, m_line);
        return result.has_value();
    }

    Result<void> finish()
    {
        if (m_control.cancelled != 0) { // compressing takes long
            return cancelled();
        }
        m_provenance.sha256 = m_hash.finish();
        m_provenance.unreadable = m_rows.unreadable();
        m_provenance.cutTexts = m_writer->cutTexts();
        for (const ExportColumn &column : m_rows.columns()) {
            m_provenance.columns.append(column.name);
        }
        report();
        auto result = m_writer->end(m_provenance);
        if (result && hasSidecar()) {
            std::string text;
            appendProvenanceJson(text, m_request.what, m_provenance, {});
            text += '\n';
            result = m_sidecar.write(text);
        }
        // Both files are on disk before one of them is renamed.
        result = result ? m_file.synchronise() : result;
        result = result && hasSidecar() ? m_sidecar.synchronise() : result;
        if (result && m_control.cancelled != 0) {
            result = cancelled();
        }
        m_control.keepTemporaries();
        result = result ? m_file.commit() : result;
        return result && hasSidecar() ? m_sidecar.commit() : result;
    }

    void report() const
    {
        if (m_control.progress) {
            m_control.progress(m_provenance.rows, m_total);
        }
    }

    const ExportRequest &m_request;
    ExportControl &m_control;
    ExportRows &m_rows;
    const std::optional<LedgerExtent> m_ledger;
    ExportProvenance m_provenance;
    // In this order, because the writer may hold a file open and must be destroyed before it.
    ReplaceFile m_file;
    ReplaceFile m_sidecar;
    std::unique_ptr<ExportWriter> m_writer;
    HashThread m_hash;
    std::string m_line;
    qint64 m_total = 0;
};

} // namespace

void ExportControl::addTemporary(const QString &path)
{
    const std::lock_guard lock(m_mutex);
    m_temporaries.append(path);
}

void ExportControl::deleteTemporaries()
{
    const std::lock_guard lock(m_mutex);
    for (const QString &path : std::as_const(m_temporaries)) {
        QFile::remove(path);
    }
}

void ExportControl::keepTemporaries()
{
    const std::lock_guard lock(m_mutex);
    m_temporaries.clear();
}

Result<ExportOutcome> runExport(const ExportRequest &request, ExportControl &control)
{
    auto source = Source::open(request, control);
    if (!source) {
        return storeFailed(source.error());
    }
    return Run(request, control, **source).perform();
}

Result<qint64> countForExport(const ExportRequest &request, const ExportControl &control)
{
    auto source = Source::open(request, control);
    if (!source) {
        return storeFailed(source.error());
    }
    const auto count = guarded([&] { return (*source)->rows().count(); });
    if (!count) {
        return storeFailed(count.error());
    }
    return *count;
}

} // namespace relaybook
