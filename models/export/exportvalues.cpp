// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/exportvalues.h"

namespace relaybook {

QString exportFormatName(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return QStringLiteral("csv");
    case ExportFormat::Json:
        return QStringLiteral("json");
    case ExportFormat::Xlsx:
        return QStringLiteral("xlsx");
    }
    return {};
}

std::optional<ExportFormat> exportFormatNamed(const QString &name)
{
    for (const ExportFormat format : {ExportFormat::Csv, ExportFormat::Json, ExportFormat::Xlsx}) {
        if (exportFormatName(format) == name) {
            return format;
        }
    }
    return std::nullopt;
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
