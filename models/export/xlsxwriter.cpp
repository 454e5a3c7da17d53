// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exporttext.h"
#include "models/export/exportwriter.h"
#include "models/export/provenance.h"
#include "models/export/ziplist.h"

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <cerrno>
#include <cstdio>

#include <xlsxwriter.h>

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;

struct SheetWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::XlsxWriter)
};

/// What a spreadsheet keeps of a number; with more digits it stands as text.
constexpr int mostDigits = 15;
constexpr qsizetype longestText = 32'767; // UTF-16 units in a cell
/// 1900-03-01 to 9999-12-31: before it the calendar of spreadsheets is wrong by a day.
constexpr std::int64_t firstDate = -2'203'891'200'000;
constexpr std::int64_t lastDate = 253'402'300'799'999;

/// A decimal as the floating-point number next to it; nothing where it has too many digits. Both
/// figures of the division are exact, so its result is the one nearest to the decimal.
std::optional<double> nearestDouble(std::int64_t units, int digits)
{
    constexpr std::int64_t limit = 1'000'000'000'000'000;
    while (digits > 0 && units % 10 == 0) {
        units /= 10;
        --digits;
    }
    std::int64_t mantissa = units;
    while (mantissa != 0 && mantissa % 10 == 0) {
        mantissa /= 10;
    }
    if (mantissa >= limit || mantissa <= -limit) {
        return std::nullopt;
    }
    double power = 1;
    for (int i = 0; i < digits; ++i) {
        power *= 10;
    }
    return static_cast<double>(units) / power;
}

double width(Kind kind)
{
    switch (kind) {
    case Kind::Text:
        return 24;
    case Kind::Json:
        return 40;
    case Kind::Money:
        return 16;
    case Kind::Time:
        return 22;
    case Kind::Integer:
    case Kind::Flag:
    case Kind::Traffic:
        break;
    }
    return 14;
}

QString sheetTitle(ExportWhat what)
{
    switch (what) {
    case ExportWhat::Transactions:
        return SheetWords::tr("Transactions");
    case ExportWhat::Proxies:
        return SheetWords::tr("Proxies");
    case ExportWhat::SubUsers:
        return SheetWords::tr("Sub-users");
    case ExportWhat::Orders:
        return SheetWords::tr("Orders");
    case ExportWhat::Breaks:
        return SheetWords::tr("Breaks of the ledger");
    }
    return {};
}

class XlsxWriter final : public ExportWriter
{
public:
    XlsxWriter(ReplaceFile &file, ExportShape shape)
        : m_file(file)
        , m_shape(std::move(shape))
    {
    }
    ~XlsxWriter() override
    {
        if (m_book) {
            // Nobody wants the file any more; the library frees what it holds only this way.
            workbook_close(m_book);
        }
    }

    Result<void> begin() override;
    Result<void> row(const ExportCells &cells, std::string_view csv) override;
    Result<void> end(const ExportProvenance &provenance) override;
    qint64 cutTexts() const override { return m_cut; }

private:
    void addSheet();
    void writeHeader();
    void addProvenance(const ExportProvenance &provenance);
    lxw_error writeCell(lxw_col_t column, Kind kind, const ExportCell &cell);
    lxw_error writeNumber(lxw_col_t column, Kind kind, std::optional<double> number,
                          lxw_format *format, const ExportCell &cell);
    [[nodiscard]] std::string forCell(std::string_view text);
    lxw_error writeText(lxw_worksheet *sheet, lxw_row_t row, lxw_col_t column,
                        std::string_view text, lxw_format *format = nullptr);
    [[nodiscard]] Result<void> noteSheetSize();
    [[nodiscard]] Result<void> checkWhole() const;
    [[nodiscard]] static lxw_col_t columnsOf(Kind kind) { return kind == Kind::Time ? 2 : 1; }

    ReplaceFile &m_file;
    ExportShape m_shape;
    lxw_workbook *m_book = nullptr;
    lxw_worksheet *m_sheet = nullptr;
    lxw_format *m_bold = nullptr;
    lxw_format *m_date = nullptr;
    lxw_format *m_money = nullptr;
    lxw_row_t m_row = 0;
    int m_sheets = 0;
    qint64 m_cut = 0;
    std::vector<qint64> m_sheetSizes; ///< bytes of rows, as they stood on disk before packing
    std::string m_scratch;
};

Result<void> XlsxWriter::begin()
{
    const QByteArray path = QFile::encodeName(m_file.temporaryPath());
    // Beside the file rather than in memory, where many systems keep their temporary files.
    QByteArray folder = QFile::encodeName(QFileInfo(m_file.temporaryPath()).absolutePath());
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;
    options.tmpdir = folder.data();
    m_book = workbook_new_opt(path.constData(), &options);
    if (!m_book) {
        return m_file.writingFailed(ENOMEM);
    }
    m_bold = workbook_add_format(m_book);
    format_set_bold(m_bold);
    m_date = workbook_add_format(m_book);
    format_set_num_format(m_date, "yyyy-mm-dd hh:mm:ss");
    m_money = workbook_add_format(m_book);
    format_set_num_format(m_money, "#,##0.00######");
    addSheet();
    return {};
}

void XlsxWriter::addSheet()
{
    ++m_sheets;
    QString title = sheetTitle(m_shape.what);
    if (m_sheets > 1) {
        title = SheetWords::tr("%1 %2", "name of a sheet, its number").arg(title).arg(m_sheets);
    }
    m_sheet = workbook_add_worksheet(m_book, title.toUtf8().constData());
    worksheet_freeze_panes(m_sheet, 1, 0);
    m_row = 0;
    writeHeader();
}

void XlsxWriter::writeHeader()
{
    lxw_col_t at = 0;
    for (const ExportColumn &column : m_shape.columns) {
        const std::string name = column.name.toUtf8().toStdString();
        writeText(m_sheet, 0, at, name, m_bold);
        worksheet_set_column(m_sheet, at, at, width(column.kind), nullptr);
        if (column.kind == Kind::Time) {
            const auto beside = static_cast<lxw_col_t>(at + 1);
            writeText(m_sheet, 0, beside, name + "_iso", m_bold);
            worksheet_set_column(m_sheet, beside, beside, 32, nullptr);
        }
        at = static_cast<lxw_col_t>(at + columnsOf(column.kind));
    }
    m_row = 1;
}

/// The text as a cell can hold it: cut with a mark where it is too long.
std::string XlsxWriter::forCell(std::string_view text)
{
    // In UTF-8 a text has at least as many bytes as UTF-16 units.
    const bool plain = text.size() <= static_cast<size_t>(longestText) &&
                       text.find('\0') == std::string_view::npos &&
                       text.find("\xEF\xBF") == std::string_view::npos &&
                       text.find("_x") == std::string_view::npos;
    if (plain) {
        return std::string(text);
    }
    QString whole = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    // What XML has no way to write.
    for (const char16_t never : {u'\0', u'\uFFFE', u'\uFFFF'}) {
        whole.replace(QChar(never), QChar::ReplacementCharacter);
    }
    if (whole.size() > longestText) {
        ++m_cut;
        whole.truncate(longestText - 1);
        if (whole.back().isHighSurrogate()) {
            whole.chop(1);
        }
        whole += QChar(0x2026);
    }
    // What only looks like the format's own escape is escaped by it.
    static const QRegularExpression escape(QStringLiteral("_(?=x[0-9A-Fa-f]{4}_)"));
    const QString unescaped = whole;
    whole.replace(escape, QStringLiteral("_x005F_"));
    return (whole.size() <= longestText ? whole : unescaped).toStdString();
}

lxw_error XlsxWriter::writeText(lxw_worksheet *sheet, lxw_row_t row, lxw_col_t column,
                                std::string_view text, lxw_format *format)
{
    if (text.empty()) {
        return LXW_NO_ERROR;
    }
    const std::string held = forCell(text);
    return worksheet_write_string(sheet, row, column, held.c_str(), format);
}

lxw_error XlsxWriter::writeNumber(lxw_col_t column, Kind kind, std::optional<double> number,
                                  lxw_format *format, const ExportCell &cell)
{
    if (number) {
        return worksheet_write_number(m_sheet, m_row, column, *number, format);
    }
    m_scratch.clear();
    appendPlain(m_scratch, kind, cell);
    return writeText(m_sheet, m_row, column, m_scratch);
}

lxw_error XlsxWriter::writeCell(lxw_col_t column, Kind kind, const ExportCell &cell)
{
    constexpr double dayMillis = 86'400'000;
    constexpr double epoch = 25'569; // 1970-01-01 as spreadsheets count days
    switch (kind) {
    case Kind::Text:
    case Kind::Json:
        return writeText(m_sheet, m_row, column, cell.text);
    case Kind::Flag:
        return worksheet_write_boolean(m_sheet, m_row, column, cell.number != 0 ? 1 : 0, nullptr);
    case Kind::Integer:
        return writeNumber(column, kind, nearestDouble(cell.number, 0), nullptr, cell);
    case Kind::Money:
        return writeNumber(column, kind, nearestDouble(cell.number, Money::digits), m_money, cell);
    case Kind::Traffic:
        return writeNumber(column, kind, nearestDouble(cell.number, TrafficAmount::digits), nullptr,
                           cell);
    case Kind::Time:
        break;
    }
    if (cell.number >= firstDate && cell.number <= lastDate) {
        const double serial = static_cast<double>(cell.number) / dayMillis + epoch;
        worksheet_write_number(m_sheet, m_row, column, serial, m_date);
    }
    m_scratch.clear();
    appendTime(m_scratch, cell.number);
    return writeText(m_sheet, m_row, static_cast<lxw_col_t>(column + 1), m_scratch);
}

Result<void> XlsxWriter::row(const ExportCells &cells, std::string_view /*csv*/)
{
    if (static_cast<qint64>(m_row) >= m_shape.rowsPerSheet) {
        if (auto noted = noteSheetSize(); !noted) {
            return noted;
        }
        addSheet();
    }
    lxw_col_t at = 0;
    for (size_t i = 0; i < cells.size(); ++i) {
        const Kind kind = m_shape.columns[i].kind;
        if (!cells[i].absent && writeCell(at, kind, cells[i]) != LXW_NO_ERROR) {
            return m_file.writingFailed(errno);
        }
        at = static_cast<lxw_col_t>(at + columnsOf(kind));
    }
    ++m_row;
    return {};
}

/// The library does not look whether its temporary files took what it wrote: that is done here,
/// and once more when they were packed.
Result<void> XlsxWriter::noteSheetSize()
{
    std::FILE *rows = m_sheet->optimize_tmpfile;
    errno = 0;
    if (!rows || std::fflush(rows) != 0 || std::ferror(rows) != 0) {
        return m_file.writingFailed(errno == 0 ? ENOSPC : errno);
    }
    m_sheetSizes.push_back(static_cast<qint64>(std::ftell(rows)));
    return {};
}

void XlsxWriter::addProvenance(const ExportProvenance &provenance)
{
    lxw_worksheet *sheet =
        workbook_add_worksheet(m_book, SheetWords::tr("About this file").toUtf8().constData());
    constexpr double nameWidth = 18;
    constexpr double valueWidth = 80;
    worksheet_set_column(sheet, 0, 0, nameWidth, nullptr);
    worksheet_set_column(sheet, 1, 1, valueWidth, nullptr);
    lxw_row_t row = 0;
    for (const ProvenanceLine &line : provenanceLines(m_shape.what, provenance)) {
        writeText(sheet, row, 0, line.name, m_bold);
        if (line.kind == Kind::Integer && line.number) {
            worksheet_write_number(sheet, row, 1, static_cast<double>(*line.number), nullptr);
        } else {
            m_scratch = line.text.toUtf8().toStdString();
            if (line.number) {
                appendPlain(m_scratch, line.kind, {false, *line.number, {}});
            }
            writeText(sheet, row, 1, m_scratch);
        }
        ++row;
    }
}

Result<void> XlsxWriter::end(const ExportProvenance &provenance)
{
    if (auto noted = noteSheetSize(); !noted) {
        return noted;
    }
    addProvenance(provenance);
    errno = 0;
    const lxw_error problem = workbook_close(m_book);
    const int reason = errno;
    m_book = nullptr;
    if (problem != LXW_NO_ERROR) {
        return m_file.writingFailed(reason == 0 ? ENOSPC : reason);
    }
    return checkWhole();
}

Result<void> XlsxWriter::checkWhole() const
{
    const auto sizes = zipContents(m_file.temporaryPath());
    bool whole = sizes.has_value();
    for (size_t i = 0; whole && i < m_sheetSizes.size(); ++i) {
        const QString name = QStringLiteral("xl/worksheets/sheet%1.xml").arg(i + 1);
        // Around the rows stands more than this.
        constexpr qint64 leastAround = 100;
        whole = sizes->value(name, -1) >= m_sheetSizes[i] + leastAround;
    }
    if (!whole) {
        return m_file.writingFailed(ENOSPC);
    }
    return {};
}

} // namespace

std::unique_ptr<ExportWriter> makeXlsxWriter(ReplaceFile &file, const ExportShape &shape)
{
    return std::make_unique<XlsxWriter>(file, shape);
}

} // namespace relaybook
