// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/credentialscopy.h"

#include "ui/lists/secretclipboard.h"

namespace relaybook {

CredentialsCopier::CredentialsCopier(TableView &table, KeyedTableModel &model,
                                     SecretClipboard &clipboard, AccessOfRow access,
                                     QObject *parent)
    : QObject(parent)
    , m_clipboard(clipboard)
    , m_access(std::move(access))
    , m_walk(table, model, this)
{
    connect(&m_walk, &SelectedRowsWalk::progressed, this, &CredentialsCopier::progressed);
    connect(&m_walk, &SelectedRowsWalk::finished, this, &CredentialsCopier::finish);
    connect(&m_walk, &SelectedRowsWalk::cancelled, this, &CredentialsCopier::discardLines);
}

void CredentialsCopier::start(SelectedRowsWalk::Rows rows, const CredentialChoice &choice)
{
    cancel();
    m_result = {};
    m_lines.clear();
    m_walk.start(std::move(rows), [this, protocol = choice.protocol, line = choice.lineTemplate()](
                                      int row) { addLine(line.fill(m_access(row, protocol))); });
}

bool CredentialsCopier::canCopy(int row, const CredentialChoice &choice) const
{
    const auto line = choice.lineTemplate().fill(m_access(row, choice.protocol));
    return line.state == CredentialTemplate::Line::Written;
}

void CredentialsCopier::addLine(const CredentialTemplate::Line &line)
{
    switch (line.state) {
    case CredentialTemplate::Line::Written:
        if (!m_lines.isEmpty()) {
            m_lines.append('\n');
        }
        m_lines.append(line.text.reveal());
        ++m_result.copied;
        m_result.unclear += line.isUnclear ? 1 : 0;
        break;
    case CredentialTemplate::Line::NotKnown:
        ++m_result.notKnown;
        break;
    case CredentialTemplate::Line::NotOneLine:
        ++m_result.notOneLine;
        break;
    }
}

void CredentialsCopier::finish(qint64 gone)
{
    m_result.gone = gone;
    if (m_result.unclear > 0) {
        Q_EMIT unclear(m_result);
    } else {
        copyLines();
    }
}

void CredentialsCopier::discardLines()
{
    m_lines.fill('\0');
    m_lines.clear();
    Q_EMIT cancelled();
}

void CredentialsCopier::copyLines()
{
    const Secret lines(std::exchange(m_lines, {}));
    if (m_result.copied > 0) {
        m_clipboard.copy(lines);
    }
    Q_EMIT finished(m_result);
}

} // namespace relaybook
