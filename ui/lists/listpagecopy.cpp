// SPDX-License-Identifier: GPL-3.0-or-later
// How a list page copies the selected rows, and their credentials.
#include "models/format.h"
#include "ui/lists/copycredentialsdialog.h"
#include "ui/lists/credentialscopy.h"
#include "ui/lists/listpage.h"
#include "ui/lists/rowscopy.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tablecopy.h"
#include "ui/widgets/tableview.h"

#include <QItemSelection>
#include <QMenu>
#include <QPushButton>

namespace relaybook {

namespace {

int firstSelectedRow(const TableView &table)
{
    const auto ranges = selectedRanges(table.selectionModel()->selection());
    return ranges.isEmpty() ? -1 : ranges.first().first;
}

} // namespace

void ListPage::connectCopier()
{
    connect(m_copier, &RowsCopier::progressed, this, &ListPage::showCopying);
    connect(m_copier, &RowsCopier::finished, this, [this](qint64 rows) {
        m_cancelCopy->hide();
        say(tr("%n row(s) copied", nullptr, static_cast<int>(rows)));
    });
    connect(m_copier, &RowsCopier::cancelled, this, &ListPage::showCopyCancelled);
    connect(m_cancelCopy, &QPushButton::clicked, this, &ListPage::cancelCopying);
}

void ListPage::showCopying(qint64 done, qint64 total)
{
    m_cancelCopy->show();
    m_messageTimer.stop();
    m_message = tr("Copying: %1 of %2 rows").arg(format::count(done), format::count(total));
    showNote();
}

void ListPage::showCopyCancelled()
{
    m_cancelCopy->hide();
    say(tr("Copying was cancelled"));
}

void ListPage::cancelCopying()
{
    m_copier->cancel();
    if (m_credentialsCopier != nullptr) {
        m_credentialsCopier->cancel();
    }
}

void ListPage::copyRows()
{
    m_selection->keepFirst();
    cancelCopying();
    m_copier->start();
}

// ---- credentials

void ListPage::addCredentialsCopy(std::function<ProxyAccess(int, ProxyProtocol)> access,
                                  CredentialFormat atFirst)
{
    m_formatAtFirst = atFirst;
    m_credentialsCopier =
        new CredentialsCopier(*m_table, *m_model, *m_secrets, std::move(access), this);
    connect(m_credentialsCopier, &CredentialsCopier::progressed, this, &ListPage::showCopying);
    connect(m_credentialsCopier, &CredentialsCopier::cancelled, this, &ListPage::showCopyCancelled);
    connect(m_credentialsCopier, &CredentialsCopier::finished, this, &ListPage::showCopied);
}

void ListPage::addCopyCredentialsActions(QMenu &menu)
{
    QAction *copy = menu.addAction(theme().icon(Icon::Key), tr("Copy credentials"), this,
                                   [this] { perform(Command::CopyCredentials); });
    copy->setObjectName(QStringLiteral("copyCredentialsAction"));
    copy->setShortcut(QKeySequence(tr("Ctrl+Shift+C")));
    copy->setEnabled(can(Command::CopyCredentials));
    QAction *as = menu.addAction(tr("Copy credentials as…"), this,
                                 [this] { perform(Command::CopyCredentialsAs); });
    as->setObjectName(QStringLiteral("copyCredentialsAsAction"));
    as->setEnabled(can(Command::CopyCredentialsAs));
}

CredentialChoice ListPage::credentialChoice() const
{
    return storedChoice(m_context.settings, m_setup.name, m_formatAtFirst);
}

// Whether several rows have credentials is only known after all were read: the copy says it.
bool ListPage::canCopyCredentials(const CredentialChoice &choice) const
{
    if (m_credentialsCopier == nullptr || !m_selection->hasSelection()) {
        return false;
    }
    return m_selection->selectedRows() > 1 ||
           m_credentialsCopier->canCopy(firstSelectedRow(*m_table), choice);
}

bool ListPage::canCopyCredentials() const
{
    return canCopyCredentials(credentialChoice());
}

void ListPage::copyCredentials(const CredentialChoice &choice)
{
    m_selection->keepFirst();
    cancelCopying();
    m_credentialsCopier->start(choice);
}

void ListPage::openCopyCredentials()
{
    m_selection->keepFirst();
    // By its key: rows may come and go while the dialog is open.
    const auto example =
        [this, key = m_model->keyAt(firstSelectedRow(*m_table))](ProxyProtocol protocol) {
            const int row = m_model->rowOf(key);
            return row < 0 ? ProxyAccess() : m_credentialsCopier->accessOf(row, protocol);
        };
    auto *dialog = new CopyCredentialsDialog(theme(), m_selection->selectedRows(),
                                             credentialChoice(), example, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CopyCredentialsDialog::chosen, this, [this](const CredentialChoice &choice) {
        storeChoice(m_context.settings, m_setup.name, choice);
        copyCredentials(choice);
        Q_EMIT commandsChanged();
    });
    dialog->open();
}

/// Beside the title of a narrow window there is no room for it, and that a secret leaves the
/// clipboard again has to be read.
void ListPage::showCopied(const CredentialsCopied &result)
{
    m_cancelCopy->hide();
    say({});
    const qint64 total = result.copied + result.notKnown + result.notOneLine + result.gone;
    QStringList parts;
    if (result.notKnown > 0) {
        parts.append(
            tr("%n of %1 have no credentials here.", nullptr, static_cast<int>(result.notKnown))
                .arg(format::count(total)));
    }
    if (result.notOneLine > 0) {
        parts.append(
            tr("%n of %1 do not fit into one line.", nullptr, static_cast<int>(result.notOneLine))
                .arg(format::count(total)));
    }
    if (result.gone > 0) {
        parts.append(
            tr("%n of %1 left the table meanwhile.", nullptr, static_cast<int>(result.gone))
                .arg(format::count(total)));
    }
    const bool areAllCopied = parts.isEmpty();
    if (result.copied > 0) {
        parts.append(tr("The clipboard will be cleared shortly."));
    }
    m_undoBar->sayBesideOffer(areAllCopied ? Tone::Good : Tone::Warning,
                              result.copied > 0 ? tr("Copied the credentials of %n rows.", nullptr,
                                                     static_cast<int>(result.copied))
                                                : tr("Nothing was copied."),
                              parts.join(u' '));
}

} // namespace relaybook
