// SPDX-License-Identifier: GPL-3.0-or-later
// The export writers for CSV and JSON.
#include "models/export/exportwriter.h"
#include "models/export/provenance.h"

namespace relaybook {

ExportBuffer::ExportBuffer(ReplaceFile &file)
    : m_file(file)
{
    constexpr size_t longestRow = 1U << 16U;
    m_text.reserve(enough + longestRow);
}

Result<void> ExportBuffer::flush()
{
    auto written = m_file.write(m_text);
    m_text.clear();
    return written;
}

namespace {

class CsvWriter final : public ExportWriter
{
public:
    CsvWriter(ReplaceFile &file, const ExportShape &shape)
        : m_buffer(file)
        , m_columns(shape.columns)
    {
    }

    Result<void> begin() override
    {
        appendCsvHeader(m_buffer.text(), m_columns);
        return {};
    }
    Result<void> row(const ExportCells & /*cells*/, std::string_view csv) override
    {
        m_buffer.text().append(csv);
        return m_buffer.flushSome();
    }
    Result<void> end(const ExportProvenance & /*provenance*/) override { return m_buffer.flush(); }

private:
    ExportBuffer m_buffer;
    std::vector<ExportColumn> m_columns;
};

/// CSV that Excel reads without questions: the byte order mark says that it is UTF-8, and separator
/// and decimal sign are those that Excel expects.
class ExcelCsvWriter final : public ExportWriter
{
public:
    ExcelCsvWriter(ReplaceFile &file, const ExportShape &shape)
        : m_buffer(file)
        , m_columns(shape.columns)
        , m_style(shape.excelStyle)
    {
    }

    Result<void> begin() override
    {
        m_buffer.text() += "\xef\xbb\xbf";
        appendCsvHeader(m_buffer.text(), m_columns, m_style);
        return {};
    }
    Result<void> row(const ExportCells &cells, std::string_view /*csv*/) override
    {
        appendCsvRow(m_buffer.text(), m_columns, cells, m_style);
        return m_buffer.flushSome();
    }
    Result<void> end(const ExportProvenance & /*provenance*/) override { return m_buffer.flush(); }

private:
    ExportBuffer m_buffer;
    std::vector<ExportColumn> m_columns;
    CsvStyle m_style;
};

/// Writes one row per line.
class JsonWriter final : public ExportWriter
{
public:
    JsonWriter(ReplaceFile &file, const ExportShape &shape)
        : m_buffer(file)
        , m_what(shape.what)
        , m_columns(shape.columns)
    {
        for (const ExportColumn &column : m_columns) {
            std::string name;
            appendJsonText(name, column.name.toUtf8().toStdString());
            m_names.push_back(name + ':');
        }
    }

    Result<void> begin() override
    {
        m_buffer.text() += "{\n\"rows\": [";
        return {};
    }
    Result<void> row(const ExportCells &cells, std::string_view /*csv*/) override
    {
        std::string &out = m_buffer.text();
        out += m_first ? "\n{" : ",\n{";
        m_first = false;
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) {
                out += ',';
            }
            out += m_names[i];
            appendJsonCell(out, m_columns[i].kind, cells[i]);
        }
        out += '}';
        return m_buffer.flushSome();
    }
    Result<void> end(const ExportProvenance &provenance) override
    {
        m_buffer.text() += "\n],\n\"provenance\": ";
        appendProvenanceJson(m_buffer.text(), m_what, provenance, {});
        m_buffer.text() += "\n}\n";
        return m_buffer.flush();
    }

private:
    ExportBuffer m_buffer;
    ExportWhat m_what;
    std::vector<ExportColumn> m_columns;
    std::vector<std::string> m_names;
    bool m_first = true;
};

} // namespace

std::unique_ptr<ExportWriter> makeCsvWriter(ReplaceFile &file, const ExportShape &shape)
{
    return std::make_unique<CsvWriter>(file, shape);
}

std::unique_ptr<ExportWriter> makeExcelCsvWriter(ReplaceFile &file, const ExportShape &shape)
{
    return std::make_unique<ExcelCsvWriter>(file, shape);
}

std::unique_ptr<ExportWriter> makeJsonWriter(ReplaceFile &file, const ExportShape &shape)
{
    return std::make_unique<JsonWriter>(file, shape);
}

} // namespace relaybook
