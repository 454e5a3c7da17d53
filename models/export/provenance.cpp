// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/provenance.h"

#include "models/export/exporttext.h"

namespace relaybook {
namespace {

using Kind = ExportColumn::Kind;

ProvenanceLine textLine(const char *name, const QString &text)
{
    return {name, Kind::Text, text, std::nullopt};
}

ProvenanceLine numberLine(const char *name, std::optional<qint64> number)
{
    return {name, Kind::Integer, {}, number};
}

ProvenanceLine flagLine(const char *name, std::optional<bool> flag)
{
    return {name, Kind::Flag, {}, flag ? std::optional<qint64>(*flag ? 1 : 0) : std::nullopt};
}

ProvenanceLine timeLine(const char *name, const std::optional<Instant> &time)
{
    return {name, Kind::Time, {}, time ? std::optional(toMillis(*time)) : std::nullopt};
}

void appendValue(std::string &out, const ProvenanceLine &line)
{
    if (line.kind == Kind::Text && !line.text.isEmpty()) {
        appendJsonText(out, line.text.toUtf8().toStdString());
    } else if (line.number) {
        std::string text;
        appendPlain(text, line.kind, {false, *line.number, {}});
        if (line.kind == Kind::Time) {
            appendJsonText(out, text);
        } else {
            out += text;
        }
    } else {
        out += "null";
    }
}

} // namespace

std::vector<ProvenanceLine> provenanceLines(ExportWhat what, const ExportProvenance &provenance)
{
    return {
        textLine("program", QStringLiteral("Relaybook " RELAYBOOK_VERSION)),
        textLine("what", exportWhatName(what)),
        textLine("service", provenance.service),
        textLine("account_id", provenance.account),
        textLine("account_name", provenance.accountName),
        textLine("account_email", provenance.accountEmail),
        timeLine("as_of", provenance.asOf),
        timeLine("exported_at", provenance.exportedAt),
        textLine("filter", provenance.filter),
        timeLine("filter_from", provenance.from),
        timeLine("filter_until", provenance.until),
        textLine("filter_time_zone", provenance.zone),
        textLine("columns", provenance.columns.join(QLatin1Char(' '))),
        numberLine("rows", provenance.rows),
        numberLine("rows_unreadable", provenance.unreadable),
        numberLine("rows_stored", provenance.stored),
        numberLine("rows_at_service", provenance.serviceTotal),
        flagLine("complete", provenance.complete),
        textLine("ledger", provenance.verdict),
        numberLine("texts_cut", provenance.cutTexts),
        textLine("sha256", QString::fromLatin1(provenance.sha256)),
        textLine("sha256_of", QStringLiteral("the rows as CSV (RFC 4180, UTF-8) in the order and "
                                             "columns of this file, without the header line")),
    };
}

void appendProvenanceJson(std::string &out, ExportWhat what, const ExportProvenance &provenance,
                          std::string_view indent)
{
    out += '{';
    bool first = true;
    for (const ProvenanceLine &line : provenanceLines(what, provenance)) {
        out += first ? "\n" : ",\n";
        first = false;
        out.append(indent);
        out += "  ";
        appendJsonText(out, line.name);
        out += ": ";
        appendValue(out, line);
    }
    out += '\n';
    out.append(indent);
    out += '}';
}

QString provenancePathOf(const QString &path)
{
    return path + QStringLiteral(".provenance.json");
}

} // namespace relaybook
