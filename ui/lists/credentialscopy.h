// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the credentials of the selected rows, a line for each, to the clipboard for a short time.
#pragma once

#include "ui/lists/credentialchoice.h"
#include "ui/lists/selectedrowswalk.h"

namespace relaybook {

class SecretClipboard;

/// The result of copying the selected rows.
struct CredentialsCopied
{
    qint64 copied = 0;
    qint64 notKnown = 0;   ///< their credentials, or a part of them, are not known
    qint64 notOneLine = 0; ///< their credentials do not fit into one line
    qint64 unclear = 0;    ///< of those copied: other programs cannot split them again
    qint64 gone = 0;       ///< removed from the table while the others were copied
    friend bool operator==(const CredentialsCopied &, const CredentialsCopied &) = default;
};

class CredentialsCopier : public QObject
{
    Q_OBJECT

public:
    using AccessOfRow = std::function<ProxyAccess(int row, ProxyProtocol protocol)>;

    CredentialsCopier(TableView &table, KeyedTableModel &model, SecretClipboard &clipboard,
                      AccessOfRow access, QObject *parent);

    /// The rows that are selected now.
    [[nodiscard]] SelectedRowsWalk::Rows selected() const { return m_walk.selected(); }
    /// Copies in the order on screen. If no row has credentials, the clipboard keeps what it has.
    void start(SelectedRowsWalk::Rows rows, const CredentialChoice &choice);
    void cancel() { m_walk.cancel(); }
    /// The answers to unclear().
    void copyLines();
    void discardLines();
    /// Whether the row can be copied with this choice.
    [[nodiscard]] bool canCopy(int row, const CredentialChoice &choice) const;
    [[nodiscard]] ProxyAccess accessOf(int row, ProxyProtocol protocol) const
    {
        return m_access(row, protocol);
    }

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);
    /// Some lines are unclear. Nothing is copied before copyLines() is called.
    void unclear(const relaybook::CredentialsCopied &result);
    void finished(const relaybook::CredentialsCopied &result);
    void cancelled();

private:
    void addLine(const CredentialTemplate::Line &line);
    void finish(qint64 gone);

    SecretClipboard &m_clipboard;
    AccessOfRow m_access;
    SelectedRowsWalk m_walk;
    CredentialsCopied m_result;
    QByteArray m_lines;
};

} // namespace relaybook
