// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/delimitedtext.h"

#include <QStringDecoder>

namespace relaybook {
namespace {

constexpr QChar quote = u'"';
constexpr QChar byteOrderMark = QChar(0xfeff);

bool isLineEnd(QChar character)
{
    return character == u'\n' || character == u'\r';
}

/// The separator of the first row that has one.
QChar separatorOf(const QString &text)
{
    bool inQuotes = false;
    bool isFieldStart = true;
    bool tab = false;
    bool semicolon = false;
    bool comma = false;
    for (const QChar each : text) {
        if (each == quote && (inQuotes || isFieldStart)) {
            inQuotes = !inQuotes;
        } else if (!inQuotes) {
            tab = tab || each == u'\t';
            semicolon = semicolon || each == u';';
            comma = comma || each == u',';
            const bool isSeparator = each == u'\t' || each == u';' || each == u',';
            isFieldStart = isSeparator || isLineEnd(each) || each == byteOrderMark ||
                           (isFieldStart && each == u' ');
            if (isLineEnd(each) && (tab || semicolon || comma)) {
                break;
            }
        }
    }
    if (tab) {
        return u'\t';
    }
    if (semicolon) {
        return u';';
    }
    return comma ? QChar(u',') : QChar();
}

class Reader
{
public:
    Reader(const QString &text, int mostRows)
        : m_text(text)
        , m_mostRows(mostRows)
    {
        m_table.separator = separatorOf(text);
        m_at = text.startsWith(byteOrderMark) ? 1 : 0;
    }

    DelimitedTable read()
    {
        while (m_at < m_text.size() && !m_table.isCut) {
            readRow();
        }
        return std::move(m_table);
    }

private:
    void readRow()
    {
        DelimitedRow row;
        row.number = m_line;
        bool isMore = true;
        while (isMore) {
            row.fields.append(readField().trimmed());
            isMore = m_at < m_text.size() && !isLineEnd(m_text.at(m_at));
            if (isMore) {
                ++m_at; // the separator
            }
        }
        endLine();
        if (row.fields.join(QString()).isEmpty()) {
            return;
        }
        if (static_cast<int>(m_table.rows.size()) == m_mostRows) {
            m_table.isCut = true;
            return;
        }
        m_table.rows.push_back(std::move(row));
    }
    QString readField()
    {
        while (m_at < m_text.size() && m_text.at(m_at) == u' ') {
            ++m_at; // before a quote
        }
        if (m_at < m_text.size() && m_text.at(m_at) == quote) {
            return readQuoted();
        }
        return readPlain();
    }
    QString readPlain()
    {
        const qsizetype from = m_at;
        while (m_at < m_text.size() && !isFieldEnd(m_text.at(m_at))) {
            ++m_at;
        }
        return m_text.mid(from, m_at - from);
    }
    QString readQuoted()
    {
        QString field;
        ++m_at;
        while (m_at < m_text.size()) {
            const QChar each = m_text.at(m_at++);
            if (each != quote) {
                m_line += each == u'\n' ? 1 : 0;
                field.append(each);
            } else if (m_at < m_text.size() && m_text.at(m_at) == quote) {
                field.append(quote);
                ++m_at;
            } else {
                return QString(field +
                               readPlain()); // text after the closing quote belongs to the field
            }
        }
        m_table.isQuoteOpen = true;
        return field;
    }
    [[nodiscard]] bool isFieldEnd(QChar each) const
    {
        return isLineEnd(each) || (!m_table.separator.isNull() && each == m_table.separator);
    }
    void endLine()
    {
        if (m_at >= m_text.size()) {
            return;
        }
        const bool isPair =
            m_text.at(m_at) == u'\r' && m_at + 1 < m_text.size() && m_text.at(m_at + 1) == u'\n';
        m_at += isPair ? 2 : 1;
        ++m_line;
    }

    const QString &m_text;
    const int m_mostRows;
    DelimitedTable m_table;
    qsizetype m_at = 0;
    int m_line = 1;
};

} // namespace

std::optional<QString> textOfFile(const QByteArray &bytes)
{
    const auto marked = QStringConverter::encodingForData(bytes);
    QStringDecoder decode(marked.value_or(QStringConverter::Utf8));
    QString text = decode(bytes);
    if (decode.hasError() || text.contains(QChar(u'\0'))) {
        return std::nullopt;
    }
    return text;
}

DelimitedTable readDelimited(const QString &text, int mostRows)
{
    return Reader(text, mostRows).read();
}

} // namespace relaybook
