// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/credentialscopy.h"

#include "ui/lists/secretclipboard.h"
#include "ui/lists/secretfile.h"

#include <QThreadPool>

namespace relaybook {

CredentialLines::CredentialLines(const CredentialChoice &choice)
    : m_template(choice.lineTemplate())
    , m_linesOfRow(choice.lines())
{
}

void CredentialLines::addRow(const ProxyAccess &access)
{
    for (int i = 0; i < m_linesOfRow; ++i) {
        if (!addLine(m_template.fill(access, {m_result.lines + 1, i}))) {
            return; // the others would miss the same
        }
    }
    ++m_result.copied;
}

bool CredentialLines::addLine(const CredentialTemplate::Line &line)
{
    switch (line.state) {
    case CredentialTemplate::Line::Written:
        if (!m_lines.isEmpty()) {
            m_lines.append('\n');
        }
        m_lines.append(line.text.reveal());
        ++m_result.lines;
        m_result.unclear += line.isUnclear ? 1 : 0;
        return true;
    case CredentialTemplate::Line::NotKnown:
        ++m_result.notKnown;
        break;
    case CredentialTemplate::Line::NotOneLine:
        ++m_result.notOneLine;
        break;
    }
    return false;
}

Secret CredentialLines::take()
{
    return Secret(std::exchange(m_lines, {}));
}

CredentialsCopier::CredentialsCopier(TableView &table, KeyedTableModel &model,
                                     SecretClipboard &clipboard, AccessOfRow access,
                                     QObject *parent)
    : QObject(parent)
    , m_clipboard(clipboard)
    , m_access(std::move(access))
    , m_walk(table, model, this)
    , m_mailbox(std::make_shared<Mailbox<CredentialsCopier>>(*this))
{
    connect(&m_walk, &SelectedRowsWalk::progressed, this, &CredentialsCopier::progressed);
    connect(&m_walk, &SelectedRowsWalk::finished, this, &CredentialsCopier::finish);
    connect(&m_walk, &SelectedRowsWalk::cancelled, this, &CredentialsCopier::discardLines);
}

CredentialsCopier::~CredentialsCopier()
{
    m_mailbox->close();
}

void CredentialsCopier::start(SelectedRowsWalk::Rows rows, const CredentialChoice &choice,
                              const QString &path)
{
    cancel();
    m_lines = CredentialLines(choice);
    m_result = {};
    m_result.path = path;
    m_walk.start(std::move(rows), [this, protocol = choice.protocol](int row) {
        m_lines.addRow(m_access(row, protocol));
    });
}

bool CredentialsCopier::canCopy(int row, const CredentialChoice &choice) const
{
    const auto line = choice.lineTemplate().fill(m_access(row, choice.protocol));
    return line.state == CredentialTemplate::Line::Written;
}

void CredentialsCopier::finish(qint64 gone)
{
    const QString path = m_result.path;
    m_result = m_lines.result();
    m_result.path = path;
    m_result.gone = gone;
    if (m_result.unclear > 0) {
        Q_EMIT unclear(m_result);
    } else {
        copyLines();
    }
}

void CredentialsCopier::discardLines()
{
    (void)m_lines.take();
    Q_EMIT cancelled();
}

void CredentialsCopier::copyLines()
{
    const Secret lines = m_lines.take();
    if (m_result.copied > 0 && !m_result.path.isEmpty()) {
        save(lines);
        return;
    }
    if (m_result.copied > 0) {
        m_clipboard.copy(lines);
    }
    Q_EMIT finished(m_result);
}

// On another thread, as a disk can be slow.
void CredentialsCopier::save(const Secret &lines)
{
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, lines, result = m_result] {
        CredentialsCopied saved = result;
        saved.problem =
            writeForUserOnly(saved.path, Secret(lines.reveal() + '\n')).value_or(QString());
        mailbox->post([saved](CredentialsCopier &copier) { Q_EMIT copier.finished(saved); });
    });
}

} // namespace relaybook
