// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/listcopying.h"

#include "models/tables/keyedtablemodel.h"
#include "models/text/format.h"
#include "ui/lists/copycredentialsdialog.h"
#include "ui/lists/credentialscopy.h"
#include "ui/lists/listnote.h"
#include "ui/lists/rowscopy.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/secretfile.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/unclearlines.h"
#include "ui/lists/undobar.h"
#include "ui/widgets/tableview.h"

#include <QAbstractButton>
#include <QDir>
#include <QPointer>

namespace relaybook {

ListCopying::ListCopying(Parts parts)
    : m_parts(std::move(parts))
    , m_rows(std::make_unique<RowsCopier>(m_parts.table, m_parts.model, nullptr))
{
    connect(m_rows.get(), &RowsCopier::progressed, this, &ListCopying::showProgress);
    connect(m_rows.get(), &RowsCopier::finished, this, [this](qint64 rows) {
        m_parts.cancelButton.hide();
        m_parts.note.say(
            tr("%1 row(s) copied", nullptr, static_cast<int>(rows)).arg(format::count(rows)));
    });
    connect(m_rows.get(), &RowsCopier::cancelled, this, &ListCopying::showCancelled);
    connect(&m_parts.cancelButton, &QAbstractButton::clicked, this, &ListCopying::cancel);
}

ListCopying::~ListCopying() = default;

void ListCopying::addCredentials(std::function<ProxyAccess(int, ProxyProtocol)> access,
                                 CredentialFormat atFirst)
{
    m_formatAtFirst = atFirst;
    m_credentials = std::make_unique<CredentialsCopier>(
        m_parts.table, m_parts.model, m_parts.secrets, std::move(access), nullptr);
    const CredentialsCopier *copier = m_credentials.get();
    connect(copier, &CredentialsCopier::progressed, this, &ListCopying::showProgress);
    connect(copier, &CredentialsCopier::cancelled, this, &ListCopying::showCancelled);
    connect(copier, &CredentialsCopier::finished, this, &ListCopying::showCopied);
    connect(copier, &CredentialsCopier::unclear, this, &ListCopying::askAboutUnclear);
}

CredentialChoice ListCopying::choice() const
{
    return storedChoice(m_parts.context.settings, m_parts.name, m_formatAtFirst);
}

bool ListCopying::canCopyCredentials(const CredentialChoice &choice) const
{
    if (m_credentials == nullptr || !m_parts.selection.hasSelection()) {
        return false;
    }
    // For several rows, this is known only after all of them were read.
    return m_parts.selection.selectedRows() > 1 ||
           m_credentials->canCopy(m_parts.selection.firstSelectedRow(), choice);
}

void ListCopying::copyRows()
{
    m_parts.selection.keepFirst();
    cancel();
    m_rows->start();
}

void ListCopying::copyCredentials(const CredentialChoice &choice)
{
    m_parts.selection.keepFirst();
    const qint64 lines = m_parts.selection.selectedRows() * choice.lines();
    if (choice.lines() > 1 && lines > CredentialChoice::mostInAll) {
        openCredentialsDialog(m_parts.table.window()); // which says why
        return;
    }
    copyCredentials(m_credentials->selected(), choice);
}

void ListCopying::copyCredentials(SelectedRowsWalk::Rows rows, const CredentialChoice &choice,
                                  const QString &path)
{
    cancel();
    m_credentials->start(std::move(rows), choice, path);
}

void ListCopying::openCredentialsDialog(QWidget *parent)
{
    m_parts.selection.keepFirst();
    // Keeps the rows that the dialog names, because the selection may change while it is open.
    const SelectedRowsWalk::Rows rows = m_credentials->selected();
    const auto example = [this, key = rows.front().first](ProxyProtocol protocol) {
        const int row = m_parts.model.rowOf(key);
        return row < 0 ? ProxyAccess() : m_credentials->accessOf(row, protocol);
    };
    auto *dialog = new CopyCredentialsDialog(
        m_parts.context.theme, static_cast<qint64>(rows.size()), choice(), example, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CopyCredentialsDialog::chosen, this,
            [this, rows](const CredentialChoice &chosen) {
                storeChoice(m_parts.context.settings, m_parts.name, chosen);
                copyCredentials(rows, chosen);
                Q_EMIT choiceStored();
            });
    connect(dialog, &CopyCredentialsDialog::fileWanted, this,
            [this, rows](const CredentialChoice &chosen) {
                storeChoice(m_parts.context.settings, m_parts.name, chosen);
                chooseFile(rows, chosen);
                Q_EMIT choiceStored();
            });
    dialog->open();
}

void ListCopying::chooseFile(const SelectedRowsWalk::Rows &rows, const CredentialChoice &choice)
{
    askForSecretFile(m_parts.context.theme,
                     {tr("Save credentials"), tr("Text (*.txt)"), QStringLiteral("txt"),
                      QStringLiteral("credentials.txt")},
                     m_parts.table.window(), this, [this, rows, choice](const QString &path) {
                         copyCredentials(rows, choice, path);
                     });
}

void ListCopying::cancel()
{
    m_rows->cancel();
    if (m_credentials != nullptr) {
        m_credentials->cancel();
    }
}

void ListCopying::showProgress(qint64 done, qint64 total)
{
    m_parts.cancelButton.show();
    m_parts.note.showProgress(
        tr("Copying: %1 of %2 rows").arg(format::count(done), format::count(total)));
}

void ListCopying::showCancelled()
{
    m_parts.cancelButton.hide();
    m_parts.note.say(tr("Copying was cancelled"));
}

void ListCopying::askAboutUnclear(const CredentialsCopied &result)
{
    m_parts.cancelButton.hide();
    m_parts.note.say({});
    askToCopyUnclear(m_parts.context.theme, {result.unclear, result.lines}, m_parts.table.window(),
                     {[copier = QPointer(m_credentials.get())] {
                          if (copier) {
                              copier->copyLines();
                          }
                      },
                      [copier = QPointer(m_credentials.get())] {
                          if (copier) {
                              copier->discardLines();
                          }
                      }});
}

QStringList ListCopying::leftOutTexts(const CredentialsCopied &result)
{
    const qint64 total = result.copied + result.notKnown + result.notOneLine + result.gone;
    QStringList parts;
    if (result.notKnown > 0) {
        parts.append(
            tr("%1 of %2 have no credentials here.", nullptr, static_cast<int>(result.notKnown))
                .arg(format::count(result.notKnown))
                .arg(format::count(total)));
    }
    if (result.notOneLine > 0) {
        parts.append(
            tr("%1 of %2 do not fit into one line.", nullptr, static_cast<int>(result.notOneLine))
                .arg(format::count(result.notOneLine))
                .arg(format::count(total)));
    }
    if (result.gone > 0) {
        parts.append(
            tr("%1 of %2 left the table meanwhile.", nullptr, static_cast<int>(result.gone))
                .arg(format::count(result.gone))
                .arg(format::count(total)));
    }
    return parts;
}

void ListCopying::showCopied(const CredentialsCopied &result)
{
    m_parts.cancelButton.hide();
    m_parts.note.say({});
    if (!result.path.isEmpty()) {
        showSaved(result);
        return;
    }
    QStringList parts = leftOutTexts(result);
    const bool areAllCopied = parts.isEmpty();
    if (result.copied > 0) {
        parts.append(m_parts.secrets.clearingText());
    }
    QString text = tr("Nothing was copied.");
    if (result.copied > 0) {
        text =
            result.lines == result.copied
                ? tr("Copied the credentials of %1 rows.", nullptr, static_cast<int>(result.copied))
                      .arg(format::count(result.copied))
                : tr("Copied %1 lines with the credentials of %2 rows.")
                      .arg(format::count(result.lines), format::count(result.copied));
    }
    m_parts.undoBar.showBesideUndo(areAllCopied ? Tone::Good : Tone::Warning, text,
                                   parts.join(u' '));
}

void ListCopying::showSaved(const CredentialsCopied &result)
{
    QStringList parts = leftOutTexts(result);
    if (!result.problem.isEmpty()) {
        m_parts.undoBar.showBesideUndo(Tone::Bad, result.problem, {});
        return;
    }
    const Tone tone = parts.isEmpty() ? Tone::Good : Tone::Warning;
    if (result.copied == 0) {
        m_parts.undoBar.showBesideUndo(tone, tr("Nothing was saved."), parts.join(u' '));
        return;
    }
    parts.append(tr("Delete the file when it is no longer needed."));
    m_parts.undoBar.showBesideUndo(
        tone,
        tr("Saved %1 lines with credentials in “%2”.")
            .arg(format::count(result.lines), QDir::toNativeSeparators(result.path)),
        parts.join(u' '));
}

} // namespace relaybook
