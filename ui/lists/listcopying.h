// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the selected rows of a list page, or their credentials, and reports the result.
#pragma once

#include "ui/base/page.h"
#include "ui/lists/credentialchoice.h"
#include "ui/lists/selectedrowswalk.h"

#include <QObject>

#include <functional>
#include <memory>

class QAbstractButton;

namespace relaybook {

class CredentialsCopier;
class ListNote;
class RowsCopier;
class SecretClipboard;
class SelectionKeeper;
class UndoBar;
struct CredentialsCopied;

/// One copy runs at a time: a new one cancels the one before.
class ListCopying : public QObject
{
    Q_OBJECT

public:
    /// The parts of the page. They must outlive this object.
    struct Parts
    {
        const PageContext &context;
        QString name; ///< of the page in the settings
        TableView &table;
        KeyedTableModel &model;
        SelectionKeeper &selection;
        SecretClipboard &secrets;
        ListNote &note;
        UndoBar &undoBar;
        QAbstractButton &cancelButton; ///< shown while rows are copied
    };
    explicit ListCopying(Parts parts);
    ~ListCopying() override;

    /// See ListPage::addCredentialsCopy().
    void addCredentials(std::function<ProxyAccess(int row, ProxyProtocol protocol)> access,
                        CredentialFormat atFirst);
    [[nodiscard]] bool hasCredentials() const { return m_credentials != nullptr; }
    /// The user's choice for this page.
    [[nodiscard]] CredentialChoice choice() const;
    /// Whether the selected rows may have credentials to copy with this choice.
    [[nodiscard]] bool canCopyCredentials(const CredentialChoice &choice) const;

    void copyRows();
    void copyCredentials(const CredentialChoice &choice);
    /// Opens the dialog that asks for a choice, and copies with it.
    void openCredentialsDialog(QWidget *parent);
    void cancel();

Q_SIGNALS:
    /// choice() changed.
    void choiceStored();

private:
    void copyCredentials(SelectedRowsWalk::Rows rows, const CredentialChoice &choice,
                         const QString &path = {});
    void chooseFile(const SelectedRowsWalk::Rows &rows, const CredentialChoice &choice);
    void showSaved(const CredentialsCopied &result);
    [[nodiscard]] static QStringList leftOutTexts(const CredentialsCopied &result);
    void showProgress(qint64 done, qint64 total);
    void showCancelled();
    void askAboutUnclear(const CredentialsCopied &result);
    void showCopied(const CredentialsCopied &result);

    const Parts m_parts;
    std::unique_ptr<RowsCopier> m_rows;
    std::unique_ptr<CredentialsCopier> m_credentials; ///< null: the rows have no credentials
    CredentialFormat m_formatAtFirst = CredentialFormat::Url;
};

} // namespace relaybook
