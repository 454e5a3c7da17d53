// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the credentials of the selected rows, a line or more for each, to the clipboard for a
// short time, or saves them in a file.
#pragma once

#include "api/types/mailbox.h"
#include "ui/lists/credentialchoice.h"
#include "ui/lists/selectedrowswalk.h"

#include <memory>

namespace relaybook {

class SecretClipboard;

/// The result of copying the selected rows.
struct CredentialsCopied
{
    qint64 copied = 0;     ///< rows
    qint64 lines = 0;      ///< of these rows
    qint64 notKnown = 0;   ///< their credentials, or a part of them, are not known
    qint64 notOneLine = 0; ///< their credentials do not fit into one line
    qint64 unclear = 0;    ///< lines that other programs cannot split again
    qint64 gone = 0;       ///< removed from the table while the others were copied
    QString path;          ///< of the file; empty: the clipboard
    QString problem;       ///< why the file was not saved; empty if it was
    friend bool operator==(const CredentialsCopied &, const CredentialsCopied &) = default;
};

/// Collects the lines of rows, in order.
class CredentialLines
{
public:
    explicit CredentialLines(const CredentialChoice &choice = {});

    void addRow(const ProxyAccess &access);
    [[nodiscard]] const CredentialsCopied &result() const { return m_result; }
    /// All lines, which are no longer in this object then.
    [[nodiscard]] Secret take();

private:
    [[nodiscard]] bool addLine(const CredentialTemplate::Line &line);

    CredentialTemplate m_template;
    int m_linesOfRow;
    QByteArray m_lines;
    CredentialsCopied m_result;
};

class CredentialsCopier : public QObject
{
    Q_OBJECT

public:
    using AccessOfRow = std::function<ProxyAccess(int row, ProxyProtocol protocol)>;

    CredentialsCopier(TableView &table, KeyedTableModel &model, SecretClipboard &clipboard,
                      AccessOfRow access, QObject *parent);
    ~CredentialsCopier() override;

    /// The rows that are selected now.
    [[nodiscard]] SelectedRowsWalk::Rows selected() const { return m_walk.selected(); }
    /// Copies in the order on screen, or saves in the file `path` if it is not empty. If no row has
    /// credentials, the clipboard or the file keeps what it has.
    void start(SelectedRowsWalk::Rows rows, const CredentialChoice &choice,
               const QString &path = {});
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
    void save(const Secret &lines);
    void finish(qint64 gone);

    SecretClipboard &m_clipboard;
    AccessOfRow m_access;
    SelectedRowsWalk m_walk;
    std::shared_ptr<Mailbox<CredentialsCopier>> m_mailbox;
    CredentialLines m_lines;
    CredentialsCopied m_result;
};

} // namespace relaybook
