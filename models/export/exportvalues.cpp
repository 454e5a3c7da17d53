// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportvalues.h"

#include <algorithm>

namespace relaybook {

QString exportFormatName(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return QStringLiteral("csv");
    case ExportFormat::CsvExcel:
        return QStringLiteral("csv-excel");
    case ExportFormat::Json:
        return QStringLiteral("json");
    case ExportFormat::Xlsx:
        return QStringLiteral("xlsx");
    }
    return {};
}

std::optional<ExportFormat> exportFormatNamed(const QString &name)
{
    for (const ExportFormat format : allExportFormats) {
        if (exportFormatName(format) == name) {
            return format;
        }
    }
    return std::nullopt;
}

QString exportFileEnding(ExportFormat format)
{
    return exportFormatName(format == ExportFormat::CsvExcel ? ExportFormat::Csv : format);
}

bool isExportFileEnding(const QString &ending)
{
    return std::any_of(
        std::begin(allExportFormats), std::end(allExportFormats),
        [&ending](ExportFormat format) { return exportFileEnding(format) == ending.toLower(); });
}

bool hasProvenanceFile(ExportFormat format)
{
    return format == ExportFormat::Csv || format == ExportFormat::CsvExcel;
}

QString exportWhatName(ExportWhat what)
{
    switch (what) {
    case ExportWhat::Transactions:
        return QStringLiteral("transactions");
    case ExportWhat::Proxies:
        return QStringLiteral("proxies");
    case ExportWhat::SubUsers:
        return QStringLiteral("sub-users");
    case ExportWhat::Orders:
        return QStringLiteral("orders");
    case ExportWhat::Breaks:
        return QStringLiteral("ledger-breaks");
    }
    return {};
}

} // namespace relaybook
