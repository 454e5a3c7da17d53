// SPDX-License-Identifier: GPL-3.0-or-later
// How a list page copies the selected rows, and their credentials.
#include "models/text/format.h"
#include "ui/lists/copycredentialsdialog.h"
#include "ui/lists/credentialscopy.h"
#include "ui/lists/listpage.h"
#include "ui/lists/rowscopy.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/lists/undobar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tableview.h"

#include <QMenu>
#include <QPushButton>

namespace relaybook {

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

void ListPage::addCommandForSeveral(const QString &text, const QString &objectName, Command command)
{
    QPushButton *button = addForSeveral(text, objectName);
    connect(button, &QPushButton::clicked, this, [this, command] { perform(command); });
    connect(this, &Page::commandsChanged, button,
            [this, button, command] { button->setEnabled(can(command)); });
}

void ListPage::addCopyForSeveral()
{
    if (m_credentialsCopier != nullptr) {
        addCommandForSeveral(tr("Copy credentials"), QStringLiteral("severalCopyCredentials"),
                             Command::CopyCredentials);
        addCommandForSeveral(tr("Copy credentials as…"), QStringLiteral("severalCopyCredentialsAs"),
                             Command::CopyCredentialsAs);
    }
    addCommandForSeveral(tr("Copy rows"), QStringLiteral("severalCopyRows"), Command::Copy);
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
           m_credentialsCopier->canCopy(m_selection->firstSelectedRow(), choice);
}

bool ListPage::canCopyCredentials() const
{
    return canCopyCredentials(credentialChoice());
}

void ListPage::copyCredentials(const CredentialChoice &choice)
{
    m_selection->keepFirst();
    copyCredentials(m_credentialsCopier->selected(), choice);
}

void ListPage::copyCredentials(SelectedRowsWalk::Rows rows, const CredentialChoice &choice)
{
    cancelCopying();
    m_credentialsCopier->start(std::move(rows), choice);
}

void ListPage::openCopyCredentials()
{
    m_selection->keepFirst();
    // Rows may come and go while the dialog is open: it copies those that it names.
    const SelectedRowsWalk::Rows rows = m_credentialsCopier->selected();
    const auto example = [this, key = rows.front().first](ProxyProtocol protocol) {
        const int row = m_model->rowOf(key);
        return row < 0 ? ProxyAccess() : m_credentialsCopier->accessOf(row, protocol);
    };
    auto *dialog = new CopyCredentialsDialog(theme(), static_cast<qint64>(rows.size()),
                                             credentialChoice(), example, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CopyCredentialsDialog::chosen, this,
            [this, rows](const CredentialChoice &choice) {
                storeChoice(m_context.settings, m_setup.name, choice);
                copyCredentials(rows, choice);
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
    m_undoBar->showBesideUndo(areAllCopied ? Tone::Good : Tone::Warning,
                              result.copied > 0 ? tr("Copied the credentials of %n rows.", nullptr,
                                                     static_cast<int>(result.copied))
                                                : tr("Nothing was copied."),
                              parts.join(u' '));
}

} // namespace relaybook
