// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tablecopy.h"

#include "models/cellroles.h"
#include "models/text/privacymode.h"
#include "ui/widgets/tabledelegate.h"

#include <QAbstractItemModel>
#include <QItemSelection>
#include <QMimeData>

#include <algorithm>

namespace relaybook {

namespace {

constexpr qint64 htmlLimit = 20000;

// Puts a cell on one line: a tab or a line break inside it would move the cells after it.
QString cleaned(QString text)
{
    static const QString breaks = QStringLiteral("\t\r\n");
    for (QChar &c : text) {
        if (breaks.contains(c) || c == QChar::LineSeparator || c == QChar::ParagraphSeparator) {
            c = QLatin1Char(' ');
        }
    }
    return text;
}

QString asText(const QAbstractItemModel &model, const QList<RowRange> &ranges,
               const QList<int> &columns)
{
    QString out;
    const auto end = [&out](bool last) { out += QLatin1Char(last ? '\n' : '\t'); };
    for (int i = 0; i < columns.size(); ++i) {
        out += copiedHeader(model, columns.at(i));
        end(i + 1 == columns.size());
    }
    for (const RowRange &range : ranges) {
        for (int row = range.first; row <= range.last; ++row) {
            for (int i = 0; i < columns.size(); ++i) {
                out += copiedCell(model.index(row, columns.at(i)));
                end(i + 1 == columns.size());
            }
        }
    }
    return out;
}

void appendHtmlRow(QString &out, const QAbstractItemModel &model, int row,
                   const QList<int> &columns)
{
    out += QLatin1StringView("<tr>");
    for (const int column : columns) {
        const QModelIndex index = model.index(row, column);
        out += standsAtEnd(cellKind(index)) ? QLatin1StringView("<td align=\"right\">")
                                            : QLatin1StringView("<td>");
        out += copiedCell(index).toHtmlEscaped();
        out += QLatin1StringView("</td>");
    }
    out += QLatin1StringView("</tr>\n");
}

QString asHtml(const QAbstractItemModel &model, const QList<RowRange> &ranges,
               const QList<int> &columns)
{
    QString out = QStringLiteral("<table>\n<tr>");
    for (const int column : columns) {
        out += QStringLiteral("<th>%1</th>").arg(copiedHeader(model, column).toHtmlEscaped());
    }
    out += QLatin1StringView("</tr>\n");
    for (const RowRange &range : ranges) {
        for (int row = range.first; row <= range.last; ++row) {
            appendHtmlRow(out, model, row, columns);
        }
    }
    out += QLatin1StringView("</table>\n");
    return out;
}

} // namespace

QString copiedCell(const QModelIndex &index)
{
    const RealTexts copied;
    const QVariant exact = index.data(CopyTextRole);
    QString text = cleaned((exact.isValid() ? exact : index.data(Qt::DisplayRole)).toString());
    // A number may begin with a sign, but a spreadsheet takes a name or note that does for a
    // formula.
    static const QString starters = QStringLiteral("=+-@");
    if (!text.isEmpty() && starters.contains(text.at(0)) && !standsAtEnd(cellKind(index))) {
        text.prepend(QLatin1Char('\''));
    }
    return text;
}

QString copiedHeader(const QAbstractItemModel &model, int column)
{
    return cleaned(model.headerData(column, Qt::Horizontal).toString());
}

QList<RowRange> selectedRanges(const QItemSelection &selection)
{
    QList<RowRange> ranges;
    ranges.reserve(selection.size());
    for (const QItemSelectionRange &range : selection) {
        if (range.isValid()) {
            ranges.append({range.top(), range.bottom()});
        }
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const RowRange &a, const RowRange &b) { return a.first < b.first; });
    QList<RowRange> merged;
    for (const RowRange &range : std::as_const(ranges)) {
        if (!merged.isEmpty() && range.first <= merged.constLast().last + 1) {
            merged.last().last = std::max(merged.constLast().last, range.last);
        } else {
            merged.append(range);
        }
    }
    return merged;
}

qint64 countRows(const QList<RowRange> &ranges)
{
    qint64 rows = 0;
    for (const RowRange &range : ranges) {
        rows += static_cast<qint64>(range.last) - range.first + 1;
    }
    return rows;
}

std::unique_ptr<QMimeData> copyRows(const QAbstractItemModel &model, const QList<RowRange> &ranges,
                                    const QList<int> &columns)
{
    const RealTexts copied;
    auto data = std::make_unique<QMimeData>();
    data->setText(asText(model, ranges, columns));
    if (countRows(ranges) <= htmlLimit) {
        data->setHtml(asHtml(model, ranges, columns));
    }
    return data;
}

} // namespace relaybook
