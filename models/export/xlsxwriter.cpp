// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exporttext.h"
#include "models/export/exportwriter.h"
#include "models/export/provenance.h"
#include "models/export/xlsxbook.h"
#include "models/export/ziplist.h"
#include "models/moduleloader.h"

#include "api/types/money.h"
#include "api/types/trafficamount.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <memory>

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;
using Style = XlsxBook::Style;

struct SheetWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::XlsxWriter)
};

constexpr qsizetype longestText = 32'767; // UTF-16 units in a cell
/// 1900-03-01 to 9999-12-31. In spreadsheets, earlier dates are wrong by one day.
constexpr std::int64_t firstDate = -2'203'891'200'000;
constexpr std::int64_t lastDate = 253'402'300'799'999;

/// Whether the text begins like the format's own escape of a character: _x0041_
bool beginsLikeAnEscape(QStringView text)
{
    constexpr qsizetype digitsAt = 2;
    constexpr qsizetype endAt = 6;
    const auto isHexDigit = [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'A' && c <= u'F') || (c >= u'a' && c <= u'f');
    };
    return text.startsWith(u"_x") && text.size() > endAt && text.at(endAt) == u'_' &&
           std::all_of(text.begin() + digitsAt, text.begin() + endAt, isHexDigit);
}

/// Escapes text that only looks like an escape.
QString withEscapes(const QString &text)
{
    QString escaped;
    escaped.reserve(text.size());
    for (qsizetype at = 0; at < text.size(); ++at) {
        escaped += text.at(at);
        if (beginsLikeAnEscape(QStringView(text).mid(at))) {
            escaped += u"x005F_";
        }
    }
    return escaped;
}

/// Whether a spreadsheet keeps all digits of the number.
bool isExactInSheet(std::int64_t units)
{
    constexpr std::int64_t limit = 1'000'000'000'000'000; // fifteen digits
    while (units != 0 && units % 10 == 0) {
        units /= 10;
    }
    return units < limit && units > -limit;
}

constexpr double isoWidth = 32;

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
    Result<void> begin() override;
    Result<void> row(const ExportCells &cells, std::string_view csv) override;
    Result<void> end(const ExportProvenance &provenance) override;
    qint64 cutTexts() const override { return m_cut; }

private:
    [[nodiscard]] Result<void> addSheet();
    void writeHeader();
    [[nodiscard]] Result<void> addProvenance(const ExportProvenance &provenance);
    [[nodiscard]] bool writeCell(int column, Kind kind, const ExportCell &cell);
    [[nodiscard]] bool writeDecimal(int column, Kind kind, const ExportCell &cell, int digits);
    [[nodiscard]] std::string forCell(std::string_view text);
    [[nodiscard]] bool writeText(std::uint32_t row, int column, std::string_view text,
                                 Style style = Style::Plain);
    [[nodiscard]] Result<void> noteSheetSize();
    [[nodiscard]] Result<void> checkWhole() const;
    [[nodiscard]] static int columnsOf(Kind kind) { return kind == Kind::Time ? 2 : 1; }

    ReplaceFile &m_file;
    ExportShape m_shape;
    std::unique_ptr<XlsxBook> m_book;
    std::uint32_t m_row = 0;
    bool m_intact = true; ///< all headers were written
    int m_sheets = 0;
    qint64 m_cut = 0;
    std::vector<qint64> m_sheetSizes; ///< bytes of rows on disk, before compression
    std::string m_scratch;
};

Result<void> XlsxWriter::begin()
{
    QString reason;
    const auto make = reinterpret_cast<XlsxBookMaker>(
        findInModule(QLatin1String(xlsxModule), xlsxBookMaker, reason));
    if (make == nullptr) {
        return localError(SheetWords::tr("The XLSX component is missing or damaged (%1). Nothing "
                                         "was written. Reinstall Relaybook, or export as CSV.")
                              .arg(reason));
    }
    const QByteArray path = QFile::encodeName(m_file.temporaryPath());
    // The library's temporary files go next to the file, because the system's folder for temporary
    // files is often in memory.
    const QByteArray folder = QFile::encodeName(QFileInfo(m_file.temporaryPath()).absolutePath());
    m_book.reset(make(path.constData(), folder.constData()));
    if (!m_book) {
        return m_file.writingFailed(ENOMEM);
    }
    return addSheet();
}

Result<void> XlsxWriter::addSheet()
{
    ++m_sheets;
    QString title = sheetTitle(m_shape.what);
    if (m_sheets > 1) {
        title = SheetWords::tr("%1 %2", "name of a sheet, its number").arg(title).arg(m_sheets);
    }
    if (!m_book->addSheet(title.toUtf8().constData())) {
        return m_file.writingFailed(ENOSPC);
    }
    m_book->freezeFirstRow();
    m_row = 0;
    writeHeader();
    return {};
}

void XlsxWriter::writeHeader()
{
    int at = 0;
    for (const ExportColumn &column : m_shape.columns) {
        const std::string name = column.name.toUtf8().toStdString();
        m_intact = writeText(0, at, name, Style::Bold) && m_intact;
        m_book->setWidth(at, width(column.kind));
        if (column.kind == Kind::Time) {
            m_intact = writeText(0, at + 1, name + "_iso", Style::Bold) && m_intact;
            m_book->setWidth(at + 1, isoWidth);
        }
        at += columnsOf(column.kind);
    }
    m_row = 1;
}

/// The text as a cell can hold it: cut, with a mark, if it is too long.
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
    // Characters that XML cannot contain.
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
    const QString escaped = withEscapes(whole);
    return (escaped.size() <= longestText ? escaped : whole).toStdString();
}

bool XlsxWriter::writeText(std::uint32_t row, int column, std::string_view text, Style style)
{
    return text.empty() || m_book->writeText(row, column, forCell(text).c_str(), style);
}

/// Writes the shortest decimal that is the number; as text if a spreadsheet would round it.
bool XlsxWriter::writeDecimal(int column, Kind kind, const ExportCell &cell, int digits)
{
    m_scratch.clear();
    if (!isExactInSheet(cell.number)) {
        appendPlain(m_scratch, kind, cell);
        return writeText(m_row, column, m_scratch);
    }
    appendDecimal(m_scratch, cell.number, digits, 0);
    return m_book->writeNumber(m_row, column, m_scratch.c_str(),
                               kind == Kind::Money ? Style::Money : Style::Plain);
}

bool XlsxWriter::writeCell(int column, Kind kind, const ExportCell &cell)
{
    constexpr double dayMillis = 86'400'000;
    constexpr double epoch = 25'569; // 1970-01-01 as spreadsheets count days
    switch (kind) {
    case Kind::Text:
    case Kind::Json:
        return writeText(m_row, column, cell.text);
    case Kind::Flag:
        return m_book->writeFlag(m_row, column, cell.number != 0);
    case Kind::Integer:
        return writeDecimal(column, kind, cell, 0);
    case Kind::Money:
        if (!cell.text.empty()) {
            return writeText(m_row, column, cell.text);
        }
        return writeDecimal(column, kind, cell, Money::digits);
    case Kind::Traffic:
        return writeDecimal(column, kind, cell, TrafficAmount::digits);
    case Kind::Time:
        break;
    }
    if (cell.number >= firstDate && cell.number <= lastDate) {
        const double serial = static_cast<double>(cell.number) / dayMillis + epoch;
        std::array<char, 32> digits{};
        std::to_chars(digits.data(), digits.data() + digits.size() - 1, serial);
        if (!m_book->writeNumber(m_row, column, digits.data(), Style::Date)) {
            return false;
        }
    }
    m_scratch.clear();
    appendTime(m_scratch, cell.number);
    return writeText(m_row, column + 1, m_scratch);
}

Result<void> XlsxWriter::row(const ExportCells &cells, std::string_view /*csv*/)
{
    if (static_cast<qint64>(m_row) >= m_shape.rowsPerSheet) {
        if (auto noted = noteSheetSize(); !noted) {
            return noted;
        }
        if (auto added = addSheet(); !added) {
            return added;
        }
    }
    int at = 0;
    for (size_t i = 0; i < cells.size(); ++i) {
        const Kind kind = m_shape.columns[i].kind;
        if (!cells[i].absent && !writeCell(at, kind, cells[i])) {
            return m_file.writingFailed(errno);
        }
        at += columnsOf(kind);
    }
    ++m_row;
    return {};
}

/// Checks that the sheet was written to disk, and notes its size for checkWhole().
Result<void> XlsxWriter::noteSheetSize()
{
    const XlsxBook::Rows rows = m_book->flushRows();
    if (rows.error != 0 || !m_intact) {
        return m_file.writingFailed(rows.error != 0 ? rows.error : EIO);
    }
    m_sheetSizes.push_back(rows.bytes);
    return {};
}

Result<void> XlsxWriter::addProvenance(const ExportProvenance &provenance)
{
    if (!m_book->addSheet(SheetWords::tr("About this file").toUtf8().constData())) {
        return m_file.writingFailed(ENOSPC);
    }
    constexpr double nameWidth = 18;
    constexpr double valueWidth = 80;
    m_book->setWidth(0, nameWidth);
    m_book->setWidth(1, valueWidth);
    std::uint32_t row = 0;
    bool written = true;
    for (const ProvenanceLine &line : provenanceLines(m_shape.what, provenance)) {
        written = writeText(row, 0, line.name, Style::Bold) && written;
        if (line.kind == Kind::Integer && line.number) {
            const std::string digits = std::to_string(*line.number);
            written = m_book->writeNumber(row, 1, digits.c_str(), Style::Plain) && written;
        } else {
            m_scratch = line.text.toUtf8().toStdString();
            if (line.number) {
                appendPlain(m_scratch, line.kind, {false, *line.number, {}});
            }
            written = writeText(row, 1, m_scratch) && written;
        }
        ++row;
    }
    return written ? Result<void>() : m_file.writingFailed(EIO);
}

Result<void> XlsxWriter::end(const ExportProvenance &provenance)
{
    if (auto noted = noteSheetSize(); !noted) {
        return noted;
    }
    if (auto reported = addProvenance(provenance); !reported) {
        return reported;
    }
    const int problem = m_book->close();
    m_book.reset();
    if (problem != 0) {
        return m_file.writingFailed(problem);
    }
    return checkWhole();
}

Result<void> XlsxWriter::checkWhole() const
{
    const auto sizes = zipContents(m_file.temporaryPath());
    bool whole = sizes.has_value();
    for (size_t i = 0; whole && i < m_sheetSizes.size(); ++i) {
        const QString name = QStringLiteral("xl/worksheets/sheet%1.xml").arg(i + 1);
        // A sheet has at least this many bytes besides its rows.
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
