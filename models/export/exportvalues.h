// SPDX-License-Identifier: GPL-3.0-or-later
// What an export is made of: columns of a kind, cells that point into the row being read, what is
// asked for and what it came to. Times are milliseconds since 1970 in UTC, money 10^-8 dollars,
// traffic 10^-9 GB, as in the store.

#pragma once

#include "api/types/instant.h"
#include "models/tables/tablecolumn.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace relaybook {

struct ExportColumn
{
    using Kind = FileColumn::Kind;
    QString name; ///< lasting, as it stands in the file: "balance_after"
    Kind kind = Kind::Text;
    friend bool operator==(const ExportColumn &, const ExportColumn &) = default;
};

/// One value of the row that is being read; `text` lives until the next row is.
struct ExportCell
{
    bool absent = true;
    std::int64_t number = 0; ///< all kinds but Text and Json
    std::string_view text;   ///< UTF-8; Text and Json
};

using ExportCells = std::vector<ExportCell>;

enum class ExportFormat { Csv, Json, Xlsx };

/// What the rows are, for the name of the sheet and of the list in the file.
enum class ExportWhat { Transactions, Proxies, SubUsers, Orders, Breaks };

/// Where the rows came from; the last ones are filled in while they are written.
struct ExportProvenance
{
    QString account; ///< as the service names it
    QString accountName;
    QString accountEmail;
    QString service;
    QString filter;               ///< in words; empty: everything
    std::optional<Instant> from;  ///< what days of a filter are, wherever they are read
    std::optional<Instant> until; ///< not included
    std::optional<Instant> asOf;  ///< when the newest end of it was last read from the service
    std::optional<qint64> stored;
    std::optional<qint64> serviceTotal; ///< as the service tells it
    QString verdict;                    ///< on the chain of balances, in words; ledger only
    Instant exportedAt{};
    QStringList columns;
    qint64 rows = 0;
    qint64 unreadable = 0; ///< rows among them that could not be read
    qint64 cutTexts = 0;   ///< longer than a cell of a spreadsheet can be
    QByteArray sha256;     ///< of the rows as CSV without the header line; hexadecimal
    friend bool operator==(const ExportProvenance &, const ExportProvenance &) = default;
};

struct ExportOutcome
{
    QString path;
    QString provenancePath; ///< of a file beside it; empty where it is inside
    qint64 rows = 0;
    qint64 unreadable = 0; ///< rows among them that could not be read
    qint64 bytes = 0;
    qint64 cutTexts = 0;
    QByteArray sha256;
    friend bool operator==(const ExportOutcome &, const ExportOutcome &) = default;
};

/// "csv", "json", "xlsx".
[[nodiscard]] QString exportFormatName(ExportFormat format);
[[nodiscard]] std::optional<ExportFormat> exportFormatNamed(const QString &name);
/// "transactions", "proxies", "sub-users", "orders", "ledger-breaks".
[[nodiscard]] QString exportWhatName(ExportWhat what);

} // namespace relaybook
